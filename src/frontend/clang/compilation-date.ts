/**
 * What `__DATE__` and `__TIME__` stand for. The moment of compiling is an input that no test could name: two runs of the same
 * command would differ. So it is fixed for all compilers that we start. A program that was built before has in it what its
 * own compiler said; the record of that step is a few seconds younger, and which second it was is read off the program.
 */
import type { InputFile } from './source-files.ts';

/** In seconds since 1970: when the modelled clocks start, too (`runtime/src/time.c`). */
const FIXED_MOMENT = 1_700_000_000;

/** Makes gcc and clang take that moment for now. */
export const FIXED_DATE_ENVIRONMENT = { SOURCE_DATE_EPOCH: String(FIXED_MOMENT) };

export interface CompilationDate {
  /** As `__DATE__` has it. */
  readonly date: string;
  /** As `__TIME__` has it. */
  readonly time: string;
}

export function fixedDate(seconds = FIXED_MOMENT): CompilationDate {
  const words = new Date(seconds * 1000).toUTCString().split(' ');
  const [, day, month, year, time] = words;
  return { date: dateText(month, Number(day), year), time };
}

/** A compilation and its record are less than this apart. */
const MOST_SECONDS_OF_COMPILING = 120;

/** `recordedAt` in milliseconds; `isInProgram` says whether the program that was built contains a text. */
export function recordedDate(recordedAt: number, isInProgram: (text: string) => boolean): CompilationDate {
  const moments = Array.from({ length: MOST_SECONDS_OF_COMPILING }, (_, back) => localDate(recordedAt - 1000 * back));
  return moments.find(({ time }) => isInProgram(time)) ?? moments[0];
}

/** As compilers do it, in the time zone of this machine. */
function localDate(milliseconds: number): CompilationDate {
  const moment = new Date(milliseconds);
  const [, month, day, year, time] = moment.toString().split(' ');
  return { date: dateText(month, Number(day), year), time };
}

function dateText(month: string, day: number, year: string): string {
  return `${month} ${String(day).padStart(2, ' ')} ${year}`;
}

const mentions = new WeakMap<Uint8Array, boolean>();

/** What tells clang the date; nothing where no file asks for it. */
export function dateFlags(files: readonly InputFile[], dateOf: () => CompilationDate): string[] {
  if (!files.some(({ bytes }) => mentionsDate(bytes))) return [];
  const { date, time } = dateOf();
  return ['-Wno-builtin-macro-redefined', `-D__DATE__="${date}"`, `-D__TIME__="${time}"`];
}

function mentionsDate(bytes: Uint8Array): boolean {
  let found = mentions.get(bytes);
  if (found === undefined) {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    found = text.includes('__DATE__') || text.includes('__TIME__');
    mentions.set(bytes, found);
  }
  return found;
}
