import { describe, expect, it } from 'vitest';
import { Kind } from '../../src/expr/kinds.ts';
import type { Term } from '../../src/expr/term.ts';
import { Terms } from '../../src/expr/terms.ts';
import { InternalError } from '../../src/program/errors.ts';

const t = new Terms();
const x = t.variable('x', 32);
const y = t.variable('y', 32);
const k = (value: number, width = 32): Term => t.constant(width, value);

describe('equal terms are one object', () => {
  it('whatever the order of commuting operands', () => {
    expect(t.add(x, y)).toBe(t.add(y, x));
    expect(t.eq(t.mul(x, y), k(7))).toBe(t.eq(k(7), t.mul(y, x)));
  });

  it('for constants given as numbers, negative numbers and bigints', () => {
    expect(t.constant(32, -1)).toBe(t.constant(32, 0xffffffffn));
    expect(t.constant(64, 5n)).toBe(t.constant(64, 5));
    expect(t.constant(64, -1).value).toBe(2n ** 64n - 1n);
    expect(t.constant(3, 12)).toBe(t.constant(3, 4));
    expect(t.constant(4, 0)).not.toBe(t.constant(5, 0));
  });

  it('for tables with the same contents', () => {
    expect(t.table(Uint8Array.of(1, 2))).toBe(t.table(Uint8Array.of(1, 2)));
    expect(t.table(Uint8Array.of(1, 2))).not.toBe(t.table(Uint8Array.of(1, 2, 0)));
  });

  it('after the table has grown many times', () => {
    const many = new Terms();
    const input = many.variable('v', 32);
    const made = Array.from({ length: 50_000 }, (_, i) => many.mul(input, many.constant(32, 2 * i + 3)));
    made.forEach((term, i) => {
      expect(many.mul(input, many.constant(32, 2 * i + 3)) === term).toBe(true);
    });
  });
});

describe('a value stored byte by byte and loaded again is itself', () => {
  const bytesOf = (term: Term): Term[] => Array.from({ length: term.width / 8 }, (_, i) => t.extract(term, i * 8, 8));
  const joined = (bytes: readonly Term[]): Term => bytes.reduce((low, high) => t.concat(high, low));
  const c = t.variable('c', 8);
  const s = t.variable('s', 16);
  const condition = t.slt(x, y);

  it.each<[string, Term]>([
    ['a variable', x],
    ['a sum', t.add(x, y)],
    ['a sum of promoted bytes', t.add(t.zext(c, 32), t.zext(t.variable('d', 8), 32))],
    ['a byte plus a constant', t.add(t.sext(c, 32), k(1))],
    ['a product of promoted values', t.mul(t.sext(s, 32), t.sext(c, 32))],
    ['a zero-extended byte', t.zext(c, 32)],
    ['a sign-extended byte', t.sext(c, 32)],
    ['a sign-extended short', t.sext(s, 64)],
    ['a truth value', t.zext(condition, 32)],
    ['a choice of constants', t.ite(condition, k(1000), k(-5))],
    ['a choice of a variable and a constant', t.ite(condition, x, k(3))],
    ['a bitwise combination', t.xor(x, y)],
  ])('%s', (_name, term) => {
    expect(joined(bytesOf(term))).toBe(term);
  });

  it('also when assembled with shifts and ors, as portable C does', () => {
    const [b0, b1, b2, b3] = bytesOf(x).map((byte) => t.zext(byte, 32));
    const shifted = (byte: Term, by: number): Term => t.shl(byte, k(by));
    expect(t.or(t.or(t.or(b0!, shifted(b1!, 8)), shifted(b2!, 16)), shifted(b3!, 24))).toBe(x);
    expect(t.or(shifted(b3!, 24), t.or(shifted(b2!, 16), t.or(shifted(b1!, 8), b0!)))).toBe(x);
  });

  it('also through an array', () => {
    let array = t.bytes('memory', 16);
    bytesOf(x).forEach((byte, i) => {
      array = t.store(array, k(4 + i), byte);
    });
    expect(joined([0, 1, 2, 3].map((i) => t.read(array, k(4 + i))))).toBe(x);
    expect(t.read(array, k(8))).toBe(t.read(t.bytes('memory', 16), k(8)));
  });
});

describe('arrays', () => {
  const memory = t.bytes('object', 8);
  const i = t.variable('i', 32);

  it('keep one store per constant index, in any order of writing', () => {
    const write = (order: readonly number[]): Term =>
      order.reduce((array, index, turn) => t.store(array, k(index), t.constant(8, turn < 3 ? 9 : index)), memory);
    expect(write([2, 0, 1, 0, 1, 2])).toBe(write([1, 2, 0, 2, 1, 0]));
  });

  it('read past stores whose index differs by a constant', () => {
    const written = t.store(memory, t.add(i, k(1)), t.constant(8, 5));
    expect(t.read(written, i)).toBe(t.read(memory, i));
    expect(t.read(written, t.add(i, k(1))).value).toBe(5);
  });
});

