/** The command line as users start it, in a process of its own: from the compiled files. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Summary } from '../../src/suite/summary.ts';

export const EXECUTABLE = fileURLToPath(new URL('../../bin/pathfold.js', import.meta.url));

export interface Finished {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

export function start(...words: string[]): { readonly child: ChildProcess; readonly over: Promise<Finished> } {
  const child = spawn(process.execPath, [EXECUTABLE, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout!.on('data', (part) => (out += part));
  child.stderr!.on('data', (part) => (err += part));
  return { child, over: new Promise((resolve) => child.on('exit', (status) => resolve({ status, out, err }))) };
}

export function summaryIn({ out, err }: Finished): Summary {
  if (out === '') throw new Error(err);
  return JSON.parse(out) as Summary;
}

/** One line for each fault. */
export function faultsOf({ faults }: Summary): string[] {
  return faults.map(({ kind, line }) => `${kind}:${line}`).sort();
}

/** About three to the power of `bytes` paths: 9,477 of 8 bytes take a second or so, each byte more three times as long. */
export function manyPaths(bytes: number): string {
  return `#include <assert.h>
#include <pathfold.h>
int main(void) {
  unsigned char text[${bytes}];
  pathfold_bytes(text, sizeof text, "text");
  unsigned sum = 7;
  for (int i = 0; i < ${bytes}; i++) {
    if (text[i] > 100) sum ^= 0x5a; else if (text[i] == i) sum += 3;
  }
  assert(text[0] != 50 || text[${bytes - 1}] != 60);
  return (int)(sum & 1);
}
`;
}
