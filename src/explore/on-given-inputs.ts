/** Runs a program on inputs that are given, one path each, instead of searching for others. */
import type { EnvironmentOptions } from '../machine/environment.ts';
import { findMain, startStates } from '../machine/environment.ts';
import type { Recorder } from '../machine/recorder.ts';
import type { Exploration } from './exploration.ts';
import type { GuidedPath } from './following.ts';
import { type GivenInputs, GivenModel } from './given-inputs.ts';
import type { Strategy } from './strategy.ts';

export interface GivenRun {
  readonly inputs: GivenInputs;
  /** What the program finds around it; how many arguments there are must not be open. */
  readonly environment: EnvironmentOptions;
}

export class OnGivenInputs implements Strategy {
  constructor(
    private readonly runs: readonly GivenRun[],
    /** Inputs stay symbolic, so that the conditions of the path are known in the end. */
    private readonly keepsSymbolic: boolean,
    readonly recorder: Recorder | null = null,
    private readonly ran: (path: GuidedPath, run: GivenRun) => void = () => {},
  ) {}

  *explore(exploration: Exploration): Generator<void, void> {
    const { machine } = exploration;
    const { bigEndian } = machine.program.layout;
    for (const run of this.runs) {
      const { inputs, environment } = run;
      const given = new GivenModel(inputs, bigEndian);
      machine.inputs.onMade = (record) => given.add(record);
      machine.inputs.given = this.keepsSymbolic ? null : given.model;
      try {
        const [start] = startStates(machine, findMain(machine, environment), environment);
        const path = exploration.followFrom(start, given.model);
        this.ran(path, run);
        exploration.report(path.outcome, given.model);
      } finally {
        machine.inputs.onMade = null;
        machine.inputs.given = null;
      }
      yield;
    }
  }
}
