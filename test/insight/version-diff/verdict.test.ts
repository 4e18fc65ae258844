import { describe, expect, it } from 'vitest';
import type { Exploration, ExplorationVerdict } from '../../../src/explore/exploration.ts';
import { type ComparedSoFar, judge } from '../../../src/insight/version-diff/verdict.ts';

const explored = (verdict: ExplorationVerdict, limits: readonly string[] = []): Exploration =>
  ({
    verdict,
    limits: new Set(limits),
    counts: { completed: 0, endless: 0, faulty: 0, unfinished: 3 },
    machine: { unmodelled: new Map() },
  }) as unknown as Exploration;

const nothing: ComparedSoFar = {
  differs: false,
  undecided: 0,
  late: false,
  sameness: 'do the same',
  endings: [],
  otherEndings: [],
};

describe('what is said where nothing was compared', () => {
  it('blames no assumption where the time was up', () => {
    const stopped = explored('stopped', ['max-time']);
    const { difference, caution } = judge([stopped, stopped], nothing);
    expect(difference).toBe('unknown');
    expect(caution).toContain('nothing was compared');
    expect(caution).not.toContain('assumption');
  });

  it('names the assumption where everything was explored', () => {
    const { difference, caution } = judge([explored('complete'), explored('complete')], nothing);
    expect(difference).toBe('equivalent');
    expect(caution).toContain('an assumption of the program drops every input');
  });
});
