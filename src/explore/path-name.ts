/**
 * Paths by name, and which of them are finished.
 *
 * A path of a forking search is named by its choices at forks: a side, and a mark of where the fork was (and of which value
 * was tried, where values are tried one after the other). Names do not depend on the order of the search, so a run that was
 * stopped can be taken up by another one: it searches from the start, and at each fork leaves a side below which every
 * path is finished. Only the forks above unfinished paths are executed again, each once.
 *
 * A solver that runs out of time may answer differently the second time, and then a path forks elsewhere or tries other
 * values. The marks show that, and what is known about such a path is not used: work is done twice, none is left out.
 */
import type { Choice } from '../machine/state.ts';

/** Three bytes for each choice: side, and 23 bits of the mark. */
const BYTES_PER_CHOICE = 3;
const MARK_BITS = 0x7fffff;

export function pathName(path: NamedPath): string {
  const { choices = null } = path;
  let count = 0;
  for (let choice = choices; choice !== null; choice = choice.before) count++;
  const codes = new Uint8Array(count * BYTES_PER_CHOICE);
  for (let choice = choices; choice !== null; choice = choice.before) {
    const code = codeOf(choice);
    const at = --count * BYTES_PER_CHOICE;
    codes[at] = code >>> 16;
    codes[at + 1] = code >>> 8;
    codes[at + 2] = code;
  }
  return `${startOf(path)}:${base64(codes)}`;
}

/** The choices that a name consists of, in order. */
export function choicesIn(name: string): { readonly side: number; isAt(choice: Choice): boolean }[] {
  const codes = bytesOfBase64(name.slice(name.indexOf(':') + 1));
  return Array.from({ length: codes.length / BYTES_PER_CHOICE }, (_, i) => {
    const code = codeIn(codes, i * BYTES_PER_CHOICE);
    return { side: code >>> 23, isAt: (choice) => (codeOf(choice) & MARK_BITS) === (code & MARK_BITS) };
  });
}

/** In the order in which a search that goes deep first comes to them: digits are ordered like what they stand for. */
export function compareNames(a: string, b: string): number {
  const from = a.indexOf(':');
  const start = a.slice(0, from + 1);
  if (!b.startsWith(start)) return start < b.slice(0, b.indexOf(':') + 1) ? -1 : 1;
  const end = Math.min(a.length, b.length);
  for (let i = from + 1; i < end; i++) {
    const [left, right] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (left !== right) return VALUES[left] - VALUES[right];
  }
  return a.length - b.length;
}

/** Tells the states apart that a program can start in. */
export function startOf({ arguments: words }: NamedPath): string {
  return words.map((word) => word.length).join('.');
}

function codeOf({ mark, side }: Choice): number {
  return ((mark ^ (mark >>> 16)) & MARK_BITS) | (side << 23);
}

function codeIn(codes: Uint8Array, at: number): number {
  return (codes[at] << 16) | (codes[at + 1] << 8) | codes[at + 2];
}

/** What a state and an outcome have in common. */
export interface NamedPath {
  readonly choices?: Choice | null;
  readonly arguments: readonly (readonly unknown[])[];
}

interface Fork {
  mark: number;
  readonly sides: [Known, Known];
}

/** Nothing, or a fork that was seen, or that all below is finished. */
type Known = null | 'finished' | Fork;

export class FinishedPaths {
  private readonly starts = new Map<string, Known>();
  private readonly after = new WeakMap<Choice, Known>();
  /** Names that contradict others: what is known below them is not used. */
  contradictions = 0;

  constructor(names: Iterable<string>) {
    for (const name of names) this.add(name);
    for (const [start, known] of this.starts) this.starts.set(start, closed(known));
  }

  /** Whether everything that can follow is finished. */
  includes(path: NamedPath): boolean {
    if (this.starts.size === 0) return false;
    const unseen: Choice[] = [];
    let known: Known | undefined;
    let choice = path.choices ?? null;
    for (; choice !== null; choice = choice.before) {
      known = this.after.get(choice);
      if (known !== undefined) break;
      unseen.push(choice);
    }
    known ??= this.starts.get(startOf(path)) ?? null;
    for (const next of unseen.reverse()) {
      known = sideOf(known, next);
      this.after.set(next, known);
    }
    return known === 'finished';
  }

  private add(name: string): void {
    const [start, text] = name.split(':');
    const codes = bytesOfBase64(text);
    let known = this.starts.get(start) ?? null;
    let put = (value: Known) => {
      this.starts.set(start, value);
    };
    for (let at = 0; at < codes.length; at += BYTES_PER_CHOICE) {
      if (known === 'finished') return;
      const code = codeIn(codes, at);
      const fork: Fork = known ?? { mark: code & MARK_BITS, sides: [null, null] };
      if (known === null) put(fork);
      if (fork.mark !== (code & MARK_BITS)) {
        this.contradictions++;
        return;
      }
      const side = code >>> 23;
      known = fork.sides[side];
      put = (value) => {
        fork.sides[side] = value;
      };
    }
    put('finished');
  }
}

function sideOf(known: Known, choice: Choice): Known {
  if (known === null || known === 'finished') return known;
  const code = codeOf(choice);
  return known.mark === (code & MARK_BITS) ? known.sides[choice.side] : null;
}

/** With every fork whose two sides are finished replaced by that fact. */
function closed(known: Known): Known {
  if (known === null || known === 'finished') return known;
  const stack: Fork[] = [known];
  const order: Fork[] = [];
  for (let fork = stack.pop(); fork !== undefined; fork = stack.pop()) {
    order.push(fork);
    for (const side of fork.sides) if (side !== null && side !== 'finished') stack.push(side);
  }
  const done = new Set<Fork>();
  for (const fork of order.reverse()) {
    fork.sides.forEach((side, i) => {
      if (side !== null && side !== 'finished' && done.has(side)) fork.sides[i] = 'finished';
    });
    if (fork.sides[0] === 'finished' && fork.sides[1] === 'finished') done.add(fork);
  }
  return done.has(known) ? 'finished' : known;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** By the code of a digit. */
const VALUES = new Uint8Array(128);
[...DIGITS].forEach((digit, value) => {
  VALUES[digit.charCodeAt(0)] = value;
});

/** Three bytes are four digits, so there is never a rest. */
function base64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const word = (bytes[i] << 16) | (bytes[i + 1] << 8) | bytes[i + 2];
    text += DIGITS[word >>> 18] + DIGITS[(word >>> 12) & 63] + DIGITS[(word >>> 6) & 63] + DIGITS[word & 63];
  }
  return text;
}

function bytesOfBase64(text: string): Uint8Array {
  const bytes = new Uint8Array((text.length / 4) * 3);
  let at = 0;
  for (let i = 0; i < text.length; i += 4) {
    let word = 0;
    for (let k = 0; k < 4; k++) word = (word << 6) | (VALUES[text.charCodeAt(i + k)] ?? 0);
    bytes[at++] = word >>> 16;
    bytes[at++] = word >>> 8;
    bytes[at++] = word;
  }
  return bytes;
}
