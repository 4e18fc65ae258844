/** One exploration as an async sequence of its paths, for callers with an event loop. */

import { Exploration, type ExplorationVerdict } from '../explore/exploration.ts';
import type { FinishedPath } from '../explore/finished-path.ts';
import { DEFAULT_EXPLORATION, type ExplorationOptions } from '../explore/options.ts';
import type { PathCounts } from '../explore/path-counts.ts';
import { evaluate } from '../expr/evaluate.ts';
import { printC } from '../expr/print-c.ts';
import type { Model } from '../expr/term.ts';
import { ENDINGS, type EndingKind } from '../machine/endings.ts';
import type { InputRecord } from '../machine/outcome.ts';
import type { SourcePosition } from '../program/debug.ts';
import type { Program } from '../program/program.ts';
import type { ReductionName } from '../reduce/catalogue.ts';
import { DEFAULT_REDUCTION_OPTIONS, reductionOf } from '../reduce/registry.ts';
import { readSwitches } from '../reduce/switches.ts';

export interface CoreOptions extends Partial<Omit<ExplorationOptions, 'earlier' | 'unreported' | 'terms' | 'within'>> {
  /** Which paths count as redundant and are left out; `revisit` unless given. */
  readonly reduce?: ReductionName;
  /** Parts of the reduction, as `--switch` names them: `combine=off`. */
  readonly switches?: readonly string[];
  /** Ends the exploration; what was found until then has been given out. */
  readonly signal?: AbortSignal;
}

/** A scalar is its bits as a number, or as a bigint above 52 bits; a buffer is its bytes. */
export interface CoreInput {
  readonly name: string;
  readonly value: number | bigint | Uint8Array;
}

export interface CorePath {
  readonly ending: EndingKind;
  /** What the ending means, for people; with the values involved in `message`. */
  readonly meaning: string;
  readonly message: string;
  readonly isFault: boolean;
  readonly position: SourcePosition | null;
  /** Inputs that take the path; null where the solver could not give any in time, or for a fault shown before. */
  readonly inputs: readonly CoreInput[] | null;
  /** What was decided along the path, in C. */
  condition(): string[];
}

export interface CoreSummary {
  readonly verdict: ExplorationVerdict;
  readonly limits: readonly string[];
  readonly counts: Readonly<PathCounts>;
  readonly instructions: number;
  readonly queries: number;
}

/** Gives each path as it ends; its return value, and `onSummary`, say how far it got. */
export async function* explorePaths(
  program: Program,
  { reduce = 'revisit', switches = [], signal, ...options }: CoreOptions = {},
  onSummary: (summary: CoreSummary) => void = () => {},
): AsyncGenerator<CorePath, CoreSummary> {
  signal?.throwIfAborted();
  const reduction = reductionOf(reduce);
  const switched = readSwitches(switches, reduction.switches, reduce);
  const surroundings = options.surroundings ?? DEFAULT_EXPLORATION.surroundings;
  const interrupted = () => signal?.aborted === true || surroundings.interrupted();
  const found: CorePath[] = [];
  const exploration = await Exploration.create(
    program,
    { ...options, surroundings: { ...surroundings, interrupted } },
    (path) => found.push(corePath(path)),
    reduction.strategy(program, { ...DEFAULT_REDUCTION_OPTIONS, switched }),
  );
  try {
    for (const _ of exploration.steps()) {
      yield* found.splice(0);
      await turn();
    }
    yield* found.splice(0);
    const { verdict, limits, counts, machine, solver } = exploration;
    const { instructions } = machine;
    const { queries } = solver.statistics;
    const summary = { verdict, limits: [...limits].sort(), counts: { ...counts }, instructions, queries };
    onSummary(summary);
    return summary;
  } finally {
    exploration.dispose();
  }
}

/** Lets everything else that waits run once. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function corePath({ outcome, model }: FinishedPath): CorePath {
  const { kind, message, position } = outcome.ending;
  return {
    ending: kind,
    meaning: ENDINGS[kind].label,
    message,
    isFault: ENDINGS[kind].fault,
    position,
    inputs:
      model === null ? null : outcome.inputs.map((input) => ({ name: input.name, value: inputValue(input, model) })),
    condition: () => outcome.condition.conjuncts().map((term) => printC(term)),
  };
}

function inputValue({ kind, term, bits }: InputRecord, model: Model): CoreInput['value'] {
  if (kind !== 'bytes') return evaluate(term, model);
  const bytes = new Uint8Array(bits / 8);
  bytes.set((model.arrays.get(term) ?? new Uint8Array()).subarray(0, bytes.length));
  return bytes;
}
