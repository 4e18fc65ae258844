/** Generated programs compiled by gcc with sanitizers and run for real: what the interpreter is checked against. */
import { endedWell, nativeCompilerExists, outputsOf, runPrograms } from '../native/native.ts';
import type { GeneratedProgram, Variable } from './generator/ast.ts';
import { printProgram } from './generator/print.ts';
import type { FaultKind, InputValues } from './interpret.ts';

export { nativeCompilerExists };

export interface NativeOutcome {
  readonly ending: 'return or exit' | 'fault' | 'rejected';
  /** Low 8 bits, as the operating system keeps them. */
  readonly status: number;
  readonly fault: FaultKind | undefined;
  readonly stdout: string;
  readonly outputs: readonly { readonly name: string; readonly value: number }[];
  /** Only when the program returned or exited. */
  readonly globals: Readonly<Record<string, readonly number[]>>;
}

export interface NativeRun {
  readonly program: GeneratedProgram;
  readonly inputs: InputValues;
}

/** All programs go into one executable: one compilation costs as much as fifty small ones would. */
export function runNatively(programs: readonly GeneratedProgram[], runs: readonly NativeRun[]): NativeOutcome[] {
  const numbered = runs.map(({ program, inputs }) => ({ program: programs.indexOf(program), inputs }));
  return runPrograms(translationUnit(programs), numbered).map((outcome) => {
    const { report, signal, status, stdout } = outcome;
    const fault = endedWell(outcome) ? undefined : faultOf(report, signal);
    const globals: Record<string, number[]> = {};
    for (const [, name, values] of report.matchAll(/^@global (\w+)(.*)$/gm)) {
      globals[name!] = values!.trim().split(' ').map(Number);
    }
    const ending = fault ? 'fault' : report.includes('@rejected') ? 'rejected' : 'return or exit';
    return { ending, status, fault, stdout, outputs: outputsOf(outcome), globals };
  });
}

function translationUnit(programs: readonly GeneratedProgram[]): string {
  const parts = ['#include <assert.h>', '#include <pathfold.h>', '#include <stdio.h>', '#include <stdlib.h>'];
  for (const [number, program] of programs.entries()) {
    const prefix = `p${number}_`;
    parts.push(printProgram(program, prefix).text, `static void ${prefix}dump(void) {`);
    for (const global of program.globals) parts.push(...dumpOf(global, prefix));
    parts.push('}');
  }
  const names = (suffix: string) => programs.map((_, number) => `p${number}_${suffix}`).join(', ');
  parts.push(`int (*const entries[])(void) = {${names('main')}};`);
  parts.push(`void (*const dumps[])(void) = {${names('dump')}};`);
  return `${parts.join('\n')}\n`;
}

function dumpOf({ name, type }: Variable, prefix: string): string[] {
  const values: string[] = [];
  if (type.kind === 'scalar') values.push(prefix + name);
  else if (type.kind === 'array') values.push(...type.initial.map((_, index) => `${prefix}${name}[${index}]`));
  else if (type.kind === 'record')
    values.push(...['first', 'second', 'third'].map((field) => `${prefix}${name}.${field}`));
  return [
    `  fprintf(stderr, "@global ${name}");`,
    ...values.map((value) => `  fprintf(stderr, " %d", ${value});`),
    '  fprintf(stderr, "\\n");',
  ];
}

/** The sanitizers' words for the faults that pathfold reports. */
const faultPatterns: readonly (readonly [RegExp, FaultKind])[] = [
  [/division by zero/, 'division by zero'],
  // The sanitizer cannot always tell a block freed twice from one that never was on the heap.
  [/alloc-dealloc-mismatch|attempting double-free|attempting free on address which was not malloc/, 'invalid free'],
  [/heap-use-after-free/, 'use after free'],
  [/null pointer|SEGV on unknown address/, 'null'],
  [/out of bounds|buffer-overflow|buffer-underflow|stack-overflow|stack-underflow/, 'out of bounds'],
  [/Assertion .* failed/, 'assert'],
];

export function faultOf(report: string, signal: number): FaultKind {
  for (const [pattern, kind] of faultPatterns) if (pattern.test(report)) return kind;
  if (signal === 6) return 'abort';
  throw new Error(`a native run ended in an unknown way (signal ${signal})\n${report}`);
}
