import { Kind } from '../expr/kinds.ts';
import { fromBigInt, type Scalar } from '../expr/scalar.ts';
import { Model, type Term } from '../expr/term.ts';
import { visitOnce } from '../expr/walk.ts';
import { BitBlaster } from './bits/blaster.ts';
import { ConstantBounds } from './bounds.ts';
import type { CheckResult, DecisionProcedure } from './procedure.ts';
import { CadicalRuntime } from './sat/cadical.ts';
import { Cone, ConeScratch } from './sat/cone.ts';
import { QuickSearch } from './sat/quick-search.ts';

/** The gate graph is thrown away past this many gates (about 40 bytes each, with what refers to them). */
const MOST_GATES = 1_000_000;
/** A WebAssembly memory past this size is left for a fresh one when there is one. */
const MOST_MEMORY = 512 * 2 ** 20;

const TIME_LIMIT: CheckResult = { status: 'unknown', reason: 'time limit' };
const CONFLICT_LIMIT: CheckResult = { status: 'unknown', reason: 'conflict limit' };

const NO_CIRCUIT: ReadonlyMap<Kind, string> = new Map<Kind, string>([
  [Kind.frem, 'fmod'],
  [Kind.fsqrt, 'sqrt'],
  [Kind.fround, 'rounding'],
]);

/**
 * The default decision procedure: terms to gates, the query's cone to clauses, a short search over these, and where that does not
 * find out, clauses to a fresh CaDiCaL. Gates are
 * kept between queries (bounded), solvers are not: a fresh solver costs 10 microseconds, whereas a solver that has seen
 * other queries assigns all of their variables again.
 */
export class EmbeddedProcedure implements DecisionProcedure {
  readonly name = 'embedded';
  private blaster = new BitBlaster();
  private scratch = new ConeScratch();
  private readonly quick = new QuickSearch();
  private spare: CadicalRuntime | null = null;

  private constructor(
    private runtime: CadicalRuntime,
    private readonly now: () => number,
    private readonly maxConflicts: number,
  ) {}

  /** `maxConflicts`, per query: gives up at the same point on every machine, whatever else that has to do. */
  static async create(
    now: () => number = () => performance.now(),
    maxConflicts = Number.POSITIVE_INFINITY,
  ): Promise<EmbeddedProcedure> {
    return new EmbeddedProcedure(await CadicalRuntime.load(now), now, maxConflicts);
  }

  /** Of the WebAssembly memory in use. */
  get memoryBytes(): number {
    return this.runtime.memoryBytes;
  }

  solve(assertions: readonly Term[], limitMs: number, wantCore = false): CheckResult {
    const beyond = assertions.some((term) => term.hasFloat) ? this.beyond(assertions) : null;
    if (beyond !== null) {
      return {
        status: 'unknown',
        reason: `constraints with ${beyond} on floats need z3-solver; npm install z3-solver`,
      };
    }
    this.recycle();
    const deadline = this.now() + limitMs;
    const isLate = () => this.now() >= deadline;
    for (const term of assertions) if (!this.blaster.encodeWithin(term, isLate)) return TIME_LIMIT;
    const literals = assertions.map((term) => this.blaster.literal(term));
    const cone = new Cone(this.blaster, this.scratch);
    try {
      const assumptions = wantCore ? literals.map((literal) => cone.literal(literal)) : [];
      if (!wantCore) {
        this.assertBounds(cone, assertions);
        for (const literal of literals) cone.assert(literal);
      }
      cone.close();
      if (cone.contradiction) return { status: 'unsat' };
      const quick = wantCore ? 'open' : cone.search(this.quick);
      if (quick === 'unsat') return { status: 'unsat' };
      const { values } = this.quick;
      if (quick === 'sat') return { status: 'sat', model: this.modelOf(cone, (variable) => values[variable] > 0) };
      return this.decide(cone, assertions, assumptions, deadline, wantCore);
    } finally {
      cone.release();
    }
  }

