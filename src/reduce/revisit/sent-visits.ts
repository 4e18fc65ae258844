/**
 * Visits that cross threads: what one exploration has explored to its end speaks for states of another one, too.
 *
 * A visit holds by itself. All below it was explored in one place, with nothing given away (a state that is given away keeps
 * the forks above it open for good), or was cut by visits that were complete before; and its tests are reported no later than
 * the visit is sent. So a receiver may cut by it as by one of its own. Nothing is lost with a visit that is not sent, or cannot
 * be read: the paths are explored again.
 *
 * Two machines over one program agree on less than two paths of one machine:
 * - Instructions, registers, globals and calls have the numbers of the program. A place is named by the ids of its calls.
 * - Inputs are free variables with the same names. Should two machines give one name to different inputs, a visit still says what it
 *   said about any state that holds the same terms: what a variable is called makes no difference to it.
 * - Objects made before the first fork were made in the same order, and have the same ids; what they are is compared all the same.
 * - Other blocks get stand-ins: objects that no state has. They agree with a state only under other names (object-names.ts), which
 *   map every stand-in to a block of the state.
 *
 * Not sent are visits that looked at addresses as numbers, at objects that no longer exist or are large, or whose terms are large.
 */
import { deserializeTerms, type SerializedTerms, serializeTerms } from '../../expr/serialize.ts';
import { Term } from '../../expr/term.ts';
import type { Segment } from '../../machine/code.ts';
import type { Machine } from '../../machine/machine.ts';
import { ObjectState } from '../../machine/memory/object-state.ts';
import type { InputRecord } from '../../machine/outcome.ts';
import { contextOf } from '../../machine/semantics/allocate.ts';
import { type Chain, chainToArray, type Frame, prepend, type State } from '../../machine/state.ts';
import { MemoryObject, type ObjectKind, Pointer, type Value } from '../../machine/value.ts';
import { PathCondition } from '../../solver/solver.ts';
import type { Derivation, DerivationStep, Derivations } from './derivations.ts';
import { StateNeeds } from './needs.ts';
import { canBeRenamed } from './object-names.ts';
import { NOTHING_SHOWN } from './outcome-keeper.ts';
import type { Snapshot } from './tree.ts';
import { ExploredVisit, framesOf } from './visit.ts';

/** Larger visits cost more to send than they are likely to save. */
const MOST_OBJECTS = 64;
const LARGEST_OBJECT = 4096;
const MOST_ROWS = 1000;

interface SentTerm {
  /** Its number among the terms of the visit. */
  readonly term: number;
}
interface SentPointer {
  /** The number of its object among those of the visit. */
  readonly object: number;
  readonly offset: number | SentTerm;
}
type SentValue = number | bigint | SentTerm | SentPointer | readonly SentValue[];
type SentDerivation = readonly DerivationStep[];

interface SentObject {
  /** The same in every machine; -1 for one that may have another name. */
  readonly id: number;
  readonly kind: ObjectKind;
  readonly label: string;
  /** The id of the instruction that made it. */
  readonly madeBy: number | null;
  /** Null for one that pointers lead to and of which nothing else is needed. */
  readonly held: SentContents | null;
}

interface SentContents {
  readonly size: number;
  readonly isAlive: boolean;
  readonly bytes: Uint8Array;
  readonly marks: Uint8Array | null;
  readonly cells: readonly (readonly [offset: number, size: number, value: SentValue])[];
  readonly array: SentTerm | null;
  /** What is needed of it. */
  readonly ranges: readonly number[];
  readonly derived: readonly (readonly [offset: number, size: number, derivations: readonly SentDerivation[]])[];
  readonly least: number;
}

/** Plain data, to be cloned. */
export interface SentVisit {
  readonly calls: readonly number[];
  readonly instruction: number;
  /** Of the innermost frame. */
  readonly depth: number;
  readonly work: number;
  readonly terms: SerializedTerms;
  readonly condition: SentTerm;
  readonly required: readonly SentTerm[];
  readonly registers: readonly (readonly [depth: number, register: number, value: SentValue])[];
  readonly derived: readonly (readonly [
    depth: number,
    register: number,
    value: SentValue,
    derivations: readonly SentDerivation[],
  ])[];
  readonly varargs: readonly (readonly [depth: number, values: readonly SentValue[]])[];
  readonly objects: readonly SentObject[];
  /** Null where it makes no difference. */
  readonly inputs: readonly SentTerm[] | null;
  readonly stdinUsed: number | null;
}

/** Something that cannot be sent. */
class Unsendable extends Error {}

/** The calls that lead to a frame, the first of them first; null where it does not run under main. */
function callsOf(machine: Machine, frame: Frame): number[] | null {
  const calls: number[] = [];
  for (let at = contextOf(machine, frame); at !== machine.names.root; at = at.parent) {
    if (at.call === null || at.parent === null) return null;
    calls.push(at.call.id);
  }
  return calls.reverse();
}

