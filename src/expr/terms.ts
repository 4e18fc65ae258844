import { InternalError } from '../program/errors.ts';
import { BitFacts } from './bits.ts';
import {
  canonical,
  checkArray,
  checkExtension,
  checkFloat,
  checkIs,
  checkSize,
  checkWidth,
  describeInput,
  floatWidth,
  sameWidth,
  scalarWidth,
} from './checks.ts';
import { KIND_NAMES, KINDS, Kind, type RoundingMode } from './kinds.ts';
import { type RewriteLevel, Rewriting } from './rewrite/rewriting.ts';
import type { Span } from './rewrite/spans.ts';
import { maskOf, type Scalar } from './scalar.ts';
import type { Term } from './term.ts';
import { TermTable } from './term-table.ts';

const CACHED_CONSTANTS = 256;

/**
 * The only maker of terms. Equal terms are one object. A term that exists already is found before any rule is tried:
 * it would not exist had a rule applied to it. At level 0 nothing is rewritten or folded, which is how rules are proved.
 */
export class Terms {
  readonly level: RewriteLevel;
  readonly true_: Term;
  readonly false_: Term;
  /** What is known of each term's bits. */
  readonly facts = new BitFacts();
  /** Terms with operands that were asked for, known ones included: a measure of work that is the same in every run. */
  requests = 0;
  /** The spans of linear terms, by id (see rewrite/spans.ts). */
  readonly spans: (Span | undefined)[] = [];
  private readonly known = new TermTable();
  private readonly inputs = new Map<string, Term>();
  private readonly small: (Term | undefined)[][] = [];
  private readonly rewriting: Rewriting;

  constructor(options: { rewriteLevel?: RewriteLevel } = {}) {
    this.level = options.rewriteLevel ?? 2;
    this.rewriting = new Rewriting(this.level);
    this.false_ = this.constant(1, 0);
    this.true_ = this.constant(1, 1);
  }

  /** How many terms exist; every id is below it. */
  get count(): number {
    return this.known.count;
  }

  byId(id: number): Term {
    return this.known.byId(id);
  }

  /** How often each rule applied, by name. */
  ruleHits(): Map<string, number> {
    return this.rewriting.ruleHits();
  }

  // Leaves

  /** Wraps the value to the width: -1 is all ones. */
  constant(width: number, value: Scalar): Term {
    checkWidth(width);
    if (typeof value === 'number' && value >= 0 && value < CACHED_CONSTANTS && width <= 64) {
      if (!Number.isInteger(value)) throw new InternalError(`${value} is not an integer`);
      const row = (this.small[width] ??= []);
      return (row[value] ??= this.known.constant(width, width < 8 ? value & ((1 << width) - 1) : value));
    }
    return this.known.constant(width, canonical(value, width));
  }

  bool(value: boolean): Term {
    return value ? this.true_ : this.false_;
  }

  variable(name: string, width: number): Term {
    checkWidth(width);
    return this.input(Kind.variable, width, name, 0, `${width} bits`);
  }

  /** A symbolic object of `size` bytes. */
  bytes(name: string, size: number): Term {
    checkSize(size);
    return this.input(Kind.bytes, 0, name, size, `${size} bytes`);
  }

  private input(kind: typeof Kind.variable | typeof Kind.bytes, width: number, name: string, size: number, as: string) {
    const known = this.inputs.get(name);
    if (known !== undefined) {
      if (known.kind === kind && known.width === width && known.low === size) return known;
      throw new InternalError(`input ${name} exists already ${describeInput(known)}, not as ${as}`);
    }
    const term = this.known.input(kind, width, name, size);
    this.inputs.set(name, term);
    return term;
  }

  /** The variable or symbolic object of this name, if there is one. */
  inputNamed(name: string): Term | null {
    return this.inputs.get(name) ?? null;
  }

  /** A constant array; the contents are copied. */
  table(bytes: Uint8Array): Term {
    checkSize(bytes.length);
    return this.known.contents(bytes);
  }

  // Arrays

  read(array: Term, index: Term): Term {
    checkArray(array);
    checkIs(index, 32, 'an array index');
    return this.make(Kind.read, 8, array, index, null, 0);
  }

  store(array: Term, index: Term, byte: Term): Term {
    checkArray(array);
    checkIs(index, 32, 'an array index');
    checkIs(byte, 8, 'a stored byte');
    return this.make(Kind.store, 0, array, index, byte, 0);
  }

  // Bits and integers

  not(a: Term): Term {
    return this.make(Kind.not, scalarWidth(a), a, null, null, 0);
  }

