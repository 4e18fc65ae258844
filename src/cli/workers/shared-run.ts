/**
 * The side of a run that others help with: what they find becomes part of it as if it had been found here.
 *
 * No worker's word is taken for more than it is. A fault that is known by now loses its test, a path that was to reach something
 * new gets one only if no other was faster, and everything that one of them learned goes to the others as a hint.
 */
import { restoreCovered } from '../../explore/covered-code.ts';
import type { Exploration } from '../../explore/exploration.ts';
import { type FinishedPath, faultKey } from '../../explore/finished-path.ts';
import { countedAs, type PathCounts } from '../../explore/path-counts.ts';
import type { Counters } from '../../explore/strategy.ts';
import { ENDINGS } from '../../machine/endings.ts';
import type { Instruction } from '../../program/instructions.ts';
import type { Program } from '../../program/program.ts';
import { expandTest } from '../../suite/journal/compact-test.ts';
import type { TestCase } from '../../suite/test-case.ts';
import type { Numbering } from '../run/numbering.ts';
import type { RunLog } from '../run/run-log.ts';
import { goalOf } from './explorer.ts';
import type { Hints, Report, SentLines, SentResult, Totals } from './messages.ts';

export class SharedRun {
  private faults: string[] = [];
  private goals: number[] = [];
  /** The latest of each helper. */
  private readonly totals = new Map<string, Totals>();

  constructor(
    readonly exploration: Exploration,
    private readonly log: RunLog,
    private readonly info: Pick<TestCase, 'entry' | 'bigEndian' | 'build'>,
  ) {}

  /** Instructions and open states of all helpers. */
  get instructions(): number {
    return this.sum(({ instructions }) => instructions);
  }

  get open(): number {
    return this.sum(({ open }) => open);
  }

  get hasHelpers(): boolean {
    return this.totals.size > 0;
  }

  /** Those that explored something. */
  get helpers(): number {
    const busy = [...this.totals].filter(([, { instructions }]) => instructions > 0);
    return new Set(busy.map(([name]) => name.split('/')[0])).size;
  }

  /** Found here: others should know. */
  found({ outcome, repeated }: FinishedPath): void {
    if (!repeated && ENDINGS[outcome.ending.kind].fault) this.faults.push(faultKey(outcome));
  }

  /** What was found since this was asked last; null for nothing. */
  takeHints(): Hints | null {
    const goals = [...this.goals, ...(goalOf(this.exploration)?.keeper.takeClaimed() ?? [])];
    const { faults } = this;
    this.goals = [];
    this.faults = [];
    return faults.length + goals.length === 0 ? null : { faults, goals };
  }

  /** `helper` is its name, and after a slash which part of its work this is about. */
  merge(helper: string, { lines, results, covered, limits, totals }: Report): void {
    this.totals.set(helper, totals);
    // Code counts as covered before the paths that cover it are in the journal (docs/JOURNAL.md).
    if (covered !== null) restoreCovered(covered, this.exploration.machine);
    for (const limit of limits) this.exploration.limits.add(limit);
    if (lines !== null) this.acceptLines(lines);
    for (const result of results) this.accept(result);
  }

  private acceptLines({ bytes, tests, counts }: SentLines): void {
    for (const [kind, count] of Object.entries(counts)) this.exploration.counts[kind as keyof PathCounts] += count;
    this.log.putLines(bytes, tests);
  }

  private accept({ path, test, fault, goals = [] }: SentResult): void {
    const { exploration } = this;
    exploration.counts[countedAs(path.ending)]++;
    if (path.ending === 'limit' && path.name !== undefined) exploration.limits.add(path.name);
    const isNewFault = fault !== null && exploration.isNewFaultKey(fault.key);
    const coverage = goalOf(exploration);
    const adds = coverage !== null && goals.length > 0 && coverage.learn(goals);
    if (adds) this.goals.push(...goals);
    if (isNewFault) this.faults.push(fault.key);
    const isWanted = coverage === null ? isNewFault || !ENDINGS[path.ending].fault : adds || isNewFault;
    this.log.put({
      path,
      test: test === null || !isWanted ? null : expandTest(test, this.info),
      fault: isNewFault ? fault : null,
    });
  }

  /** Each of so many helpers numbers its own tests. */
  shareNumbers(helpers: number): Numbering[] {
    return this.log.shareNumbers(helpers);
  }

  /** Adds up what all have done, once they are at their end. */
  close(): void {
    const { machine, solver } = this.exploration;
    const { statistics } = solver;
    const instructionWith = instructionsById(this.exploration.program);
    for (const totals of this.totals.values()) {
      machine.instructions += totals.instructions;
      statistics.queries += totals.solver.queries;
      statistics.sat += totals.solver.sat;
      statistics.unsat += totals.solver.unsat;
      statistics.cacheHits += totals.solver.cacheHits;
      statistics.seconds += totals.solver.seconds;
      for (const warning of totals.warnings) machine.warnings.add(warning);
      for (const { key, what, position, count } of totals.concretizations) {
        const known = machine.concretizations.get(key);
        if (known === undefined) machine.concretizations.set(key, { what, position, count });
        else known.count += count;
      }
      for (const { what, position, count } of totals.unmodelled) {
        const known = machine.unmodelled.get(what);
        if (known === undefined) machine.unmodelled.set(what, { position, count });
        else known.count += count;
      }
      for (const id of totals.refusedAt) {
        const instruction = instructionWith(id);
        if (instruction !== null) goalOf(this.exploration)?.refusedAt.add(instruction);
      }
    }
  }

  /** Counters of the strategy, with those of all helpers. */
  addCounters(own: Counters): Counters {
    return [...this.totals.values()].reduce((sum, { counters }) => added(sum, counters), own);
  }

  private sum(of: (totals: Totals) => number): number {
    return [...this.totals.values()].reduce((total, each) => total + of(each), 0);
  }
}

function added(a: Counters, b: Counters): Counters {
  const sum: Record<string, number | Record<string, number>> = {};
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const [x, y] = [a[key] ?? 0, b[key] ?? 0];
    if (typeof x === 'number' && typeof y === 'number') sum[key] = x + y;
    else sum[key] = added(typeof x === 'number' ? {} : x, typeof y === 'number' ? {} : y) as Record<string, number>;
  }
  return sum;
}

function instructionsById({ functions }: Program): (id: number) => Instruction | null {
  return (id) => {
    for (const { blocks } of functions) {
      for (const { instructions } of blocks) for (const each of instructions) if (each.id === id) return each;
    }
    return null;
  };
}
