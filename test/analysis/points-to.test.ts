import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { EffectAnalysis } from '../../src/analysis/effects.ts';
import { overlap } from '../../src/analysis/points-to/places.ts';
import { analyzePointers, type PointsTo } from '../../src/analysis/points-to/points-to.ts';
import { analyzeTermination } from '../../src/analysis/termination.ts';
import { loadProgram } from '../../src/frontend/load.ts';
import type { CallInstruction, Instruction } from '../../src/program/instructions.ts';
import { findFunction, type Program, type ProgramFunction } from '../../src/program/program.ts';

let program: Program;
let pointsTo: PointsTo;

beforeAll(async () => {
  program = await loadProgram([fileURLToPath(new URL('./pointer-cases.c', import.meta.url))], { withRuntime: false });
  pointsTo = analyzePointers(program);
});

function fn(name: string): ProgramFunction {
  return findFunction(program, name)!;
}

function instructions(name: string): Instruction[] {
  return fn(name).blocks.flatMap((block) => block.instructions);
}

/** Names of what the function's result may point into. */
function returned(name: string): string[] {
  const names = new Set<string>();
  for (const instruction of instructions(name)) {
    if (instruction.op !== 'ret' || instruction.value === null) continue;
    pointsTo.objectsOf(instruction.value, fn(name)).each((index) => {
      const { site, kind } = pointsTo.objects[index];
      names.add(site !== null && 'kind' in site ? site.name : kind);
    });
  }
  return [...names].sort();
}

describe('points-to', () => {
  it('tells fields apart, also in arrays indexed by a variable', () => {
    expect(returned('fields')).toEqual(['two']);
    expect(returned('elements')).toEqual(['two']);
  });

  it('resolves function pointers while solving', () => {
    expect(returned('through_table')).toEqual(['one', 'two']);
    expect(returned('through_cast')).toEqual(['one']);
    const call = instructions('through_table').find((instruction) => instruction.op === 'call') as CallInstruction;
    expect(pointsTo.callGraph.calleesAt(call).map((callee) => callee.name)).toEqual(['give_one', 'give_two']);
  });

  it('follows addresses through integers, unions and bytes', () => {
    expect(returned('through_integer')).toEqual(['one']);
    expect(returned('through_union')).toEqual(['two']);
    expect(returned('through_bytes')).toContain('three');
  });

  it('keeps fields apart in copies of memory', () => {
    expect(returned('through_copy')).toEqual(['one']);
  });

  it('follows variable arguments', () => {
    expect(returned('through_arguments')).toEqual(['four', 'one']);
  });

  it('gives each call of an allocating function its own objects', () => {
    const makers = instructions('left_of_other').filter(
      (instruction) => instruction.op === 'call',
    ) as CallInstruction[];
    const made = makers.map((call) => pointsTo.objectsOf(call.result!, fn('left_of_other')).toArray());
    expect(made.map((objects) => objects.length)).toEqual([1, 1, 1]);
    expect(new Set(made.flat()).size).toBe(3);
    const site = instructions('make').find((instruction) => instruction.op === 'call') as CallInstruction;
    expect(pointsTo.objectFor(site, [makers[1]])?.index).toBe(made[1][0]);
  });

  it('follows mutual recursion', () => {
    expect(returned('through_recursion')).toEqual(['four', 'one']);
  });

  it('keeps a pointer that walks over an array inside it, in finitely many places', () => {
    expect(returned('walk')).toEqual(['table']);
    expect(
      pointsTo.places.filter((place) => place.object.site === program.variables.find((v) => v.name === 'table')).length,
    ).toBeLessThan(60);
  });

  it('lets code outside the program store what it was given before', () => {
    expect(returned('from_outside')).toEqual(expect.arrayContaining(['one', 'two']));
  });
});

describe('effects', () => {
  it('say what a function and its callees may write', () => {
    const termination = analyzeTermination(program, pointsTo.callGraph);
    const effects = new EffectAnalysis(program, pointsTo, termination);
    const objects = (name: string, which: 'reads' | 'writes') => {
      const cells = effects.of(fn(name))[which].toArray();
      return [...new Set(cells.map((cell) => pointsTo.cells[cell].place.object.index))].map(
        (index) => pointsTo.objects[index],
      );
    };
    const names = (name: string, which: 'reads' | 'writes') =>
      objects(name, which).map(({ site, kind }) => (site !== null && 'kind' in site ? site.name : kind));
    expect(names('elements', 'writes')).toEqual(['cells']);
    expect(names('plain', 'writes')).toEqual([]);
    expect(names('after_check', 'reads')).toEqual(['one']);
    expect(names('left_of_other', 'writes').every((name) => name === 'heap')).toBe(true);
  });
});

describe('termination', () => {
  it('knows what may not return, and what decides it', () => {
    const termination = analyzeTermination(program, pointsTo.callGraph);
    const stops = ['checked', 'after_check', 'plain', 'spin', 'make'].map((name) => termination.mayNotReturn(fn(name)));
    expect(stops).toEqual([true, true, false, true, true]);
    const deciders = termination.decidesReturn(fn('checked')).map(({ op }) => op);
    expect(deciders).toContain('condbr');
    expect(termination.decidesReturn(fn('after_check')).map(({ op }) => op)).toEqual(['call']);
  });
});

describe('places', () => {
  it('overlap exactly when some pair of their bytes coincides', () => {
    const bytes = (offset: number, stride: number, size: number) => {
      const touched = new Set<number>();
      for (let turn = stride === 0 ? 0 : -40; turn <= (stride === 0 ? 0 : 40); turn++) {
        for (let byte = 0; byte < size; byte++) touched.add(offset + turn * stride + byte);
      }
      return touched;
    };
    for (const [leftOffset, leftStride, leftSize] of [
      [0, 0, 4],
      [4, 12, 4],
      [2, 6, 2],
      [0, 1, 1],
    ]) {
      for (let offset = 0; offset < 12; offset++) {
        for (const stride of [0, 4, 6, 8, 12]) {
          if (stride > 0 && offset >= stride) continue;
          for (const size of [1, 2, 4, 8]) {
            const left = bytes(leftOffset, leftStride, leftSize);
            const common = [...bytes(offset, stride, size)].some((byte) => byte > -100 && byte < 100 && left.has(byte));
            expect(overlap({ offset: leftOffset, stride: leftStride }, leftSize, { offset, stride }, size)).toBe(
              common,
            );
          }
        }
      }
    }
  });
});
