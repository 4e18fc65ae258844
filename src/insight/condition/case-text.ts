/** A case in C, near enough: one phrase per quantity, strings where bytes spell them. */
import { Kind } from '../../expr/kinds.ts';
import { type CNaming, printC, printCNumber, printCValue } from '../../expr/print-c.ts';
import type { Term } from '../../expr/term.ts';
import { escaped, type ValueStyle } from '../value-text.ts';
import type { Axis } from './boxes.ts';
import type { Interval } from './intervals.ts';
import { namingWithin } from './known-values.ts';
import type { Case } from './minimise.ts';
import { maskedValues } from './possible-values.ts';
import { TRUE_BLOCK } from './space.ts';
import { isEitherTruth, valuesText } from './values-text.ts';

/** How a quantity is shown, and whether an array of bytes is text; null where nothing is known of it. */
export interface Wording {
  readonly naming: CNaming;
  readonly styleOf: (quantity: Term) => ValueStyle | null;
  readonly isString: (array: Term) => boolean;
  /** Where the first input that a quantity speaks of stands among all: conditions are told in this order. */
  readonly placeOf: (quantity: Term) => number;
}

export function caseText(each: Case, wording: Wording): string {
  const { space, box } = each;
  // What the case says of single values holds wherever it compares them with each other.
  const reading = { ...wording, naming: namingWithin([each], wording.naming) };
  const axes = [...box].map(([index, mask]) => ({ axis: space.axes[index], mask }));
  axes.sort((x, y) => reading.placeOf(x.axis.of) - reading.placeOf(y.axis.of) || byteOf(x.axis.of) - byteOf(y.axis.of));
  const spelled = stringsIn(axes, reading);
  const phrases: string[] = [];
  for (const { axis, mask } of axes) {
    const string = spelled.get(axis);
    const words = axis.kind === 'values' ? wording : reading;
    if (string === undefined) phrases.push(...axisText(axis, mask, words, space).map(nullTest));
    else if (string !== null) phrases.push(string);
  }
  const told = withRuns(phrases);
  if (told.length === 0) return 'always';
  if (told.length === 1) return told[0];
  return told.map((phrase) => (isLoose(phrase) ? `(${phrase})` : phrase)).join(' && ');
}

/** Fewer elements are told one by one, but for two of which as much is said as this. */
const FEWEST_IN_RUN = 3;
const LETTERS_SAID_ONCE = 12;

/** What is said of elements one after the other is said once: `s[0..3] in [0-9]`, and of characters `s[0..3] == "true"`. */
function withRuns(phrases: readonly string[]): string[] {
  const result: string[] = [];
  for (let i = 0; i < phrases.length; i++) {
    const first = elementPhrase(phrases[i]);
    let end = i + 1;
    const characters = [first?.character];
    for (; first !== null && end < phrases.length; end++) {
      const next = elementPhrase(phrases[end]);
      if (next === null || next.array !== first.array || next.index !== first.index + end - i) break;
      if (next.said !== first.said && (first.character === null || next.character === null)) break;
      characters.push(next.character);
    }
    const isLong = first !== null && first.said.length > LETTERS_SAID_ONCE;
    if (first === null || end - i < (isLong ? 2 : FEWEST_IN_RUN)) {
      result.push(phrases[i]);
      continue;
    }
    const said = first.character === null ? first.said : `== "${characters.map(inString).join('')}"`;
    result.push(`${first.array}[${first.index}..${first.index + end - i - 1}] ${said}`);
    i = end - 1;
  }
  return result;
}

/** A phrase about one element of an array; `character` is what it equals, as written between quotes. */
function elementPhrase(phrase: string) {
  const match = /^([\w.>*()-]+)\[(\d+)\] ((?:==|!=|in|not in) (.*))$/.exec(phrase);
  if (match === null || isLoose(phrase)) return null;
  const [, array, index, said] = match;
  // A zero is the end of a string, not a part of it.
  return { array, index: Number(index), said, character: /^== '((?!\\0).+)'$/.exec(said)?.[1] ?? null };
}

