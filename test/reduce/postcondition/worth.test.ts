import { describe, expect, it } from 'vitest';
import { Ledger } from '../../../src/reduce/postcondition/worth.ts';

/** A search that has done so much work of its own. */
function ledgerAfter(instructions: number, paths = 0, decided = 0): Ledger {
  return new Ledger(() => ({ instructions, paths, decided }));
}

describe('what may be spent', () => {
  it('is bounded where the search has done nothing and nothing was saved', () => {
    const ledger = ledgerAfter(0);
    expect(ledger.allows(1_000)).toBe(true);
    ledger.spend(1_000_000);
    expect(ledger.allows(1)).toBe(false);
  });

  it('grows by all that was saved', () => {
    const ledger = ledgerAfter(0);
    ledger.spend(1_000_000);
    ledger.save(1_000_000);
    expect(ledger.allows(1_000)).toBe(true);
  });

  it('grows by a share of the work of the search, and only by a share', () => {
    const ledger = ledgerAfter(10_000_000, 1_000, 100);
    expect(ledger.allows(ledger.meter)).toBe(false);
    expect(ledger.allows(ledger.meter / 20)).toBe(true);
  });
});

describe('a question', () => {
  it('is not worth its price where a yes saves next to nothing', () => {
    expect(ledgerAfter(0).isWorthAsking(1)).toBe(false);
    expect(ledgerAfter(0).isWorthAsking(1_000)).toBe(true);
  });

  it('is worth less the more often the answer was no', () => {
    const ledger = ledgerAfter(1e12);
    expect(ledger.isWorthAsking(3_000)).toBe(true);
    for (let i = 0; i < 50; i++) ledger.asked(true, false);
    expect(ledger.isWorthAsking(3_000)).toBe(false);
    for (let i = 0; i < 500; i++) ledger.asked(false, true);
    expect(ledger.isWorthAsking(3_000)).toBe(true);
  });
});

describe('the whole', () => {
  it('is hopeless when much was spent and next to nothing saved', () => {
    const ledger = ledgerAfter(0);
    expect(ledger.isHopeless).toBe(false);
    ledger.spend(100_000);
    expect(ledger.isHopeless).toBe(true);
    ledger.save(50_000);
    expect(ledger.isHopeless).toBe(false);
  });
});

describe('a run that is taken up', () => {
  it('is given up later: what the part that is known would have taught has to be learned again', () => {
    const work = () => ({ instructions: 0, paths: 0, decided: 0 });
    const [begun, takenUp] = [new Ledger(work), new Ledger(work, true)];
    for (const ledger of [begun, takenUp]) ledger.spend(20_000);
    expect(begun.isHopeless).toBe(true);
    expect(takenUp.isHopeless).toBe(false);
    expect(takenUp.allows(1_000)).toBe(true);
    takenUp.spend(1_000_000);
    expect(takenUp.isHopeless).toBe(true);
  });
});
