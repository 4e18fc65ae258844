import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GeneratedProgram, StatementKind } from './generator/ast.ts';
import { inputsOf } from './generator/inputs.ts';
import { boundPaths } from './generator/paths.ts';
import { printProgram, printToC } from './generator/print.ts';
import { programs } from './generator/programs.ts';
import { largePrograms, smallPrograms } from './generator/shape.ts';
import { statementsOf } from './generator/slots.ts';
import { interpret } from './interpret.ts';

const seed = Number(process.env.REFEREE_SEED ?? 7);
const sample = fc.sample(programs(), { numRuns: 200, seed });

function kindsIn(program: GeneratedProgram): Set<StatementKind> {
  const bodies = [program.main, ...program.functions].map((definition) => definition.body);
  return new Set(bodies.flatMap((body) => [...statementsOf(body)].map((statement) => statement.kind)));
}

describe('the generator of C programs', () => {
  it('gives the same programs for the same seed', () => {
    const again = fc.sample(programs(), { numRuns: 200, seed });
    expect(again.map(printToC)).toEqual(sample.map(printToC));
  });

  it('uses every kind of statement', () => {
    const kinds = new Set(sample.flatMap((program) => [...kindsIn(program)]));
    const expected: StatementKind[] = [
      'if',
      'switch',
      'loop',
      'call',
      'dispatch',
      'recurse',
      'exit',
      'return',
      'break',
    ];
    expected.push('continue', 'assert', 'abort', 'riskyDivide', 'riskyLoad', 'riskyStore', 'load', 'store', 'free');
    expected.push('point', 'pointRecord', 'copyRecord', 'print', 'output', 'assign');
    expect(expected.filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  it('keeps the number of paths below the bound of the shape', () => {
    for (const program of sample) expect(boundPaths(program)).toBeLessThanOrEqual(smallPrograms.paths);
    for (const program of fc.sample(programs(largePrograms), { numRuns: 100, seed })) {
      expect(boundPaths(program)).toBeLessThanOrEqual(largePrograms.paths);
    }
  });

  it('counts at least as many paths as random inputs find', () => {
    let branching = 0;
    for (const program of sample) {
      const paths = new Set(fc.sample(inputsOf(program), { numRuns: 40, seed }).map((i) => interpret(program, i).path));
      expect(paths.size, printToC(program)).toBeLessThanOrEqual(boundPaths(program) + 1);
      if (paths.size >= 3) branching++;
    }
    expect(branching).toBeGreaterThan(sample.length / 3);
  });

  it('makes programs that cannot fault when asked to', () => {
    for (const program of fc.sample(programs({ faults: false }), { numRuns: 200, seed })) {
      for (const inputs of fc.sample(inputsOf(program), { numRuns: 10, seed })) {
        expect(interpret(program, inputs).fault, printToC(program)).toBeUndefined();
      }
    }
  });

  it('reaches every common kind of fault', () => {
    const kinds = new Set<string>();
    for (const program of fc.sample(programs(), { numRuns: 800, seed })) {
      for (const inputs of fc.sample(inputsOf(program), { numRuns: 6, seed })) {
        const { fault } = interpret(program, inputs);
        if (fault) kinds.add(fault.kind);
      }
    }
    const expected = ['abort', 'assert', 'division by zero', 'null', 'out of bounds', 'use after free'];
    expect(expected.filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  it('knows the line of every statement it prints', () => {
    for (const program of sample) {
      const { text, lines } = printProgram(program);
      const printed = text.split('\n');
      for (const [statement, line] of lines) {
        if (statement.kind === 'if') expect(printed[line - 1]).toMatch(/^\s*if \(/);
        if (statement.kind === 'assert') expect(printed[line - 1]).toMatch(/^\s*assert\(/);
      }
    }
  });
});

/** The program that a failing property is reported with. */
function shrunken(holds: (program: GeneratedProgram) => boolean): GeneratedProgram {
  const { counterexample } = fc.check(fc.property(programs(largePrograms), holds), { seed, numRuns: 2000 });
  return counterexample![0];
}

function linesOfCode(program: GeneratedProgram): number {
  return printToC(program)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')).length;
}

describe('shrinking', () => {
  it('reduces a division that fails to a few lines', () => {
    const program = shrunken((candidate) =>
      fc
        .sample(inputsOf(candidate), { numRuns: 8, seed })
        .every((i) => interpret(candidate, i).fault?.kind !== 'division by zero'),
    );
    expect(kindsIn(program)).toEqual(new Set(['riskyDivide']));
    expect(linesOfCode(program)).toBeLessThanOrEqual(6);
  });

  it('keeps exactly the loop and the call that a property needs', () => {
    const program = shrunken((candidate) => {
      const kinds = kindsIn(candidate);
      return !(kinds.has('loop') && kinds.has('call'));
    });
    expect([...kindsIn(program)].sort()).toEqual(['call', 'loop']);
    expect(linesOfCode(program)).toBeLessThanOrEqual(12);
  });

  it('gives programs that still run', () => {
    let steps = 0;
    fc.check(
      fc.property(programs(largePrograms), (program) => {
        steps++;
        for (const inputs of fc.sample(inputsOf(program), { numRuns: 2, seed })) interpret(program, inputs);
        return !kindsIn(program).has('recurse');
      }),
      { seed, numRuns: 500 },
    );
    expect(steps).toBeGreaterThan(20);
  });
});
