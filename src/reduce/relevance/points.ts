/**
 * Points at which paths are compared, and the visits that are known there.
 *
 * A point is an instruction with the calls that lead to it. A visit is one path's time at the point, once everything that
 * follows has been explored: the values of its relevant locations, and the constraints that depend on them. A state that
 * agrees on all of these can only repeat what followed the visit, as far as uncovered code is concerned (section 3.3).
 */
import { Substitution } from '../../expr/substitute.ts';
import { Term } from '../../expr/term.ts';
import type { Site } from '../../machine/code.ts';
import type { Frame, State } from '../../machine/state.ts';
import { type MemoryObject, Pointer, type Value } from '../../machine/value.ts';
import type { Instruction } from '../../program/instructions.ts';
import type { PathCondition } from '../../solver/solver.ts';
import { intersects, type Support, SupportFinder, union } from '../../solver/support.ts';
import { DecisionTree, type Key, type ValueSet } from './decision-tree.ts';
import type { LocationVariables } from './location-variables.ts';
import {
  depthOfLocation,
  type LocationKey,
  type Needs,
  objectOfKey,
  offsetOfKey,
  registerLocation,
  registerOfLocation,
} from './needs.ts';
import type { PathNode } from './path-tree.ts';
import type { Holder, SingleValued } from './single-valued.ts';

export interface Visit extends ValueSet<LocationKey>, Holder {
  readonly pairs: Map<LocationKey, Key>;
  readonly node: PathNode;
  readonly needs: Needs;
  readonly constraints: readonly Term[];
  /** What is demanded of values that are not compared (conditions.ts). */
  readonly conditions: readonly Term[];
  /** What the values at locations are made of, and the whole condition: for when fewer locations matter. */
  readonly terms: ReadonlyMap<LocationKey, readonly Term[]>;
  readonly condition: PathCondition;
  /** The coverage the locations were computed under. */
  readonly version: number;
  readonly surroundings: Surroundings;
}

/** Parts of a state that are compared whatever is relevant: they are almost always equal. */
interface Surroundings {
  readonly stdinUsed: number;
  readonly stackTop: number;
  readonly heapTop: number;
  readonly startup: number;
  readonly varargs: readonly Value[];
}

/** As measured: fewer makes building expensive, more makes searching expensive. */
const MOST_SETS_OF_A_LEAF = 4;

export class Point {
  readonly callees = new Map<Instruction, Point>();
  readonly tree = new DecisionTree<LocationKey, Visit>(MOST_SETS_OF_A_LEAF);
  /** The same visits by what is likely to matter. */
  readonly likely = new DecisionTree<LocationKey, Visit>(MOST_SETS_OF_A_LEAF);
  /** Nodes here below which everything has ended, and with which no state has been compared yet. */
  waiting: PathNode[] = [];
  /** The coverage its visits were last made sharper under. */
  version = -1;
  /** How often a state was looked for among the visits here, and found. */
  searches = 0;
  matches = 0;
  private rest = 0;
  private nextRest = STATES_PASSED_IN_FIRST_REST;
  private due = SEARCHES_BETWEEN_TRIALS;

  /** At most of the many states that came here nothing was found lately: it is left alone for a while. */
  get isBarren(): boolean {
    return this.rest > 0;
  }

  /** Whether the state that comes now is to be compared. A point where that was in vain rests, each time longer. */
  isDue(): boolean {
    if (this.rest > 0) {
      this.rest--;
      return false;
    }
    if (this.searches < this.due) return true;
    this.due = this.searches + SEARCHES_BETWEEN_TRIALS;
    if (this.matches * SEARCHES_PER_MATCH_AT_MOST >= this.searches) return true;
    this.rest = this.nextRest;
    this.nextRest *= 2;
    return false;
  }
}

/** When searches at a point are judged, how many there may be for each that finds something, and how long they rest at first if there are more. */
const SEARCHES_BETWEEN_TRIALS = 32;
const SEARCHES_PER_MATCH_AT_MOST = 16;
const STATES_PASSED_IN_FIRST_REST = 64;

export class Points {
  private readonly root = new Point();
  private readonly stack: Instruction[] = [];

  of(state: State, site: Site): Point {
    const { stack } = this;
    stack.length = 0;
    for (let frame: Frame | null = state.frame.caller; frame !== null; frame = frame.caller) {
      stack.push(frame.segment.controlSite.instruction);
    }
    let point = this.root;
    for (let i = stack.length - 1; i >= 0; i--) point = below(point, stack[i]);
    return below(point, site.instruction);
  }
}

