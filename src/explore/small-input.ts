/**
 * Small inputs. All who want one get it here, each with the effort that it is worth:
 *
 * - `withSmallNumbers`, for an input that is only run: at most one more model, and only where a number is large.
 * - `smallInput`, for an example among many: the solver's models have small numbers where single values can be changed; where two
 *   inputs must change together it is asked again, with a bound on the largest one, a few times.
 * - `smallestInput`, the input that a person would choose: numbers as near to zero as the condition allows, strings as short
 *   as it allows. First the largest magnitude of all numbers together is made small by bisection (a pair such as 1073741824 and
 *   1073741824 says more than 1 and 2147483647), then each input by itself, in order; bytes are zeros, digits or letters where
 *   they may be.
 *
 * - `readableInput`, where time is short: what can be seen by trying. No question is asked.
 *
 * Every step is a question to the solver. Questions are counted, and so are those that the solver gave up on: large inputs stay
 * less tidy rather than cost minutes, and nothing depends on the clock.
 */
import { evaluate } from '../expr/evaluate.ts';
import { Kind } from '../expr/kinds.ts';
import { fromBigInt, type Scalar, toSigned } from '../expr/scalar.ts';
import { Model, type Term } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import { visitOnce } from '../expr/walk.ts';
import type { InputRecord } from '../machine/outcome.ts';
import { PathCondition, type Solver } from '../solver/solver.ts';

/** Numbers up to this size are run as they are. */
const LARGEST_SMALL_NUMBER = 1000n;

/** Bounds of `smallInput`, tried in this order. */
const BOUNDS = [100n, 10_000n];
const FEW_QUESTIONS = 6;

const MOST_QUESTIONS = 200;
const MOST_GIVEN_UP = 3;

/** The end of a string, then what people type first: 1 before 0, since it shows signs and places. */
const READABLE = [0, 0x31, 0x30, 0x61, 0x20];
const READABLE_CHARACTERS = [0x61, 0x41, 0x30, 0x20, 0x2e];
/** Floats that people write. */
const ROUND = [0, 1, -1, 2, -2, 3, -3, 0.5, -0.5, 10, -10, 100, -100, 1000, -1000];
const PRINTABLE = [0x21, 0x7e];

/** An input of a condition, and constraints that made it smaller. */
class Shrinking {
  private asked = 0;
  private givenUp = 0;

  constructor(
    private chosen: PathCondition,
    public model: Model,
    private readonly solver: Solver,
    private readonly mostQuestions: number,
  ) {}

  get isOver(): boolean {
    return this.asked >= this.mostQuestions || this.givenUp >= MOST_GIVEN_UP;
  }

  /** Keeps the constraint, and an input that meets it, when it is known to be possible. */
  keep(constraint: Term): boolean {
    if (this.isOver) return false;
    this.asked++;
    const longer = this.chosen.append(constraint);
    const { status } = this.solver.check(longer);
    if (status === 'unknown') this.givenUp++;
    const found = status === 'sat' ? this.solver.model(longer) : null;
    if (found === null) return false;
    this.chosen = longer;
    this.model = found;
    return true;
  }

  /** The constraint holds for the input as it is. */
  settle(constraint: Term): void {
    this.chosen = this.chosen.append(constraint);
  }
}

/**
 * The model, or one with smaller numbers where it has large ones: what an input counts is often a loop, and a run of a
 * thousand million rounds shows no more than one of three.
 */
export function withSmallNumbers(model: Model, condition: PathCondition, solver: Solver): Model {
  for (const [input, value] of model.scalars) {
    const exact = toSigned(value, input.width);
    if (exact > LARGEST_SMALL_NUMBER || exact < -LARGEST_SMALL_NUMBER) return solver.model(condition) ?? model;
  }
  return model;
}

export function smallInput(conditions: readonly Term[], first: Model, terms: Terms, solver: Solver): Model {
  const shrinking = new Shrinking(PathCondition.of(conditions), first, solver, FEW_QUESTIONS);
  const tried = new Set<Term>();
  while (!shrinking.isOver) {
    const large = largeInputs(conditions, shrinking.model).find((input) => !tried.has(input));
    if (large === undefined) break;
    tried.add(large);
    for (const bound of BOUNDS) {
      if (bound >= distance(large, shrinking.model)) break;
      if (shrinking.keep(within({ term: large, bits: large.width, signed: true }, bound, terms))) break;
    }
  }
  return shrinking.model;
}

