/** A command line of KLEE: its options with one or two dashes, a program, and words for the program. */
import { UserError } from '../../program/errors.ts';
import { nearNames } from '../../program/near-names.ts';
import {
  KLEE_INSIDE_FLAGS,
  KLEE_INSIDE_VALUES,
  KLEE_OPTIONS,
  KLEE_REFUSED,
  KLEE_SYNONYMS,
  type KleeOption,
  type KleeOptionName,
} from './option-table.ts';

type ValueOf<Option extends KleeOption> = Option['kind'] extends 'flag'
  ? boolean
  : Option['kind'] extends 'texts'
    ? readonly string[]
    : Option['kind'] extends 'text'
      ? string | null
      : number | null;

export type KleeValues = { readonly [Name in KleeOptionName]: ValueOf<(typeof KLEE_OPTIONS)[Name]> };

export interface KleeInvocation {
  readonly options: KleeValues;
  /** Null where only help or a version is asked for. */
  readonly program: string | null;
  readonly programArguments: readonly string[];
}

export function parseKlee(words: readonly string[]): KleeInvocation {
  const values = new Map<string, unknown>();
  let at = 0;
  for (; at < words.length && words[at].startsWith('-') && words[at] !== '-'; at++) {
    if (words[at] === '--') {
      at++;
      break;
    }
    const [, written, joined] = /^--?([^=]*)(?:=(.*))?$/s.exec(words[at])!;
    const nextWord = () => {
      if (joined !== undefined) return joined;
      if (at + 1 >= words.length) throw new UserError(`--${written} lacks its value`);
      return words[++at];
    };
    if (KLEE_INSIDE_FLAGS.includes(written)) continue;
    if (KLEE_INSIDE_VALUES.includes(written)) {
      nextWord();
      continue;
    }
    const name = KLEE_SYNONYMS[written] ?? written;
    if (!Object.hasOwn(KLEE_OPTIONS, name)) throw refused(written);
    take(values, name, KLEE_OPTIONS[name as KleeOptionName], joined, nextWord);
  }
  return {
    options: complete(values),
    program: words[at] ?? null,
    programArguments: words.slice(at + 1),
  };
}

function refused(written: string): UserError {
  const reason = Object.hasOwn(KLEE_REFUSED, written) ? KLEE_REFUSED[written] : null;
  if (reason !== null) return new UserError(`--${written} is an option of KLEE that pathfold does not have: ${reason}`);
  const near = nearNames(written, Object.keys(KLEE_OPTIONS)).map((name) => `--${name}`);
  const hint = near.length > 0 ? `did you mean ${near.join(' or ')}?` : '`pathfold klee --help` lists them';
  return new UserError(`unknown option --${written}`, hint);
}

function take(
  values: Map<string, unknown>,
  name: string,
  option: KleeOption,
  joined: string | undefined,
  nextWord: () => string,
): void {
  switch (option.kind) {
    case 'flag':
      values.set(name, readFlag(name, joined));
      return;
    case 'text':
      values.set(name, chosen(name, option.choices, nextWord()));
      return;
    case 'texts': {
      // KLEE separates the members of a list by commas, where it has a list of names.
      const list = option.choices === undefined ? [nextWord()] : nextWord().split(',');
      const earlier = (values.get(name) as string[] | undefined) ?? [];
      values.set(name, [...earlier, ...list.map((word) => chosen(name, option.choices, word))]);
      return;
    }
    case 'number':
      values.set(name, readCount(name, nextWord()));
      return;
    case 'time':
      values.set(name, readTime(name, nextWord()));
  }
}

function readFlag(name: string, joined: string | undefined): boolean {
  if (joined === undefined || /^(true|1|TRUE|True)$/.test(joined)) return true;
  if (/^(false|0|FALSE|False)$/.test(joined)) return false;
  throw new UserError(`--${name}=${joined}: write true or false`);
}

function chosen(name: string, choices: readonly string[] | undefined, word: string): string {
  if (choices === undefined || choices.includes(word)) return word;
  const same = choices.find((choice) => choice.toLowerCase() === word.toLowerCase());
  if (same !== undefined) return same;
  throw new UserError(`--${name}=${word}: no such choice`, `choose one of ${choices.join(', ')}`);
}

/** Zero, and -1 where it means so, are no limit. */
function readCount(name: string, word: string): number | null {
  if (!/^-?\d+$/.test(word)) throw new UserError(`--${name}=${word}: a whole number is needed`);
  return Number(word) <= 0 ? null : Number(word);
}

const SECONDS: Readonly<Record<string, number>> = { h: 3600, min: 60, s: 1, ms: 1e-3, us: 1e-6, ns: 1e-9 };

function readTime(name: string, word: string): number | null {
  if (/^\d+(\.\d+)?$/.test(word)) return Number(word) || null;
  const parts = [...word.matchAll(/(\d+(?:\.\d+)?)(h|min|ms|us|ns|s)/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== word) {
    throw new UserError(`--${name}=${word}: a time is needed`, 'write it as 10s, 5min or 1h30min');
  }
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * SECONDS[unit], 0) || null;
}

function complete(values: ReadonlyMap<string, unknown>): KleeValues {
  const all: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(KLEE_OPTIONS) as [string, KleeOption][]) {
    const absent = option.kind === 'flag' ? (option.default ?? false) : option.kind === 'texts' ? [] : null;
    all[name] = values.has(name) ? values.get(name) : absent;
  }
  return all as KleeValues;
}
