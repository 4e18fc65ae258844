/**
 * On random inputs, the one row whose condition holds predicts what really compiled code does.
 *
 * A third of the inputs are numbers of all sizes, a third limits of types and powers of two, a third the example of some
 * row with one number changed a little: so every row is met, and its neighbours too.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect, isDeepStrictEqual } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { evaluate } from '../../src/expr/evaluate.ts';
import { Model, Term } from '../../src/expr/term.ts';
import { makeSignature, type SignatureRow } from '../../src/insight/signature.ts';
import type { InputRecord } from '../../src/machine/outcome.ts';
import { ALL_OUTPUTS } from '../../src/reduce/output/strategy.ts';
import type { NamedBytes, Observation, RealProgram } from '../../src/suite/replay/observation.ts';
import { buildWasm } from '../../src/suite/replay/wasm.ts';
import { exploreOutput, figure } from '../reduce/output/explore.ts';

const runs = Number(process.env.SIGNATURE_RUNS ?? 1000);

const programs: Readonly<Record<string, string>> = {
  'Fig. 1': figure('symbolic-output-fig1'),
  'Fig. 9': figure('symbolic-output-fig9'),
  'Fig. 15': figure('symbolic-output-fig15'),
  'Fig. 16': figure('symbolic-output-fig16'),
  'a loop over bytes': `#include <pathfold.h>
int main(void) {
  unsigned char text[4];
  pathfold_bytes(text, 4, "text");
  int words = 0, inside = 0;
  for (int i = 0; i < 4; i++) {
    if (text[i] & 64) { if (!inside) words++; inside = 1; } else inside = 0;
  }
  pathfold_output("words", words);
  return text[0] > 127 ? 100 / (text[1] & 3) : words;
}`,
  'pointers and calls': `#include <pathfold.h>
#include <stdio.h>
static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static void bump(int *where, int by) { *where += by; }
int main(void) {
  int a = pathfold_int("a"), b = pathfold_int("b");
  int (*f)(int) = a & 1 ? twice : square;
  int x = 1, y = 2;
  bump(b > 7 ? &x : &y, f(a & 15));
  switch (b & 3) {
  case 0: printf("%d\\n", y > 9); break;
  case 2: puts("two");
  case 3: x++; break;
  }
  pathfold_output("y", (short)y);
  return x;
}`,
  'ends of all kinds': `#include <assert.h>
#include <pathfold.h>
#include <stdio.h>
#include <stdlib.h>
static int checked(int x) {
  assert(x != 7);
  if (x < 0) exit(x & 3);
  return x;
}
int main(void) {
  int a = pathfold_int("a"), b = pathfold_int("b");
  int r = checked(a);
  if (b == 100) abort();
  pathfold_output("r", r + 1);
  puts(r > 50 ? "large" : "small");
  if (r == 60 && b < 0) exit(b);
  return b > 2 ? r % (b - 8) : 1;
}`,
};

/** Numbers that are often small, sometimes anything. */
function anyBytes(next: () => number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  const kind = next() % 3;
  if (kind === 0) for (let i = 0; i < size; i++) bytes[i] = next();
  else {
    bytes[0] = next() % 24;
    if (kind === 2 && next() % 2 === 0) for (let i = 0; i < size; i++) bytes[i] = i === 0 ? -bytes[0] : 255;
  }
  return bytes;
}

/** Powers of two and their neighbours: limits of types are among them. */
function limitBytes(next: () => number, size: number): Uint8Array {
  const power = 1n << BigInt(next() % (8 * size));
  return littleEndian((next() % 2 === 0 ? power : -power) + BigInt((next() % 3) - 1), size);
}

function littleEndian(value: bigint, size: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, i) => Number((value >> BigInt(8 * i)) & 255n));
}