  neg(a: Term): Term {
    return this.make(Kind.neg, scalarWidth(a), a, null, null, 0);
  }

  and(a: Term, b: Term): Term {
    return this.commutative(Kind.and, sameWidth(a, b), a, b);
  }

  or(a: Term, b: Term): Term {
    return this.commutative(Kind.or, sameWidth(a, b), a, b);
  }

  xor(a: Term, b: Term): Term {
    return this.commutative(Kind.xor, sameWidth(a, b), a, b);
  }

  add(a: Term, b: Term): Term {
    return this.commutative(Kind.add, sameWidth(a, b), a, b);
  }

  sub(a: Term, b: Term): Term {
    return this.add(a, this.neg(b));
  }

  mul(a: Term, b: Term): Term {
    return this.commutative(Kind.mul, sameWidth(a, b), a, b);
  }

  udiv(a: Term, b: Term): Term {
    return this.make(Kind.udiv, sameWidth(a, b), a, b, null, 0);
  }

  urem(a: Term, b: Term): Term {
    return this.make(Kind.urem, sameWidth(a, b), a, b, null, 0);
  }

  sdiv(a: Term, b: Term): Term {
    return this.make(Kind.sdiv, sameWidth(a, b), a, b, null, 0);
  }

  srem(a: Term, b: Term): Term {
    return this.make(Kind.srem, sameWidth(a, b), a, b, null, 0);
  }

  shl(a: Term, b: Term): Term {
    return this.make(Kind.shl, sameWidth(a, b), a, b, null, 0);
  }

  lshr(a: Term, b: Term): Term {
    return this.make(Kind.lshr, sameWidth(a, b), a, b, null, 0);
  }

  ashr(a: Term, b: Term): Term {
    return this.make(Kind.ashr, sameWidth(a, b), a, b, null, 0);
  }

  // Comparisons

  eq(a: Term, b: Term): Term {
    sameWidth(a, b);
    return this.commutative(Kind.eq, 1, a, b);
  }

  ne(a: Term, b: Term): Term {
    return this.not(this.eq(a, b));
  }

  ult(a: Term, b: Term): Term {
    return this.comparison(Kind.ult, a, b);
  }

  ule(a: Term, b: Term): Term {
    return this.comparison(Kind.ule, a, b);
  }

  slt(a: Term, b: Term): Term {
    return this.comparison(Kind.slt, a, b);
  }

  sle(a: Term, b: Term): Term {
    return this.comparison(Kind.sle, a, b);
  }

  ugt(a: Term, b: Term): Term {
    return this.ult(b, a);
  }

  uge(a: Term, b: Term): Term {
    return this.ule(b, a);
  }

  sgt(a: Term, b: Term): Term {
    return this.slt(b, a);
  }

  sge(a: Term, b: Term): Term {
    return this.sle(b, a);
  }

  private comparison(kind: Kind, a: Term, b: Term): Term {
    sameWidth(a, b);
    return this.make(kind, 1, a, b, null, 0);
  }

  // Structure

  ite(condition: Term, then: Term, otherwise: Term): Term {
    checkIs(condition, 1, 'a condition');
    return this.make(Kind.ite, sameWidth(then, otherwise), condition, then, otherwise, 0);
  }

  concat(high: Term, low: Term): Term {
    const width = scalarWidth(high) + scalarWidth(low);
    checkWidth(width);
    return this.make(Kind.concat, width, high, low, null, 0);
  }

  /** `width` bits of `a`, the lowest being bit `low`. */
  extract(a: Term, low: number, width: number): Term {
    checkWidth(width);
    if (!Number.isInteger(low) || low < 0 || low + width > scalarWidth(a))
      throw new InternalError(`cannot take ${width} bits from bit ${low} of a term of ${a.width} bits`);
    if (width === a.width) return a;
    return this.make(Kind.extract, width, a, null, null, low);
  }

  zext(a: Term, width: number): Term {
    checkExtension(a, width);
    return width === a.width ? a : this.make(Kind.zext, width, a, null, null, 0);
  }

  sext(a: Term, width: number): Term {
    checkExtension(a, width);
    return width === a.width ? a : this.make(Kind.sext, width, a, null, null, 0);
  }

  // Booleans

  implies(a: Term, b: Term): Term {
    return this.or(this.not(a), b);
  }

  andAll(list: readonly Term[]): Term {
    return list.reduce((all, term) => this.and(all, term), this.true_);
  }

  orAll(list: readonly Term[]): Term {
    return list.reduce((any, term) => this.or(any, term), this.false_);
  }

