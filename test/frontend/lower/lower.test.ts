import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verify } from '../../../src/analysis/verify.ts';
import { lower } from '../../../src/frontend/lower/lower.ts';
import type { Instruction } from '../../../src/program/instructions.ts';
import { printProgram } from '../../../src/program/print.ts';
import type { ProgramFunction } from '../../../src/program/program.ts';
import { functionGraph } from '../../analysis/random-graphs.ts';
import { ProgramBuilder } from '../../program/build.ts';
import { observe } from './interpret.ts';

type Step =
  | { kind: 'set'; local: number; value: number }
  | { kind: 'move'; local: number; other: number }
  | { kind: 'copy'; whole: boolean; back: boolean }
  | { kind: 'see'; local: number };

const LOCALS = 6;
const local = fc.integer({ min: 0, max: LOCALS - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), local, value: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constant('move' as const), local, other: local }),
  fc.record({ kind: fc.constant('copy' as const), whole: fc.boolean(), back: fc.boolean() }),
  fc.record({ kind: fc.constant('see' as const), local }),
);
const bodies = fc.array(fc.array(step, { maxLength: 4 }), { minLength: 12, maxLength: 12 });

/** Locals 0 and 1 are scalars, 2 and 3 fields of one struct, 4 and 5 fields of another that copies go between. */
function generate(edges: number[][], steps: Step[][]) {
  const build = new ProgramBuilder();
  const { i32, ptr, types } = build;
  const see = build.declare('see', types.function(types.void, [i32]));
  const memcpy = build.declare('llvm.memcpy.p0.p0.i32', types.function(types.void, [ptr, ptr, i32, build.i1]));
  const pair = types.struct([i32, i32]);
  const type = types.function(
    i32,
    edges.map(() => i32),
  );
  const fn = build.define('f', type, edges.length);
  const scalars = [fn.alloca(i32), fn.alloca(i32)];
  const pairs = [fn.alloca(pair), fn.alloca(pair)];
  const place = (index: number) =>
    index < 2 ? scalars[index] : fn.gep(pair, pairs[index < 4 ? 0 : 1], build.int(0), build.int(index % 2));
  for (let index = 0; index < LOCALS; index++) fn.store(build.int(0), place(index));
  edges.forEach((targets, block) => {
    fn.at(block);
    for (const action of steps[block]) {
      if (action.kind === 'set') fn.store(build.int(action.value), place(action.local));
      else if (action.kind === 'move') {
        const sum = fn.binary('add', fn.load(place(action.other)), build.int(1));
        fn.store(sum, place(action.local));
      } else if (action.kind === 'see') fn.call(see, see.type, fn.load(place(action.local)));
      else {
        const [to, from] = action.back ? [pairs[0], pairs[1]] : [pairs[1], pairs[0]];
        fn.call(memcpy, memcpy.type, to, from, build.int(action.whole ? 8 : 4), build.int(0, 1));
      }
    }
    if (targets.length === 0) fn.ret(fn.load(scalars[0]));
    else if (targets.length === 1) fn.jump(targets[0]);
    else fn.choose(fn.fn.parameters[block], targets);
  });
  return { program: build.finish(), fn: fn.fn };
}

function all(fn: ProgramFunction): Instruction[] {
  return fn.blocks.flatMap((block) => block.instructions);
}

