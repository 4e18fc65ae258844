import { bitsOfFloat } from './float-meaning.ts';
import { KIND_NAMES, KINDS, Kind } from './kinds.ts';
import { onesOf } from './meaning.ts';
import { type Scalar, wrap } from './scalar.ts';
import { symbolsFor } from './smt-symbols.ts';
import type { Term } from './term.ts';
import { countUses } from './uses.ts';
import { visitOnce } from './walk.ts';

/**
 * SMT-LIB 2.6. Each term has a natural sort: comparisons and connectives of one bit are Bool, float operations are
 * FloatingPoint, all else is BitVec or Array; text is made in that sort and converted where it is used. So conditions
 * read as conditions, and chains of float operations stay in the theory of floats.
 *
 * SMT-LIB cannot turn a float into its bits. Where a float's bits are needed, a fresh bit-vector is declared and
 * constrained to be the pattern (with the canonical NaN), which defines it uniquely. In the same way, reading a symbolic
 * object past its size is constrained to give 0 for each index that occurs.
 *
 * Terms used more than once, or nested too deep for other parsers, are named: `define-fun` in a script, `let` in a
 * single expression. Text is made bottom-up, so depth costs nothing here.
 */
export interface SmtScript {
  readonly text: string;
  /** The inputs that the script declares, and what it calls them. */
  readonly inputs: readonly { readonly term: Term; readonly symbol: string }[];
}

type Sort = 'bool' | 'bits' | 'float' | 'array';

const MAX_NESTING = 40;
const STORES_PER_NAME = 32;
const ARRAY = '(Array (_ BitVec 32) (_ BitVec 8))';
const MODES = ['RNE', 'RNA', 'RTP', 'RTN', 'RTZ'];

/**
 * A script that asserts the terms (conditions of one bit); `check` ends it with (check-sat), and `arrayLogic` is the logic that it names
 * where there are arrays: tables are constant arrays, which not every solver allows in QF_ABV.
 */
export function smtScript(
  assertions: readonly Term[],
  options: { check?: boolean; arrayLogic?: string | undefined } = {},
): SmtScript {
  const printer = new SmtPrinter(assertions, true);
  printer.run();
  const conditions = assertions.map((term) => `(assert ${printer.asBool(term)})`);
  const logic = printer.usesArrays ? (options.arrayLogic ?? printer.logic) : printer.logic;
  const lines = [`(set-logic ${logic})`, ...printer.declarations, ...printer.lines, ...conditions];
  if (options.check === true) lines.push('(check-sat)');
  return { text: `${lines.join('\n')}\n`, inputs: printer.inputs };
}

/** One expression, its shared parts bound by `let`. Bytes past an object's size are left open: scripts close them. */
export function printSmt(term: Term): string {
  const printer = new SmtPrinter([term], false);
  printer.run();
  const body = term.width === 1 ? printer.asBool(term) : term.width === 0 ? printer.raw(term) : printer.asBits(term);
  const open = printer.lines.map((line) => `(let (${line})\n`).join('');
  return `${open}${body}${')'.repeat(printer.lines.length)}`;
}

class SmtPrinter {
  readonly declarations: string[] = [];
  readonly lines: string[] = [];
  readonly inputs: { term: Term; symbol: string }[] = [];
  private readonly texts = new Map<Term, string>();
  private readonly patterns = new Map<Term, string>();
  private readonly depths = new Map<Term, number>();
  private readonly symbols: Map<Term, string>;
  private readonly prefix: string;
  usesArrays = false;
  private usesFloats = false;
  private fresh = 0;

  constructor(
    private readonly roots: readonly Term[],
    private readonly isScript: boolean,
  ) {
    const inputs: Term[] = [];
    visitOnce(roots, (term) => {
      if (term.kind === Kind.variable || term.kind === Kind.bytes) inputs.push(term);
    });
    const { symbols, prefix } = symbolsFor(inputs);
    this.symbols = symbols;
    this.prefix = prefix;
    for (const term of inputs) {
      const symbol = symbols.get(term)!;
      this.inputs.push({ term, symbol });
      this.declarations.push(`(declare-const ${symbol} ${term.width === 0 ? ARRAY : bitsSort(term.width)})`);
    }
  }

  get logic(): string {
    return this.usesFloats ? (this.usesArrays ? 'QF_ABVFP' : 'QF_BVFP') : this.usesArrays ? 'QF_ABV' : 'QF_BV';
  }

  run(): void {
    const uses = countUses(this.roots);
    visitOnce(this.roots, (term) => {
      if (term.width === 0) this.usesArrays = true;
      const text = this.textOf(term);
      const depth = this.depthOf(term);
      const isLeaf = term.a === null && term.kind !== Kind.table;
      const named = !isLeaf && ((uses.get(term) ?? 0) > 1 || depth > MAX_NESTING);
      this.depths.set(term, named ? 0 : depth);
      this.texts.set(term, named ? this.name(text, this.sortText(term)) : text);
      if (this.isScript && term.kind === Kind.read) this.closeRead(term);
    });
  }

