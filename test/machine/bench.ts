/** A machine around an empty program, for tests of single operations: no compiler, no solver. */

import { GuidedPolicy } from '../../src/explore/policy.ts';
import { Model, type Term } from '../../src/expr/term.ts';
import { Terms } from '../../src/expr/terms.ts';
import type { Site } from '../../src/machine/code.ts';
import { EMPTY_ENVIRONMENT, findMain, startStates } from '../../src/machine/environment.ts';
import { Machine } from '../../src/machine/machine.ts';
import { DEFAULT_MACHINE_OPTIONS, type MachineOptions } from '../../src/machine/options.ts';
import type { State } from '../../src/machine/state.ts';
import { ProgramBuilder } from '../program/build.ts';

export class Bench {
  readonly terms = new Terms();
  readonly model = new Model();
  readonly machine: Machine;
  readonly state: State;
  readonly site: Site;

  constructor(options: Partial<MachineOptions> = {}) {
    const build = new ProgramBuilder();
    const main = build.define('main', build.types.function(build.i32, []), 1);
    main.at(0).ret(build.int(0));
    const client = { forked() {}, ended() {} };
    const policy = new GuidedPolicy(this.model);
    this.machine = new Machine(build.finish(), this.terms, policy, client, { ...DEFAULT_MACHINE_OPTIONS, ...options });
    [this.state] = startStates(this.machine, findMain(this.machine), EMPTY_ENVIRONMENT);
    this.site = this.state.frame.segment.controlSite;
  }

  private inputs = 0;

  /** An input that the model gives this value. */
  input(width: number, value: number | bigint): Term {
    const term = this.terms.variable(`v${this.inputs++}`, width);
    this.model.scalars.set(term, canonicalScalar(BigInt.asUintN(width, BigInt(value))));
    return term;
  }
}

export function canonicalScalar(value: bigint): number | bigint {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}