  /**
   * The bits that follow from bounds, before everything else, so that clauses above them become shorter: `0 <= x && x < 40` leaves six
   * bits of x, but as comparisons the two say so only to a search.
   */
  private assertBounds(cone: Cone, assertions: readonly Term[]): void {
    const bounds = new ConstantBounds();
    for (const assertion of assertions) bounds.learn(assertion, true);
    for (const [term, { min, max }] of bounds.entries()) {
      if (min > max) continue;
      const bits = this.blaster.bits(term);
      for (let i = bits.length - 1; i >= 0 && bitOf(min, i) === bitOf(max, i); i--) {
        cone.assert(bitOf(min, i) ? bits[i] : -bits[i]);
      }
    }
  }

  /** An operation among the assertions that has no circuit; null when there is none. */
  beyond(assertions: readonly Term[]): string | null {
    let found: string | null = null;
    visitOnce(assertions, (term) => {
      found ??= NO_CIRCUIT.get(term.kind) ?? null;
    });
    return found;
  }

  dispose(): void {
    this.blaster = new BitBlaster();
    this.spare = null;
  }

  private decide(
    cone: Cone,
    assertions: readonly Term[],
    assumptions: readonly number[],
    deadline: number,
    wantCore: boolean,
  ): CheckResult {
    const sat = this.runtime.open();
    try {
      cone.load(sat);
      for (const assumption of assumptions) sat.assume(assumption);
      const remaining = deadline - this.now();
      if (remaining <= 0) return TIME_LIMIT;
      switch (sat.solve(remaining, this.maxConflicts)) {
        case 'sat':
          return { status: 'sat', model: this.modelOf(cone, (variable) => sat.isTrue(variable)) };
        case 'unsat':
          if (!wantCore) return { status: 'unsat' };
          return { status: 'unsat', core: assertions.filter((_, i) => sat.failed(assumptions[i])) };
        case 'stopped':
          return this.now() < deadline ? CONFLICT_LIMIT : TIME_LIMIT;
      }
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      return { status: 'unknown', reason: `the embedded solver failed: ${error.message}` };
    } finally {
      sat.dispose();
    }
  }

  private modelOf(cone: Cone, isTrue: (variable: number) => boolean): Model {
    const model = new Model();
    const wide = new Map<Term, bigint>();
    for (const node of cone.inputNodes) {
      if (!cone.value(node, isTrue)) continue;
      const { input, cell, bit } = this.blaster.inputs.get(node)!;
      if (input.width === 0) bytesOf(model, input)[cell] |= 1 << bit;
      else if (input.width > 32) wide.set(input, (wide.get(input) ?? 0n) | (1n << BigInt(bit)));
      else model.scalars.set(input, ((model.scalars.get(input) ?? 0) as number) + 2 ** bit);
    }
    for (const [input, value] of wide) model.scalars.set(input, fromBigInt(value));
    for (const node of cone.looseNodes) {
      const read = this.blaster.arrays.looseByte(node, (literal) => cone.value(literal, isTrue));
      if (read !== null) bytesOf(model, read.object)[read.cell] = read.byte;
    }
    return model;
  }

  /** Memory only grows, so it is left behind from time to time; loading another module needs the event loop to turn. */
  private recycle(): void {
    if (this.blaster.gates.count > MOST_GATES) {
      this.blaster = new BitBlaster();
      this.scratch = new ConeScratch();
    }
    if (this.runtime.memoryBytes <= MOST_MEMORY) return;
    if (this.spare !== null) {
      this.runtime = this.spare;
      this.spare = null;
    } else if (!this.loading) {
      this.loading = true;
      void CadicalRuntime.load(this.now).then((runtime) => {
        this.spare = runtime;
        this.loading = false;
      });
    }
  }

  private loading = false;
}

function bitOf(value: Scalar, bit: number): boolean {
  if (typeof value === 'bigint') return ((value >> BigInt(bit)) & 1n) === 1n;
  return Math.floor(value / 2 ** bit) % 2 === 1;
}

function bytesOf(model: Model, object: Term): Uint8Array {
  let bytes = model.arrays.get(object);
  if (bytes === undefined) model.arrays.set(object, (bytes = new Uint8Array(object.low)));
  return bytes;
}
