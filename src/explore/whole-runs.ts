/**
 * What a program does with one input, from its start to its end.
 *
 * A search leaves paths before their end: a reduction cuts them as redundant, a limit stops them. Their tests still have
 * to say what comes out, or nothing can be compared when they are replayed. The input is known, so no solver is needed:
 * the program runs on numbers, on a machine of its own, so that neither coverage nor counters of the search notice.
 *
 * One such run takes about as long as the program itself takes on concrete code (several million instructions a second).
 * An input may lead into a loop without an end, so instructions that led to no end are remembered over all runs, and later
 * ones get fewer. Such a loop may also allocate: the limits of the exploration are looked at while a run goes on.
 */
import { Model } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import { type EnvironmentOptions, findMain, startStates } from '../machine/environment.ts';
import { Machine } from '../machine/machine.ts';
import { DEFAULT_MACHINE_OPTIONS, type MachineOptions } from '../machine/options.ts';
import type { PathOutcome } from '../machine/outcome.ts';
import type { Recorder } from '../machine/recorder.ts';
import type { State } from '../machine/state.ts';
import { InternalError } from '../program/errors.ts';
import type { Program } from '../program/program.ts';
import type { Exploration } from './exploration.ts';
import { GuidedPolicy } from './policy.ts';

/** Instructions of runs without an end, over all runs, until later ones may only take the fewest. */
const MOST_INSTRUCTIONS_IN_VAIN = 5_000_000;
const FEWEST_INSTRUCTIONS = 100_000;
/** A loop that asks for input after input is cut short: naming them takes longer the more there are. */
const MOST_FURTHER_INPUTS = 2_000;
const INSTRUCTIONS_BETWEEN_LOOKS = 10_000;
/** Memory that a run may use beyond what the search has used or was given, as a share of the latter. */
const SHARE_OF_MEMORY = 0.1;
/** How long a run may take after Ctrl-C. */
const INTERRUPTED_MS = 2_000;

/** Ends that lie in the search, not in the program. Limits of a single path are not among them: it would hit them again. */
export function isUnfinished({ ending: { kind, name } }: PathOutcome): boolean {
  return kind === 'pruned' || (kind === 'limit' && name !== 'max-steps' && name !== 'max-call-depth');
}

export class WholeRuns {
  /** Of its own, so that what it has covered is what these runs have. */
  readonly machine: Machine;
  private ended: PathOutcome | null = null;
  private inVain = 0;

  constructor(
    program: Program,
    terms: Terms,
    private readonly environment: EnvironmentOptions,
    options: Partial<MachineOptions>,
    recorder: Recorder | null = null,
    /** Whose time and memory these runs take; null where nothing limits them. */
    private readonly exploration: Pick<Exploration, 'deadline' | 'options'> | null = null,
  ) {
    const client = {
      forked: () => {
        throw new InternalError('a run on given values has forked');
      },
      ended: (_: unknown, outcome: PathOutcome) => {
        this.ended = outcome;
      },
    };
    const all = { ...DEFAULT_MACHINE_OPTIONS, ...options };
    this.machine = new Machine(program, terms, new GuidedPolicy(new Model()), client, all, recorder);
  }

  /**
   * The whole path of the input that takes `begun`; null when it came to no end in the time it was given, or when the
   * program says in the end that it is not meant for this input. `made` is told of each input.
   */
  complete(begun: PathOutcome, input: Model, made: Machine['inputs']['onMade'] = null): PathOutcome | null {
    return this.run(input, startOfPath(begun), 2 * begun.steps, begun.inputs.length, made);
  }

  /** The run of an input from the state that `begins` picks; `extra` instructions are granted in any case. */
  run(
    input: Model,
    begins: (state: State) => boolean,
    extra: number,
    inputCount: number,
    made: Machine['inputs']['onMade'] = null,
  ): PathOutcome | null {
    const { machine } = this;
    machine.inputs.given = input;
    machine.inputs.onMade = made;
    const start = startStates(machine, findMain(machine, this.environment), this.environment).find(begins);
    if (start === undefined) throw new InternalError('a path began in no state that the program starts in');
    const budget = extra + Math.max(FEWEST_INSTRUCTIONS, MOST_INSTRUCTIONS_IN_VAIN - this.inVain);
    this.ended = null;
    const mostInputs = machine.inputs.made + inputCount + MOST_FURTHER_INPUTS;
    const hitsLimit = this.limits();
    machine.withPartners({ policy: new GuidedPolicy(input) }, () => {
      while (machine.run(start, INSTRUCTIONS_BETWEEN_LOOKS, false) !== 'ended') {
        if (start.steps > budget || machine.inputs.made > mostInputs || hitsLimit()) break;
      }
    });
    const outcome = this.ended as PathOutcome | null;
    if (outcome !== null && !['limit', 'unmodelled', 'dropped'].includes(outcome.ending.kind)) return outcome;
    this.inVain += start.steps;
    return null;
  }

  /** Whether a run that begins now has taken too much. */
  private limits(): () => boolean {
    if (this.exploration === null) return () => false;
    const { deadline, options } = this.exploration;
    const { limits, surroundings } = options;
    const began = surroundings.now();
    // Most runs are over before anyone looks, and asking for the memory takes as long as a short run.
    let mostMb: number | null = null;
    return () => {
      const memoryMb = surroundings.memoryMb();
      mostMb ??= Math.max(limits.maxMemoryMb, memoryMb) + SHARE_OF_MEMORY * limits.maxMemoryMb;
      const isTooLong = surroundings.interrupted() && surroundings.now() - began > INTERRUPTED_MS;
      return deadline.isOver() || memoryMb > mostMb || isTooLong;
    };
  }
}

/** The initial state with as many arguments, each as long. */
export function startOfPath(begun: PathOutcome): (state: State) => boolean {
  const lengths = argumentLengths(begun);
  return (state) => argumentLengths(state) === lengths;
}

function argumentLengths({ arguments: words }: Pick<PathOutcome, 'arguments'>): string {
  return words.map((word) => word.length).join();
}
