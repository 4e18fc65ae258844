/** Generated programs compiled by gcc with sanitizers and run for real: what the interpreter is checked against. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GeneratedProgram, Variable } from './generator/ast.ts';
import { printProgram } from './generator/print.ts';
import type { FaultKind, InputValues } from './interpret.ts';

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

export function nativeCompilerExists(): boolean {
  return spawnSync('gcc', ['--version']).status === 0;
}

/** All programs go into one executable: one compilation costs as much as fifty small ones would. */
export function runNatively(programs: readonly GeneratedProgram[], runs: readonly NativeRun[]): NativeOutcome[] {
  const folder = mkdtempSync(join(tmpdir(), 'pathfold-referee-'));
  try {
    const source = join(folder, 'programs.c');
    const executable = join(folder, 'programs');
    writeFileSync(source, translationUnit(programs));
    const sanitize = '-fsanitize=address,integer-divide-by-zero,bounds,null';
    const options = ['-std=c11', '-D_GNU_SOURCE', '-g0', '-O0', '-w', '-fwrapv', '-fno-common', '-fno-builtin'];
    const driver = fileURLToPath(new URL('native_driver.c', import.meta.url));
    const include = fileURLToPath(new URL('../../runtime/include', import.meta.url));
    execFileSync(
      'gcc',
      [
        ...options,
        sanitize,
        '-fno-sanitize-recover=all',
        `-DPROGRAMS=${programs.length}`,
        '-I',
        include,
        source,
        driver,
      ].concat(['-o', executable]),
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const lines = runs.map(({ program, inputs }) => `${programs.indexOf(program)} ${inputText(inputs)}\n`);
    const { stdout, stderr } = spawnSync(executable, {
      input: lines.join(''),
      encoding: 'latin1',
      maxBuffer: 1 << 28,
      env: { ASAN_OPTIONS: 'detect_leaks=0:symbolize=0:detect_stack_use_after_return=0' },
    });
    return readOutcomes(stdout, stderr, runs.length);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function inputText(inputs: InputValues): string {
  return Object.entries(inputs)
    .map(([name, value]) => `${name}=${typeof value === 'number' ? value : value.join(',')}`)
    .join(' ');
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
  parts.push(`int (*const entries[PROGRAMS])(void) = {${names('main')}};`);
  parts.push(`void (*const dumps[PROGRAMS])(void) = {${names('dump')}};`);
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

function readOutcomes(stdout: string, stderr: string, count: number): NativeOutcome[] {
  const texts = stdout.split('\n@end\n');
  const reports = stderr.split(/\n@end (-?\d+) (\d+)\n/);
  if (texts.length !== count + 1) throw new Error(`${texts.length - 1} of ${count} native runs were reported`);
  return texts.slice(0, count).map((text, number) => {
    const report = reports[3 * number]!;
    const status = Number(reports[3 * number + 1]);
    const fault = faultOf(report, Number(reports[3 * number + 2]));
    const globals: Record<string, number[]> = {};
    for (const [, name, values] of report.matchAll(/^@global (\w+)(.*)$/gm)) {
      globals[name!] = values!.trim().split(' ').map(Number);
    }
    const outputs = [...report.matchAll(/^@output (\w+) (-?\d+)$/gm)].map(([, name, value]) => ({
      name: name!,
      value: Number(value),
    }));
    const ending = fault ? 'fault' : report.includes('@rejected') ? 'rejected' : 'return or exit';
    return { ending, status, fault, stdout: text, outputs, globals };
  });
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

function faultOf(report: string, signal: number): FaultKind | undefined {
  for (const [pattern, kind] of faultPatterns) if (pattern.test(report)) return kind;
  if (signal === 6) return 'abort';
  if (/^@(rejected|done)$/m.test(report)) return undefined;
  throw new Error(`a native run ended in an unknown way (signal ${signal})\n${report}`);
}