/** What a row's example gives the input. */
function exampleBytes({ input }: SignatureRow, { term, kind, bits }: InputRecord): Uint8Array {
  if (kind !== 'bytes') return littleEndian(BigInt(input.scalars.get(term) ?? 0), bits / 8);
  const bytes = new Uint8Array(bits / 8);
  bytes.set(input.arrays.get(term)?.subarray(0, bytes.length) ?? []);
  return bytes;
}

function changedALittle(bytes: Uint8Array, next: () => number, size: number, isNumber: boolean): Uint8Array {
  const by = (next() % 3) - 1;
  if (isNumber) return littleEndian(BigInt(number(bytes)) + BigInt(by), size);
  const changed = bytes.slice();
  changed[next() % size] += by;
  return changed;
}

function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 8;
  };
}

function number(bytes: Uint8Array): number {
  return bytes.reduceRight((all, byte) => all * 256 + byte, 0);
}

function inputsFor(
  run: number,
  records: readonly InputRecord[],
  rows: readonly SignatureRow[],
  next: () => number,
): Uint8Array[] {
  if (run % 3 === 0) return records.map(({ bits }) => anyBytes(next, bits / 8));
  if (run % 3 === 1) return records.map(({ bits }) => limitBytes(next, bits / 8));
  const row = rows[next() % rows.length];
  const chosen = next() % records.length;
  return records.map((record, i) => {
    const bytes = exampleBytes(row, record);
    return i === chosen ? changedALittle(bytes, next, record.bits / 8, record.kind !== 'bytes') : bytes;
  });
}

/** The outputs as the signature shows them; text that a trap finds in a buffer is lost, so it is compared after exits only. */
function predicted({ outputs, outcome }: SignatureRow, model: Model): object {
  const value = (each: Term | number | bigint) => BigInt(each instanceof Term ? evaluate(each, model) : each);
  const result: Record<string, unknown> = {};
  for (const { name, kind, bits, signed, parts } of outputs) {
    if (kind === 'text') result[name] = Buffer.from(parts.map((part) => Number(value(part)))).toString('latin1');
    else if (kind === 'int') result[name] = (signed ? BigInt.asIntN : BigInt.asUintN)(bits, value(parts[0]));
  }
  return withoutText({ end: outcome.ending.kind, ...result });
}

function observed({ end, status, faults, stdout, stderr, outputs }: Observation, expected: string): object {
  const result: Record<string, unknown> = {};
  for (const { name, value } of outputs!)
    result[name] = typeof value === 'object' ? Buffer.from(value).toString('latin1') : BigInt(value);
  if (end === 'exit') result.exit = BigInt(status!);
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
  const ended = end === 'exit' ? end : faults.has(expected as never) ? expected : [...faults].join();
  return withoutText({ end: ended, ...result, stdout: text(stdout), stderr: text(stderr) });
}

function withoutText({ stdout, stderr, ...rest }: Record<string, unknown>): object {
  return rest.end === 'exit' ? { ...rest, stdout, stderr } : rest;
}

interface Comparison {
  /** The first input on which they differ. */
  readonly failure: string | null;
  readonly met: ReadonlySet<SignatureRow>;
  readonly compared: number;
}

/** Inputs are made from the examples of `known` rows. */
async function compare(rows: readonly SignatureRow[], real: RealProgram, known = rows): Promise<Comparison> {
  const records = new Map(known.flatMap(({ outcome }) => outcome.inputs.map((each) => [each.name, each])));
  const next = generator(5);
  const met = new Set<SignatureRow>();
  let compared = 0;
  const failed = (failure: string): Comparison => ({ failure, met, compared });
  for (let run = 0; run < runs; run++) {
    const model = new Model();
    const values = inputsFor(run, [...records.values()], known, next);
    const given: NamedBytes[] = [...records.values()].map(({ name, term, kind }, i) => {
      if (kind === 'bytes') model.arrays.set(term, values[i]);
      else model.scalars.set(term, number(values[i]));
      return { name, bytes: values[i] };
    });
    const where = `inputs ${given.map((each) => `${each.name}=${each.bytes.join('.')}`).join(' ')}`;
    const holding = rows.filter(({ cases }) =>
      cases.some(({ conditions }) => conditions.every((term) => evaluate(term, model) === 1)),
    );
    if (holding.length !== 1) return failed(`${where}: ${holding.length} rows hold`);
    met.add(holding[0]);
    const { kind } = holding[0].outcome.ending;
    if (kind !== 'exit' && !real.observable.has(kind)) continue;
    const args = [new TextEncoder().encode('main')];
    const seen = observed(await real.run({ args, stdin: new Uint8Array(), inputs: given, leaks: false }, 10), kind);
    const expected = predicted(holding[0], model);
    if (!isDeepStrictEqual(seen, expected)) return failed(`${where}: ${inspect(seen)} instead of ${inspect(expected)}`);
    compared++;
  }
  return { failure: null, met, compared };
}

