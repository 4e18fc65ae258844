/** The programs of coreutils, in two halves, and what both papers give them as input. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isExecutable } from '../../dist/frontend/clang/executable.js';

/** A program that the build needs for itself, and a library. */
const NO_PROGRAM = /^make-prime-list$|\.so$/;

export function programsIn(build) {
  const folder = join(build, 'src');
  return readdirSync(folder)
    .filter((name) => !NO_PROGRAM.test(name) && isExecutable(join(folder, name)))
    .sort();
}

/** In alphabetical order every other program is for tuning; the rest are only looked at to be reported. */
export function halfOf(program, programs) {
  return programs.indexOf(program) % 2 === 0 ? 'tuning' : 'held-out';
}

/**
 * A study is a command with and without its reduction. Arguments are those of the papers: redundant-states, section 4, with a
 * standard input beside the file; postconditioned, section 5.2, strings of at most two characters and standard input.
 */
export const STUDIES = {
  cover: {
    ways: { none: ['cover', '--reduce', 'none'], reduced: ['cover'] },
    input: [
      ...['--sym-args', '0', '1', '10', '--sym-args', '0', '2', '2'],
      ...['--sym-files', '1', '8', '--sym-stdin', '8', '--sym-stdout'],
    ],
  },
  test: {
    ways: { none: ['test', '--workers', '1', '--reduce', 'none'], reduced: ['test', '--workers', '1'] },
    input: ['--sym-args', '0', '1', '2', '--sym-args', '0', '1', '2', '--sym-stdin', '2'],
  },
};
