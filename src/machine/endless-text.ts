/**
 * The text of a program that never ends: what it writes first, and what it then writes again and again. Where on its circle
 * the program was when it was found out is not part of it, so both are made as short as possible: then equal texts look alike.
 */
import type { Term } from '../expr/term.ts';
import type { PathOutcome } from './outcome.ts';

type Bytes = readonly (number | Term)[];

/** What a path wrote to a stream, in parts with names. */
export function textParts(outcome: PathOutcome, stream: 'stdout' | 'stderr'): { name: string; bytes: Bytes }[] {
  const written = outcome[stream];
  const repeated = outcome.ending.cycle?.[stream] ?? 0;
  if (repeated === 0) return [{ name: stream, bytes: written }];
  const { before, again } = shortest(written, repeated);
  return [
    { name: stream, bytes: before },
    { name: `${stream} again and again`, bytes: again },
  ];
}

/** The last `repeated` bytes are the circle. */
export function shortest(written: Bytes, repeated: number): { readonly before: Bytes; readonly again: Bytes } {
  const turn = written.slice(written.length - repeated);
  let length = 1;
  while (turn.length % length !== 0 || turn.some((byte, i) => byte !== turn[i % length])) length++;
  // The circle may begin earlier than it was noticed.
  let start = written.length - repeated;
  while (start > 0 && written[start - 1] === written[start - 1 + length]) start--;
  return { before: written.slice(0, start), again: written.slice(start, start + length) };
}