describe('lowering', () => {
  it('keeps what runs show, leaves no local in memory, and passes the checker', () => {
    fc.assert(
      fc.property(
        functionGraph,
        bodies,
        fc.array(fc.nat(2), { minLength: 12, maxLength: 12 }),
        (edges, steps, inputs) => {
          const { program, fn } = generate(edges, steps);
          const { layout } = program;
          expect(verify(program)).toEqual([]);
          const before = observe(fn, inputs, layout, 60);
          lower(program);
          expect(verify(program)).toEqual([]);
          expect(observe(fn, inputs, layout, 60)).toEqual(before);
          expect(all(fn).filter(({ op }) => op === 'alloca' || op === 'load' || op === 'store')).toEqual([]);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('gives the same text every time', () => {
    const [edges, steps] = fc.sample(fc.tuple(functionGraph, bodies), { numRuns: 1, seed: 7 })[0];
    const texts = [1, 2].map(() => {
      const { program } = generate(edges, steps);
      lower(program);
      return printProgram(program);
    });
    expect(texts[0]).toBe(texts[1]);
  });

  it('places no phi where the variable is dead', () => {
    const build = new ProgramBuilder();
    const fn = build.define('f', build.types.function(build.i32, [build.i1]), 4);
    const x = fn.alloca(build.i32);
    fn.store(build.int(1), x);
    fn.branch(fn.fn.parameters[0], 1, 2);
    fn.at(1).store(build.int(2), x);
    fn.jump(3);
    fn.at(2).jump(3);
    fn.at(3).store(build.int(5), x);
    fn.ret(fn.load(x));
    const program = build.finish();
    lower(program);
    expect(all(fn.fn).some(({ op }) => op === 'phi')).toBe(false);
  });

  it('reads an uninitialised local as undef', () => {
    const build = new ProgramBuilder();
    const fn = build.define('f', build.types.function(build.i32, []), 1);
    fn.ret(fn.load(fn.alloca(build.i32)));
    lower(build.finish());
    expect(all(fn.fn)).toMatchObject([{ op: 'ret', value: { kind: 'undef' } }]);
  });

  it('keeps an assignment of a constant as a place in the source', () => {
    const build = new ProgramBuilder();
    const fn = build.define('f', build.types.function(build.i32, []), 1);
    const x = fn.alloca(build.i32);
    fn.line = 7;
    fn.store(build.int(4), x);
    fn.line = 8;
    fn.ret(fn.load(x));
    lower(build.finish());
    expect(all(fn.fn).map(({ op, position }) => [op, position?.line])).toEqual([
      ['cast', 7],
      ['ret', 8],
    ]);
  });

  it('leaves locals alone whose address escapes, that vary in index or that are volatile', () => {
    const build = new ProgramBuilder();
    const { i32, ptr, types } = build;
    const take = build.declare('take', types.function(types.void, [ptr]));
    const fn = build.define('f', types.function(i32, [i32]), 1);
    const array = types.array(i32, 4);
    const [escapes, varies, volatile] = [fn.alloca(i32), fn.alloca(array), fn.alloca(i32)];
    fn.call(take, take.type, escapes);
    fn.store(build.int(1), fn.gep(array, varies, build.int(0), fn.fn.parameters[0]));
    fn.add({ op: 'store', pointer: volatile, value: build.int(1), align: 4, volatile: true });
    fn.ret(fn.load(escapes));
    const program = build.finish();
    lower(program);
    expect(verify(program)).toEqual([]);
    expect(all(fn.fn).filter(({ op }) => op === 'alloca')).toHaveLength(3);
  });

  it('drops intrinsics without effect and what cannot be reached, and keeps branches', () => {
    const build = new ProgramBuilder();
    const { types, ptr } = build;
    const start = build.declare('llvm.lifetime.start.p0', types.function(types.void, [ptr]));
    const fn = build.define('f', types.function(build.i32, [build.i1]), 5);
    const x = fn.alloca(build.i32);
    fn.call(start, start.type, x);
    fn.branch(fn.fn.parameters[0], 1, 2);
    fn.at(1).store(build.int(1), x);
    fn.jump(3);
    fn.at(2).store(build.int(2), x);
    fn.jump(3);
    fn.at(3).ret(fn.load(x));
    fn.at(4).jump(3);
    const program = build.finish();
    lower(program);
    expect(verify(program)).toEqual([]);
    expect(fn.fn.blocks).toHaveLength(4);
    expect(all(fn.fn).map(({ op }) => op)).toEqual(['condbr', 'cast', 'br', 'cast', 'br', 'phi', 'ret']);
  });

  it('sees a truth value behind its detour through an integer', () => {
    const build = new ProgramBuilder();
    const { types, i32, i1 } = build;
    const fn = build.define('f', types.function(i32, [i32]), 3);
    const less = fn.compare('slt', fn.fn.parameters[0], build.int(3));
    const wide = fn.add({ op: 'cast', operator: 'zext', value: less }, i32);
    const again = fn.add({ op: 'icmp', predicate: 'ne', left: wide, right: build.int(0) }, i1);
    fn.branch(again, 1, 2);
    fn.at(1).ret(build.int(1));
    fn.at(2).ret(build.int(2));
    lower(build.finish());
    expect(fn.fn.blocks[0].instructions).toMatchObject([{ op: 'icmp' }, { op: 'condbr', condition: less }]);
  });
});