function below(point: Point, instruction: Instruction): Point {
  let next = point.callees.get(instruction);
  if (next === undefined) {
    next = new Point();
    point.callees.set(instruction, next);
  }
  return next;
}

export class StateReader {
  private readonly frames: Frame[] = [];

  constructor(
    private readonly state: State,
    private readonly objects: ReadonlyMap<number, MemoryObject>,
  ) {
    for (let frame: Frame | null = state.frame; frame !== null; frame = frame.caller) this.frames[frame.depth] = frame;
  }

  /** The value at a location; a string where there is none. */
  valueOf(location: LocationKey): Key {
    if (location < 0) {
      const frame = this.frames[depthOfLocation(location)];
      return frame === undefined ? 'no frame' : keyOf(frame.registers[registerOfLocation(location)]);
    }
    const object = this.objects.get(objectOfKey(location));
    const offset = offsetOfKey(location);
    const target = object === undefined ? undefined : this.state.memory.get(object);
    if (target === undefined || offset >= target.size) return 'no object';
    const written = target.written?.at(offset, 1, this.state.memory.terms) ?? true;
    if (written !== true) return written === false ? 'unwritten' : `written if t${written.id}`;
    const mark = target.marks === null ? 0 : target.marks[offset];
    if (mark > 0 && mark <= 64) {
      const cell = target.cells!.get(offset - (mark - 1))!;
      if (!(cell.value instanceof Term)) return `${mark} of ${keyOf(cell.value) as string}`;
    }
    return target.readByte(offset, this.state.memory);
  }

  /** The terms a location's value is made of. */
  termsOf(location: LocationKey, into: Term[]): void {
    if (location < 0) {
      collectTerms(this.frames[depthOfLocation(location)]?.registers[registerOfLocation(location)], into);
      return;
    }
    const object = this.objects.get(objectOfKey(location))!;
    const target = this.state.memory.get(object);
    const offset = offsetOfKey(location);
    if (target === undefined || offset >= target.size) return;
    const byte = target.readByte(offset, this.state.memory);
    if (byte instanceof Term) into.push(byte);
    const written = target.written?.at(offset, 1, this.state.memory.terms);
    if (written instanceof Term) into.push(written);
  }
}

/** Conditions in the values of one state. */
export class ConditionReader {
  private readonly substitution: Substitution;
  /** Variables met so far; false for those whose location holds no integer here. */
  private readonly known = new Map<Term, boolean>();

  constructor(
    private readonly variables: LocationVariables,
    private readonly reader: StateReader,
  ) {
    this.substitution = new Substitution(variables.terms, new Map());
  }

  /** What the condition says here; null when it speaks of something that is not there. */
  in(condition: Term): Term | null {
    for (const variable of this.variables.of(condition)) {
      let exists = this.known.get(variable);
      if (exists === undefined) {
        const value = this.termOf(variable);
        exists = value !== null;
        this.known.set(variable, exists);
        if (value !== null) this.substitution.set(variable, value);
      }
      if (!exists) return null;
    }
    return this.substitution.apply(condition);
  }

  private termOf(variable: Term): Term | null {
    const value = this.reader.valueOf(this.variables.locationOf(variable));
    if (value instanceof Term) return value.width === variable.width ? value : null;
    return typeof value === 'number' || typeof value === 'bigint'
      ? this.variables.terms.constant(variable.width, value)
      : null;
  }
}

/** Equal keys, equal values. Terms are unique, so they stand for themselves. */
function keyOf(value: Value | undefined): Key {
  if (value === undefined) return 'nothing';
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof Term) return value;
  if (value instanceof Pointer) {
    const { object, offset } = value;
    return `${object.id}+${offset instanceof Term ? `t${offset.id}` : offset}`;
  }
  if (Array.isArray(value)) {
    return `[${(value as readonly Value[])
      .map((each) => {
        const key = keyOf(each);
        return key instanceof Term ? `t${key.id}` : `${typeof key}${String(key)}`;
      })
      .join(',')}]`;
  }
  return 'undefined';
}

function collectTerms(value: Value | undefined, into: Term[]): void {
  if (value instanceof Term) into.push(value);
  else if (value instanceof Pointer) {
    if (value.offset instanceof Term) into.push(value.offset);
  } else if (Array.isArray(value)) for (const each of value as readonly Value[]) collectTerms(each, into);
}