/** As C writes the character between double quotes. */
function inString(character: string | null | undefined): string {
  return character === '"' ? '\\"' : character === "\\'" ? "'" : (character ?? '');
}

/** Some ways for one of the cases to hold, where a case has more alternatives than can be told; else null. */
export function briefCases(cases: readonly Case[], wording: Wording): string[] | null {
  if (!cases.some(({ space, box }) => [...box].some(([index, mask]) => space.isManifold(space.axes[index], mask))))
    return null;
  const texts = cases.flatMap(({ space, box }) =>
    space.someBoxesOf(box).map((some) => caseText({ space, box: some, conditions: [] }, wording)),
  );
  return [...new Set(texts)].sort((x, y) => x.length - y.length);
}

/** Whether a phrase could be taken for several beside `&&`. */
function isLoose(phrase: string): boolean {
  let rest = phrase;
  for (let last = ''; rest !== last; ) {
    last = rest;
    rest = rest.replace(/\([^()]*\)/g, '');
  }
  return / \|\| | \? | where | & /.test(rest);
}

/** Bytes of one input are told from the first on, and what is made of several after them. */
function byteOf({ kind, b }: Term): number {
  return kind === Kind.read && b!.kind === Kind.constant ? Number(b!.value) : Number.MAX_SAFE_INTEGER;
}

/** Whether a pointer is null is a question, not a number, whatever it is compared with. */
function nullTest(phrase: string): string {
  return phrase.replace(/^\(([^()]*) == NULL\) (==|!=) ([01])$/, (_, pointer: string, sign: string, value: string) =>
    (sign === '==') === (value === '1') ? `${pointer} == NULL` : `${pointer} != NULL`,
  );
}

/** Nothing where it goes without saying. */
function axisText(axis: Axis, mask: bigint, reading: Wording, space: Case['space']): readonly string[] {
  if (axis.kind === 'order') {
    const text = printC(space.conditionOn(axis, mask), reading.naming);
    const isInOrder = standsBefore(axis.of, axis.other!, reading);
    return [isInOrder === text.startsWith(printC(axis.of, reading.naming)) ? text : turned(text)];
  }
  const alternatives = space.alternativesOf(axis, mask);
  if (alternatives !== null) {
    const texts = alternatives.map((box) => caseText({ space, box, conditions: [] }, reading));
    return [texts.map((text) => (text.includes(' && ') ? `(${text})` : text)).join(' || ')];
  }
  if (axis.kind === 'truth') return [truthText(axis.of, mask === TRUE_BLOCK, reading, space.conditionOn(axis, mask))];
  const known = reading.styleOf(axis.of);
  const plain = { character: false, truth: false, named: null };
  const { text, signed } =
    known === null
      ? printCValue(axis.of, reading.naming)
      : { text: printCNumber(axis.of, known.signed, reading.naming), signed: known.signed };
  const values = sets(axis, mask, signed);
  const told = known ?? { ...plain, signed };
  const style = told.character && axis.of.width > 8 && !areCharacters(values) ? { ...told, character: false } : told;
  if (style.truth && isEitherTruth(values)) return [];
  const field = known === null ? fieldText(axis.of, values, reading) : null;
  if (field !== null) return [field];
  const subject = subjectText(text, style);
  const phrase = valuesText(subject, values, style);
  return [maskedValues(axis.of) === null ? phrase : withBits(phrase, subject)];
}

/** Whether values can be told by characters alone: numbers that are wider are also others. */
function areCharacters({ allowed, excluded }: ReturnType<typeof sets>): boolean {
  const isText = (set: readonly Interval[]) => set.every(([from, to]) => from >= 0n && to < 128n);
  return isText(allowed) || isText(excluded);
}

const MOST_FIELD_VALUES = 8;

