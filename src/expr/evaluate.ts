import { Kind } from './kinds.ts';
import { applyBinary, applyUnary, joinBits } from './meaning.ts';
import type { Scalar } from './scalar.ts';
import { Model, type Term } from './term.ts';

/** Deeper than this, recursion gives way to an explicit stack. */
const MAX_DEPTH = 400;

/**
 * Evaluation under a model. Shared subterms are computed once per model: results are kept by term id, stamped with the
 * generation of the model they belong to, so nothing is cleared or allocated between models. Numbers and bigints are
 * kept apart, because a typed array of numbers neither boxes nor moves.
 *
 * Recursion is the fast way; only past a fixed depth are the terms below brought into order by an explicit stack, after
 * which computing each one finds its operands ready. An if-then-else evaluates only the side taken, and a read only the
 * stored byte that it finds.
 *
 * All terms given to one evaluator under one model must come from the same `Terms`.
 */
export class Evaluator {
  private generation = 0;
  private stamps = new Int32Array(1024);
  private numbers = new Float64Array(1024);
  private readonly bigs: bigint[] = [];
  private model = new Model();
  private depth = 0;

  /** Starts over with another model. Call it again after changing a model. */
  use(model: Model): this {
    if (this.generation === 0x7fffffff) {
      this.stamps.fill(0);
      this.generation = 0;
    }
    this.generation++;
    this.model = model;
    this.depth = 0;
    return this;
  }

  /** The value of a term under the current model. */
  value(term: Term): Scalar {
    if (term.kind === Kind.constant) return term.value;
    const { id } = term;
    if (id >= this.stamps.length) this.grow(id);
    if (this.stamps[id] === this.generation) {
      const number = this.numbers[id]!;
      return number >= 0 ? number : this.bigs[id]!;
    }
    if (this.depth >= MAX_DEPTH) {
      this.prepare(term);
      return this.value(term);
    }
    this.depth++;
    const value = this.compute(term);
    this.depth--;
    return this.keep(id, value);
  }

  /** Whether a condition is true under the current model. */
  holds(condition: Term): boolean {
    return this.value(condition) === 1;
  }

  private keep(id: number, value: Scalar): Scalar {
    this.stamps[id] = this.generation;
    if (typeof value === 'number') this.numbers[id] = value;
    else {
      this.numbers[id] = -1;
      this.bigs[id] = value;
    }
    return value;
  }

  private compute(term: Term): Scalar {
    const { kind } = term;
    switch (kind) {
      case Kind.constant:
        return term.value;
      case Kind.variable:
        return this.model.scalars.get(term) ?? 0;
      case Kind.ite:
        return this.value(term.a!) === 1 ? this.value(term.b!) : this.value(term.c!);
      case Kind.concat:
        return joinBits(this.value(term.a!), this.value(term.b!), term.b!.width);
      case Kind.read:
        return this.readByte(term.a!, this.value(term.b!) as number);
      case Kind.and: {
        // Conditions are mostly conjunctions: the first false one decides.
        const left = this.value(term.a!);
        return left === 0 ? 0 : applyBinary(kind, term.width, left, this.value(term.b!));
      }
      default:
        return term.b === null
          ? applyUnary(kind, term.a!.width, term.width, term.low, this.value(term.a!))
          : applyBinary(kind, term.a!.width, this.value(term.a!), this.value(term.b));
    }
  }

  private readByte(array: Term, index: number): Scalar {
    let at = array;
    while (at.kind === Kind.store) {
      if (this.value(at.b!) === index) return this.value(at.c!);
      at = at.a!;
    }
    if (index >= at.low) return 0;
    const bytes = at.kind === Kind.table ? at.bytes! : this.model.arrays.get(at);
    return bytes?.[index] ?? 0;
  }

  /** Computes a term whose operands may nest too deep for recursion. */
  private prepare(root: Term): void {
    const depth = this.depth;
    const pending: Term[] = [root];
    while (pending.length > 0) {
      const term = pending[pending.length - 1]!;
      if (term.id >= this.stamps.length) this.grow(term.id);
      if (this.stamps[term.id] === this.generation) {
        pending.pop();
        continue;
      }
      const before = pending.length;
      this.require(term.a, pending);
      this.require(term.b, pending);
      this.require(term.c, pending);
      if (pending.length > before) continue;
      pending.pop();
      this.depth = 0;
      this.keep(term.id, term.width === 0 ? 0 : this.compute(term));
    }
    this.depth = depth;
  }

  private require(operand: Term | null, pending: Term[]): void {
    if (operand === null || operand.kind === Kind.constant) return;
    if (operand.id < this.stamps.length && this.stamps[operand.id] === this.generation) return;
    pending.push(operand);
  }

  private grow(id: number): void {
    let length = this.stamps.length;
    while (length <= id) length *= 2;
    const stamps = new Int32Array(length);
    stamps.set(this.stamps);
    this.stamps = stamps;
    const numbers = new Float64Array(length);
    numbers.set(this.numbers);
    this.numbers = numbers;
  }
}

const scratch = new Evaluator();

/** The value of one term under one model; to evaluate many terms under the same model, use an `Evaluator`. */
export function evaluate(term: Term, model: Model): Scalar {
  return scratch.use(model).value(term);
}
