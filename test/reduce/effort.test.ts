import { describe, expect, it } from 'vitest';
import { Effort, EffortLedger, Trials } from '../../src/reduce/effort.ts';

describe('a ledger', () => {
  const ledger = (work = 0) => new EffortLedger(() => 2 * work, { credit: 10, share: 0.5 });

  it('allows its credit, a share of the work of the search, and what was saved', () => {
    expect([ledger().allows(10), ledger().allows(11)]).toEqual([true, false]);
    expect([ledger(100).allows(110), ledger(100).allows(111)]).toEqual([true, false]);
    const saving = ledger();
    saving.save(5);
    saving.spend(4);
    expect([saving.allows(11), saving.allows(12)]).toEqual([true, false]);
  });

  it('has its credit again when it is opened anew', () => {
    const opened = ledger(100);
    opened.spend(1_000);
    expect(opened.allows(0)).toBe(false);
    opened.openAnew();
    expect([opened.allows(10), opened.allows(11)]).toEqual([true, false]);
  });

  it('says that too little came back only once the credit is used up', () => {
    const poor = ledger();
    poor.spend(10);
    expect(poor.hasSavedLessThan(0.25)).toBe(false);
    poor.spend(2);
    expect(poor.hasSavedLessThan(0.25)).toBe(true);
    poor.save(3);
    expect(poor.hasSavedLessThan(0.25)).toBe(false);
  });
});

describe('a technique that works in spells', () => {
  it('pauses twice as long each time, measured by the work of the search', () => {
    let instructions = 1_000;
    const effort = new Effort(() => instructions / 10, 100);
    effort.spend(150);
    expect(effort.isOverdrawn).toBe(true);
    effort.save(150);
    const pausesUntil = () => {
      effort.pause();
      const began = instructions;
      while (!effort.isPauseOver) instructions += 100;
      return instructions / began;
    };
    expect(pausesUntil()).toBeCloseTo(2, 1);
    expect(pausesUntil()).toBeCloseTo(3, 1);
    effort.resume();
    expect(effort.isOverdrawn).toBe(false);
  });

  it('pauses longer the less was saved', () => {
    const pauseAfterSaving = (saved: number) => {
      let instructions = 1_000_000;
      const effort = new Effort(() => instructions / 10, 100);
      effort.spend(400);
      effort.save(saved);
      effort.pause();
      while (!effort.isPauseOver) instructions += 100_000;
      return instructions / 1_000_000 - 1;
    };
    expect([400, 200, 100, 0].map(pauseAfterSaving).map(Math.round)).toEqual([1, 2, 4, 8]);
  });

  it('rests until the work of the search has paid for what was spent', () => {
    let instructions = 1_000;
    const effort = new Effort(() => instructions / 10, 100);
    effort.spend(1_000);
    effort.pause();
    instructions = 50_000;
    expect(effort.isPauseOver).toBe(false);
    instructions = 100_000;
    expect(effort.isPauseOver).toBe(true);
  });
});

describe('trials', () => {
  it('are held each time the cost has doubled, and ask for more', () => {
    const trials = new Trials(100, [0.1, 0.5]);
    expect(trials.passes({ spent: 99, saved: 0 })).toBe(true);
    expect(trials.passes({ spent: 100, saved: 10 })).toBe(true);
    expect(trials.passes({ spent: 199, saved: 10 })).toBe(true);
    expect(trials.passes({ spent: 200, saved: 99 })).toBe(false);
  });
});