  raw(term: Term): string {
    return this.texts.get(term)!;
  }

  asBool(term: Term): string {
    if (term.kind === Kind.constant) return term.value === 1 ? 'true' : 'false';
    return sortOf(term) === 'bool' ? this.raw(term) : `(= ${this.asBits(term)} #b1)`;
  }

  asBits(term: Term): string {
    switch (sortOf(term)) {
      case 'bool':
        return `(ite ${this.raw(term)} #b1 #b0)`;
      case 'float':
        return this.patternOf(term);
      default:
        return this.raw(term);
    }
  }

  private asFloat(term: Term): string {
    if (sortOf(term) === 'float') return this.raw(term);
    this.usesFloats = true;
    return `((_ to_fp ${floatSize(term.width)}) ${this.asBits(term)})`;
  }

  private depthOf(term: Term): number {
    let depth = 0;
    for (const operand of [term.a, term.b, term.c])
      if (operand !== null) depth = Math.max(depth, this.depths.get(operand)!);
    return depth + 1;
  }

  private sortText(term: Term): string {
    switch (sortOf(term)) {
      case 'bool':
        return 'Bool';
      case 'float':
        return `(_ FloatingPoint ${floatSize(term.width)})`;
      case 'array':
        return ARRAY;
      case 'bits':
        return bitsSort(term.width);
    }
  }

  private name(text: string, sort: string): string {
    const name = `${this.prefix}${++this.fresh}`;
    this.lines.push(this.isScript ? `(define-fun ${name} () ${sort} ${text})` : `(${name} ${text})`);
    return name;
  }

  /** The bits of a float, as a bit-vector that is constrained to them. */
  private patternOf(term: Term): string {
    const known = this.patterns.get(term);
    if (known !== undefined) return known;
    // In a single expression there is nowhere to constrain a fresh name: use the operator that most solvers have.
    if (!this.isScript) return `(fp.to_ieee_bv ${this.raw(term)})`;
    const name = `${this.prefix}${++this.fresh}`;
    const value = this.raw(term);
    const nan = literal(bitsOfFloat(Number.NaN, term.width), term.width);
    this.lines.push(
      `(declare-const ${name} ${bitsSort(term.width)})`,
      `(assert (= ((_ to_fp ${floatSize(term.width)}) ${name}) ${value}))`,
      `(assert (=> (fp.isNaN ${value}) (= ${name} ${nan})))`,
    );
    this.patterns.set(term, name);
    return name;
  }

  private closeRead(term: Term): void {
    let base = term.a!;
    while (base.kind === Kind.store) base = base.a!;
    const index = term.b!;
    if (base.kind !== Kind.bytes || base.low >= 2 ** 32) return;
    if (index.kind === Kind.constant && index.value < base.low) return;
    const at = this.asBits(index);
    const inside = `(bvult ${at} ${literal(base.low, 32)})`;
    this.lines.push(`(assert (or ${inside} (= (select ${this.raw(base)} ${at}) #x00)))`);
  }

  private textOf(term: Term): string {
    if (KINDS[KIND_NAMES[term.kind]!].float) return this.floatText(term);
    const { kind } = term;
    const smt = KINDS[KIND_NAMES[kind]!].smt;
    switch (kind) {
      case Kind.constant:
        return literal(term.value, term.width);
      case Kind.variable:
      case Kind.bytes:
        return this.symbols.get(term)!;
      case Kind.table:
        return this.tableText(term.bytes!);
      case Kind.not:
        return term.width === 1 ? `(not ${this.asBool(term.a!)})` : `(bvnot ${this.asBits(term.a!)})`;
      case Kind.and:
      case Kind.or:
      case Kind.xor:
        if (term.width > 1) return `(${smt} ${this.asBits(term.a!)} ${this.asBits(term.b!)})`;
        return `(${KIND_NAMES[kind]} ${this.asBool(term.a!)} ${this.asBool(term.b!)})`;
      case Kind.eq:
        if (sortOf(term.a!) === 'bool' || sortOf(term.b!) === 'bool')
          return `(= ${this.asBool(term.a!)} ${this.asBool(term.b!)})`;
        return `(= ${this.asBits(term.a!)} ${this.asBits(term.b!)})`;
      case Kind.ite: {
        const condition = this.asBool(term.a!);
        if (term.width === 1) return `(ite ${condition} ${this.asBool(term.b!)} ${this.asBool(term.c!)})`;
        return `(ite ${condition} ${this.asBits(term.b!)} ${this.asBits(term.c!)})`;
      }
      case Kind.extract:
        return `((_ extract ${term.low + term.width - 1} ${term.low}) ${this.asBits(term.a!)})`;
      case Kind.zext:
      case Kind.sext:
        return `((_ ${smt} ${term.width - term.a!.width}) ${this.asBits(term.a!)})`;
      case Kind.read:
        return `(select ${this.raw(term.a!)} ${this.asBits(term.b!)})`;
      case Kind.store:
        return `(store ${this.raw(term.a!)} ${this.asBits(term.b!)} ${this.asBits(term.c!)})`;
      case Kind.neg:
        return `(bvneg ${this.asBits(term.a!)})`;
      default:
        return `(${smt} ${this.asBits(term.a!)} ${this.asBits(term.b!)})`;
    }
  }

