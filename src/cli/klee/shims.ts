/** Commands under KLEE's names that lead here, so that scripts need not be changed. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from '../../program/errors.ts';
import { reasonOf } from '../../suite/output-folder.ts';
import { RECORDER } from '../build/shims.ts';
import type { Terminal } from '../terminal.ts';
import { genBout } from './tools/gen-bout.ts';
import { kleeReplay } from './tools/klee-replay.ts';
import { kleeStats } from './tools/klee-stats.ts';
import { ktestTool } from './tools/ktest-tool.ts';

/** KLEE's tools besides klee itself, as ours does them. */
export const KLEE_TOOLS: Readonly<Record<string, (words: readonly string[], terminal: Terminal) => number>> = {
  'ktest-tool': ktestTool,
  'klee-stats': kleeStats,
  'klee-replay': kleeReplay,
  'gen-bout': genBout,
};

export function installShims(folder: string): string[] {
  const names = ['klee', ...Object.keys(KLEE_TOOLS)];
  try {
    mkdirSync(folder, { recursive: true });
    for (const name of names) {
      const path = join(resolve(folder), name);
      const words = name === 'klee' ? 'klee' : `klee --tool ${name}`;
      writeFileSync(path, `#!/bin/sh\nexec '${RECORDER.replaceAll("'", "'\\''")}' ${words} "$@"\n`);
      chmodSync(path, 0o755);
    }
  } catch (error) {
    throw new UserError(`${folder} cannot be written (${reasonOf(error)})`, 'name another folder');
  }
  return names;
}
