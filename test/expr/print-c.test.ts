import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/expr/evaluate.ts';
import { freeInputs } from '../../src/expr/inputs.ts';
import { RoundingMode } from '../../src/expr/kinds.ts';
import { type CNaming, printC, printCFloat, printCNumber, printCParts, printCValue } from '../../src/expr/print-c.ts';
import type { Term } from '../../src/expr/term.ts';
import { Terms } from '../../src/expr/terms.ts';
import { assignment, build, modelFor, recipes } from './generator.ts';

const t = new Terms();
const x = t.variable('x', 32);
const y = t.variable('y', 32);
const c = t.variable('c', 8);
const wide = t.variable('wide', 64);
const buffer = t.bytes('buf', 16);
const k = (value: number): Term => t.constant(32, value);
const byte = (index: number): Term => t.read(buffer, k(index));
const unsigned: CNaming = (input) => ({ name: input.name, signed: false });

/** Four bytes from an address, as a little-endian load builds them. */
const load32 = (array: Term, at: (i: number) => Term): Term =>
  t.concat(t.read(array, at(3)), t.concat(t.read(array, at(2)), t.concat(t.read(array, at(1)), t.read(array, at(0)))));

/** As memory gives a number back that was stored byte by byte. */
function rejoined(term: Term): Term {
  const bytes = [3, 2, 1, 0].map((i) => t.extract(term, 8 * i, 8));
  return bytes.reduce((high, low) => t.concat(high, low));
}

describe('C that a programmer reads', () => {
  it.each<[string, Term]>([
    ['x + y > 10', t.sgt(t.add(x, y), k(10))],
    ['x - y == 3', t.eq(t.sub(x, y), k(3))],
    ['x - 1', t.add(x, k(-1))],
    ['x == -1', t.eq(x, k(-1))],
    ['(x + y) * 3', t.mul(t.add(x, y), k(3))],
    ['x + y * 3', t.add(x, t.mul(y, k(3)))],
    ['x << 2', t.mul(x, k(4))],
    ['x >> 3', t.ashr(x, k(3))],
    ['(unsigned)x >> 3', t.lshr(x, k(3))],
    ['x / y', t.sdiv(x, y)],
    ['(unsigned)x / (unsigned)y', t.udiv(x, y)],
    ['(unsigned)x < (unsigned)y', t.ult(x, y)],
    ['x < y && y != 0', t.and(t.slt(x, y), t.ne(y, k(0)))],
    ['x < y || (x == 1 && y == 2)', t.or(t.slt(x, y), t.and(t.eq(x, k(1)), t.eq(y, k(2))))],
    ['x < y ? x : y', t.ite(t.slt(x, y), x, y)],
    ['x & 0xf0f', t.and(x, k(0xf0f))],
    ['(unsigned char)x', t.and(x, k(0xff))],
    ["buf[3] == 'a'", t.eq(byte(3), t.constant(8, 97))],
    [
      '*(int *)&buf[4] > 7',
      t.sgt(
        load32(buffer, (i) => k(4 + i)),
        k(7),
      ),
    ],
    ['*(int *)&buf[x]', load32(buffer, (i) => t.add(x, k(i)))],
    ['n < 5', t.slt(load32(t.bytes('n', 4), k), k(5))],
    ['x + buf[2]', t.add(x, t.zext(byte(2), 32))],
    ['x + c', t.add(x, t.sext(c, 32))],
    ['(long long)x + y', t.add(t.sext(x, 64), t.sext(y, 64))],
    ['wide + x', t.add(wide, t.sext(x, 64))],
    ['"abc"[x]', t.read(t.table(Uint8Array.of(97, 98, 99)), x)],
    ['x == 2 ? buf[5] : buf[x]', t.read(t.store(buffer, k(2), byte(5)), x)],
    ['y | ~x', t.or(t.not(x), y)],
    ['x | 4', rejoined(t.or(x, k(4)))],
    ['x & ~4', rejoined(t.and(x, k(~4)))],
    ['x ^ 0x10100', rejoined(t.xor(x, k(0x10100)))],
    ['x & ~0xf0 | 0x30', rejoined(t.or(t.and(x, k(~0xf0)), k(0x30)))],
    ['x & 0xff00ff', t.and(x, k(0xff00ff))],
    ['wide & ~8', t.and(wide, t.constant(64, BigInt.asUintN(64, ~8n)))],
    // Bytes of two numbers are no number.
    ['x >> 8 << 8 | (unsigned char)(y | 4)', t.concat(t.extract(x, 8, 24), t.extract(t.or(y, k(4)), 0, 8))],
  ])('%s', (text, term) => {
    expect(printC(term)).toBe(text);
  });

  it('shows no conversion where the inputs have the wanted type', () => {
    expect(printC(t.ult(x, y), unsigned)).toBe('x < y');
    expect(printC(t.lshr(x, k(3)), unsigned)).toBe('x >> 3');
    expect(printC(t.slt(x, k(0)), unsigned)).toBe('(int)x < 0');
  });

  it.each<[string, Term]>([
    ['f + g * 0.5f', t.fadd(t.variable('f', 32), t.fmul(t.variable('g', 32), t.constant(32, 0x3f000000)))],
    ['d > 1.5', t.fgt(t.variable('d', 64), t.constant(64, 0x3ff8000000000000n))],
    ['isnan(d)', t.fisnan(t.variable('d', 64))],
    ['(double)x / d', t.fdiv(t.stof(x, 64), t.variable('d', 64))],
    ['(int)floor(d)', t.ftos(t.fround(t.variable('d', 64), RoundingMode.towardNegative), 32)],
    ['f != g', t.fne(t.variable('f', 32), t.variable('g', 32))],
    ['-f < g', t.flt(t.fneg(t.variable('f', 32)), t.variable('g', 32))],
  ])('floats: %s', (text, term) => {
    expect(printC(term)).toBe(text);
  });

  it('tells floats from their bits, and integers from floats made of their bits', () => {
    const [f, i] = [t.variable('f', 32), t.variable('i', 32)];
    const declared: CNaming = (input) => ({ name: input.name, float: input === f });
    expect(printCNumber(f, true, declared)).toBe('(int)bits(f)');
    expect(printCValue(f, declared)).toEqual({ text: 'bits(f)', signed: false });
    expect(printC(t.flt(i, f), declared)).toBe('as_float((unsigned)i) < f');
    expect(printCFloat(i, declared)).toBe('as_float((unsigned)i)');
    expect(printCFloat(f, declared)).toBe('f');
  });

  it('names large parts that occur twice', () => {
    const large = t.urem(t.mul(t.add(x, y), t.add(x, k(7))), t.add(y, k(3)));
    expect(printC(t.and(t.ult(large, k(9)), t.ult(k(2), large)))).toBe(
      't1 < 9 && t1 > 2 where t1 = (unsigned)((x + y) * (x + 7)) % (unsigned)(y + 3)',
    );
  });

  it('prints chains of 10,000 operations', () => {
    let chain = x;
    for (let i = 0; i < 5_000; i++) chain = t.xor(t.mul(chain, k(3)), y);
    expect(printCParts(chain).definitions.length).toBeGreaterThan(100);
  });
});

