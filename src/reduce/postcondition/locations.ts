/**
 * Unrolled locations: an instruction, the calls that lead to it, and the iteration of each loop around it and around
 * those calls. Paths that reach the same location meet at the same `Location` object, which carries the summary.
 */
import type { FunctionCode, Site } from '../../machine/code.ts';
import type { Machine } from '../../machine/machine.ts';
import { contextOf } from '../../machine/semantics/allocate.ts';
import type { Frame, State } from '../../machine/state.ts';
import type { Instruction } from '../../program/instructions.ts';
import type { Fork } from './record.ts';
import { LocationSummary } from './summary.ts';

export class Location {
  readonly summary = new LocationSummary();
  /** Forks of paths here whose preconditions are not part of the summary yet. */
  forks: Fork[] = [];
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
    readonly isFirstInstance: boolean,
    /** Functions on the stack, innermost first: a context names call sites only, and a call may have several callees. */
    private readonly stack: readonly FunctionCode[],
  ) {}

  isReachedBy(frame: Frame): boolean {
    let at: Frame | null = frame;
    for (const code of this.stack) {
      if (at === null || at.code !== code) return false;
      at = at.caller;
    }
    return at === null;
  }
}

/** A tree of numbers: the instruction, then the iteration of each loop around it, innermost first. */
class Branching {
  below: Map<number, Branching> | null = null;
  /** More than one only where calls have several callees. */
  locations: Location[] | null = null;

  next(number: number): Branching {
    this.below ??= new Map();
    let next = this.below.get(number);
    if (next === undefined) {
      next = new Branching();
      this.below.set(number, next);
    }
    return next;
  }
}

export class Locations {
  /** By the id of the call context. */
  private readonly byContext: (Branching | undefined)[] = [];
  readonly all: Location[] = [];

  constructor(private readonly machine: Machine) {}

  /** The location a state is at, just before the instruction at `site`; null when no path has forked there. */
  find(state: State, site: Site): Location | null {
    const { frame } = state;
    let at = this.byContext[contextOf(this.machine, frame).id]?.below?.get(site.instruction.id);
    const { code } = frame;
    let loop = code.loops.innermost[site.segment.block.index];
    for (; at !== undefined && loop !== -1; loop = code.loops.loops[loop].parent) {
      at = at.below?.get(frame.registers[code.counters[loop]] as number);
    }
    if (at === undefined || at.locations === null) return null;
    for (const location of at.locations) if (location.isReachedBy(frame)) return location;
    return null;
  }

  /** The same, but made when it is not known yet. */
  at(state: State, site: Site): Location {
    const known = this.find(state, site);
    if (known !== null) return known;
    const { frame } = state;
    const { id } = contextOf(this.machine, frame);
    this.byContext[id] ??= new Branching();
    let at = this.byContext[id].next(site.instruction.id);
    const { code } = frame;
    let isFirst = true;
    let loop = code.loops.innermost[site.segment.block.index];
    for (; loop !== -1; loop = code.loops.loops[loop].parent) {
      const iteration = frame.registers[code.counters[loop]] as number;
      isFirst &&= iteration === 0;
      at = at.next(iteration);
    }
    const stack: FunctionCode[] = [];
    for (let each: Frame | null = frame; each !== null; each = each.caller) stack.push(each.code);
    const location = new Location(site.instruction, isFirst, stack);
    at.locations ??= [];
    at.locations.push(location);
    this.all.push(location);
    return location;
  }
}
