/** On random inputs, the one row whose condition holds predicts what really compiled code does. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { evaluate } from '../../src/expr/evaluate.ts';
import { Model, Term } from '../../src/expr/term.ts';
import { makeSignature, type SignatureRow } from '../../src/insight/signature.ts';
import { ALL_OUTPUTS } from '../../src/reduce/output/strategy.ts';
import type { NamedBytes, Observation } from '../../src/suite/replay/observation.ts';
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
};

/** Numbers that are often small, sometimes anything. */
function randomBytes(next: () => number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  const kind = next() % 3;
  if (kind === 0) for (let i = 0; i < size; i++) bytes[i] = next();
  else {
    bytes[0] = next() % 24;
    if (kind === 2 && next() % 2 === 0) for (let i = 0; i < size; i++) bytes[i] = i === 0 ? -bytes[0] : 255;
  }
  return bytes;
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

function predicted({ outcome }: SignatureRow, model: Model): object {
  const value = (each: Term | number | bigint) => Number(each instanceof Term ? evaluate(each, model) : each);
  const { ending, stdout, outputs } = outcome;
  return {
    end: ending.kind === 'exit' ? value(ending.status) | 0 : ending.kind,
    stdout: Buffer.from(stdout.map(value)).toString('latin1'),
    outputs: outputs.map(({ name, bits, value: marked }) => [name, Number(BigInt.asIntN(bits, BigInt(value(marked))))]),
  };
}

function observed({ end, status, faults, stdout, outputs }: Observation, expected: string): object {
  return {
    end: end === 'exit' ? status : faults.has(expected as never) ? expected : [...faults],
    stdout: Buffer.from(stdout).toString('latin1'),
    outputs: outputs!.map(({ name, value: marked }) => [name, Number(marked)]),
  };
}

describe(`signatures on ${runs} random inputs`, () => {
  const directory = mkdtempSync(join(tmpdir(), 'pathfold-signature-'));
  afterAll(() => rmSync(directory, { recursive: true }));

  for (const [name, text] of Object.entries(programs)) {
    it(`${name}: the row that holds is what compiled code does`, { timeout: 240_000 }, async () => {
      const { exploration, rows } = await exploreOutput(text, ALL_OUTPUTS);
      const signature = makeSignature(rows, ALL_OUTPUTS, exploration.terms, exploration.solver);
      exploration.dispose();
      expect(signature).toMatchObject({ disjoint: true, covering: true });
      const inputs = new Map(signature.rows.flatMap(({ outcome }) => outcome.inputs.map((each) => [each.name, each])));
      writeFileSync(join(directory, 'main.c'), text);
      const real = await buildWasm({ files: ['main.c'], options: { directory }, harness: null });
      const next = generator(5);
      const met = new Set<SignatureRow>();
      for (let run = 0; run < runs; run++) {
        const model = new Model();
        const given: NamedBytes[] = [...inputs.values()].map(({ name: input, term, kind, bits }) => {
          const bytes = randomBytes(next, bits / 8);
          if (kind === 'bytes') model.arrays.set(term, bytes);
          else model.scalars.set(term, number(bytes));
          return { name: input, bytes };
        });
        const where = `inputs ${given.map((each) => `${each.name}=${each.bytes.join('.')}`).join(' ')}`;
        const holding = signature.rows.filter(({ conditions }) =>
          conditions.every((term) => evaluate(term, model) === 1),
        );
        expect(holding.length, where).toBe(1);
        met.add(holding[0]);
        const { kind } = holding[0].outcome.ending;
        if (kind !== 'exit' && !real.observable.has(kind)) continue;
        const args = [new TextEncoder().encode('main')];
        const seen = await real.run({ args, stdin: new Uint8Array(), inputs: given, leaks: false }, 10);
        expect(observed(seen, kind), where).toEqual(predicted(holding[0], model));
      }
      await real.close();
      expect(met.size).toBeGreaterThan(1);
    });
  }
});
