/** What the options about the inputs of a function mean to the harness. */
import { type Device, type HarnessOptions, type Range, readRange } from '../../frontend/harness/harness-options.ts';
import { UserError } from '../../program/errors.ts';
import type { Invocation } from './parse.ts';
import type { OptionName } from './table.ts';

export function harnessOptions(
  { options, isOneOfSeveral = false }: Invocation,
  sourceFile: string | null,
  declared: ReadonlyMap<string, number>,
): HarnessOptions {
  return {
    function: options.function!,
    arrays: new Map(
      pairs(options.array, 'array', 'N').map(([name, count]) => [name, /^\d+$/.test(count) ? Number(count) : count]),
    ),
    strings: new Map(
      pairs(options.string, 'string', 'NUMBER').map(([name, length]) => [name, numberIn(length, 'string', name)]),
    ),
    nullable: new Set(options.nullable),
    present: new Set(options['never-null']),
    lengths: new Map(pairs(options.length, 'length', 'BUFFER')),
    ranges: new Map(pairs(options.range, 'range', 'LOW..HIGH').map(([name, text]) => [name, rangeIn(text, name)])),
    assumed: options.assume,
    globals: options.input,
    callbacks: new Map(options.callback.map(callback)),
    devices: options.memory.map(device),
    declared,
    isOneOfSeveral,
    depth: options['structure-depth'],
    sourceFile,
  };
}

const ABOUT_A_FUNCTION = [
  'array',
  'length',
  'range',
  'assume',
  'callback',
  'memory',
  'input',
  'string',
  'nullable',
  'never-null',
] as const satisfies readonly OptionName[];

/** Without a function there is no harness that could heed them. */
export function rejectHarnessOptions({ given }: Invocation): void {
  const lost = given.find(({ name }) => ABOUT_A_FUNCTION.some((option) => option === name));
  if (lost === undefined) return;
  throw new UserError(`--${lost.name} is about the inputs of a function`, 'name it with --function F');
}

/** `NAME=VALUE`; names may contain brackets, but no `=`. */
function pairs(words: readonly string[], option: string, value: string): [string, string][] {
  return words.map((word) => {
    const match = /^([^=]+)=(.+)$/.exec(word);
    if (match === null) throw new UserError(`--${option} ${word}: write --${option} NAME=${value}`);
    return [match[1].trim(), match[2].trim()];
  });
}

function numberIn(text: string, option: string, name: string): number {
  if (!/^\d+$/.test(text)) throw new UserError(`--${option} ${name}=${text}: write --${option} NAME=NUMBER`);
  return Number(text);
}

function rangeIn(text: string, name: string): Range {
  const range = readRange(text);
  if (range !== null) return range;
  throw new UserError(`--range ${name}=${text}: write --range NAME=LOW..HIGH, for example ${name}=0..9`);
}

function callback(word: string): [string, string | null] {
  const [name, given] = [word.split('=', 1)[0], word.includes('=') ? word.slice(word.indexOf('=') + 1) : null];
  if (name !== '' && (given === null || /^[A-Za-z_]\w*$/.test(given))) return [name, given];
  throw new UserError(`--callback ${word}: write --callback POINTER, or --callback POINTER=FUNCTION`);
}

function device(word: string): Device {
  const match = /^(0x[\da-f]+|\d+):(\d+)$/i.exec(word);
  const [address, size] = match === null ? [0, 0] : [Number(match[1]), Number(match[2])];
  if (size > 0 && Number.isSafeInteger(address)) return { address, size };
  throw new UserError(`--memory ${word}: write --memory ADDRESS:BYTES, for example 0x4000C000:12`);
}
