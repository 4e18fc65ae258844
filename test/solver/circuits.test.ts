import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/expr/evaluate.ts';
import { Kind, type KindName } from '../../src/expr/kinds.ts';
import { fromBigInt } from '../../src/expr/scalar.ts';
import { Model, type Term } from '../../src/expr/term.ts';
import { Terms } from '../../src/expr/terms.ts';
import { BitBlaster } from '../../src/solver/bits/blaster.ts';
import { constantValue } from '../../src/solver/bits/vectors.ts';
import { constants } from '../expr/generator.ts';

const seed = Number(process.env.PATHFOLD_SEED ?? Date.now() % 2 ** 31);
const RUNS = Number(process.env.PATHFOLD_CIRCUIT_RUNS ?? 60);
const terms = new Terms({ rewriteLevel: 0 });
const blaster = new BitBlaster();

/**
 * Circuits fold constants gate by gate, so on constant operands a circuit computes: every gate is exercised, and the
 * result must be what evaluation says, without any SAT solver.
 */
function computes(term: Term): void {
  const value = constantValue(blaster.bits(term));
  expect(value, 'the circuit folds to a constant').not.toBeNull();
  expect(fromBigInt(value!)).toBe(evaluate(term, new Model()));
}

function checkKind(kind: KindName, operands: readonly number[], width: number, floats: boolean): void {
  const values = fc.tuple(...operands.map((operand) => constants(operand, floats)));
  fc.assert(
    fc.property(values, (list) => {
      const [a, b] = list.map((value, i) => terms.constant(operands[i], value));
      computes(terms.build(Kind[kind], width, a, b ?? null, null, 0));
    }),
    { seed, numRuns: RUNS },
  );
}

describe(`integer circuits compute what terms mean (seed ${seed})`, () => {
  const WIDTHS = [1, 2, 3, 8, 13, 32, 64, 128];
  const SAME: KindName[] = ['and', 'or', 'xor', 'add', 'mul', 'shl', 'lshr', 'ashr'];
  for (const kind of SAME) {
    it(kind, () => {
      for (const width of WIDTHS) checkKind(kind, [width, width], width, false);
    });
  }
  for (const kind of ['eq', 'ult', 'ule', 'slt', 'sle'] as const) {
    it(kind, () => {
      for (const width of WIDTHS) checkKind(kind, [width, width], 1, false);
    });
  }
});

describe(`float circuits compute what the host computes (seed ${seed})`, () => {
  for (const width of [32, 64]) {
    for (const kind of ['fadd', 'fsub', 'fmul', 'fdiv'] as const) {
      it(`${kind} of ${width} bits`, () => checkKind(kind, [width, width], width, true));
    }
    for (const kind of ['feq', 'flt', 'fle'] as const) {
      it(`${kind} of ${width} bits`, () => checkKind(kind, [width, width], 1, true));
    }
    it(`conversions from ${width} bits`, () => {
      checkKind('fconvert', [width], 96 - width, true);
      for (const integer of [1, 8, 16, 31, 32, 64, 128]) {
        checkKind('ftos', [width], integer, true);
        checkKind('ftou', [width], integer, true);
        checkKind('stof', [integer], width, false);
        checkKind('utof', [integer], width, false);
      }
    });
  }
});
