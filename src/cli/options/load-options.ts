/** What the options about compiling mean to the front end, with progress for the watcher. */

import { RUNTIME_DIRECTORY } from '../../frontend/clang/runtime.ts';
import type { LoadOptions } from '../../frontend/load.ts';
import type { BuildOptions } from '../../suite/test-case.ts';
import type { Watcher } from '../run/watcher.ts';
import { checksOf, machineChecks, markedChecks } from './checks.ts';
import type { Invocation } from './parse.ts';

export function loadOptions(invocation: Invocation, watcher: Watcher): LoadOptions {
  const { options } = invocation;
  const checks = checksOf(invocation);
  return {
    ...buildOptions(invocation),
    marks: markedChecks(checks),
    ...(options.merge === 'simple' ? { mergeUnder: machineChecks(checks) } : {}),
    ...(options['no-cache'] ? { cacheDirectory: null } : {}),
    onProgress(progress) {
      if (progress.stage === 'compile') watcher.progress(`compiling ${compiledThing(progress.file)}`);
      else watcher.progress(`loading the compiler: ${Math.floor((100 * progress.done) / progress.total)} %`);
    },
    onWarnings: (text) => watcher.err(`${fewWarnings(text)}\n`),
    onNote: (text) => watcher.err(`pathfold: note: ${text}\n`),
  };
}

/** Files of the library say nothing to users, and there are many of them. */
function compiledThing(file: string): string {
  return file.startsWith(RUNTIME_DIRECTORY) ? 'the C library, which is kept for the next time' : file;
}

/** The user's files call stand-ins that may fail: see runtime/src/failing_allocation.c. */
const FAILING_ALLOCATIONS = ['malloc', 'calloc', 'realloc', 'aligned_alloc', 'strdup', 'strndup'].map(
  (name) => `${name}=pathfold_${name}`,
);

/** What was said about how to compile: tests keep it, so that they can be built again. */
export function buildOptions({ options, clangFlags }: Invocation): BuildOptions {
  return {
    target: options.target,
    clang: options.clang,
    includeDirectories: options['include-directory'],
    defines: [...options.define, ...(options['malloc-fails'] ? FAILING_ALLOCATIONS : [])],
    undefines: options.undefine,
    standard: options.std,
    includes: options.include,
    clangFlags: options['malloc-fails'] ? [...clangFlags, '-Wno-unknown-attributes'] : clangFlags,
    compileDatabase: options['compile-commands'],
    buildFolder: options.build,
  };
}

const MOST_WARNINGS = 3;

/** The first warnings of a compilation: most headers that warn do so many times, and users did not ask for it. */
export function fewWarnings(text: string): string {
  const lines = text.split('\n');
  const starts = lines.flatMap((line, i) => (/: warning: /.test(line) ? [i] : []));
  if (starts.length <= MOST_WARNINGS) return text;
  const hidden = starts.length - MOST_WARNINGS;
  const before = lines.slice(0, starts[MOST_WARNINGS]);
  // The files through which the next warning came belong to it.
  while (/^In file included from /.test(before.at(-1) ?? '')) before.pop();
  return [...before, `(${hidden} more ${hidden === 1 ? 'warning' : 'warnings'} of the compiler)`].join('\n');
}
