import { describe, expect, it } from 'vitest';
import { printProgram } from '../../src/program/print.ts';
import { ProgramBuilder } from './build.ts';

describe('the printer', () => {
  it('shows blocks, names, types and source lines', () => {
    const build = new ProgramBuilder();
    const fn = build.define('f', build.types.function(build.i32, [build.i32]), 2);
    fn.fn.parameters[0].name = 'n';
    fn.line = 3;
    const sum = fn.binary('add', fn.fn.parameters[0], build.int(-1));
    sum.name = 'x';
    fn.jump(1);
    fn.at(1);
    fn.line = 4;
    fn.ret(sum);
    const program = build.finish();
    expect(printProgram(program, { functions: [fn.fn] })).toBe(
      [
        'define i32 @f(i32 %n) {',
        'b0:',
        `${'  %x = add i32 %n, -1'.padEnd(72)} ; test.c:3:1`,
        `${'  br b1'.padEnd(72)} ; test.c:3:1`,
        'b1:',
        `${'  ret i32 %x'.padEnd(72)} ; test.c:4:1`,
        '}',
        '',
      ].join('\n'),
    );
  });

  it('tells registers with the same name apart by number', () => {
    const build = new ProgramBuilder();
    const fn = build.define('f', build.types.function(build.i32, []), 1);
    const first = fn.binary('add', build.int(1), build.int(2));
    const second = fn.binary('mul', first, build.int(3));
    first.name = second.name = 'a';
    fn.ret(second);
    const text = printProgram(build.finish());
    expect(text).toContain('%a#1 = mul i32 %a#0, 3');
  });

  it('prints the same text for the same program', () => {
    const make = () => {
      const build = new ProgramBuilder();
      build.flow('f', [[1, 2], [3], [3], []]);
      return printProgram(build.finish());
    };
    expect(make()).toBe(make());
  });
});