/** How far from zero. */
function distance(input: Term, model: Model): bigint {
  const value = toSigned(model.scalars.get(input) ?? 0, input.width);
  return value < 0n ? -value : value;
}

/** Integer inputs that the conditions speak of and whose values are far from zero. Floats may look so, and stay. */
function largeInputs(conditions: readonly Term[], model: Model): Term[] {
  const result: Term[] = [];
  visitOnce([...conditions], (term) => {
    if (term.kind !== Kind.variable || term.width < 16) return;
    if (distance(term, model) > BOUNDS[0]) result.push(term);
  });
  return result;
}

export function smallestInput(
  condition: PathCondition,
  inputs: readonly InputRecord[],
  terms: Terms,
  solver: Solver,
  isCharacter: (input: InputRecord) => boolean = (input) => input.signedness === 2 && input.bits === 8,
): Model | null {
  const first = solver.model(condition);
  if (first === null) return null;
  const shrinking = new Shrinking(condition, first, solver, MOST_QUESTIONS);
  const keep = (constraint: Term) => shrinking.keep(constraint);
  const numbers = inputs.filter((input) => input.kind === 'int' && !isCharacter(input));
  const magnitude = (input: InputRecord): bigint => {
    const value = evaluate(input.term, shrinking.model);
    const exact = input.signed ? toSigned(value, input.bits) : BigInt(value);
    return exact < 0n ? -exact : exact;
  };
  const largest = (list: readonly InputRecord[]) => {
    let most = 0n;
    for (const each of list.map(magnitude)) if (each > most) most = each;
    return most;
  };
  const shrink = (list: readonly InputRecord[]) => {
    smallest(largest(list), (bound) =>
      keep(terms.andAll(list.map((input) => within(input, bound, terms)))) ? largest(list) : null,
    );
    // Also where it was that small from the beginning.
    const bound = largest(list);
    shrinking.settle(terms.andAll(list.map((input) => within(input, bound, terms))));
  };
  shrink(numbers);
  const isNotNegative = ({ term, bits, signed }: InputRecord) =>
    signed ? terms.sge(term, terms.constant(bits, 0)) : terms.bool(true);
  // 0 and 1 are read sooner than 0 and -1; but -1 sooner than 4.
  if (largest(numbers) === 1n) keep(terms.andAll(numbers.map(isNotNegative)));
  for (const input of inputs) {
    if (input.kind === 'bytes') {
      for (let i = 0; i < input.bits / 8; i++) {
        READABLE.some((byte) => keep(terms.eq(byteOf(input, i, terms), terms.constant(8, byte))));
      }
    } else if (input.kind === 'float') {
      if (input.bits <= 64)
        ROUND.some((value) => keep(terms.eq(input.term, terms.constant(input.bits, bitsOf(value, input.bits)))));
    } else if (input.kind === 'int' && isCharacter(input)) {
      const byte = (value: number) => terms.constant(8, value);
      const [first, last] = PRINTABLE;
      const isKept =
        READABLE_CHARACTERS.some((value) => keep(terms.eq(input.term, byte(value)))) ||
        keep(terms.and(terms.ule(byte(first), input.term), terms.ule(input.term, byte(last))));
      if (!isKept) shrink([{ ...input, signed: true }]);
    } else if (input.kind === 'int') {
      shrink([input]);
      if (evaluate(isNotNegative(input), shrinking.model) === 0) keep(isNotNegative(input));
      // It stays: the next one is made small beside it.
      shrinking.settle(terms.eq(input.term, terms.constant(input.bits, evaluate(input.term, shrinking.model))));
    }
  }
  return shrinking.model;
}

/** What bytes that are hard to read are replaced by, each value by one that no other has. */
const LETTERS = [...'abcdefghij'].map((letter) => letter.charCodeAt(0));
const MOST_TRIALS = 64;

