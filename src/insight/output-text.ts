/** The value of an output in C: constants as declared, terms over the inputs, what pointers lead to. */
import { Kind } from '../expr/kinds.ts';
import { type CNaming, printC, printCFloat, printCValue } from '../expr/print-c.ts';
import type { Scalar } from '../expr/scalar.ts';
import { Term } from '../expr/term.ts';
import type { DebugType } from '../program/debug.ts';
import { GIVEN, type OutputValue } from './outputs.ts';
import { elementOf, memberOf, NO_SCOPE, type Scope, typeOfPlace } from './places.ts';
import { characterText, constantText, escaped, isPrintable, styleOf } from './value-text.ts';

/** `isNumber` for a `char` that is one. */
export function outputText(
  output: OutputValue,
  naming: CNaming,
  scope: Scope = NO_SCOPE,
  isNumber: boolean = false,
): string {
  return valueText(output, naming, typeOfPlace(output.name, scope), isNumber);
}

/** Outputs of type `char` that hold numbers: among their constants is one that no character is written for, and none is printable. */
export function smallNumbers(outputs: readonly OutputValue[]): ReadonlySet<string> {
  const [printable, nameless] = [new Set<string>(), new Set<string>()];
  for (const { name, kind, bits, parts } of outputs) {
    const [value] = parts;
    if (kind !== 'int' || bits !== 8 || value instanceof Term) continue;
    if (isPrintable(Number(value))) printable.add(name);
    else if (characterText(Number(value)) === null) nameless.add(name);
  }
  return new Set([...nameless].filter((name) => !printable.has(name)));
}

function valueText(output: OutputValue, naming: CNaming, type: DebugType | null, isNumber = false): string {
  const [value] = output.parts;
  switch (output.kind) {
    case 'ending':
      // The folder is in the list of faults; here it would only widen the table.
      return output.label.replace(/ at .*\//, ' at ');
    case 'text':
      if (isStream(output.name)) return textOf(output.parts, naming);
      return changedText(output, naming) ?? textOf(withoutZeros(output.parts), naming);
    case 'list':
      return `{${output.members.map((member) => memberText(member, naming, type)).join(', ')}}`;
    case 'pointer':
      return pointerText(output, naming, type);
    case 'float':
      return value instanceof Term ? printCFloat(value, naming) : floatText(value, output.bits);
    default: {
      const declared = type === null ? null : styleOf(type);
      const style = declared !== null && isNumber ? { ...declared, character: false } : declared;
      const signed = style?.signed ?? output.signed;
      const constant = (bits: Scalar) => {
        const number = signed ? BigInt.asIntN(output.bits, BigInt(bits)) : BigInt(bits);
        return style === null ? String(number) : constantText(number, style);
      };
      if (!(value instanceof Term)) return constant(value);
      const chosen = style?.named == null ? null : choiceText(value, naming, constant);
      return chosen ?? printCValue(value, naming, signed).text;
    }
  }
}

/** A choice between constants that have names: `a == c ? ISOSCELES : SCALENE`. Null for anything else. */
function choiceText(term: Term, naming: CNaming, constant: (bits: Scalar) => string): string | null {
  if (term.kind === Kind.constant) return constant(term.value);
  if (term.kind !== Kind.ite) return null;
  const [yes, no] = [choiceText(term.b!, naming, constant), choiceText(term.c!, naming, constant)];
  if (yes === null || no === null) return null;
  return `${printC(term.a!, naming)} ? ${term.b!.kind === Kind.ite ? `(${yes})` : yes} : ${no}`;
}

/** A number that a run showed, as its place is declared: `SCALENE` for `return`. */
export function declaredValue(name: string, shown: string, scope: Scope): string {
  const type = /^-?\d+$/.test(shown) ? typeOfPlace(name, scope) : null;
  const style = type === null ? null : styleOf(type);
  return style === null ? shown : constantText(BigInt(shown), style);
}

/** Where a pointer leads: `NULL`, a name, or what is there. */
function pointerText(
  { name, label, parts: [offset], members, bits }: OutputValue,
  naming: CNaming,
  type: DebugType | null,
): string {
  if (label === 'NULL' || label === 'freed') return label;
  const inner = type === null ? null : elementOf(type);
  const known = label === 'new' ? 'new object' : label === 'as given' ? name : label;
  const target = members.length > 0 ? `&${valueText(members[0], naming, inner)}` : known;
  if (offset === 0) return target;
  if (offset instanceof Term) return `${target} + ${printC(offset, naming)} bytes`;
  const signed = BigInt.asIntN(bits, BigInt(offset));
  const distance = signed < 0n ? -signed : signed;
  return `${target} ${signed < 0n ? '-' : '+'} ${distance} byte${distance === 1n ? '' : 's'}`;
}

function memberText(member: OutputValue, naming: CNaming, type: DebugType | null): string {
  if (member.name === '') return valueText(member, naming, type === null ? null : elementOf(type));
  return `.${member.name} = ${valueText(member, naming, memberOf(type, member.name))}`;
}

/** The number whose bits these are. */
export function floatText(bits: Scalar, width: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(bits));
  if (width === 64) return numberText(view.getFloat64(0));
  // The shortest text that means the same float.
  const exact = view.getFloat32(4);
  for (let digits = 1; digits < 10; digits++) {
    const short = Number(exact.toPrecision(digits));
    if (Object.is(Math.fround(short), exact)) return numberText(short);
  }
  return numberText(exact);
}

function numberText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

function isStream(name: string): boolean {
  return name === 'stdout' || name === 'stderr';
}