describe('signatures against compiled code', () => {
  const directory = mkdtempSync(join(tmpdir(), 'pathfold-signature-'));
  afterAll(() => rmSync(directory, { recursive: true }));

  async function build(name: string): Promise<RealProgram> {
    writeFileSync(join(directory, 'main.c'), programs[name]);
    return buildWasm({ files: ['main.c'], options: { directory }, harness: null });
  }

  async function signatureOf(name: string) {
    const { exploration, rows } = await exploreOutput(programs[name], ALL_OUTPUTS);
    const signature = makeSignature(rows, ALL_OUTPUTS, exploration.terms, exploration.solver);
    exploration.dispose();
    return signature;
  }

  for (const name of Object.keys(programs)) {
    it(`${name}: on ${runs} random inputs the row that holds says what happens`, { timeout: 240_000 }, async () => {
      const signature = await signatureOf(name);
      expect(signature).toMatchObject({ disjoint: true, covering: true });
      const real = await build(name);
      const { failure, met, compared } = await compare(signature.rows, real);
      await real.close();
      expect(failure).toBeNull();
      expect(signature.rows.filter((row) => !met.has(row))).toEqual([]);
      // WebAssembly does not notice an access out of bounds; all other rows are compared.
      expect(compared).toBeGreaterThan(runs / 10);
    });
  }

  it('shows ends of all kinds', async () => {
    const { rows } = await signatureOf('ends of all kinds');
    const kinds = new Set(rows.map(({ outcome }) => outcome.ending.kind));
    expect(kinds).toEqual(new Set(['exit', 'assert', 'abort', 'division-by-zero']));
  });

  it('would show a signature to be wrong, whatever is wrong about it', { timeout: 240_000 }, async () => {
    const name = 'ends of all kinds';
    const { rows } = await signatureOf(name);
    const real = await build(name);
    const exits = rows.filter(({ outcome }) => outcome.ending.kind === 'exit');
    const [one, other] = [exits[0], exits[exits.length - 1]];
    const replace = (row: SignatureRow, change: Partial<SignatureRow>) =>
      rows.map((each) => (each === row ? { ...each, ...change } : each));
    const fault = rows.find(({ outcome }) => outcome.ending.kind === 'abort')!;
    const wrong: Readonly<Record<string, readonly SignatureRow[]>> = {
      'a row is missing': rows.filter((row) => row !== fault),
      'a row says too much': replace(fault, { cases: [{ ...fault.cases[0], conditions: [] }] }),
      'a row has outputs of another': replace(one, { outputs: other.outputs }),
      'a row ends like another': replace(fault, { outcome: one.outcome, outputs: one.outputs }),
      'a number is wrong': replace(other, {
        outputs: other.outputs.map((each) =>
          each.name === 'exit' || each.name === 'r' ? { ...each, parts: [12345] } : each,
        ),
      }),
    };
    for (const [what, broken] of Object.entries(wrong)) {
      const { failure } = await compare(broken, real, rows);
      expect(failure, what).not.toBeNull();
    }
    await real.close();
  });
});