/** Bits from the middle of a number are compared where they stand: `(mode & 0xf000) == 0x4000`. Null where they are compared by size. */
function fieldText(of: Term, { allowed, excluded }: ReturnType<typeof sets>, reading: Wording): string | null {
  if (of.kind !== Kind.extract || of.low === 0 || of.a!.kind !== Kind.variable) return null;
  const isList = (set: readonly Interval[]) =>
    set.length <= MOST_FIELD_VALUES && set.every(([from, to]) => from === to);
  const isOne = isList(allowed);
  if (!isOne && !isList(excluded)) return null;
  const inPlace = (value: bigint) => BigInt.asUintN(of.width, value) << BigInt(of.low);
  const shown = (value: bigint) => (value < 10n ? `${value}` : `0x${value.toString(16)}`);
  const values = (isOne ? allowed : excluded).map(([value]) => shown(inPlace(value)));
  const subject = `(${printC(of.a!, reading.naming)} & 0x${inPlace(-1n).toString(16)})`;
  if (values.length === 1) return `${subject} ${isOne ? '==' : '!='} ${values[0]}`;
  return `${subject} ${isOne ? 'in' : 'not in'} {${values.join(', ')}}`;
}

/** Values of some bits are written as the bits are: `(mode & 0x201) == 0x200`. */
function withBits(told: string, subject: string): string {
  if (!told.startsWith(subject)) return told;
  const values = told.slice(subject.length).replace(/\b\d{2,}\b/g, (digits) => `0x${BigInt(digits).toString(16)}`);
  return `${subject}${values}`;
}

/** Inputs come before what is computed, and both in the order of the inputs. */
function standsBefore(left: Term, right: Term, { placeOf }: Wording): boolean {
  const isPlain = (term: Term) => term.kind === Kind.variable;
  return isPlain(left) === isPlain(right) ? placeOf(left) <= placeOf(right) : isPlain(left);
}

/** `b < a` is `a > b` where a comes first. */
function turned(text: string): string {
  return text.replace(/^((?:->|[^<>=!&|?])+) (<=?|>=?|==|!=) ((?:->|[^<>=!&|?])+)$/, (_, left, sign: string, right) => {
    const other = sign.startsWith('<') ? sign.replace('<', '>') : sign.replace('>', '<');
    return `${right} ${other} ${left}`;
  });
}

/** The quantity as its style reads it: a `char` is compared as one. */
function subjectText(text: string, style: ValueStyle): string {
  if (style.truth) return text.replace(/^\((.* == NULL)\)$/, '$1');
  // What binds less than a comparison.
  const bindsLess = /[ ?]/.test(text) && /[?<>=&|^]/.test(text.replaceAll('->', '.'));
  return bindsLess ? `(${text})` : text;
}

/** A single bit is a flag. */
function truthText(of: Term, value: boolean, { naming }: Wording, condition: Term): string {
  if (of.kind === Kind.extract && of.width === 1) {
    const whole = printC(of.a!, naming);
    const test = `${/^[\w.[\]>*-]+$/.test(whole) ? whole : `(${whole})`} & 0x${(1n << BigInt(of.low)).toString(16)}`;
    return value ? test : `!(${test})`;
  }
  return printC(condition, naming);
}

/** Blocks in the order of the reading; what no input can be lies between blocks and separates nothing. */
function sets(axis: Axis, mask: bigint, signed: boolean) {
  const { width } = axis.of;
  const read = (value: bigint) => (signed ? BigInt.asIntN(width, value) : value);
  const half = 1n << BigInt(width - 1);
  const pieces = axis.blocks.flatMap(([from, to], i) => {
    const allowed = ((mask >> BigInt(i)) & 1n) === 1n;
    const parts: Interval[] =
      signed && from < half && to >= half
        ? [
            [from, half - 1n],
            [half, to],
          ]
        : [[from, to]];
    return parts.map(([low, high]) => ({ from: read(low), to: read(high), allowed }));
  });
  pieces.sort((x, y) => (x.from < y.from ? -1 : 1));
  const runs: { from: bigint; to: bigint; allowed: boolean }[] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    if (last !== undefined && last.allowed === piece.allowed) last.to = piece.to;
    else runs.push({ ...piece });
  }
  const list = (allowed: boolean) =>
    runs.filter((run) => run.allowed === allowed).map(({ from, to }): Interval => [from, to]);
  return { allowed: list(true), excluded: list(false), least: runs[0].from, most: runs.at(-1)!.to };
}

