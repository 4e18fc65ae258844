import { describe, expect, it } from 'vitest';
import { Deadline } from '../../src/solver/deadline.ts';

describe('a deadline', () => {
  it('ends a search early enough for the table, and gives the table what was kept', () => {
    let now = 2000;
    const deadline = Deadline.after(8000, () => now).keeping(0.25);
    expect(deadline.remainingMs).toBe(6000);
    now = 8000;
    expect(deadline.isOver()).toBe(true);
    deadline.startTabulating();
    expect(deadline.remainingMs).toBe(2000 + 0.05 * 8000 + 500);
    deadline.startReplaying();
    expect(deadline.remainingMs).toBe(2000 + 0.1 * 8000 + 1000);
  });

  it('stays within a tenth and two seconds, whatever is kept', () => {
    const deadline = Deadline.after(10_000, () => 0).keeping(0.25);
    deadline.startWriting();
    deadline.startTabulating();
    deadline.startReplaying();
    expect(deadline.until).toBeLessThanOrEqual(1.1 * 10_000 + 2000);
  });

  it('that is none keeps nothing', () => {
    const deadline = Deadline.after(Number.POSITIVE_INFINITY, () => 0).keeping(0.25);
    deadline.startTabulating();
    expect(deadline.remainingMs).toBe(Number.POSITIVE_INFINITY);
  });
});
