/** How a program is compiled and linked. */
import type { OptionSpec } from '../option-spec.ts';

export const COMPILING_OPTIONS = {
  runtime: {
    kind: 'flag',
    commands: ['ir'],
    help: 'also show the parts of the modelled C library that the program uses',
  },

  target: {
    kind: 'text',
    argument: 'TRIPLE',
    commands: 'files',
    help: 'compile C for this target, or for this machine with "host" (default: wasm32-wasip1)',
  },
  clang: {
    kind: 'text',
    argument: 'PATH',
    commands: 'files',
    help: "use an installed clang, with this machine's target and headers",
  },
  include: {
    kind: 'texts',
    argument: 'FILE',
    commands: 'files',
    help: 'include a file before the first line of each C file (repeatable)',
  },
  'include-directory': {
    kind: 'texts',
    argument: 'DIR',
    letter: 'I',
    commands: 'files',
    help: 'look for headers in DIR (repeatable)',
  },
  define: {
    kind: 'texts',
    argument: 'NAME[=VALUE]',
    letter: 'D',
    commands: 'files',
    help: 'define a macro (repeatable)',
  },
  undefine: {
    kind: 'texts',
    argument: 'NAME',
    letter: 'U',
    commands: 'files',
    help: 'undefine a macro (repeatable)',
  },
  std: {
    kind: 'text',
    argument: 'STANDARD',
    commands: 'files',
    help: 'the C standard, for example c99 or gnu11',
  },
  'compile-commands': {
    kind: 'text',
    argument: 'DIR',
    letter: 'p',
    commands: 'files',
    help: "take each file's flags from DIR/compile_commands.json",
  },
  build: {
    kind: 'text',
    argument: 'DIR',
    commands: 'files',
    help: 'the program is one that a recorded build made in DIR: its path there, or only its name',
  },
  'no-cache': {
    kind: 'flag',
    commands: 'files',
    help: 'compile everything anew (the cache folder is $PATHFOLD_CACHE or in your cache directory)',
  },

  debug: {
    kind: 'flag',
    commands: 'all',
    help: 'show a stack trace when something goes wrong inside pathfold',
  },
  help: {
    kind: 'flag',
    letter: 'h',
    commands: 'all',
    help: 'show this help',
  },
} as const satisfies Record<string, OptionSpec>;