  private tableText(bytes: Uint8Array): string {
    let text = `((as const ${ARRAY}) #x00)`;
    let nested = 0;
    for (let i = 0; i < bytes.length; i++) {
      if (bytes[i] === 0) continue;
      if (nested++ === STORES_PER_NAME) {
        text = this.name(text, ARRAY);
        nested = 1;
      }
      text = `(store ${text} ${literal(i, 32)} ${literal(bytes[i]!, 8)})`;
    }
    return text;
  }

  private floatText(term: Term): string {
    this.usesFloats = true;
    const { kind, width } = term;
    const a = term.a!;
    switch (kind) {
      case Kind.fadd:
      case Kind.fsub:
      case Kind.fmul:
      case Kind.fdiv:
        return `(${KINDS[KIND_NAMES[kind]!].smt} RNE ${this.asFloat(a)} ${this.asFloat(term.b!)})`;
      case Kind.frem:
        return truncatingRemainder(this.asFloat(a), this.asFloat(term.b!));
      case Kind.fsqrt:
        return `(fp.sqrt RNE ${this.asFloat(a)})`;
      case Kind.fround:
        return `(fp.roundToIntegral ${MODES[term.low]} ${this.asFloat(a)})`;
      case Kind.fconvert:
        return `((_ to_fp ${floatSize(width)}) RNE ${this.asFloat(a)})`;
      case Kind.stof:
        return `((_ to_fp ${floatSize(width)}) RNE ${this.asBits(a)})`;
      case Kind.utof:
        return `((_ to_fp_unsigned ${floatSize(width)}) RNE ${this.asBits(a)})`;
      case Kind.ftos:
      case Kind.ftou:
        return saturatingConversion(this.asFloat(a), a.width, width, kind === Kind.ftos);
      default:
        return `(${KINDS[KIND_NAMES[kind]!].smt} ${this.asFloat(a)} ${this.asFloat(term.b!)})`;
    }
  }
}

/** C's fmod from SMT-LIB's nearest-quotient remainder: of the magnitudes, shifted up when negative, with x's sign. */
function truncatingRemainder(x: string, y: string): string {
  const nearest = `(fp.rem (fp.abs ${x}) (fp.abs ${y}))`;
  const shifted = `(ite (fp.isNegative r) (fp.add RNE r (fp.abs ${y})) r)`;
  return `(let ((r ${nearest})) (let ((m ${shifted})) (ite (fp.isNegative ${x}) (fp.neg m) m)))`;
}

function saturatingConversion(x: string, from: number, width: number, isSigned: boolean): string {
  // Powers of two are exact as floats; where they overflow to infinity, no finite float is out of range.
  const bound = (value: number): string => `((_ to_fp ${floatSize(from)}) ${literal(bitsOfFloat(value, from), from)})`;
  const above = bound(2 ** (isSigned ? width - 1 : width));
  const below = isSigned ? bound(-(2 ** (width - 1))) : bound(0);
  const most = literal(isSigned ? wrap((1n << BigInt(width - 1)) - 1n, width) : onesOf(width), width);
  const least = literal(isSigned ? wrap(1n << BigInt(width - 1), width) : 0, width);
  const converted = `((_ ${isSigned ? 'fp.to_sbv' : 'fp.to_ubv'} ${width}) RTZ ${x})`;
  const clamped = `(ite (fp.leq ${x} ${below}) ${least} (ite (fp.geq ${x} ${above}) ${most} ${converted}))`;
  return `(ite (fp.isNaN ${x}) ${literal(0, width)} ${clamped})`;
}

function sortOf(term: Term): Sort {
  if (term.width === 0) return 'array';
  switch (term.kind) {
    case Kind.eq:
    case Kind.ult:
    case Kind.ule:
    case Kind.slt:
    case Kind.sle:
    case Kind.feq:
    case Kind.flt:
    case Kind.fle:
      return 'bool';
    case Kind.not:
    case Kind.and:
    case Kind.or:
    case Kind.xor:
    case Kind.ite:
      return term.width === 1 ? 'bool' : 'bits';
    case Kind.ftos:
    case Kind.ftou:
      return 'bits';
    default:
      return KINDS[KIND_NAMES[term.kind]!].float ? 'float' : 'bits';
  }
}

const bitsSort = (width: number): string => `(_ BitVec ${width})`;
const floatSize = (width: number): string => (width === 32 ? '8 24' : '11 53');

function literal(value: Scalar, width: number): string {
  if (width % 4 === 0) return `#x${value.toString(16).padStart(width / 4, '0')}`;
  return `#b${value.toString(2).padStart(width, '0')}`;
}
