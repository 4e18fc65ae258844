/** Runs a program under given inputs: no forks, no solver, one path at a time, with its log if a recorder is given. */
import type { Model } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import { type EnvironmentOptions, findMain, startStates } from '../machine/environment.ts';
import {
  type Client,
  DEFAULT_MACHINE_OPTIONS,
  Machine,
  type MachineOptions,
  type Recorder,
} from '../machine/machine.ts';
import type { PathOutcome } from '../machine/outcome.ts';
import type { State } from '../machine/state.ts';
import { InternalError } from '../program/errors.ts';
import type { Program } from '../program/program.ts';
import { GuidedPolicy } from './policy.ts';

export interface GuidedPath {
  readonly state: State;
  readonly outcome: PathOutcome;
}

export class GuidedRuns implements Client {
  readonly machine: Machine;
  private ending: GuidedPath | null = null;

  constructor(
    readonly program: Program,
    readonly terms: Terms,
    options: Partial<MachineOptions>,
    private readonly environment: EnvironmentOptions,
    recorder: Recorder | null,
  ) {
    const nobody = new GuidedPolicy(null as never);
    this.machine = new Machine(program, terms, nobody, this, { ...DEFAULT_MACHINE_OPTIONS, ...options }, recorder);
  }

  /** The path of an input. `initial` picks among several initial states (numbers of symbolic arguments). */
  run(input: Model, initial = 0): GuidedPath {
    const { machine } = this;
    machine.policy = new GuidedPolicy(input);
    const state = startStates(machine, findMain(machine), this.environment)[initial];
    this.ending = null;
    while (machine.run(state, Number.POSITIVE_INFINITY, false) !== 'ended');
    if (this.ending === null) throw new InternalError('a path ended without saying so');
    return this.ending;
  }

  forked(): void {
    throw new InternalError('a path that follows an input has forked');
  }

  ended(state: State, outcome: PathOutcome): void {
    this.ending = { state, outcome };
  }
}
