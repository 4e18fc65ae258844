/**
 * `compile_commands.json`: how a build compiles each file. Only flags that change what C means are taken over (macros,
 * include paths, the standard, some -f and -m flags); optimisation, warnings, outputs and code generation are not ours.
 * Relative paths in an entry start at its `directory`; they are made absolute, because the user runs us elsewhere.
 */
import { readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { UserError } from '../../program/errors.ts';

/** One compilation: where it ran, and the words after the compiler's name. */
export interface CompileCommand {
  readonly directory: string;
  readonly words: readonly string[];
}

interface Entry extends CompileCommand {
  readonly file: string;
}

export class CompileDatabase {
  private readonly entries = new Map<string, Entry>();

  private constructor(
    private readonly path: string,
    entries: readonly Entry[],
  ) {
    for (const entry of entries) {
      const file = resolve(entry.directory, entry.file);
      if (!this.entries.has(file)) this.entries.set(file, entry);
    }
  }

  /** `folder` is what the user gave with `-p`: a build folder, or the file itself. */
  static read(folder: string, directory: string): CompileDatabase {
    const given = resolve(directory, folder);
    const status = statSync(given, { throwIfNoEntry: false });
    if (status === undefined) throw new UserError(`-p ${folder}: no such folder`);
    const path = status.isDirectory() ? join(given, 'compile_commands.json') : given;
    const shown = status.isDirectory() ? join(folder, 'compile_commands.json') : folder;
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch {
      throw new UserError(
        `-p ${folder}: there is no compile_commands.json in this folder`,
        'let the build write it, for example with `cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON` or `bear -- make`',
      );
    }
    return new CompileDatabase(shown, parseEntries(text, shown, given));
  }

  /** Every C file it lists, relative to `directory`. */
  files(directory: string): string[] {
    return [...this.entries.keys()].filter((file) => file.endsWith('.c')).map((file) => relative(directory, file));
  }

  /** The flags for `file`, an absolute path. */
  flagsFor(file: string, shownAs: string): string[] {
    const entry = this.entries.get(file);
    if (entry !== undefined) return meaningfulFlags(entry);
    const near = [...this.entries.keys()].find((path) => path.endsWith(`/${shownAs.split('/').pop()}`));
    throw new UserError(
      `${shownAs} is not listed in ${this.path}`,
      near === undefined ? `it lists ${this.entries.size} other files` : `it lists ${relative(process.cwd(), near)}`,
    );
  }
}

function parseEntries(text: string, shown: string, folder: string): Entry[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new UserError(`${shown} is not valid JSON (${(error as Error).message})`);
  }
  if (!Array.isArray(parsed)) throw new UserError(`${shown} is not a list of compile commands`);
  return parsed.map((item: Record<string, unknown> | null, index): Entry => {
    const words = Array.isArray(item?.arguments)
      ? item.arguments.map(String)
      : typeof item?.command === 'string'
        ? splitCommand(item.command)
        : null;
    if (typeof item?.file !== 'string' || words === null) {
      throw new UserError(`${shown}: entry ${index + 1} lacks "file", or both "command" and "arguments"`);
    }
    return { directory: resolve(folder, String(item.directory ?? '.')), file: item.file, words: words.slice(1) };
  });
}

/** Splits a command line as a POSIX shell would, without expanding anything. */
export function splitCommand(command: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  for (let i = 0; i < command.length; i++) {
    const char = command[i];
    if (/\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (char === "'") {
      const end = command.indexOf("'", i + 1);
      word = (word ?? '') + command.slice(i + 1, end === -1 ? command.length : end);
      i = end === -1 ? command.length : end;
    } else if (char === '"') {
      word ??= '';
      for (i++; i < command.length && command[i] !== '"'; i++) {
        if (command[i] === '\\' && '"\\$`'.includes(command[i + 1] ?? '')) i++;
        word += command[i];
      }
    } else if (char === '\\' && i + 1 < command.length) {
      word = (word ?? '') + command[++i];
    } else {
      word = (word ?? '') + char;
    }
  }
  if (word !== null) words.push(word);
  return words;
}

const PATH_FLAGS = ['-I', '-iquote', '-isystem', '-idirafter'];
const FILE_FLAGS = ['-include', '-imacros'];
const VALUE_FLAGS = ['-D', '-U'];
/** Flags without a value that change what the source means. */
const MEANINGFUL =
  /^(-std=.*|-ansi|-nostdinc|-pthread|-f(un)?signed-char|-f(no-)?(short-enums|short-wchar|wrapv|builtin(-.*)?|common|ms-extensions|plan9-extensions|gnu89-inline|strict-overflow|asm|freestanding|pack-struct(=.*)?)|-fhosted|-m(no-)?(long-double-.*|ms-bitfields))$/;

/** The flags of a command that change what C means, with paths that hold from anywhere. */
export function meaningfulFlags({ directory, words }: CompileCommand): string[] {
  const flags: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const valued = [...FILE_FLAGS, ...PATH_FLAGS, ...VALUE_FLAGS].find((flag) => words[i].startsWith(flag));
    if (valued !== undefined) {
      const joined = words[i].slice(valued.length);
      const value = joined !== '' ? joined : words[++i];
      if (value === undefined) break;
      flags.push(valued, placed(valued, value, directory));
    } else if (MEANINGFUL.test(words[i])) {
      flags.push(words[i]);
    }
  }
  return flags;
}

/** A forced include that is not a file where the build ran is looked up along the include path, so it keeps its name. */
function placed(flag: string, value: string, directory: string): string {
  if (VALUE_FLAGS.includes(flag)) return value;
  const absolute = resolve(directory, value);
  if (FILE_FLAGS.includes(flag) && statSync(absolute, { throwIfNoEntry: false }) === undefined) return value;
  return absolute;
}
