/**
 * Numbers that are used as characters. C passes characters as `int` (`isalpha(int c)`), and libraries that care about signs keep them in
 * `unsigned char`: the type does not say what they are, but what they are compared with does. An input of one byte, or one called `c` or
 * `ch`, is a character where conditions tell digits or letters apart and never cut between two numbers that are no characters.
 */
import { Kind } from '../expr/kinds.ts';
import type { Term } from '../expr/term.ts';
import type { Axis } from './condition/boxes.ts';
import type { Case } from './condition/minimise.ts';
import type { Space } from './condition/space.ts';

const CHARACTER_NAMES = /^\*?(c|ch|chr|chars?|character|letter)\d*$/;
/** First and last of what conditions tell apart. */
const CLASSES = ['09', 'AZ', 'az', 'AF', 'af', '07'].map(([first, last]) => [first.charCodeAt(0), last.charCodeAt(0)]);

/** EOF, the end of a string, and where ASCII and bytes end. */
const UNWRITTEN: readonly bigint[] = [-1n, 0n, 128n, 256n];

export function charactersByUse(cases: readonly Case[]): ReadonlySet<Term> {
  const spaces = new Set<Space>(cases.map(({ space }) => space));
  const axes = [...spaces].flatMap((space) => space.axes);
  return new Set(axes.filter(isCharacterAxis).map(({ of }) => of));
}

function isCharacterAxis({ kind, of, blocks }: Axis): boolean {
  if (kind !== 'values' || of.kind !== Kind.variable) return false;
  if (of.width !== 8 && !(of.width === 32 && CHARACTER_NAMES.test(of.name))) return false;
  const least = -(1n << BigInt(of.width - 1));
  const cuts = blocks.slice(1).map(([from]) => BigInt.asIntN(of.width, from));
  const isBorder = (value: bigint) =>
    isText(value) || isText(value - 1n) || value === least || UNWRITTEN.includes(value);
  const tells = CLASSES.some(([first, last]) => cuts.includes(BigInt(first)) && cuts.includes(BigInt(last + 1)));
  return tells && cuts.every(isBorder);
}

/** Printable, or white space. */
function isText(value: bigint): boolean {
  return (value >= 32n && value <= 126n) || (value >= 9n && value <= 13n);
}
