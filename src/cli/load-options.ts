/** What the options about compiling mean to the front end, with progress shown on the terminal. */
import type { LoadOptions } from '../frontend/load.ts';
import type { Invocation } from './parse.ts';
import type { Terminal } from './terminal.ts';

export function loadOptions({ options, clangFlags }: Invocation, terminal: Terminal): LoadOptions {
  return {
    target: options.target,
    clang: options.clang,
    includeDirectories: options['include-directory'],
    defines: options.define,
    undefines: options.undefine,
    standard: options.std,
    includes: options.include,
    clangFlags,
    compileDatabase: options['compile-commands'],
    ...(options['no-cache'] ? { cacheDirectory: null } : {}),
    onProgress(progress) {
      if (progress.stage === 'compile') terminal.progress(`compiling ${progress.file}`);
      else terminal.progress(`loading the compiler: ${Math.floor((100 * progress.done) / progress.total)} %`);
    },
    onWarnings: (text) => terminal.err(`${text}\n`),
  };
}
