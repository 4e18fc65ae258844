/** What KLEE's options mean in ours: the command line that `pathfold test` would have to be given. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../../program/errors.ts';
import { reasonOf } from '../../suite/output-folder.ts';
import { type Invocation, parseArguments } from '../options/parse.ts';
import { KLEE_SEARCHES } from './option-table.ts';
import type { KleeInvocation } from './parse.ts';

/** What KLEE's users compile for. */
const USUAL_TARGET = 'x86_64-linux-gnu';
/** KLEE's own default interleaves this one with a search for coverage. */
const USUAL_SEARCH = 'random-path';
const USUAL_STACK_FRAMES = 8192;

export function testInvocation(klee: KleeInvocation, program: string, words: readonly string[]): Invocation {
  const { options } = klee;
  const given: string[] = [];
  const say = (option: string, value: string | number | null) => {
    if (value !== null) given.push(`--${option}=${value}`);
  };
  say('search', KLEE_SEARCHES[options.search[0] ?? USUAL_SEARCH]);
  say('seed', options['rng-initial-seed']);
  say('reduce', options.reduce ?? 'none');
  say('replay', 'none');
  // KLEE knows objects, not the arrays inside of them.
  say('check', 'no-bounds');
  say('max-time', options['max-time']);
  say('max-instructions', options['max-instructions']);
  say('max-memory', options['max-memory']);
  say('max-depth', options['max-depth']);
  say('max-call-depth', options['max-stack-frames'] ?? USUAL_STACK_FRAMES);
  say('max-solver-time', options['max-solver-time']);
  if (options['external-calls'] === 'over-approx') say('undefined', 'fresh');
  say('out', options['output-dir']);
  for (const line of variablesIn(options['env-file'])) say('env', line);
  const files = [program, ...options['link-llvm-lib']];
  if (files.some((file) => /\.c$/.test(file))) say('target', options.target ?? USUAL_TARGET);
  const clangFlags = options['entry-point'] === null ? [] : ['-femit-all-decls'];
  const all = [...given, ...files, '--', ...clangFlags, '--args', ...klee.programArguments];
  return { ...parseArguments('test', true, all), command: 'klee', words };
}

function variablesIn(path: string | null): string[] {
  if (path === null) return [];
  try {
    return readFileSync(resolve(path), 'utf8')
      .split('\n')
      .filter((line) => /^[^=]+=/.test(line));
  } catch (error) {
    throw new UserError(`--env-file: ${path} cannot be read (${reasonOf(error)})`);
  }
}
