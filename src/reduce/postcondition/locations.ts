/**
 * Unrolled locations: an instruction, the calls that lead to it, and the iteration of each loop around it and around
 * those calls. Paths that reach the same location meet at the same `Location` object, which carries the summary.
 */
import type { FunctionCode, Site } from '../../machine/code.ts';
import type { Machine } from '../../machine/machine.ts';
import type { Context } from '../../machine/names.ts';
import { contextOf, iterationsAt } from '../../machine/semantics/allocate.ts';
import type { Frame, State } from '../../machine/state.ts';
import type { Instruction } from '../../program/instructions.ts';
import { Summary } from './summary.ts';

export class Location {
  readonly summary = new Summary();
  /** Checks made here, and how many of them cut the path. */
  checks = 0;
  hits = 0;
  /** Checks that needed the solver, and how many of those cut the path. */
  queries = 0;
  proved = 0;
  /** Checks here do not pay: none is made any more, and no summary is kept. */
  isGivenUp = false;

  constructor(
    readonly instruction: Instruction,
    readonly iterations: readonly number[],
    /** Functions on the stack, innermost first: a context names call sites only, and a call may have several callees. */
    private readonly stack: readonly FunctionCode[],
  ) {}

  get isFirstInstance(): boolean {
    return this.iterations.every((iteration) => iteration === 0);
  }

  /** Whether nothing will be added to the summary any more. */
  get isClosed(): boolean {
    return this.isGivenUp || this.summary.isFull;
  }

  isReachedBy(frame: Frame): boolean {
    let at: Frame | null = frame;
    for (const code of this.stack) {
      if (at === null || at.code !== code) return false;
      at = at.caller;
    }
    return at === null;
  }
}

export class Locations {
  private readonly byContext = new Map<Context, Map<number | string, Location[]>>();
  readonly all: Location[] = [];

  constructor(private readonly machine: Machine) {}

  /** The location a state is at, just before the instruction at `site`. */
  at(state: State, site: Site): Location {
    const { frame } = state;
    const context = contextOf(this.machine, frame);
    const iterations = iterationsAt(frame, site);
    let locations = this.byContext.get(context);
    if (locations === undefined) {
      locations = new Map();
      this.byContext.set(context, locations);
    }
    const { id } = site.instruction;
    const key = iterations.length === 0 ? id : `${id}:${iterations.join(',')}`;
    let same = locations.get(key);
    if (same === undefined) {
      same = [];
      locations.set(key, same);
    }
    for (const location of same) if (location.isReachedBy(frame)) return location;
    const stack: FunctionCode[] = [];
    for (let each: Frame | null = frame; each !== null; each = each.caller) stack.push(each.code);
    const location = new Location(site.instruction, iterations, stack);
    same.push(location);
    this.all.push(location);
    return location;
  }
}
