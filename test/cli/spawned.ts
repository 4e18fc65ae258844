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

/** 9,477 paths of three seconds or so: enough for helpers to start, and to be killed. */
export const MANY_PATHS = `#include <assert.h>
#include <pathfold.h>
int main(void) {
  unsigned char text[8];
  pathfold_bytes(text, sizeof text, "text");
  unsigned sum = 7;
  for (int i = 0; i < 8; i++) {
    if (text[i] > 100) sum ^= 0x5a; else if (text[i] == i) sum += 3;
  }
  assert(text[0] != 50 || text[7] != 60);
  return (int)(sum & 1);
}
`;
