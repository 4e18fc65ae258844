import { describe, expect, it } from 'vitest';
import { verify } from '../../src/analysis/verify.ts';
import type { Program } from '../../src/program/program.ts';
import { type FunctionBuilder, ProgramBuilder } from '../program/build.ts';

/** `f(p) { if (p > 0) x = p + 1; else x = 2; return x; }`, before it is broken. */
function sample(change: (fn: FunctionBuilder, build: ProgramBuilder) => void = () => {}): Program {
  const build = new ProgramBuilder();
  const fn = build.define('f', build.types.function(build.i32, [build.i32]), 4);
  const [p] = fn.fn.parameters;
  fn.at(0).branch(fn.compare('sgt', p, build.int(0)), 1, 2);
  const sum = fn.at(1).binary('add', p, build.int(1));
  fn.jump(3);
  fn.at(2).jump(3);
  fn.at(3).ret(fn.phi(build.i32, [1, sum], [2, build.int(2)]));
  change(fn, build);
  return build.finish();
}

describe('the structural checker', () => {
  it('accepts a sound function', () => {
    expect(verify(sample())).toEqual([]);
  });

  it('reports a use that its definition does not dominate', () => {
    const program = sample((fn) => {
      const sum = fn.fn.blocks[1].instructions[0].result!;
      const ret = fn.fn.blocks[3].instructions[1];
      if (ret.op === 'ret') ret.value = sum;
    });
    expect(verify(program).join()).toMatch(/need not have run/);
  });

  it('reports a use before the definition in the same block', () => {
    const program = sample((fn) => fn.fn.blocks[0].instructions.reverse());
    expect(verify(program).length).toBeGreaterThan(0);
  });

  it('reports a phi that misses a predecessor', () => {
    const program = sample((fn) => {
      const phi = fn.fn.blocks[3].instructions[0];
      if (phi.op === 'phi') phi.incoming.pop();
    });
    expect(verify(program).join()).toMatch(/1 incoming values for 2 predecessors/);
  });

  it('reports a phi that lists a block twice', () => {
    const program = sample((fn) => {
      const phi = fn.fn.blocks[3].instructions[0];
      if (phi.op === 'phi') phi.incoming[1].block = fn.fn.blocks[1];
    });
    expect(verify(program).join()).toMatch(/listed twice/);
  });

  it('reports a phi value that is not available on its edge', () => {
    const program = sample((fn) => {
      const phi = fn.fn.blocks[3].instructions[0];
      if (phi.op === 'phi') phi.incoming[1].value = phi.incoming[0].value;
    });
    expect(verify(program).join()).toMatch(/at the end of block 2/);
  });

  it('reports a block without terminator, and one that goes on after it', () => {
    expect(verify(sample((fn) => void fn.fn.blocks[2].instructions.pop())).join()).toMatch(/empty/);
    const twice = sample((fn) => fn.at(2).jump(3));
    expect(verify(twice).join()).toMatch(/not the last/);
  });

  it('reports types that do not fit', () => {
    const program = sample((fn, build) => {
      const sum = fn.fn.blocks[1].instructions[0];
      if (sum.op === 'binary') sum.right = build.int(1, 8);
    });
    expect(verify(program).join()).toMatch(/i32 where i8 is expected/);
  });

  it('reports a branch on something that is no truth value', () => {
    const program = sample((fn) => {
      const branch = fn.fn.blocks[0].instructions[1];
      if (branch.op === 'condbr') branch.condition = fn.fn.parameters[0];
    });
    expect(verify(program).join()).toMatch(/branches on i32/);
  });

  it('reports numbers that are not dense', () => {
    const program = sample();
    program.functions[0].blocks[1].instructions[0].id = 77;
    expect(verify(program).join()).toMatch(/id 77/);
  });

  it('reports an operand of another function', () => {
    const program = sample((fn, build) => {
      const other = build.define('g', build.types.function(build.i32, [build.i32]), 1);
      other.ret(fn.fn.blocks[1].instructions[0].result!);
    });
    expect(verify(program).join()).toMatch(/does not define/);
  });

  it('reports a symbol that is not in the program', () => {
    const program = sample((fn, build) => {
      const stranger = new ProgramBuilder().declare('stranger', build.types.function(build.types.void, []));
      const phi = fn.fn.blocks[3].instructions.pop()!;
      fn.at(3).call(stranger, build.types.function(build.types.void, []));
      fn.fn.blocks[3].instructions.push(phi);
    });
    expect(verify(program).join()).toMatch(/stranger, which is not in the program/);
  });

  it('reports an entry block with predecessors', () => {
    const program = sample((fn) => {
      const jump = fn.fn.blocks[2].instructions[0];
      if (jump.op === 'br') jump.target = fn.fn.blocks[0];
    });
    expect(verify(program).join()).toMatch(/entry block has predecessors/);
  });
});
