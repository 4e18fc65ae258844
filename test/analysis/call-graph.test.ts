import { describe, expect, it } from 'vitest';
import { buildCallGraph } from '../../src/analysis/call-graph.ts';
import { ProgramBuilder } from '../program/build.ts';

describe('the call graph', () => {
  it('resolves calls through pointers to fitting functions whose address is taken', () => {
    const build = new ProgramBuilder();
    const unary = build.types.function(build.i32, [build.i32]);
    const binary = build.types.function(build.i32, [build.i32, build.i32]);
    const names = ['one', 'two', 'never'];
    const [one, two] = names.map((name) => {
      const fn = build.define(name, unary, 1);
      fn.ret(fn.fn.parameters[0]);
      return fn.fn;
    });
    const both = build.define('both', binary, 1);
    both.ret(both.fn.parameters[0]);
    const slot = build.define('main', build.types.function(build.types.void, [build.ptr]), 1);
    for (const fn of [one, two, both.fn]) slot.store(build.address(fn), slot.fn.parameters[0]);
    const pointer = slot.load(slot.fn.parameters[0], build.ptr);
    slot.call(pointer, unary, build.int(1));
    slot.call(one, unary, build.int(1));
    slot.ret(null);
    const graph = buildCallGraph(build.finish());
    const [indirect, direct] = graph.callsIn[slot.fn.index];
    expect(graph.addressTaken.map((fn) => fn.name)).toEqual(['one', 'two', 'both']);
    expect(graph.calleesAt(indirect).map((fn) => fn.name)).toEqual(['one', 'two']);
    expect(graph.calleesAt(direct).map((fn) => fn.name)).toEqual(['one']);
    expect(graph.callers[one.index]).toHaveLength(2);
  });

  it('falls back to every function whose address is taken when the pointer was cast', () => {
    const build = new ProgramBuilder();
    const binary = build.types.function(build.i32, [build.i32, build.i32]);
    const both = build.define('both', binary, 1);
    both.ret(both.fn.parameters[0]);
    const main = build.define('main', build.types.function(build.types.void, [build.ptr]), 1);
    main.store(build.address(both.fn), main.fn.parameters[0]);
    main.call(main.load(main.fn.parameters[0], build.ptr), build.types.function(build.types.void, []));
    main.ret(null);
    const graph = buildCallGraph(build.finish());
    expect(graph.calleesAt(graph.callsIn[main.fn.index][0])).toEqual([both.fn]);
  });

  it('groups mutually recursive functions, callees first', () => {
    const build = new ProgramBuilder();
    const type = build.types.function(build.types.void, []);
    const [main, even, odd, leaf] = ['main', 'even', 'odd', 'leaf'].map((name) => build.define(name, type, 1));
    const calls = (from: typeof main, ...to: (typeof main)[]) => {
      for (const target of to) from.call(target.fn, type);
      from.ret(null);
    };
    calls(main, even);
    calls(even, odd);
    calls(odd, even, leaf);
    calls(leaf);
    const graph = buildCallGraph(build.finish());
    expect(graph.groups.map((group) => group.map((fn) => fn.name))).toEqual([['leaf'], ['even', 'odd'], ['main']]);
    expect([main, even, odd, leaf].map((fn) => graph.isRecursive(fn.fn))).toEqual([false, true, true, false]);
  });

  it('lets a function without a body call back what it can get hold of', () => {
    const build = new ProgramBuilder();
    const type = build.types.function(build.types.void, []);
    const sorter = build.declare('sort', build.types.function(build.types.void, [build.ptr]));
    const intrinsic = build.declare('llvm.trap', type);
    const back = build.define('back', type, 1);
    back.ret(null);
    const main = build.define('main', type, 1);
    main.call(sorter, sorter.type, build.address(back.fn));
    main.call(intrinsic, type);
    main.ret(null);
    const graph = buildCallGraph(build.finish());
    expect(graph.callees[sorter.index]).toEqual([back.fn]);
    expect(graph.callees[intrinsic.index]).toEqual([]);
  });
});