/**
 * Bytes of a string from its beginning: all of them given is the string itself; all before the first zero not zero, and no more
 * known, is its length; and where no zero is known, those that are only not zero are a length that it has at least. Of the axes that a
 * phrase speaks for, the first has it and the others null.
 */
function stringsIn(axes: readonly { axis: Axis; mask: bigint }[], reading: Wording): Map<Axis, string | null> {
  const result = new Map<Axis, string | null>();
  const byArray = new Map<Term, Map<number, { axis: Axis; allowed: bigint | null; isNotZero: boolean }>>();
  for (const { axis, mask } of axes) {
    const { of } = axis;
    if (axis.kind !== 'values' || of.kind !== Kind.read || of.b!.kind !== Kind.constant) continue;
    if (of.a!.kind !== Kind.bytes || !reading.isString(of.a!)) continue;
    const { allowed, excluded } = sets(axis, mask, false);
    const value = allowed.length === 1 && allowed[0][0] === allowed[0][1] ? allowed[0][0] : null;
    const isNotZero = excluded.length === 1 && excluded[0][0] === 0n && excluded[0][1] === 0n;
    const known = byArray.get(of.a!) ?? new Map();
    byArray.set(of.a!, known.set(Number(of.b!.value), { axis, allowed: value, isNotZero }));
  }
  for (const [array, known] of byArray) {
    const end = [...known].find(([, { allowed }]) => allowed === 0n)?.[0];
    if (end === undefined) {
      let least = 0;
      while (known.get(least)?.isNotZero === true) least++;
      if (least < FEWEST_OF_LENGTH) continue;
      const phrase = `strlen(${arrayName(known.get(0)!.axis.of, reading)}) >= ${least}`;
      for (let i = 0; i < least; i++) result.set(known.get(i)!.axis, i === 0 ? phrase : null);
      continue;
    }
    const bytes = Array.from({ length: end }, (_, i) => known.get(i));
    const name = arrayName(known.get(end)!.axis.of, reading);
    let phrase: string | null = null;
    if (bytes.every((byte) => byte !== undefined && byte.allowed !== null)) {
      phrase = `${name} == "${bytes.map((byte) => escaped(Number(byte!.allowed), '"\\')).join('')}"`;
    } else if (bytes.every((byte) => byte?.isNotZero === true)) phrase = `strlen(${name}) == ${end}`;
    if (phrase === null || (array.low !== 0 && end >= array.low)) continue;
    const members = [...bytes.map((byte) => byte!.axis), known.get(end)!.axis];
    const first = axes.find(({ axis }) => members.includes(axis))!.axis;
    for (const member of members) result.set(member, member === first ? phrase : null);
  }
  return result;
}

/** That a string is not empty is said of its first character. */
const FEWEST_OF_LENGTH = 2;

function arrayName(element: Term, { naming }: Wording): string {
  return printC(element, naming)
    .replace(/\[\d+\]$/, '')
    .replace(/^\((\*.*)\)$/, '$1');
}

/** What has too many alternatives to be told is best told by what the other rows say. */
const MANIFOLD_WEIGHT = 100;

const ONE_PHRASE = { allowed: [0], excluded: [0] };

/** How much there is to read. */
export function caseWeight({ space, box }: Case): number {
  let sum = 0;
  for (const [index, mask] of box) {
    const axis = space.axes[index];
    if (space.isManifold(axis, mask)) {
      sum += MANIFOLD_WEIGHT;
      continue;
    }
    const { allowed, excluded } = axis.kind === 'values' ? sets(axis, mask, axis.signed ?? false) : ONE_PHRASE;
    sum += Math.min(allowed.length, excluded.length + 0.5) * (space.alternativesOf(axis, mask)?.length ?? 1);
  }
  return sum;
}

/** Of a case that says nothing but the value of one quantity, or between which it lies: the least. */
export function soleRangeOf({ space, box }: Case): { readonly of: Term; readonly value: bigint } | null {
  if (box.size !== 1) return null;
  const [[index, mask]] = box;
  const axis = space.axes[index];
  if (axis.kind !== 'values') return null;
  const { allowed } = sets(axis, mask, axis.signed ?? false);
  return allowed.length === 1 ? { of: axis.of, value: allowed[0][0] } : null;
}
