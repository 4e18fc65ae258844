/** The value of an output in C: constants as declared, terms over the inputs, what pointers lead to. */
import { Kind } from '../expr/kinds.ts';
import { type CNaming, printC, printCFloat, printCValue } from '../expr/print-c.ts';
import type { Scalar } from '../expr/scalar.ts';
import { Term } from '../expr/term.ts';
import type { DebugType } from '../program/debug.ts';
import type { OutputValue } from './outputs.ts';
import { elementOf, memberOf, NO_SCOPE, type Scope, typeOfPlace } from './places.ts';
import { constantText, escaped, styleOf } from './value-text.ts';

export function outputText(output: OutputValue, naming: CNaming, scope: Scope = NO_SCOPE): string {
  return valueText(output, naming, typeOfPlace(output.name, scope));
}

function valueText(output: OutputValue, naming: CNaming, type: DebugType | null): string {
  const [value] = output.parts;
  switch (output.kind) {
    case 'ending':
      // The folder is in the list of faults; here it would only widen the table.
      return output.label.replace(/ at .*\//, ' at ');
    case 'text':
      return textOf(isStream(output.name) ? output.parts : withoutZeros(output.parts), naming);
    case 'list':
      return `{${output.members.map((member) => memberText(member, naming, type)).join(', ')}}`;
    case 'pointer':
      return pointerText(output, naming, type);
    case 'float':
      return value instanceof Term ? printCFloat(value, naming) : floatText(value, output.bits);
    default: {
      const style = type === null ? null : styleOf(type);
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

/** Bytes as a C string; symbolic bytes stand in braces. */
function textOf(parts: readonly OutputValue['parts'][number][], naming: CNaming): string {
  let text = '';
  for (const part of parts) {
    if (part instanceof Term) text += `{${printC(part, naming)}}`;
    else text += escapeByte(Number(part));
  }
  return `"${text}"`;
}

export function escapeByte(byte: number): string {
  return byte === 0 ? '\\x00' : escaped(byte, '"\\');
}
