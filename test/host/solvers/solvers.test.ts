import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Terms } from '../../../src/expr/terms.ts';
import { openProcedure } from '../../../src/host/solvers/open-procedure.ts';
import { PipeProcedure } from '../../../src/host/solvers/pipe.ts';
import { UserError } from '../../../src/program/errors.ts';
import type { DecisionProcedure } from '../../../src/solver/procedure.ts';

const FAKE = fileURLToPath(new URL('./fake_solver.mjs', import.meta.url));
const fake = (behaviour: string): string => `${process.execPath} ${FAKE} ${behaviour}`;

const terms = new Terms();
const x = terms.variable('x', 32);
const isSeven = terms.ult(terms.constant(32, 6), x);
const isNothing = terms.and(terms.ult(x, terms.constant(32, 3)), terms.ult(terms.constant(32, 5), x));

function using<T>(procedure: DecisionProcedure, work: (procedure: DecisionProcedure) => T): T {
  try {
    return work(procedure);
  } finally {
    procedure.dispose();
  }
}

describe('solvers by name', () => {
  it('are embedded, z3 and installed programs', async () => {
    using(await openProcedure('embedded'), (it) => expect(it.solve([isSeven], 5000).status).toBe('sat'));
    using(await openProcedure('z3'), (it) => expect(it.solve([isNothing], 20_000).status).toBe('unsat'));
    using(await openProcedure(`smtlib:${fake('good')}`), (it) => expect(it.solve([isSeven], 5000).status).toBe('sat'));
  });

  it('are explained when there is no such one', async () => {
    await expect(openProcedure('minisat')).rejects.toThrow('There is no solver called minisat.');
    await expect(openProcedure('smtlib:')).rejects.toThrow(UserError);
    await expect(openProcedure('smtlib:no-such-solver')).rejects.toThrow(
      'The solver no-such-solver cannot be run: there is no such program.',
    );
  });

  it('decide float constraints, with the help of z3 where the embedded one has no circuit', async () => {
    const f = terms.variable('f', 32);
    const half = terms.constant(32, 0x3f000000);
    const two = terms.constant(32, 0x40000000);
    using(await openProcedure('embedded'), (procedure) => {
      const sum = procedure.solve([terms.feq(terms.fadd(f, half), terms.constant(32, 0x40200000))], 30_000);
      // Neighbours of 2 round to the same sum.
      expect(Math.fround(floatOf(sum) + 0.5)).toBe(2.5);
      const root = procedure.solve([terms.feq(terms.fsqrt(f), two)], 30_000);
      expect(Math.fround(Math.sqrt(floatOf(root)))).toBe(2);
    });

    function floatOf(result: ReturnType<PipeProcedure['solve']>): number {
      const bits = result.status === 'sat' ? Number(result.model.scalars.get(f)) : 0;
      return new Float32Array(new Uint32Array([bits]).buffer)[0];
    }
  });
});

describe('an installed solver over a pipe', () => {
  it('answers, with a model', () => {
    using(PipeProcedure.create(fake('good')), (procedure) => {
      const result = procedure.solve([isSeven], 5000);
      expect(result.status === 'sat' && result.model.scalars.get(x)).toBe(7);
      expect(procedure.solve([isNothing], 5000).status).toBe('unsat');
    });
  });

  it('is started again after it died', () => {
    using(PipeProcedure.create(fake('dies')), (procedure) => {
      expect(procedure.solve([isSeven], 5000)).toMatchObject({ status: 'unknown' });
      expect(procedure.solve([isSeven], 5000).status).toBe('sat');
    });
  });

  it('is killed when its time is up, and started again', () => {
    using(PipeProcedure.create(fake('slow')), (procedure) => {
      const start = Date.now();
      expect(procedure.solve([isSeven], 300)).toEqual({ status: 'unknown', reason: 'time limit' });
      expect(Date.now() - start).toBeLessThan(4000);
      expect(procedure.solve([isSeven], 5000).status).toBe('sat');
    });
  });

  it('is refused when it talks rubbish', () => {
    expect(() => PipeProcedure.create(fake('rubbish'))).toThrow(/answered "Segmentation fault, sorry"/);
    using(PipeProcedure.create(fake('bad-model')), (procedure) => {
      expect(() => procedure.solve([isSeven], 5000)).toThrow(/answered "\(\(x 7\)\)"/);
    });
  });

  it('is refused when it does not answer at all', () => {
    expect(() => PipeProcedure.create(fake('hang'))).toThrow(/did not answer within 5 seconds/);
    expect(() => PipeProcedure.create('true')).toThrow(/ended without answering/);
  });
});
