import type { BitBlaster } from '../bits/blaster.ts';
import { Gate, isConstantGate, TRUE } from '../bits/gates.ts';
import type { SatSolver } from './cadical.ts';

/** What cones need between queries, so that no query allocates it: lent to one after the other. */
export class ConeScratch {
  /** The instance's variable of a node; 0 while it has none. All zero between queries. */
  variables: Int32Array = new Int32Array(1024);
  /** By variable: 1 when it must be true, -1 when it must be false, 0 while nothing is known. */
  known: Int8Array = new Int8Array(1024);
  /** Clauses, each ended by a zero. */
  clauses: Int32Array = new Int32Array(8192);
}

/**
 * Writes the part of the gate graph that a query depends on as clauses (Tseitin). Variables are numbered densely per
 * instance, because CaDiCaL assigns every variable it has seen: an instance must contain nothing but its query.
 *
 * What must hold is taken apart before it becomes gates: a conjunction is asserted piece by piece, a disjunction
 * becomes one clause. Literals that must hold by themselves are remembered and simplify every clause written after
 * them: clauses are most of the cost of a small query (CaDiCaL takes about 40 ns for a literal of one, and solves the
 * whole in the time of a thousand), and a comparison with a constant fixes half of the bits below it.
 *
 * Clauses are collected first and handed over in one go, since the solver is a third faster when it has been told the
 * number of variables beforehand.
 */
export class Cone {
  private variables: Int32Array;
  private known: Int8Array;
  private clauses: Int32Array;
  private length = 0;
  /** Where the clause being written began; -1 when it is already satisfied. */
  private begin = 0;
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
    private readonly scratch: ConeScratch,
  ) {
    this.variables = scratch.variables;
    this.known = scratch.known;
    this.clauses = scratch.clauses;
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
      if (variable >= this.known.length) this.known = longer(this.known, new Int8Array(variable * 2));
      this.variables[node] = variable;
      this.nodes.push(node);
      this.pending.push(node);
    }
    return literal < 0 ? -variable : variable;
  }

  /** Writes everything the asserted literals depend on and gives it to the solver. */
  close(): void {
    for (;;) {
      this.drain();
      const before = this.asserted.size;
      if (this.loose.size > 0) {
        const mentions = (node: number) => (this.variables[node] ?? 0) !== 0;
        const { arrays } = this.blaster;
        for (const literal of arrays.consistency(this.loose, mentions)) this.assert(literal);
        for (const node of this.loose)
          for (const bit of arrays.looseIndex(node)) if (!isConstantGate(bit)) this.literal(bit);
      }
      if (this.asserted.size === before && this.pending.length === 0) break;
    }
    if (!this.contradiction) this.sat.load(this.clauses, this.length, this.count);
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

  /** Gives back what was lent, clean. */
  release(): void {
    for (const node of this.nodes) this.variables[node] = 0;
    this.known.fill(0, 0, this.count + 1);
    this.scratch.variables = this.variables;
    this.scratch.known = this.known;
    this.scratch.clauses = this.clauses;
  }

  /** Consistency of reads may have made gates since the array was sized. */
  private grow(): void {
    const capacity = Math.max(this.variables.length * 2, this.blaster.gates.count);
    this.variables = longer(this.variables, new Int32Array(capacity));
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
    this.open();
    for (const leaf of leaves) this.put(this.literal(leaf));
    this.end();
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
    if (kind === Gate.and && (this.isFalse(gates.first[node]) || this.isFalse(gates.second[node]))) {
      this.clause(-g);
      return;
    }
    const a = this.literal(gates.first[node]);
    if (kind === Gate.ite && this.valueOf(a) !== 0) {
      this.defineEqual(g, this.literal(this.valueOf(a) > 0 ? gates.second[node] : gates.third[node]));
      return;
    }
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

  private defineEqual(g: number, a: number): void {
    this.clause(-g, a);
    this.clause(g, -a);
  }

  private defineXor3(g: number, a: number, b: number, c: number): void {
    for (let signs = 0; signs < 8; signs++) {
      const parity = (signs ^ (signs >> 1) ^ (signs >> 2)) & 1;
      // Forbids the assignment a = not sign, ... together with g = its wrong sum.
      this.clause(signs & 1 ? a : -a, signs & 2 ? b : -b, signs & 4 ? c : -c, parity === 1 ? -g : g);
    }
  }

  private clause(a: number, b = 0, c = 0, d = 0): void {
    this.open();
    this.put(a);
    if (b !== 0) this.put(b);
    if (c !== 0) this.put(c);
    if (d !== 0) this.put(d);
    this.end();
  }

  private open(): void {
    this.begin = this.length;
  }

  private put(literal: number): void {
    const value = this.valueOf(literal);
    if (value < 0 || this.begin < 0) return;
    if (value > 0) {
      this.length = this.begin;
      this.begin = -1;
      return;
    }
    // Room for the zero as well.
    if (this.length + 2 > this.clauses.length) {
      this.clauses = longer(this.clauses, new Int32Array(this.clauses.length * 2));
    }
    this.clauses[this.length++] = literal;
  }

  private end(): void {
    const { begin, clauses } = this;
    if (begin < 0) return;
    const size = this.length - begin;
    if (size === 0) this.contradiction = true;
    else if (size === 1) this.known[Math.abs(clauses[begin])] = clauses[begin] < 0 ? -1 : 1;
    clauses[this.length++] = 0;
  }

  /** Of a literal of the instance: 1 when it must hold, -1 when it must not, 0 while nothing is known. */
  private valueOf(literal: number): number {
    return literal < 0 ? -this.known[-literal] : this.known[literal];
  }

  /** Of a literal of the graph. */
  private isFalse(literal: number): boolean {
    const variable = this.variables[Math.abs(literal)] ?? 0;
    return variable !== 0 && this.valueOf(literal < 0 ? -variable : variable) < 0;
  }
}

function longer<A extends Int32Array | Int8Array>(array: A, room: A): A {
  room.set(array);
  return room;
}
