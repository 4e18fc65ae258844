/** Numbers taken apart and put together as C: bits of a number as shifts and masks, parts joined into one. */
import {
  atLeast,
  type CExpression,
  type CReading,
  cTypeName,
  exactly,
  Precedence,
  pattern,
  unsignedAt,
  wrapIn,
} from './c-expression.ts';
import { loadOf } from './c-loads.ts';
import { renderLoad } from './c-memory.ts';
import { shiftedRight } from './c-ranges.ts';
import type { CRenderer, Want } from './c-render.ts';
import { wholeOf } from './c-slices.ts';
import { Kind } from './kinds.ts';
import type { Term } from './term.ts';

/** Bits of a number, and where in it they stand. */
interface Piece {
  readonly term: Term;
  readonly shift: number;
}

export function renderZeroExtension(c: CRenderer, term: Term): CExpression {
  const inner = term.a!;
  const made =
    inner.kind === Kind.extract && !c.hasName(inner)
      ? slice(c, inner.a!, inner.low, inner.width, false)
      : c.render(inner, 'unsigned');
  return { ...made, reading: 'both' };
}

export function renderSignExtension(c: CRenderer, term: Term): CExpression {
  const inner = term.a!;
  if (inner.width === 1) return c.render(inner, 'signed');
  const made =
    inner.kind === Kind.extract && !c.hasName(inner)
      ? slice(c, inner.a!, inner.low, inner.width, true)
      : c.render(inner, 'signed');
  return { ...made, reading: 'signed' };
}

/** What a number is put together from, the highest first, without zeros. */
function piecesOf(c: CRenderer, term: Term, shift = 0): Piece[] {
  if (term.kind === Kind.concat && (shift === 0 || !c.hasName(term)) && wholeOf(term) === null) {
    if (loadOf(term) === null) return [...piecesOf(c, term.a!, shift + term.b!.width), ...piecesOf(c, term.b!, shift)];
  }
  return term.kind === Kind.constant && term.value === 0 ? [] : [{ term, shift }];
}

/** `b[3] << 24 | b[2] << 16 | b[1] << 8 | b[0]` */
function joinedPieces(c: CRenderer, pieces: readonly Piece[], width: number): CExpression {
  const made = pieces.map(({ term, shift }) => {
    const piece = term.kind === Kind.constant ? pattern(term.value, term.width) : c.operand(term, 'unsigned');
    const wide = shift > 0 ? atLeast(piece, width) : piece;
    if (shift === 0) return wide;
    return { ...wide, text: `${wrapIn(wide, Precedence.shift)} << ${shift}`, precedence: Precedence.shift };
  });
  const bits = Math.max(...made.map((piece) => piece.bits));
  const signed = made.every((piece) => !unsignedAt(piece, bits));
  return {
    text: made.map((piece) => wrapIn(piece, Precedence.bitOr + 1)).join(' | '),
    precedence: Precedence.bitOr,
    bits,
    signed,
    float: false,
    reading: bits === width ? (signed ? 'signed' : 'unsigned') : 'low',
  };
}

/** Exactly the bits [low, low + width) of a term. */
function slice(c: CRenderer, from: Term, low: number, width: number, signed: boolean): CExpression {
  if (low + width < from.width) return exactly(renderPart(c, from, low, width), width, signed);
  // Everything from `low` up: a shift of the value itself.
  const value = c.operand(from, signed ? 'signed' : 'unsigned');
  const made = low < value.bits ? value : atLeast(value, from.width);
  const text = `${wrapIn(made, Precedence.shift)} >> ${low}`;
  const range = shiftedRight(made.range, low);
  return { ...made, text, precedence: Precedence.shift, reading: signed ? 'signed' : 'unsigned', range };
}

/** Text whose low `width` bits are those of the term from bit `low` up. */
export function renderPart(c: CRenderer, from: Term, low: number, width: number): CExpression {
  const value = c.operand(from, 'any');
  if (low === 0) return { ...value, reading: 'low' };
  const made = low + width <= value.bits ? value : atLeast(value, from.width);
  const shifted = {
    ...made,
    text: `${wrapIn(made, Precedence.shift)} >> ${low}`,
    precedence: Precedence.shift,
    range: shiftedRight(made.range, low),
  };
  return width === 1
    ? { ...shifted, text: `${shifted.text} & 1`, precedence: Precedence.bitAnd, reading: 'unsigned', range: [0n, 1n] }
    : { ...shifted, reading: 'low' };
}

export function renderConcatenation(c: CRenderer, term: Term, want: Want): CExpression {
  const whole = wholeOf(term);
  if (whole !== null) return c.operand(whole, want);
  const load = loadOf(term);
  if (load !== null) {
    const input = c.inputName(load.array);
    const signed = want === 'any' ? (input?.signed ?? true) : want === 'signed';
    return renderLoad(c, load, cTypeName(term.width, signed), signed, false);
  }
  const pieces = piecesOf(c, term);
  if (pieces.length > 2) return joinedPieces(c, pieces, term.width);
  const { a: high, b: low } = term;
  const shift = low!.width;
  const isShift = low!.kind === Kind.constant && low!.value === 0;
  const source = high!.kind === Kind.extract && high!.low === 0 && high!.a!.width === term.width ? high!.a! : high!;
  const made = atLeast(c.operand(source, 'any'), term.width);
  const reading: CReading = made.bits === term.width ? (made.signed ? 'signed' : 'unsigned') : 'low';
  const shifted = {
    ...made,
    text: `${wrapIn(made, Precedence.shift)} << ${shift}`,
    precedence: Precedence.shift,
    reading,
    range: undefined,
  };
  if (isShift) return shifted;
  const rest = low!.kind === Kind.constant ? pattern(low!.value, shift) : c.render(low!, 'unsigned');
  const bits = Math.max(shifted.bits, rest.bits);
  const signed = !unsignedAt(shifted, bits) && !unsignedAt(rest, bits);
  const text = `${wrapIn(shifted, Precedence.bitOr)} | ${wrapIn(rest, Precedence.bitOr + 1)}`;
  return {
    ...shifted,
    text,
    bits,
    signed,
    precedence: Precedence.bitOr,
    reading: bits === term.width ? (signed ? 'signed' : 'unsigned') : 'low',
  };
}
