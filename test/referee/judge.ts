/** One program before the referee: explores it exhaustively and by every contender, and says what each contender lost. */

import { NO_LIMITS } from '../../src/explore/forking.ts';
import type { ExplorationOptions } from '../../src/explore/options.ts';
import { Terms } from '../../src/expr/terms.ts';
import type { MachineOptions } from '../../src/machine/options.ts';
import { InternalError } from '../../src/program/errors.ts';
import type { Program } from '../../src/program/program.ts';
import { checkProperty } from '../../src/reduce/properties/check.ts';
import { inputText } from '../../src/reduce/properties/input-text.ts';
import type { PropertyName } from '../../src/reduce/properties/names.ts';
import { Observer } from '../../src/reduce/properties/observer.ts';
import { type RunRecord, recordRun } from '../../src/reduce/properties/run.ts';
import { type Reduction, type ReductionOptions, reductionOf } from '../../src/reduce/registry.ts';
import { EmbeddedProcedure } from '../../src/solver/embedded.ts';
import type { DecisionProcedure } from '../../src/solver/solver.ts';
import { recordTogether } from './together.ts';

/** A way to explore that claims to lose nothing. */
export interface Contender {
  readonly name: string;
  readonly reduction: Reduction;
  readonly exploring?: Partial<ExplorationOptions>;
  /** So many explore at once and share the paths (together.ts); one where absent. */
  readonly workers?: number;
}

export interface Loss {
  readonly contender: string;
  readonly property: PropertyName;
  readonly what: string;
  readonly input: string;
}

export interface Judgement {
  /** Null when the exhaustive run hit a limit: nothing can be said then. */
  readonly paths: number | null;
  readonly losses: readonly Loss[];
  /** Contenders about which the solver or a limit left something open. */
  readonly undecided: readonly string[];
  readonly runs: readonly RunRecord[];
}

/** Generated programs stay far below; a shrunken one may not end at all where it would have. */
const LIMITS = { ...NO_LIMITS, maxPaths: 400, maxInstructions: 2_000_000, maxTimeMs: 10_000 };

/**
 * Loading a solver takes longer than exploring a small program, so all explorations share one. What it keeps belongs to
 * one table of terms: `startOver` makes it forget.
 */
let loaded: Promise<EmbeddedProcedure> | null = null;
export async function sharedProcedure(): Promise<{ procedure: DecisionProcedure; startOver: () => void }> {
  loaded ??= EmbeddedProcedure.create();
  const embedded = await loaded;
  const { name } = embedded;
  const solve: DecisionProcedure['solve'] = (...question) => embedded.solve(...question);
  return { procedure: { name, solve, dispose() {} }, startOver: () => embedded.dispose() };
}

export async function judge(
  program: Program,
  contenders: readonly Contender[],
  options: ReductionOptions,
  machine: Partial<MachineOptions> = {},
): Promise<Judgement> {
  const terms = new Terms();
  const { procedure, startOver } = await sharedProcedure();
  startOver();
  const exploring = { limits: LIMITS, solver: { procedure }, machine };
  const runs = [await recordRun('none', program, exploring, terms, reductionOf('none').strategy(program, options))];
  const [exhaustive] = runs;
  if (!exhaustive.complete) return { paths: null, losses: [], undecided: [], runs };
  const applicable = contenders.filter(({ reduction }) => (reduction.applicable?.(options) ?? null) === null);
  const properties = new Set(applicable.flatMap(({ reduction }) => [reduction.property, ...reduction.implies]));
  const affected = applicable.map(({ reduction }) => reduction.affected?.(options)).find((each) => each);
  // It runs paths again that ended within the limits, one contender after the other.
  const observer = await Observer.create(program, { ...exploring, limits: NO_LIMITS }, terms, {
    outputs: options.outputs,
    affected: affected ?? null,
    counts: options.counts,
    values: properties.has('values') || properties.has('affected values'),
  });
  const losses: Loss[] = [];
  const undecided: string[] = [];
  try {
    const baseline = observer.observe(exhaustive);
    for (const { name, reduction, exploring: own, workers = 1 } of applicable) {
      const strategies = Array.from({ length: workers }, () => reduction.strategy(program, options));
      const record =
        workers === 1
          ? await recordRun(name, program, { ...exploring, ...own }, terms, strategies[0])
          : await recordTogether(name, program, { ...exploring, ...own }, terms, strategies, own?.seed ?? 1);
      runs.push(record);
      const reduced = observer.observe(record);
      for (const property of [reduction.property, ...reduction.implies]) {
        const verdict = checkProperty(property, baseline, reduced, observer, 1);
        if (verdict.kind === 'undecided') undecided.push(`${name}: ${verdict.reason}`);
        if (verdict.kind !== 'lost') continue;
        const [{ what, input }] = verdict.missing;
        losses.push({ contender: name, property, what, input: inputText(input) });
      }
    }
  } catch (error) {
    if (!(error instanceof InternalError)) throw error;
    losses.push({ contender: runs[runs.length - 1].name, property: 'faults', what: error.message, input: '' });
  } finally {
    observer.dispose();
  }
  return { paths: exhaustive.paths.length, losses, undecided, runs };
}