/** As in C, the rest of a buffer is zero. */
function withoutZeros(parts: OutputValue['parts']): OutputValue['parts'] {
  return parts.slice(0, parts.findLastIndex((each) => each !== 0) + 1);
}

/** Of a buffer that was given, only what was written: `[0..2] = "ab\0"`; its name where that is nothing. Null where it is all. */
function changedText({ name, parts, label }: OutputValue, naming: CNaming): string | null {
  const stored = storesIn(parts, name, naming);
  if (stored !== null) return stored;
  const last = parts.length - 1;
  const isSame = parts.map((part, i) => part instanceof Term && isByteOf(part, i, name, naming));
  if (!isSame.includes(true) && label !== GIVEN) return null;
  // A string ends with its buffer.
  if (last > 0 && parts[last] === 0 && label !== GIVEN) isSame[last] = true;
  if (!isSame.includes(false)) return name;
  const runs: string[] = [];
  for (let i = 0; i < parts.length; i++) {
    if (isSame[i]) continue;
    const first = i;
    while (i + 1 < parts.length && !isSame[i + 1]) i++;
    const [single] = parts.slice(i, i + 1);
    if (first === i) {
      const text = single instanceof Term ? byteText(single, naming) : characterText(Number(single));
      runs.push(`[${i}] = ${text ?? single}`);
      continue;
    }
    const place = `[${first}..${i}]`;
    if (i - first >= 2 && parts.slice(first, i + 1).every((part) => part === 0)) runs.push(`${place} = 0`);
    else runs.push(`${place} = ${textOf(parts.slice(first, i + 1), naming).replaceAll('\\x00', '\\0')}`);
  }
  return runs.join(', ');
}

/** More bytes at indices that are not known are shown by what they make of each byte. */
const MOST_STORES = 4;

/** Bytes written at indices that are not known, in the order of the writing: `[i] = 'x'`. Null where it is not that alone. */
function storesIn(parts: OutputValue['parts'], name: string, naming: CNaming): string | null {
  const [first] = parts;
  const array = first instanceof Term && first.kind === Kind.read ? first.a! : null;
  const isCell = (part: OutputValue['parts'][number], i: number) =>
    part instanceof Term && part.kind === Kind.read && part.a === array && Number(part.b!.value) === i;
  const last = parts.length - 1;
  // A string ends with its buffer.
  if (array?.kind !== Kind.store || !parts.every((part, i) => isCell(part, i) || (part === 0 && i === last)))
    return null;
  const written: Term[] = [];
  let rest: Term = array;
  for (; rest.kind === Kind.store; rest = rest.a!) written.unshift(rest);
  // What was there before the function wrote: its own bytes, one by one.
  const own = new Set<number>();
  for (const { b, c } of written) {
    if (b!.kind !== Kind.constant || !isByteOf(c!, Number(b!.value), name, naming)) break;
    own.add(Number(b!.value));
  }
  const isWhole =
    (rest.kind === Kind.bytes && naming(rest)?.name === name) || parts.every((_, i) => own.has(i) || i === last);
  const stores = written.slice(own.size);
  if (!isWhole || stores.length > MOST_STORES) return null;
  return stores
    .map(({ b, c }) => {
      const shown = c!.kind === Kind.constant ? characterText(Number(c!.value)) : byteText(c!, naming);
      return `[${printC(b!, naming)}] = ${shown ?? c!.value}`;
    })
    .join(', ');
}

function isByteOf(term: Term, index: number, name: string, naming: CNaming): boolean {
  const { kind, a, b } = term;
  if (kind === Kind.variable) return naming(term)?.name === `${name}[${index}]`;
  if (kind !== Kind.read || a!.kind !== Kind.bytes || b!.kind !== Kind.constant) return false;
  return Number(b!.value) === index && naming(a!)?.name === name;
}

/** Bytes as a C string; symbolic bytes stand in braces, copies of neighbours together: `"{s[0..4]}\\n"`. A copy alone is its place. */
function textOf(parts: readonly OutputValue['parts'][number][], naming: CNaming): string {
  let text = '';
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    if (!(part instanceof Term)) {
      text += escapeByte(Number(part));
      continue;
    }
    const first = byteText(part, naming);
    const place = /^([\w.>*()-]+)\[(\d+)\]$/.exec(first);
    const from = Number(place?.[2]);
    let last = i;
    for (; place !== null && last + 1 < parts.length; last++) {
      const next = parts[last + 1];
      if (!(next instanceof Term) || byteText(next, naming) !== `${place[1]}[${from + last + 1 - i}]`) break;
    }
    const copied = last === i ? first : `${place![1]}[${from}..${from + last - i}]`;
    if (i === 0 && last > 0 && last === parts.length - 1) return copied;
    text += `{${copied}}`;
    i = last;
  }
  return `"${text}"`;
}

/** A digit is made from its number: `'0' + n % 10`. */
function byteText(term: Term, naming: CNaming): string {
  const { kind, a, b } = term.kind === Kind.extract && term.low === 0 ? term.a! : term;
  const isDigit = kind === Kind.add && b!.kind === Kind.constant && b!.value === 48;
  if (isDigit) return `'0' + ${printC(a!, naming)}`;
  // Lead bytes and flags are added in their place: 0xc0, not -64.
  const added = kind === Kind.add && b!.kind === Kind.constant ? Number(BigInt(b!.value) & 0xffn) : 0;
  if (added < 128) return printC(term, naming);
  const rest = printC(a!, naming);
  return `0x${added.toString(16)} + ${/ (>>|<<|[&|^?]) /.test(rest) ? `(${rest})` : rest}`;
}

export function escapeByte(byte: number): string {
  return byte === 0 ? '\\x00' : escaped(byte, '"\\');
}