/** A complete fork as it can be sent; null where it cannot. */
export function sendable(
  machine: Machine,
  instruction: number,
  condition: Term,
  work: number,
  needs: StateNeeds,
  snapshot: Snapshot,
  objects: readonly MemoryObject[],
): SentVisit | null {
  const calls = callsOf(machine, snapshot.frame);
  if (calls === null || needs.addresses || needs.objects.size > MOST_OBJECTS) return null;
  try {
    return new Sender(needs, snapshot, objects).send(
      { calls, instruction, depth: snapshot.frame.depth, work },
      condition,
    );
  } catch (thrown) {
    if (thrown instanceof Unsendable) return null;
    throw thrown;
  }
}

class Sender {
  private readonly terms: Term[] = [];
  private readonly termNumbers = new Map<Term, number>();
  private readonly sent: (SentObject | null)[] = [];
  private readonly objectNumbers = new Map<MemoryObject, number>();

  constructor(
    private readonly needs: StateNeeds,
    private readonly snapshot: Snapshot,
    private readonly objects: readonly MemoryObject[],
  ) {}

  send(place: Pick<SentVisit, 'calls' | 'instruction' | 'depth' | 'work'>, condition: Term): SentVisit {
    const { needs, snapshot } = this;
    const frames = framesOf(snapshot.frame);
    const registers: [number, number, SentValue][] = [];
    const derived: [number, number, SentValue, readonly SentDerivation[]][] = [];
    needs.forEachRegister((depth, register) => {
      registers.push([depth, register, this.value(frames[depth].registers[register])]);
    });
    for (let depth = 0; depth < needs.derived.length; depth++) {
      for (const register of needs.derived[depth]?.keys() ?? []) {
        const chains = needs.derivedOf(depth, register).map((each) => each.steps);
        if (chains.length > 0) derived.push([depth, register, this.value(frames[depth].registers[register]), chains]);
      }
    }
    const sent = {
      ...place,
      condition: this.term(condition),
      required: [...needs.required].map((each) => this.term(each)),
      registers,
      derived,
      varargs: [...needs.varargs].map(
        (depth) => [depth, frames[depth].varargs.map(({ value }) => this.value(value))] as const,
      ),
      inputs: needs.inputs ? chainToArray(snapshot.inputs).map(({ term }) => this.term(term)) : null,
      stdinUsed: needs.stdin ? snapshot.stdinUsed : null,
    };
    for (const [id, { ranges, cells, least }] of needs.objects) {
      if (ranges.length > 0 || cells.length > 0 || least >= 0) this.object(this.objects[id]);
    }
    const terms = serializeTerms(this.terms);
    if (terms.rows.length > MOST_ROWS) throw new Unsendable();
    return { ...sent, objects: this.sent.map((each) => each!), terms };
  }

  private term(term: Term): SentTerm {
    let number = this.termNumbers.get(term);
    if (number === undefined) {
      number = this.terms.length;
      this.terms.push(term);
      this.termNumbers.set(term, number);
    }
    return { term: number };
  }

  private value(value: Value): SentValue {
    if (typeof value === 'number' || typeof value === 'bigint') return value;
    if (value instanceof Term) return this.term(value);
    if (value instanceof Pointer) {
      const { object, offset } = value;
      return { object: this.object(object), offset: typeof offset === 'number' ? offset : this.term(offset) };
    }
    if (!Array.isArray(value)) throw new Unsendable();
    return value.map((each: Value) => this.value(each));
  }

  private object(object: MemoryObject): number {
    let number = this.objectNumbers.get(object);
    if (number !== undefined) return number;
    number = this.sent.length;
    if (number >= MOST_OBJECTS) throw new Unsendable();
    this.objectNumbers.set(object, number);
    this.sent.push(null);
    const { id, kind, label, site } = object;
    const common = { id: canBeRenamed(object) ? -1 : id, kind, label, madeBy: site?.id ?? null };
    this.sent[number] = { ...common, held: this.contents(object) };
    return number;
  }

  private contents(object: MemoryObject): SentContents | null {
    const needed = this.needs.objects.get(object.id);
    if (needed === undefined) return null;
    const { ranges, cells, least } = needed;
    const held = this.snapshot.memory.get(object);
    if (held === undefined || held.size > LARGEST_OBJECT) throw new Unsendable();
    return {
      size: held.size,
      isAlive: held.alive,
      bytes: held.bytes,
      marks: held.marks,
      cells: [...(held.cells ?? [])].map(([offset, { size, value }]) => [offset, size, this.value(value)] as const),
      array: held.array === null ? null : this.term(held.array),
      ranges,
      derived: cells.map(
        ({ offset, size, derivations }) => [offset, size, derivations.map(({ steps }) => steps)] as const,
      ),
      least,
    };
  }
}

/** Visits of others, made into ones of this machine. */
export class VisitReader {
  private standIns = 0;
  /** Where an instruction stands in prepared code. */
  private readonly sites = new Map<number, { readonly segment: Segment; readonly step: number }>();

  constructor(
    private readonly machine: Machine,
    private readonly derivations: Derivations,
    /** By id; those that visits speak of are added. */
    private readonly known: MemoryObject[],
  ) {}

