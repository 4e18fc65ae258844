import type { BitBlaster } from '../bits/blaster.ts';
import { Gate, isConstantGate, TRUE } from '../bits/gates.ts';
import type { SatSolver } from './cadical.ts';
import type { QuickAnswer, QuickSearch } from './quick-search.ts';

/** What cones need between queries, so that no query allocates it: lent to one after the other. */
export class ConeScratch {
  /** The instance's variable of a node; 0 while it has none. All zero between queries. */
  variables: Int32Array = new Int32Array(1024);
  /** By variable: 1 when it must be true, -1 when it must be false, 0 while nothing is known. */
  known: Int8Array = new Int8Array(1024);
  /** By variable: which of its two values something depends on, and for which of them clauses are written. */
  needed: Int8Array = new Int8Array(1024);
  written: Int8Array = new Int8Array(1024);
  /** Clauses, each ended by a zero. */
  clauses: Int32Array = new Int32Array(8192);
}

/** Which value of a literal has to be justified: if only that it is true matters, only what follows from that is written. */
const IF_TRUE = 1;
const IF_FALSE = 2;
const EITHER_WAY = IF_TRUE | IF_FALSE;

const opposite = (ways: number): number => (ways >> 1) | ((ways & 1) << 1);

/**
 * Writes the part of the gate graph that a query depends on as clauses (Tseitin), and of each gate only the direction that matters
 * (D. Plaisted, S. Greenbaum, *A Structure-preserving Clause Form Translation*, 1986): a comparison that must hold needs
 * half of the clauses of its carries. Variables are numbered densely per
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
  private needed: Int8Array;
  private written: Int8Array;
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
    private readonly scratch: ConeScratch,
  ) {
    this.variables = scratch.variables;
    this.known = scratch.known;
    this.needed = scratch.needed;
    this.written = scratch.written;
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
  literal(literal: number, ways = EITHER_WAY): number {
    const node = Math.abs(literal);
    if (node >= this.variables.length) this.grow();
    let variable = this.variables[node];
    if (variable === 0) {
      variable = ++this.count;
      if (variable >= this.known.length) this.growByVariable(variable * 2);
      this.variables[node] = variable;
      this.nodes.push(node);
    }
    const wanted = literal < 0 ? opposite(ways) : ways;
    if ((this.needed[variable] & wanted) !== wanted) {
      this.needed[variable] |= wanted;
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
        const { arrays } = this.blaster;
        for (const literal of arrays.consistency(this.loose, mentions)) this.assert(literal);
        for (const node of this.loose)
          for (const bit of arrays.looseIndex(node)) if (!isConstantGate(bit)) this.literal(bit);
      }
      if (this.asserted.size === before && this.pending.length === 0) break;
    }
  }

  search(quick: QuickSearch): QuickAnswer {
    return quick.run(this.clauses, this.length, this.count, this.inputVariables());
  }

  load(sat: SatSolver): void {
    sat.load(this.clauses, this.length, this.count);
  }

  /** The value of a literal of the graph under a model of the clauses; false when the query does not depend on it. */
  value(literal: number, isTrue: (variable: number) => boolean): boolean {
    if (literal === TRUE || literal === -TRUE) return literal === TRUE;
    const variable = this.variables[Math.abs(literal)] ?? 0;
    return variable !== 0 && isTrue(variable) === literal > 0;
  }

  /**
   * High bits first: what they are decides comparisons, and small numbers are the ones people like. Of bytes the bit that letters have
   * comes last: where a byte must not be zero, it becomes an '@'.
   */
  private inputVariables(): number[] {
    const { inputs } = this.blaster;
    const bits = this.inputNodes.map((node) => {
      const { input, bit } = inputs.get(node)!;
      return input.width === 0 && bit === 6 ? -1 : bit;
    });
    return this.inputNodes
      .map((_, i) => i)
      .sort((x, y) => bits[y] - bits[x])
      .map((i) => this.variables[this.inputNodes[i]]);
  }

  get looseNodes(): Iterable<number> {
    return this.loose;
  }

  /** Gives back what was lent, clean. */
  release(): void {
    for (const node of this.nodes) this.variables[node] = 0;
    this.known.fill(0, 0, this.count + 1);
    this.needed.fill(0, 0, this.count + 1);
    this.written.fill(0, 0, this.count + 1);
    this.scratch.needed = this.needed;
    this.scratch.written = this.written;
    this.scratch.variables = this.variables;
    this.scratch.known = this.known;
    this.scratch.clauses = this.clauses;
  }

  /** Consistency of reads may have made gates since the array was sized. */
  private grow(): void {
    const capacity = Math.max(this.variables.length * 2, this.blaster.gates.count);
    this.variables = longer(this.variables, new Int32Array(capacity));
  }

  private growByVariable(capacity: number): void {
    this.known = longer(this.known, new Int8Array(capacity));
    this.needed = longer(this.needed, new Int8Array(capacity));
    this.written = longer(this.written, new Int8Array(capacity));
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
    for (const leaf of leaves) this.put(this.literal(leaf, IF_TRUE));
    this.end();
  }

  private define(node: number): void {
    const { blaster } = this;
    const { gates } = blaster;
    const variable = this.variables[node];
    const ways = this.needed[variable] & ~this.written[variable];
    if (ways === 0) return;
    const isFirst = this.written[variable] === 0;
    this.written[variable] |= ways;
    if (node === TRUE) {
      if (isFirst) this.clause(variable);
      return;
    }
    const kind = gates.kinds[node];
    if (kind === Gate.input) {
      if (isFirst) this.defineInput(node);
      return;
    }
    const g = variable;
    const [first, second, third] = [gates.first[node], gates.second[node], gates.third[node]];
    switch (kind) {
      case Gate.and:
        this.defineAnd(g, first, second, ways);
        break;
      case Gate.majority:
        this.defineMajority(g, this.literal(first, ways), this.literal(second, ways), this.literal(third, ways), ways);
        break;
      case Gate.ite: {
        const condition = this.literal(first);
        const value = this.valueOf(condition);
        if (value !== 0) this.defineEqual(g, this.literal(value > 0 ? second : third, ways), ways);
        else this.defineIte(g, condition, this.literal(second, ways), this.literal(third, ways), ways);
        break;
      }
      case Gate.xor:
        this.defineXor(g, this.literal(first), this.literal(second), ways);
        break;
      default:
        this.defineXor3(g, this.literal(first), this.literal(second), this.literal(third), ways);
    }
  }

  private defineInput(node: number): void {
    const { inputs, arrays, definitions } = this.blaster;
    if (inputs.has(node)) this.inputNodes.push(node);
    else if (arrays.isLoose(node)) this.loose.add(node);
    const definition = definitions.get(node);
    if (definition !== undefined) this.assert(definition);
  }

  private defineAnd(g: number, first: number, second: number, ways: number): void {
    if (this.isFalse(first) || this.isFalse(second)) {
      this.clause(-g);
      return;
    }
    const [a, b] = [this.literal(first, ways), this.literal(second, ways)];
    if (ways & IF_TRUE) {
      this.clause(-g, a);
      this.clause(-g, b);
    }
    if (ways & IF_FALSE) this.clause(g, -a, -b);
  }

  private defineXor(g: number, a: number, b: number, ways: number): void {
    if (ways & IF_TRUE) {
      this.clause(-g, a, b);
      this.clause(-g, -a, -b);
    }
    if (ways & IF_FALSE) {
      this.clause(g, -a, b);
      this.clause(g, a, -b);
    }
  }

  /** The last clause of each direction is implied, but lets unit propagation see through when both sides agree. */
  private defineIte(g: number, condition: number, yes: number, no: number, ways: number): void {
    if (ways & IF_FALSE) {
      this.clause(-condition, -yes, g);
      this.clause(condition, -no, g);
      this.clause(-yes, -no, g);
    }
    if (ways & IF_TRUE) {
      this.clause(-condition, yes, -g);
      this.clause(condition, no, -g);
      this.clause(yes, no, -g);
    }
  }

  private defineMajority(g: number, a: number, b: number, c: number, ways: number): void {
    if (ways & IF_FALSE) {
      this.clause(-a, -b, g);
      this.clause(-a, -c, g);
      this.clause(-b, -c, g);
    }
    if (ways & IF_TRUE) {
      this.clause(a, b, -g);
      this.clause(a, c, -g);
      this.clause(b, c, -g);
    }
  }

  private defineEqual(g: number, a: number, ways: number): void {
    if (ways & IF_TRUE) this.clause(-g, a);
    if (ways & IF_FALSE) this.clause(g, -a);
  }

  private defineXor3(g: number, a: number, b: number, c: number, ways: number): void {
    for (let signs = 0; signs < 8; signs++) {
      const parity = (signs ^ (signs >> 1) ^ (signs >> 2)) & 1;
      if ((ways & (parity === 1 ? IF_TRUE : IF_FALSE)) === 0) continue;
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