describe('bounds decide comparisons', () => {
  it('of remainders, masks and extended bytes', () => {
    const byte = t.zext(t.variable('c', 8), 32);
    expect(t.ult(t.urem(x, k(10)), k(10))).toBe(t.true_);
    expect(t.slt(byte, k(0))).toBe(t.false_);
    expect(t.sgt(k(256), byte)).toBe(t.true_);
    expect(t.eq(t.and(x, k(0xf0)), k(0x0f))).toBe(t.false_);
    expect(t.ult(t.add(byte, k(10)), k(266))).toBe(t.true_);
    expect(t.ult(t.add(byte, k(10)), k(265)).kind).not.toBe(Kind.constant);
  });
});

describe('what makes no sense is refused in one sentence', () => {
  it.each<[string, () => unknown]>([
    ['no bits', () => t.variable('w0', 0)],
    ['negative widths', () => t.variable('w1', -8)],
    ['fractions of bits', () => t.constant(1.5, 0)],
    ['too many bits', () => t.zext(x, 1 << 17)],
    ['NaN as width', () => t.constant(Number.NaN, 0)],
    ['operands of different widths', () => t.add(x, t.variable('c', 8))],
    ['an input with two widths', () => t.variable('x', 16)],
    ['an input that is an object too', () => t.bytes('x', 4)],
    ['an extract beyond the term', () => t.extract(x, 30, 3)],
    ['shrinking by extension', () => t.zext(x, 16)],
    ['a fraction as constant', () => t.constant(32, 0.5)],
    ['floats of 16 bits', () => t.fadd(t.variable('h', 16), t.variable('h', 16))],
    ['reading from a word', () => t.read(x, x)],
    ['adding arrays', () => t.add(t.bytes('object', 8), t.bytes('object', 8))],
  ])('%s', (_name, make) => {
    expect(make).toThrow(InternalError);
    expect(make).toThrow(/^[^\n]{10,120}$/);
  });
});

it('notes floats anywhere below', () => {
  const f = t.variable('f', 32);
  expect(t.zext(t.flt(f, t.fadd(f, f)), 8).hasFloat).toBe(true);
  expect(t.zext(t.slt(x, y), 8).hasFloat).toBe(false);
});

describe('sums', () => {
  const widths = [8, 32, 64];
  const tenOf = (terms: Terms, width: number): Term[] =>
    Array.from({ length: 10 }, (_, i) => terms.variable(`v${i}`, width));
  const sumOf = (terms: Terms, list: readonly Term[]): Term => list.reduce((sum, term) => terms.add(sum, term));

  it('of ten inputs are one term whatever the order, and however they are grouped', () => {
    for (const width of widths) {
      const terms = new Terms();
      const inputs = tenOf(terms, width);
      const forwards = sumOf(terms, inputs);
      expect(sumOf(terms, inputs.toReversed())).toBe(forwards);
      expect(terms.add(sumOf(terms, inputs.slice(5)), sumOf(terms, inputs.slice(0, 5)))).toBe(forwards);
      expect(terms.eq(forwards, sumOf(terms, inputs.toReversed()))).toBe(terms.true_);
    }
  });

  it('collect factors, and put the constant last', () => {
    const terms = new Terms();
    const [x, y, z] = tenOf(terms, 32) as [Term, Term, Term];
    const five = terms.constant(32, 5);
    const sum = terms.add(terms.add(terms.add(terms.add(x, five), y), terms.mul(x, five)), terms.sub(z, y));
    expect(sum).toBe(terms.add(terms.add(terms.mul(x, terms.constant(32, 6)), z), five));
    expect(terms.sub(sum, sum)).toBe(terms.constant(32, 0));
  });

  it('take linear time to make in the worst order', () => {
    const terms = new Terms();
    const inputs = Array.from({ length: 2000 }, (_, i) => terms.variable(`v${i}`, 32));
    const before = terms.count;
    sumOf(terms, inputs.toReversed());
    expect(terms.count - before).toBeLessThan(40 * inputs.length);
  });

  it('keep what was written to memory byte by byte', () => {
    const terms = new Terms();
    const [x, y, z] = tenOf(terms, 8).map((input) => terms.zext(input, 32)) as [Term, Term, Term];
    for (const sum of [
      terms.add(terms.add(x, y), z),
      terms.add(terms.mul(x, terms.constant(32, 300)), y),
      terms.add(terms.add(x, terms.neg(y)), terms.constant(32, 256)),
    ]) {
      const bytes = [24, 16, 8, 0].map((low) => terms.extract(sum, low, 8));
      expect(bytes.reduce((high, low) => terms.concat(high, low))).toBe(sum);
      expect(bytes.reduceRight((low, high) => terms.concat(high, low))).toBe(sum);
    }
  });
});
