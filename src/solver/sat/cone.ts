import type { BitBlaster } from '../bits/blaster.ts';
import { Gate, TRUE } from '../bits/gates.ts';
import type { SatSolver } from './cadical.ts';

/**
 * Writes the part of the gate graph that a query depends on as clauses (Tseitin). Variables are numbered densely per
 * instance, because CaDiCaL assigns every variable it has seen: an instance must contain nothing but its query.
 *
 * What must hold is taken apart before it becomes gates: a conjunction is asserted piece by piece, a disjunction
 * becomes one clause.
 */
export class Cone {
  /** The instance's variable of a node; 0 while it has none. Lent by the caller, all zero; given back by `release`. */
  private variables: Int32Array;
  private readonly nodes: number[] = [];
  private readonly pending: number[] = [];
  private readonly loose = new Set<number>();
  private readonly asserted = new Set<number>();
  private count = 0;
  /** Program inputs in the cone. */
  readonly inputNodes: number[] = [];
  /** Set when a constraint turned out to be false by construction. */
  contradiction = false;

  constructor(
    private readonly blaster: BitBlaster,
    private readonly sat: SatSolver,
    scratch: Int32Array,
  ) {
    this.variables = scratch;
  }

  get size(): number {
    return this.count;
  }

  /** Demands that the literal holds. Call `close` after the last one. */
  assert(literal: number): void {
    const { gates } = this.blaster;
    const stack = [literal];
    while (stack.length > 0) {
      const next = stack.pop()!;
      if (next === TRUE || this.asserted.has(next)) continue;
      if (next === -TRUE) {
        this.contradiction = true;
        return;
      }
      this.asserted.add(next);
      if (next > 0 && gates.kinds[next] === Gate.and) {
        stack.push(gates.first[next], gates.second[next]);
        continue;
      }
      this.clauseOf(next);
    }
  }

  /** The instance's literal for a literal of the graph, which becomes part of the cone. */
  literal(literal: number): number {
    const node = Math.abs(literal);
    if (node >= this.variables.length) this.grow();
    let variable = this.variables[node];
    if (variable === 0) {
      variable = ++this.count;
      this.variables[node] = variable;
      this.nodes.push(node);
      this.pending.push(node);
    }
    return literal < 0 ? -variable : variable;
  }

  /** Writes everything the asserted literals depend on. */
  close(): void {
    for (;;) {
      this.drain();
      const before = this.asserted.size;
      if (this.loose.size > 0) {
        const mentions = (node: number) => (this.variables[node] ?? 0) !== 0;
        for (const literal of this.blaster.arrays.consistency(this.loose, mentions)) this.assert(literal);
      }
      if (this.asserted.size === before) return;
    }
  }

  /** After 'sat': the value of a literal of the graph; false when the query does not depend on it. */
  value(literal: number): boolean {
    if (literal === TRUE || literal === -TRUE) return literal === TRUE;
    const variable = this.variables[Math.abs(literal)] ?? 0;
    return variable === 0 ? false : this.sat.isTrue(literal < 0 ? -variable : variable);
  }

  get looseNodes(): Iterable<number> {
    return this.loose;
  }

  /** The scratch array, all zero again and perhaps longer. */
  release(): Int32Array {
    for (const node of this.nodes) this.variables[node] = 0;
    return this.variables;
  }

  /** Consistency of reads may have made gates since the array was sized. */
  private grow(): void {
    const longer = new Int32Array(Math.max(this.variables.length * 2, this.blaster.gates.count));
    longer.set(this.variables);
    this.variables = longer;
  }

  private drain(): void {
    for (let node = this.pending.pop(); node !== undefined; node = this.pending.pop()) this.define(node);
  }

  /** A negated conjunction is a clause of its leaves; anything else a clause of one. */
  private clauseOf(literal: number): void {
    const { gates } = this.blaster;
    const leaves: number[] = [];
    const stack = [literal];
    while (stack.length > 0) {
      const next = stack.pop()!;
      if (next < 0 && gates.kinds[-next] === Gate.and) stack.push(-gates.first[-next], -gates.second[-next]);
      else leaves.push(next);
    }
    for (const leaf of leaves) this.sat.add(this.literal(leaf));
    this.sat.add(0);
  }

  private define(node: number): void {
    const { blaster } = this;
    const { gates } = blaster;
    if (node === TRUE) {
      this.clause(this.literal(node));
      return;
    }
    const kind = gates.kinds[node];
    if (kind === Gate.input) {
      if (blaster.inputs.has(node)) this.inputNodes.push(node);
      else if (blaster.arrays.isLoose(node)) this.loose.add(node);
      const definition = blaster.definitions.get(node);
      if (definition !== undefined) this.assert(definition);
      return;
    }
    const g = this.literal(node);
    const a = this.literal(gates.first[node]);
    const b = this.literal(gates.second[node]);
    if (kind === Gate.and) {
      this.clause(-g, a);
      this.clause(-g, b);
      this.clause(g, -a, -b);
      return;
    }
    if (kind === Gate.xor) {
      this.clause(-g, a, b);
      this.clause(-g, -a, -b);
      this.clause(g, -a, b);
      this.clause(g, a, -b);
      return;
    }
    const c = this.literal(gates.third[node]);
    if (kind === Gate.ite) this.defineIte(g, a, b, c);
    else if (kind === Gate.majority) this.defineMajority(g, a, b, c);
    else this.defineXor3(g, a, b, c);
  }

  private defineIte(g: number, condition: number, yes: number, no: number): void {
    this.clause(-condition, -yes, g);
    this.clause(-condition, yes, -g);
    this.clause(condition, -no, g);
    this.clause(condition, no, -g);
    // Implied, but let unit propagation see through the multiplexer when both sides agree.
    this.clause(-yes, -no, g);
    this.clause(yes, no, -g);
  }

  private defineMajority(g: number, a: number, b: number, c: number): void {
    this.clause(-a, -b, g);
    this.clause(-a, -c, g);
    this.clause(-b, -c, g);
    this.clause(a, b, -g);
    this.clause(a, c, -g);
    this.clause(b, c, -g);
  }

  private defineXor3(g: number, a: number, b: number, c: number): void {
    const { add } = this.sat;
    for (let signs = 0; signs < 8; signs++) {
      const parity = (signs ^ (signs >> 1) ^ (signs >> 2)) & 1;
      // Forbids the assignment a = not sign, ... together with g = its wrong sum.
      add(signs & 1 ? a : -a);
      add(signs & 2 ? b : -b);
      add(signs & 4 ? c : -c);
      add(parity === 1 ? -g : g);
      add(0);
    }
  }

  private clause(a: number, b = 0, c = 0): void {
    const { add } = this.sat;
    add(a);
    if (b !== 0) add(b);
    if (c !== 0) add(c);
    add(0);
  }
}
