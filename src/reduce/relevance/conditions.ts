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
import { substitute } from '../../expr/substitute.ts';
import type { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import type { Instruction } from '../../program/instructions.ts';
import type { LocationVariables } from './location-variables.ts';
import { Meanings } from './meanings.ts';
import { byteKey, type LocationKey, type Needs } from './needs.ts';
import type { Touch } from './path-tree.ts';

/** Conditions at one point; more cost more than they save. */
const MOST_CONDITIONS = 24;
const MOST_VARIABLES = 8;
const MOST_TERMS_OF_A_CONDITION = 40;

const noReader = (): null => null;

export class LocationConditions {
  private readonly terms: Terms;
  readonly meanings: Meanings;
  /** Who reads a byte that conditions mention for the first time. */
  private readerOf: (location: LocationKey) => Instruction | null = noReader;
  /** By variable, meaning and condition: the condition with the meaning in the variable's place. */
  private readonly replaced = new Map<Term, Map<Term, Map<Term, Term>>>();

  constructor(readonly variables: LocationVariables) {
    this.terms = variables.terms;
    this.meanings = new Meanings(variables);
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
      variables.sizeOf(condition) > MOST_TERMS_OF_A_CONDITION;
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
    for (const condition of changed) this.exchange(needs, condition, substitute(this.terms, condition, map));
  }

  /** The same for one variable: paths repeat each other, so most of these have been made before. */
  private replaceOne(needs: Needs, variable: Term, meaning: Term): void {
    const changed: Term[] = [];
    for (const condition of needs.conditions) {
      if (this.variables.of(condition).includes(variable)) changed.push(condition);
    }
    if (changed.length === 0) return;
    let byMeaning = this.replaced.get(variable);
    if (byMeaning === undefined) {
      byMeaning = new Map();
      this.replaced.set(variable, byMeaning);
    }
    let known = byMeaning.get(meaning);
    if (known === undefined) {
      known = new Map();
      byMeaning.set(meaning, known);
    }
    for (const condition of changed) {
      let result = known.get(condition);
      if (result === undefined) {
        result = substitute(this.terms, condition, new Map([[variable, meaning]]));
        known.set(condition, result);
      }
      this.exchange(needs, condition, result);
    }
  }

  private exchange(needs: Needs, condition: Term, by: Term): void {
    // The new one first: what both mention must not be forgotten in between.
    this.add(needs, by);
    this.remove(needs, condition);
  }

  /** Adds what another continuation needs. */
  join(into: Needs, other: Needs): void {
    into.addAll(other);
    this.readerOf = (location) => other.bytes.get(location) ?? null;
    for (const condition of other.conditions) this.add(into, condition);
    this.readerOf = noReader;
    for (const condition of [...into.conditions]) if (this.areCompared(into, condition)) this.remove(into, condition);
  }

  /** Whether all locations a term mentions are compared. */
  areCompared(needs: Needs, term: Term): boolean {
    return this.variables.of(term).every((each) => needs.isCompared(this.variables.locationOf(each)));
  }

  /** Exchanges conditions for weaker ones. */
  guard(needs: Needs, weaker: ReadonlyMap<Term, Term>): void {
    for (const [condition, by] of weaker) this.exchange(needs, condition, by);
  }

  /**
   * Backward over an instruction, before the slice looks at compared locations: conditions on what it makes become
   * conditions on what it reads.
   */
  step(needs: Needs, depth: number, instruction: Instruction, touches: readonly Touch[]): void {
    const { result } = instruction;
    if (result !== null && needs.registers[depth]?.has(result.index) === true) {
      const variable = this.meanings.variableOf(depth, result);
      if (variable !== null && needs.mentions(variable)) {
        const meaning = this.meanings.of(depth, instruction, touches);
        if (meaning === null) this.giveUp(needs, variable);
        else {
          if (instruction.op === 'load') this.readerOf = () => instruction;
          this.replaceOne(needs, variable, meaning);
          this.readerOf = noReader;
          if (instruction.op === 'load' && instruction.pointer.kind === 'register') {
            needs.addRegister(depth, instruction.pointer.index);
          }
          needs.addBlock(depth, instruction.block.index);
        }
      }
    }
    for (const touch of touches) this.touched(needs, depth, touch);
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
    const stored = instruction.op === 'store' ? this.meanings.stored(depth, instruction, size) : null;
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
}
