/**
 * Settings of a program as the words of a command: what is right or wrong about them, and what they mean, is then decided in
 * one place, and a folder that the library wrote can be shown, exported and resumed by the commands.
 */

import type { OptionSpec } from '../cli/options/option-spec.ts';
import type { Invocation } from '../cli/options/parse.ts';
import { readInvocation } from '../cli/options/programs.ts';
import { OPTIONS, type OptionName } from '../cli/options/table.ts';
import { UserError } from '../program/errors.ts';
import type { RunControl } from './run.ts';

/** What the commands take after `--` and `--args`. */
export interface MoreWords {
  /** Further flags for clang. */
  readonly clangFlags?: readonly string[];
  /** Arguments of the program. */
  readonly arguments?: readonly string[];
}

/** `max-time` is `maxTime` in JavaScript. */
export function settingName(option: string): string {
  return option.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const OPTION_BEHIND: ReadonlyMap<string, OptionName> = new Map(
  (Object.keys(OPTIONS) as OptionName[]).map((name) => [settingName(name), name]),
);

const NOT_OPTIONS: ReadonlySet<string> = new Set<keyof (MoreWords & RunControl)>(['clangFlags', 'arguments', 'signal']);

export function invocationOf(
  command: 'test' | 'cover' | 'summarize' | 'diff',
  files: readonly string[],
  settings: MoreWords & Readonly<Record<string, unknown>>,
): Invocation {
  const words = Object.entries(settings).flatMap(([name, value]) =>
    NOT_OPTIONS.has(name) || value === undefined ? [] : settingWords(name, value),
  );
  words.push(...files.map((file) => (file.startsWith('-') ? `./${file}` : file)));
  if (settings.clangFlags !== undefined) words.push('--', ...settings.clangFlags);
  if (settings.arguments !== undefined) words.push('--args', ...settings.arguments);
  const invocation = readInvocation(command, { takesFiles: true, programs: command === 'diff' ? 2 : 1 }, words);
  return { ...invocation, words: [command, ...words], began: performance.now() };
}

function settingWords(name: string, value: unknown): string[] {
  const option = OPTION_BEHIND.get(name);
  if (option === undefined) throw new UserError(`there is no option ${name}`, 'see OPTIONS.md; names are in camelCase');
  const spec: OptionSpec = OPTIONS[option];
  const wrong = (needed: string) => new UserError(`${name}: ${needed} is needed, not ${JSON.stringify(value)}`);
  switch (spec.kind) {
    case 'flag':
      if (typeof value !== 'boolean') throw wrong('true or false');
      return value ? [`--${option}`] : [];
    case 'texts':
      return listOf(value).map((text) => {
        if (typeof text !== 'string') throw wrong('a text, or a list of texts,');
        return `--${option}=${text}`;
      });
    case 'numbers':
      return listOf(value).map((each) => `--${option}=${listOf(each).join(',')}`);
    default:
      if (typeof value !== 'string' && typeof value !== 'number') throw wrong('a text or a number');
      return [`--${option}=${value}`];
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