  /** Null where the visit speaks of objects that do not exist here. `state` is one at its place. */
  read(sent: SentVisit, state: State): { readonly condition: Term; readonly visit: ExploredVisit } | null {
    const terms = deserializeTerms(this.machine.terms, sent.terms);
    const objects: MemoryObject[] = [];
    for (const each of sent.objects) {
      const object = this.object(each, state);
      if (object === null) return null;
      objects.push(object);
    }
    const heldValue = (value: SentValue): Value => {
      if (typeof value === 'number' || typeof value === 'bigint') return value;
      if ('term' in value) return terms[value.term];
      if (!('object' in value)) return value.map(heldValue);
      const { object, offset } = value;
      return new Pointer(objects[object], typeof offset === 'number' ? offset : terms[offset.term]);
    };
    const needs = new StateNeeds();
    const frames: Pick<Frame, 'registers' | 'varargs' | 'depth' | 'caller'>[] = [];
    for (let depth = 0; depth <= sent.depth; depth++) {
      frames.push({ depth, caller: (frames[depth - 1] ?? null) as Frame | null, registers: [], varargs: [] });
    }
    for (const [depth, register, value] of sent.registers) {
      needs.addRegister(depth, register);
      frames[depth].registers[register] = heldValue(value);
    }
    for (const [depth, register, value, chains] of sent.derived) {
      for (const each of chains) needs.addDerived(depth, register, this.derivation(each));
      frames[depth].registers[register] = heldValue(value);
    }
    for (const [depth, values] of sent.varargs) {
      needs.varargs.add(depth);
      frames[depth] = Object.assign(frames[depth], { varargs: values.map((value) => ({ value: heldValue(value) })) });
    }
    const contents = new Map<MemoryObject, ObjectState>();
    const byId: Record<number, MemoryObject> = {};
    sent.objects.forEach(({ held }, i) => {
      if (held === null) return;
      const object = objects[i];
      byId[object.id] = object;
      contents.set(object, this.contents(object, held, heldValue));
      for (let at = 0; at < held.ranges.length; at += 2)
        needs.addBytes(object.id, held.ranges[at], held.ranges[at + 1]);
      for (const [offset, size, chains] of held.derived) {
        for (const each of chains) needs.addCell(object.id, offset, size, this.derivation(each));
      }
      if (held.least >= 0) needs.addObject(object.id, held.least);
    });
    for (const { term } of sent.required) needs.required.add(terms[term]);
    let inputs: Chain<InputRecord> | null = null;
    for (const { term } of sent.inputs ?? []) inputs = prepend({ term: terms[term] } as InputRecord, inputs);
    needs.inputs = sent.inputs !== null;
    needs.stdin = sent.stdinUsed !== null;
    const snapshot = {
      frame: frames[frames.length - 1] as Frame,
      memory: { get: (object: MemoryObject) => contents.get(object), heapTop: 0, stackTop: 0 } as Snapshot['memory'],
      inputs,
      stdinUsed: sent.stdinUsed ?? 0,
      shown: NOTHING_SHOWN,
    };
    const fork = { known: PathCondition.empty, work: sent.work, outcomes: null };
    return { condition: terms[sent.condition.term], visit: new ExploredVisit(fork, needs, snapshot, byId) };
  }

  private object({ id, kind, label, madeBy }: SentObject, { memory }: State): MemoryObject | null {
    if (id < 0) return new MemoryObject(-2 - this.standIns++, kind, label, null, null);
    const object = memory.objectWith(id) ?? this.known[id];
    if (object === undefined || canBeRenamed(object)) return null;
    if (object.kind !== kind || object.label !== label || (object.site?.id ?? null) !== madeBy) return null;
    this.known[id] = object;
    return object;
  }

  private contents(object: MemoryObject, held: SentContents, heldValue: (value: SentValue) => Value): ObjectState {
    const { size, bytes, isAlive, marks, cells, array } = held;
    const state = new ObjectState(object, this, size, 0, bytes, false);
    state.alive = isAlive;
    state.marks = marks;
    state.array = array === null ? null : (heldValue(array) as Term);
    if (cells.length > 0) {
      state.cells = new Map(
        cells.map(([offset, length, value]) => [offset, { size: length, value: heldValue(value) as Term | Pointer }]),
      );
    }
    return state;
  }

  /** Chains were short enough where they were made. */
  private derivation(steps: SentDerivation): Derivation | null {
    let chain: Derivation | null = null;
    for (const each of steps.toReversed()) {
      const { segment, step } = this.siteOf(each);
      chain = this.derivations.before(chain, segment, step, each.operand, each.result, each.testsForNull);
    }
    return chain;
  }

  private siteOf({ function: fn, instruction }: DerivationStep): { readonly segment: Segment; readonly step: number } {
    if (!this.sites.has(instruction)) {
      for (const segment of this.machine.codeOf(this.machine.program.functions[fn]).segments) {
        segment.sites.forEach((site, step) => {
          this.sites.set(site.instruction.id, { segment, step });
        });
      }
    }
    return this.sites.get(instruction)!;
  }
}
