import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/expr/evaluate.ts';
import { Kind, type KindName } from '../../src/expr/kinds.ts';
import { fromBigInt } from '../../src/expr/scalar.ts';
import { Model, type Term } from '../../src/expr/term.ts';
import { Terms } from '../../src/expr/terms.ts';
import { BitBlaster } from '../../src/solver/bits/blaster.ts';
import { constantValue } from '../../src/solver/bits/vectors.ts';
import { EmbeddedProcedure } from '../../src/solver/embedded.ts';
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

describe('numbers that were made wider are computed with as they were', () => {
  const small = new Terms({ rewriteLevel: 0 });
  const [x, y] = ['x', 'y'].map((name) => small.variable(name, 4));
  const wide = (term: Term, signed: boolean) => (signed ? small.sext(term, 12) : small.zext(term, 12));
  const OPERATIONS = ['mul', 'udiv', 'urem', 'sdiv', 'srem', 'add'] as const;

  it.each(OPERATIONS)('%s of all pairs of four bits, also of zero', async (operation) => {
    const procedure = await EmbeddedProcedure.create();
    for (const [signedX, signedY] of [
      [true, true],
      [false, true],
      [false, false],
    ]) {
      const result = small[operation](wide(x, signedX), wide(y, signedY));
      for (let pair = 0; pair < 256; pair++) {
        const model = new Model();
        model.scalars.set(x, pair & 15);
        model.scalars.set(y, pair >> 4);
        const inputs = [small.eq(x, small.constant(4, pair & 15)), small.eq(y, small.constant(4, pair >> 4))];
        const other = small.ne(result, small.constant(12, evaluate(result, model)));
        expect(procedure.solve([...inputs, other], 10_000).status).toBe('unsat');
        expect(procedure.solve([...inputs, small.not(other)], 10_000).status).toBe('sat');
      }
    }
    procedure.dispose();
  });

  it('takes no more gates for a product of wide operands than their own width needs', () => {
    const gatesOf = (width: number): number => {
      const own = new BitBlaster();
      const fresh = new Terms({ rewriteLevel: 0 });
      const [a, b] = ['a', 'b'].map((name) => fresh.sext(fresh.variable(name, 8), width));
      own.bits(fresh.mul(a, b));
      return own.gates.count;
    };
    expect(gatesOf(64)).toBe(gatesOf(16));
  });
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
