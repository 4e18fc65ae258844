/**
 * What a decision needs of a value, where that is less than the whole value.
 *
 * The published detector asks that relevant locations hold equal values. A loop that has read 5 bytes and one that has
 * read 7 then differ, although the next branch only asks whether anything was read (its authors name this as the weakness
 * of the method). Here a decision that went one way for all inputs of a path is kept as a condition on the register it
 * tested, and travels backward as a weakest precondition: an instruction that made one of its variables is put in their
 * place. Two states match when they satisfy the same conditions, whatever the values.
 *
 * Why that is sound: take any input of the state. Where the state agrees with the visit on the compared locations, there
 * is an input of the visit with the same values there, and the path it takes was explored. Along that path every decision
 * that matters is either a function of compared values, or one of the conditions, which the state satisfies as well. So
 * the state takes the same decisions. Where a decision went both ways, the tested register is compared, and what only one
 * side demands is demanded only of values that go to that side.
 *
 * A location that only conditions mention is *loose*; all others are compared. Whatever cannot be written as a small term
 * over integers (addresses, floats, copies of memory, long chains of arithmetic) makes its locations compared ones, as in
 * the paper: a condition all of whose locations are compared says nothing new and is dropped.
 */
import { Kind } from '../../expr/kinds.ts';
import { termSize } from '../../expr/size.ts';
import { substitute } from '../../expr/substitute.ts';
import type { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import type {
  BinaryInstruction,
  CastInstruction,
  CompareInstruction,
  Instruction,
  LoadInstruction,
  StoreInstruction,
} from '../../program/instructions.ts';
import type { Type } from '../../program/types.ts';
import type { Register, Value } from '../../program/values.ts';
import { byteKey, type Location, type Needs, registerLocation } from './needs.ts';
import type { Touch } from './path-tree.ts';

/** Conditions at one point; more cost more than they save. */
const MOST_CONDITIONS = 24;
const MOST_VARIABLES = 8;
const LARGEST = 40;

/** Variables that stand for the integers at locations. */
export class LocationVariables {
  /** By width, then by location. */
  private readonly known: (Map<Location, Term> | undefined)[] = [];
  private readonly locations = new Map<Term, Location>();
  private readonly inTerm = new Map<Term, readonly Term[]>();
  private readonly sizes = new Map<Term, number>();

  constructor(readonly terms: Terms) {}

  register(depth: number, register: number, width: number): Term {
    return this.variable(registerLocation(depth, register), width);
  }

  byte(key: Location): Term {
    return this.variable(key, 8);
  }

  locationOf(variable: Term): Location {
    return this.locations.get(variable)!;
  }

  private variable(location: Location, width: number): Term {
    let known = this.known[width];
    if (known === undefined) {
      known = new Map();
      this.known[width] = known;
    }
    let variable = known.get(location);
    if (variable === undefined) {
      variable = this.terms.variable(`@${location}:${width}`, width);
      known.set(location, variable);
      this.locations.set(variable, location);
    }
    return variable;
  }

  of(term: Term): readonly Term[] {
    const known = this.inTerm.get(term);
    if (known !== undefined) return known;
    const found: Term[] = [];
    const seen = new Set<Term>();
    const work = [term];
    for (let each = work.pop(); each !== undefined; each = work.pop()) {
      if (seen.has(each)) continue;
      seen.add(each);
      if (each.kind === Kind.variable) found.push(each);
      if (each.a !== null) work.push(each.a);
      if (each.b !== null) work.push(each.b);
      if (each.c !== null) work.push(each.c);
    }
    this.inTerm.set(term, found);
    return found;
  }

  sizeOf(term: Term): number {
    let size = this.sizes.get(term);
    if (size === undefined) {
      size = termSize(term);
      this.sizes.set(term, size);
    }
    return size;
  }
}

const nobody = (): null => null;

export class Conditions {
  private readonly terms: Terms;
  /** Who reads a byte that conditions mention for the first time. */
  private readerOf: (location: Location) => Instruction | null = nobody;

  constructor(readonly variables: LocationVariables) {
    this.terms = variables.terms;
  }

  /** Demands a condition. */
  add(needs: Needs, condition: Term): void {
    if (condition.kind === Kind.constant) {
      // A condition that cannot hold stands for a path that cannot be: nothing is concluded from it.
      if (condition.value === 0) needs.unknown = true;
      return;
    }
    if (needs.conditions.has(condition)) return;
    const { variables } = this;
    const mentioned = variables.of(condition);
    const tooLarge =
      needs.conditions.size > MOST_CONDITIONS ||
      mentioned.length > MOST_VARIABLES ||
      variables.sizeOf(condition) > LARGEST;
    let isImplied = true;
    for (const variable of mentioned) {
      const location = variables.locationOf(variable);
      if (tooLarge) needs.compare(location, this.readerOf(location));
      else if (!needs.isCompared(location)) isImplied = false;
    }
    if (tooLarge || isImplied) return;
    needs.conditions.add(condition);
    for (const variable of mentioned) {
      const location = variables.locationOf(variable);
      needs.mention(variable, location, this.readerOf(location));
    }
  }

  private remove(needs: Needs, condition: Term): void {
    needs.conditions.delete(condition);
    for (const variable of this.variables.of(condition)) {
      needs.mentionLess(variable, this.variables.locationOf(variable));
    }
  }

  /** Gives up the conditions that mention the variable: all their locations are compared instead. */
  giveUp(needs: Needs, variable: Term): void {
    if (!needs.mentions(variable)) return;
    for (const condition of [...needs.conditions]) {
      const mentioned = this.variables.of(condition);
      if (!mentioned.includes(variable)) continue;
      for (const each of mentioned) needs.compare(this.variables.locationOf(each), null);
      this.remove(needs, condition);
    }
  }

  /** Puts terms over earlier locations in the place of variables, all at once. */
  replace(needs: Needs, map: ReadonlyMap<Term, Term>): void {
    const changed: Term[] = [];
    for (const condition of needs.conditions) {
      if (this.variables.of(condition).some((variable) => map.has(variable))) changed.push(condition);
    }
    if (changed.length > 0) this.exchange(needs, changed, (condition) => substitute(this.terms, condition, map));
  }

  private exchange(needs: Needs, changed: readonly Term[], change: (condition: Term) => Term): void {
    // The new one first: what both mention must not be forgotten in between.
    for (const condition of changed) {
      this.add(needs, change(condition));
      this.remove(needs, condition);
    }
  }

  /** Adds what another continuation needs. */
  join(into: Needs, other: Needs): void {
    into.addAll(other);
    this.readerOf = (location) => other.bytes.get(location) ?? null;
    for (const condition of other.conditions) this.add(into, condition);
    this.readerOf = nobody;
    for (const condition of [...into.conditions]) if (this.areCompared(into, condition)) this.remove(into, condition);
  }

  /** Whether all locations a term mentions are compared. */
  areCompared(needs: Needs, term: Term): boolean {
    return this.variables.of(term).every((each) => needs.isCompared(this.variables.locationOf(each)));
  }

  /** Exchanges conditions for weaker ones. */
  guard(needs: Needs, weaker: ReadonlyMap<Term, Term>): void {
    this.exchange(needs, [...weaker.keys()], (condition) => weaker.get(condition)!);
  }

  /** The variable of a register that holds an integer. */
  variableOf(depth: number, register: Register): Term | null {
    const { type } = register;
    return type.kind === 'int' && type.bits <= 64 ? this.variables.register(depth, register.index, type.bits) : null;
  }

  /** An operand as a term; null when it is no integer. */
  operand(depth: number, value: Value): Term | null {
    if (value.kind === 'register') return this.variableOf(depth, value);
    if (value.kind !== 'int' || value.type.bits > 64) return null;
    const small = value.value <= BigInt(Number.MAX_SAFE_INTEGER);
    return this.terms.constant(value.type.bits, small ? Number(value.value) : value.value);
  }

  /** That a branch goes to the block; null when that cannot be said. */
  direction(depth: number, branch: Instruction, target: number): Term | null {
    const { terms } = this;
    if (branch.op === 'condbr') {
      const condition = this.operand(depth, branch.condition);
      if (condition === null || branch.ifTrue === branch.ifFalse) return null;
      return branch.ifTrue.index === target ? condition : terms.not(condition);
    }
    if (branch.op !== 'switch') return null;
    const value = this.operand(depth, branch.value);
    if (value === null) return null;
    const isDefault = branch.otherwise.index === target;
    const tests = branch.cases
      .filter((entry) => (entry.target.index === target) !== isDefault)
      .map((entry) => terms.eq(value, this.operand(depth, entry.value)!));
    const any = terms.orAll(tests);
    return isDefault ? terms.not(any) : any;
  }

  /**
   * Backward over an instruction, before the slice looks at compared locations: conditions on what it makes become
   * conditions on what it reads.
   */
  step(needs: Needs, depth: number, instruction: Instruction, touches: readonly Touch[]): void {
    if (needs.conditions.size === 0) return;
    const { result } = instruction;
    if (result !== null) {
      const variable = this.variableOf(depth, result);
      if (variable !== null && needs.mentions(variable)) {
        const meaning = this.meaning(depth, instruction, touches);
        if (meaning === null) this.giveUp(needs, variable);
        else {
          if (instruction.op === 'load') this.readerOf = () => instruction;
          this.replace(needs, new Map([[variable, meaning]]));
          this.readerOf = nobody;
          if (instruction.op === 'load' && instruction.pointer.kind === 'register') {
            needs.addRegister(depth, instruction.pointer.index);
          }
          needs.addBlock(depth, instruction.block.index);
        }
      }
    }
    for (const touch of touches) {
      if (touch.site.instruction === instruction) this.touched(needs, depth, touch);
    }
  }

  /** Memory that was written or made: what conditions say of its bytes. */
  touched(needs: Needs, depth: number, { kind, object, offset, size, site }: Touch): void {
    if (needs.conditions.size === 0 || object === null || !needs.hasObject(object.id)) return;
    if (kind !== 'write' && kind !== 'allocation') return;
    if (kind === 'allocation' || offset < 0) {
      for (const key of needs.looseBytesOf(object.id)) this.giveUp(needs, this.variables.byte(key));
      return;
    }
    const { instruction } = site;
    const stored = instruction.op === 'store' ? this.stored(depth, instruction, size) : null;
    const map = new Map<Term, Term>();
    for (let at = 0; at < size; at++) {
      const variable = this.variables.byte(byteKey(object.id, offset + at));
      if (!needs.mentions(variable)) continue;
      if (stored === null) this.giveUp(needs, variable);
      else map.set(variable, this.terms.extract(stored, at * 8, 8));
    }
    if (map.size === 0) return;
    this.replace(needs, map);
    if (instruction.op === 'store' && instruction.pointer.kind === 'register') {
      needs.addRegister(depth, instruction.pointer.index);
    }
    needs.addBlock(depth, instruction.block.index);
  }

  private stored(depth: number, { value }: StoreInstruction, size: number): Term | null {
    const term = this.operand(depth, value);
    return term !== null && term.width === size * 8 ? term : null;
  }

  private meaning(depth: number, instruction: Instruction, touches: readonly Touch[]): Term | null {
    switch (instruction.op) {
      case 'binary':
        return this.binary(depth, instruction);
      case 'icmp':
        return this.comparison(depth, instruction);
      case 'cast':
        return this.cast(depth, instruction);
      case 'freeze':
        return this.operand(depth, instruction.value);
      case 'select': {
        const [condition, x, y] = [instruction.condition, instruction.ifTrue, instruction.ifFalse].map((each) =>
          this.operand(depth, each),
        );
        return condition === null || x === null || y === null || condition.width !== 1
          ? null
          : this.terms.ite(condition, x, y);
      }
      case 'load':
        return this.loaded(instruction, touches);
      default:
        return null;
    }
  }

  private binary(depth: number, { operator, left, right }: BinaryInstruction): Term | null {
    const { terms } = this;
    const x = this.operand(depth, left);
    const y = this.operand(depth, right);
    if (x === null || y === null) return null;
    switch (operator) {
      case 'add':
        return terms.add(x, y);
      case 'sub':
        return terms.sub(x, y);
      case 'mul':
        return terms.mul(x, y);
      case 'and':
        return terms.and(x, y);
      case 'or':
        return terms.or(x, y);
      case 'xor':
        return terms.xor(x, y);
      default:
        return null;
    }
  }

  private comparison(depth: number, { predicate, left, right }: CompareInstruction): Term | null {
    const { terms } = this;
    const x = this.operand(depth, left);
    const y = this.operand(depth, right);
    if (x === null || y === null) return null;
    switch (predicate) {
      case 'eq':
        return terms.eq(x, y);
      case 'ne':
        return terms.ne(x, y);
      case 'ult':
        return terms.ult(x, y);
      case 'ule':
        return terms.ule(x, y);
      case 'ugt':
        return terms.ugt(x, y);
      case 'uge':
        return terms.uge(x, y);
      case 'slt':
        return terms.slt(x, y);
      case 'sle':
        return terms.sle(x, y);
      case 'sgt':
        return terms.sgt(x, y);
      case 'sge':
        return terms.sge(x, y);
    }
  }

  private cast(depth: number, { operator, value, result }: CastInstruction): Term | null {
    const term = this.operand(depth, value);
    const { type }: { readonly type: Type } = result;
    if (term === null || type.kind !== 'int' || type.bits > 64) return null;
    switch (operator) {
      case 'trunc':
        return this.terms.extract(term, 0, type.bits);
      case 'zext':
        return this.terms.zext(term, type.bits);
      case 'sext':
        return this.terms.sext(term, type.bits);
      default:
        return null;
    }
  }

  /** What was read from a place that is the same in every state that is compared: its pointer is. */
  private loaded(instruction: LoadInstruction, touches: readonly Touch[]): Term | null {
    const { type } = instruction.result;
    let read: Touch | null = null;
    for (const touch of touches) {
      if (touch.site.instruction !== instruction || touch.kind !== 'read') continue;
      // An instruction that is repeated after a fork reads twice.
      if (read !== null && (read.object !== touch.object || read.offset !== touch.offset)) return null;
      read = touch;
    }
    if (read === null || read.offset < 0 || type.kind !== 'int' || type.bits !== read.size * 8) return null;
    let term: Term | null = null;
    for (let at = 0; at < read.size; at++) {
      const byte = this.variables.byte(byteKey(read.object!.id, read.offset + at));
      term = term === null ? byte : this.terms.concat(byte, term);
    }
    return term;
  }
}
