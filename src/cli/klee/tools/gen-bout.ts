/** `gen-bout`: a `.ktest` from a concrete command line and files, to be a seed or to be replayed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { UserError } from '../../../program/errors.ts';
import { posixObjects, posixWords } from '../../../suite/klee/posix-objects.ts';
import { writeKtest } from '../../../suite/ktest.ts';
import { reasonOf } from '../../../suite/output-folder.ts';
import type { Terminal } from '../../terminal.ts';

const USAGE = 'usage: gen-bout [--bout-file=OUT] [--sym-stdin FILE] [--sym-file FILE]... [--sym-stdout FILE] ARGS...\n';

export function genBout(words: readonly string[], terminal: Terminal): number {
  const args: string[] = [];
  const files: Uint8Array[] = [];
  let stdin: Uint8Array | null = null;
  let hasStdout = false;
  let out = 'file.bout';
  for (let i = 0; i < words.length; i++) {
    const [, option, joined] = /^--?([a-z-]+)(?:=(.*))?$/s.exec(words[i]) ?? [];
    const value = () => joined ?? words[++i] ?? '';
    if (option === 'sym-stdin') stdin = contents(value());
    else if (option === 'sym-file') files.push(contents(value()));
    else if (option === 'sym-stdout') {
      value();
      hasStdout = true;
    } else if (option === 'bout-file' || option === 'o') out = value();
    else if (option === 'help' || option === 'h') {
      terminal.out(USAGE);
      return 0;
    } else args.push(words[i]);
  }
  if (words.length === 0) throw new UserError('gen-bout: nothing given', USAGE.trim());
  const size = Math.max(0, ...files.map(({ length }) => length));
  const bytes = args.map((argument) => new TextEncoder().encode(argument));
  const asked = [
    ...bytes.flatMap(({ length }) => ['--sym-arg', String(length)]),
    ...(files.length === 0 ? [] : ['--sym-files', String(files.length), String(size)]),
    ...(stdin === null ? [] : ['--sym-stdin', String(stdin.length)]),
    ...(hasStdout ? ['--sym-stdout'] : []),
  ];
  const objects = posixObjects(posixWords(asked), { arguments: bytes, files, stdin, calls: [] });
  try {
    writeFileSync(out, writeKtest({ arguments: ['gen-bout', ...asked], objects }));
  } catch (error) {
    throw new UserError(`gen-bout: ${out} cannot be written (${reasonOf(error)})`);
  }
  return 0;
}

function contents(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UserError(`gen-bout: ${path} cannot be read (${reasonOf(error)})`);
  }
}