const hasGcc = spawnSync('gcc', ['--version']).status === 0;

describe.skipIf(!hasGcc)('gcc computes what evaluation says', () => {
  const types: Record<number, string> = {
    1: 'unsigned char',
    8: 'signed char',
    16: 'short',
    32: 'int',
    64: 'long long',
  };

  /** A block that prints the term's bits under the assignment. */
  function blockFor(term: Term, seed: number): { code: string; expected: string } {
    const inputs = freeInputs(term);
    const model = modelFor(inputs, assignment(seed));
    const { text, definitions } = printCParts(term);
    const declared = inputs.map(
      (input) => `volatile ${types[input.width]} ${input.name} = ${model.scalars.get(input)}ull;`,
    );
    const parts = definitions.map((part) => `__auto_type ${part.name} = ${part.text};`);
    const mask = ((1n << BigInt(term.width)) - 1n).toString();
    const shown = `printf("%llu\\n", (unsigned long long)(${text}) & ${mask}ull);`;
    return { code: `{ ${[...declared, ...parts, shown].join(' ')} }`, expected: String(evaluate(term, model)) };
  }

  it.each([0, 2] as const)('on random terms at rewrite level %i', (rewriteLevel) => {
    const seed = Number(process.env.EXPR_C_SEED ?? Math.floor(Math.random() * 2 ** 31));
    const terms = new Terms({ rewriteLevel });
    const blocks = [1, 8, 16, 32, 64].flatMap((width) =>
      fc
        .sample(recipes({ width, depth: 3, widths: [1, 8, 16, 32, 64], hardArithmetic: false, shifts: false }), {
          numRuns: 60,
          seed,
        })
        .map((recipe, i) => ({ ...blockFor(build(terms, recipe), seed + i), recipe })),
    );
    const folder = mkdtempSync(join(tmpdir(), 'print-c-'));
    try {
      const source = join(folder, 'terms.c');
      writeFileSync(source, `#include <stdio.h>\nint main(void) {\n${blocks.map(({ code }) => code).join('\n')}\n}\n`);
      execFileSync('gcc', ['-O0', '-fwrapv', '-w', '-o', join(folder, 'terms'), source]);
      const lines = execFileSync(join(folder, 'terms'), { encoding: 'utf8' }).trim().split('\n');
      for (const [i, block] of blocks.entries())
        expect(lines[i], `seed ${seed}: ${block.code}\n${JSON.stringify(block.recipe)}`).toBe(block.expected);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