/** Nothing after the end of a string, and letters in it, where the condition is true of those as well. */
export function readableInput(found: Model, inputs: readonly InputRecord[], condition: Term): Model {
  const texts = inputs.filter(({ kind, term }) => kind === 'bytes' && found.arrays.has(term)).map(({ term }) => term);
  let best = found;
  let trials = 0;
  const tryBytes = (change: (bytes: Uint8Array) => Uint8Array): boolean => {
    if (trials++ >= MOST_TRIALS) return false;
    const changed = new Model();
    for (const [term, value] of best.scalars) changed.scalars.set(term, value);
    for (const [term, bytes] of best.arrays) changed.arrays.set(term, texts.includes(term) ? change(bytes) : bytes);
    if (evaluate(condition, changed) !== 1) return false;
    best = changed;
    return true;
  };
  tryBytes((bytes) => {
    const end = bytes.indexOf(0);
    return end < 0 ? bytes : bytes.map((byte, i) => (i > end ? 0 : byte));
  });
  const used = () => new Set(texts.flatMap((term) => [...best.arrays.get(term)!]));
  for (const odd of [...used()].filter((byte) => byte !== 0 && !/[\w ./-]/.test(String.fromCharCode(byte)))) {
    const free = LETTERS.filter((letter) => !used().has(letter));
    free.slice(0, 2).some((letter) => tryBytes((bytes) => bytes.map((byte) => (byte === odd ? letter : byte))));
  }
  return best;
}

/** How much there is to read in an input: bits of numbers, and strings up to their last byte. */
export function sizeOf(inputs: readonly InputRecord[], example: Model): number {
  let size = 0;
  for (const input of inputs) {
    if (input.kind === 'bytes') {
      const bytes = Array.from(example.arrays.get(input.term) ?? []);
      size += 8 * (bytes.findLastIndex((byte) => byte !== 0) + 1);
    } else if (input.kind === 'int') {
      const value = evaluate(input.term, example);
      const exact = input.signed ? toSigned(value, input.bits) : BigInt(value);
      size += (exact < 0n ? -exact : exact).toString(2).length;
    } else size += input.bits;
  }
  return size;
}

function within(
  { term, bits, signed }: Pick<InputRecord, 'term' | 'bits' | 'signed'>,
  bound: bigint,
  terms: Terms,
): Term {
  const constant = (value: bigint) => terms.constant(bits, fromBigInt(BigInt.asUintN(bits, value)));
  if (bound >= (1n << BigInt(signed ? bits - 1 : bits)) - 1n) return terms.bool(true);
  if (!signed) return terms.ule(term, constant(bound));
  return terms.and(terms.sle(term, constant(bound)), terms.sge(term, constant(-bound)));
}

/**
 * Narrows down to the least bound for which `fits`, from what is known to be possible. `fits` gives the largest magnitude of
 * the input it found. Proofs that something is impossible cost most, and answers lie at round numbers or just above them: so
 * halving comes first; once half is too small, steps down from the top that double; bisection only within the last step.
 */
function smallest(known: bigint, fits: (bound: bigint) => bigint | null): void {
  let low = -1n;
  let high = known;
  let step = 0n;
  while (high - low > 1n) {
    let bound = high / 2n;
    if (low >= 0n) {
      const far = high - low;
      step = step === 0n ? 1n : 2n * step;
      bound = step < far ? high - step : (low + high) / 2n;
    }
    const found = fits(bound);
    if (found !== null) high = found;
    else {
      // The first time, half was too small; then the step was too long, and its end is near: from there on, halves.
      step = low < 0n ? 0n : high - bound;
      low = bound;
    }
  }
}

/** The pattern of a float or double. */
function bitsOf(value: number, width: number): Scalar {
  const view = new DataView(new ArrayBuffer(8));
  if (width === 32) view.setFloat32(4, value);
  else view.setFloat64(0, value);
  return fromBigInt(view.getBigUint64(0));
}

function byteOf(input: InputRecord, index: number, terms: Terms): Term {
  return terms.read(input.term, terms.constant(32, index));
}