export class Visits {
  private readonly finder = new SupportFinder();

  constructor(
    private readonly objects: ReadonlyMap<number, MemoryObject>,
    private readonly singleValued: SingleValued,
  ) {}

  /** The state as it was, reduced to what is needed. */
  make(node: PathNode, state: State, needs: Needs, version: number): Visit {
    const reader = new StateReader(state, this.objects);
    const pairs = new Map<LocationKey, Key>();
    const terms = new Map<LocationKey, readonly Term[]>();
    const leftOut = new Map<LocationKey, Key>();
    for (const location of locationsOf(needs)) {
      const value = reader.valueOf(location);
      if (this.singleValued.has(location, value)) {
        leftOut.set(location, value);
        continue;
      }
      pairs.set(location, value);
      const parts: Term[] = [];
      reader.termsOf(location, parts);
      if (parts.length > 0) terms.set(location, parts);
    }
    const { condition } = state;
    const constraints = this.dependentOn([...terms.values()].flat(), condition);
    const conditions = [...needs.conditions];
    const visit: Visit = {
      node,
      pairs,
      leftOut,
      needs,
      constraints,
      conditions,
      terms,
      condition,
      version,
      surroundings: surroundingsOf(state),
    };
    this.singleValued.leftOut(visit);
    return visit;
  }

  /** The visit with fewer relevant locations. */
  restrict(visit: Visit, needs: Needs, version: number): Visit {
    const pairs = new Map<LocationKey, Key>();
    const terms = new Map<LocationKey, readonly Term[]>();
    const leftOut = new Map<LocationKey, Key>();
    for (const location of locationsOf(needs)) {
      const single = visit.leftOut.get(location);
      if (single !== undefined) {
        leftOut.set(location, single);
        continue;
      }
      const value = visit.pairs.get(location);
      // Slicing with fewer relevant branches needs no more than before; if it did, the value would not be known.
      if (value === undefined) return visit;
      pairs.set(location, value);
      const parts = visit.terms.get(location);
      if (parts !== undefined) terms.set(location, parts);
    }
    const constraints = this.dependentOn([...terms.values()].flat(), visit.condition);
    const sharper = { ...visit, pairs, leftOut, terms, needs, constraints, conditions: [...needs.conditions], version };
    this.singleValued.leftOut(sharper);
    return sharper;
  }

  /** The constraints that limit the terms, directly or through others. */
  private dependentOn(terms: readonly Term[], condition: PathCondition): readonly Term[] {
    if (terms.length === 0) return [];
    let support: Support = this.finder.of(...terms);
    let open = condition.conjuncts().map((constraint) => ({ constraint, support: this.finder.of(constraint) }));
    const result: Term[] = [];
    for (let grew = true; grew; ) {
      grew = false;
      const rest: typeof open = [];
      for (const each of open) {
        if (!intersects(each.support, support)) rest.push(each);
        else {
          result.push(each.constraint);
          support = union(support, each.support);
          grew = true;
        }
      }
      open = rest;
    }
    return result;
  }
}

function* locationsOf(needs: Needs): Generator<LocationKey> {
  for (const [depth, registers] of needs.registers.entries()) {
    for (const register of registers) {
      const location = registerLocation(depth, register);
      if (!needs.loose.has(location)) yield location;
    }
  }
  for (const location of needs.bytes.keys()) if (!needs.loose.has(location)) yield location;
}

export function surroundingsOf(state: State): Surroundings {
  const varargs: Value[] = [];
  for (let frame: Frame | null = state.frame; frame !== null; frame = frame.caller) {
    for (const { value } of frame.varargs) varargs.push(value);
  }
  return {
    stdinUsed: state.stdinUsed,
    stackTop: state.memory.stackTop,
    heapTop: state.memory.heapTop,
    startup: state.startup.length,
    varargs,
  };
}

export function sameSurroundings(visit: Visit, here: Surroundings): boolean {
  const there = visit.surroundings;
  return (
    there.stdinUsed === here.stdinUsed &&
    there.stackTop === here.stackTop &&
    there.startup === here.startup &&
    (!visit.needs.allocates || there.heapTop === here.heapTop) &&
    there.varargs.length === here.varargs.length &&
    there.varargs.every((value, i) => keyOf(value) === keyOf(here.varargs[i]))
  );
}
