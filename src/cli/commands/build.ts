/** `pathfold build`: runs a build and records it, without changing how it is started. */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join, relative, resolve } from 'node:path';
import { RECORDS_FOLDER, RecordedBuild } from '../../frontend/clang/recorded-build.ts';
import { SourceFiles } from '../../frontend/clang/source-files.ts';
import { UserError } from '../../program/errors.ts';
import { makeShims } from '../build/shims.ts';
import type { Command } from '../commands.ts';
import type { Terminal } from '../terminal.ts';

const SHOWN_PROGRAMS = 10;

export const command: Command = {
  takesFiles: false,
  takesCommand: true,
  description: [
    'Runs COMMAND with stand-ins for the C compilers and linkers that PATH leads to. Each runs the real tool and records',
    'what it made, in the folder .pathfold here (or the one PATHFOLD_BUILD names). The exit status is that of COMMAND. What',
    'is up to date already is not built, and so not recorded: start from a clean tree. See docs/BUILDING.md.',
  ].join('\n'),
  examples: ['pathfold build -- make -j4', 'pathfold build -- sh -c "cmake -B out && cmake --build out"'],
  async run({ operands, clangFlags, programArguments }, terminal) {
    const [program, ...words] = [...operands, ...clangFlags, ...programArguments];
    if (program === undefined) throw new UserError('no command given', 'write for example pathfold build -- make');
    const store = resolve(process.env.PATHFOLD_BUILD || RECORDS_FOLDER);
    const before = countRecords(store);
    const environment = recordingEnvironment(store, terminal);
    const status = await runCommand(program, words, environment);
    if (environment !== process.env) report(store, before, status, terminal);
    return status;
  },
};

/** The user's build goes on even where it cannot be recorded. */
function recordingEnvironment(store: string, terminal: Terminal): NodeJS.ProcessEnv {
  const path = process.env.PATH ?? '';
  try {
    const shims = makeShims(store, path);
    return { ...process.env, PATHFOLD_BUILD: store, PATHFOLD_SHIMS: shims, PATH: `${shims}${delimiter}${path}` };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    terminal.err(`pathfold: warning: the build is not recorded: ${store} cannot be written (${code})\n`);
    terminal.err('pathfold: hint: name a folder that can be written with PATHFOLD_BUILD\n');
    return process.env;
  }
}

function runCommand(program: string, words: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((done, fail) => {
    const child = spawn(program, words, { stdio: 'inherit', env });
    // Ctrl-C reaches the whole group; we stay to report how the command ended.
    const ignore = () => {};
    process.on('SIGINT', ignore);
    child.on('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'ENOENT' ? 'there is no such program' : error.message;
      fail(new UserError(`cannot run ${program}: ${reason}`));
    });
    child.on('close', (status, signal) => {
      process.off('SIGINT', ignore);
      done(status ?? 128 + constants.signals[signal!]);
    });
  });
}

function report(store: string, before: number, status: number, terminal: Terminal): void {
  const added = countRecords(store) - before;
  if (status !== 0) {
    terminal.err(
      `pathfold: warning: the build failed with status ${status}; recorded are the ${added} steps that succeeded\n`,
    );
    return;
  }
  if (added <= 0) {
    terminal.err('pathfold: warning: no compiler or linker ran that could be recorded\n');
    terminal.err(
      'pathfold: hint: clean the tree if it was built already; a compiler named by its full path is not seen, set CC to its name\n',
    );
    return;
  }
  const build = new RecordedBuild(new SourceFiles(), store);
  const files = new SourceFiles();
  const programs = build.linkedFiles().filter((file) => files.read(file) !== null);
  const shown = programs.slice(0, SHOWN_PROGRAMS).map((file) => relative('', file));
  const more = programs.length > shown.length ? ` and ${programs.length - shown.length} more` : '';
  terminal.err(`pathfold: recorded ${added} steps${shown.length > 0 ? `; linked: ${shown.join(', ')}${more}` : ''}\n`);
}

function countRecords(store: string): number {
  try {
    return readdirSync(join(store, 'records')).length;
  } catch {
    return 0;
  }
}