  // Floats

  fadd(a: Term, b: Term): Term {
    return this.commutative(Kind.fadd, floatWidth(a, b), a, b);
  }

  fsub(a: Term, b: Term): Term {
    return this.make(Kind.fsub, floatWidth(a, b), a, b, null, 0);
  }

  fmul(a: Term, b: Term): Term {
    return this.commutative(Kind.fmul, floatWidth(a, b), a, b);
  }

  fdiv(a: Term, b: Term): Term {
    return this.make(Kind.fdiv, floatWidth(a, b), a, b, null, 0);
  }

  frem(a: Term, b: Term): Term {
    return this.make(Kind.frem, floatWidth(a, b), a, b, null, 0);
  }

  fsqrt(a: Term): Term {
    return this.make(Kind.fsqrt, floatWidth(a, a), a, null, null, 0);
  }

  fround(a: Term, mode: RoundingMode): Term {
    return this.make(Kind.fround, floatWidth(a, a), a, null, null, mode);
  }

  /** Flips the sign bit, of a NaN too. */
  fneg(a: Term): Term {
    const width = floatWidth(a, a);
    return this.xor(a, this.constant(width, 1n << BigInt(width - 1)));
  }

  /** Clears the sign bit, of a NaN too. */
  fabs(a: Term): Term {
    const width = floatWidth(a, a);
    return this.and(a, this.constant(width, maskOf(width - 1)));
  }

  feq(a: Term, b: Term): Term {
    floatWidth(a, b);
    return this.commutative(Kind.feq, 1, a, b);
  }

  /** Unordered or unequal: C's `!=`. */
  fne(a: Term, b: Term): Term {
    return this.not(this.feq(a, b));
  }

  flt(a: Term, b: Term): Term {
    floatWidth(a, b);
    return this.make(Kind.flt, 1, a, b, null, 0);
  }

  fle(a: Term, b: Term): Term {
    floatWidth(a, b);
    return this.make(Kind.fle, 1, a, b, null, 0);
  }

  fgt(a: Term, b: Term): Term {
    return this.flt(b, a);
  }

  fge(a: Term, b: Term): Term {
    return this.fle(b, a);
  }

  fisnan(a: Term): Term {
    return this.not(this.feq(a, a));
  }

  fordered(a: Term, b: Term): Term {
    return this.and(this.feq(a, a), this.feq(b, b));
  }

  funordered(a: Term, b: Term): Term {
    return this.not(this.fordered(a, b));
  }

  fconvert(a: Term, width: number): Term {
    checkFloat(a.width);
    checkFloat(width);
    return width === a.width ? a : this.make(Kind.fconvert, width, a, null, null, 0);
  }

  stof(a: Term, width: number): Term {
    scalarWidth(a);
    checkFloat(width);
    return this.make(Kind.stof, width, a, null, null, 0);
  }

  utof(a: Term, width: number): Term {
    scalarWidth(a);
    checkFloat(width);
    return this.make(Kind.utof, width, a, null, null, 0);
  }

  ftos(a: Term, width: number): Term {
    checkFloat(a.width);
    checkWidth(width);
    return this.make(Kind.ftos, width, a, null, null, 0);
  }

  ftou(a: Term, width: number): Term {
    checkFloat(a.width);
    checkWidth(width);
    return this.make(Kind.ftou, width, a, null, null, 0);
  }

  /** Any kind with operands, by number: for code that rebuilds terms. `width` and `low` as in the term. */
  build(kind: Kind, width: number, a: Term, b: Term | null, c: Term | null, low: number): Term {
    return KINDS[KIND_NAMES[kind]!].commutative
      ? this.commutative(kind, width, a, b!)
      : this.make(kind, width, a, b, c, low);
  }

  private commutative(kind: Kind, width: number, a: Term, b: Term): Term {
    const swap =
      this.level > 0 && (a.kind === Kind.constant ? b.kind !== Kind.constant : b.kind !== Kind.constant && a.id > b.id);
    return swap ? this.make(kind, width, b, a, null, 0) : this.make(kind, width, a, b, null, 0);
  }

  private make(kind: Kind, width: number, a: Term, b: Term | null, c: Term | null, low: number): Term {
    this.requests++;
    const existing = this.known.find(kind, width, a, b, c, low);
    if (existing !== null) return existing;
    const rewritten = this.rewriting.apply(this, kind, width, a, b, c, low);
    if (rewritten !== null) return rewritten;
    return this.known.insert(kind, width, a, b, c, low);
  }
}
