/** Reads of arrays as C: elements of tables and inputs, through the stores above them. */
import { comparedPair } from './c-comparisons.ts';
import {
  type CExpression,
  type CReading,
  container,
  exactly,
  floating,
  literal,
  Precedence,
  tableText,
  wrapIn,
} from './c-expression.ts';
import { copyOfInput, elementIndex, type Load, rowOfInputs } from './c-loads.ts';
import { hullOf } from './c-ranges.ts';
import type { CRenderer } from './c-render.ts';
import { Kind } from './kinds.ts';
import type { Term } from './term.ts';

const MAX_STORES_SHOWN = 4;
const MAX_ELEMENTS_SHOWN = 32;

export function renderLoad(
  renderer: CRenderer,
  load: Load,
  type: string,
  signed: boolean,
  float: boolean,
): CExpression {
  const width = load.size * 8;
  const named = elementOfTable(renderer, load.array, load.index, load.size);
  if (named !== null && !float)
    return literal(named, container(width), signed || width < 32, signed ? 'signed' : 'unsigned', Precedence.primary);
  const element = load.array.kind === Kind.table && !float ? elementIndex(load.index, load.size) : null;
  if (element !== null && load.array.low % load.size === 0 && load.array.low / load.size <= MAX_ELEMENTS_SHOWN) {
    const elements = elementsOf(load.array.bytes!, load.size, signed);
    const text = `((${type}[]){${elements.join(', ')}})[${shownIndex(renderer, element).text}]`;
    return literal(text, container(width), signed || width < 32, signed ? 'signed' : 'unsigned', Precedence.primary);
  }
  const isWhole =
    load.array.kind === Kind.bytes &&
    load.index.kind === Kind.constant &&
    load.index.value === 0 &&
    load.array.low === load.size;
  const input = renderer.inputName(load.array);
  if (isWhole && input !== null && (input.signed ?? true) === signed && !float)
    return literal(
      input.name,
      container(width),
      signed || width < 32,
      signed ? 'signed' : 'unsigned',
      Precedence.primary,
    );
  const text =
    isWhole && input !== null
      ? `(${type})${input.name}`
      : `*(${type} *)&${renderCell(renderer, load.array, load.index).text}`;
  if (float)
    return {
      ...floating(isWhole && input !== null ? input.name : text, width),
      precedence: isWhole ? Precedence.primary : Precedence.unary,
    };
  return literal(text, container(width), signed || width < 32, signed ? 'signed' : 'unsigned', Precedence.unary);
}

function elementOfTable(renderer: CRenderer, array: Term, index: Term, size: number): string | null {
  if (array.kind !== Kind.table) return null;
  return renderer.naming(array)?.element?.(index, size, (term) => shownIndex(renderer, term).text) ?? null;
}

/** One byte of an array, through the stores above it. */
export function renderCell(renderer: CRenderer, array: Term, index: Term): CExpression {
  const at = shownIndex(renderer, index).text;
  if (array.kind === Kind.table) {
    const named = elementOfTable(renderer, array, index, 1);
    const text = named ?? `${array.low > 64 ? `table${array.id}` : tableText(array.bytes!)}[${at}]`;
    const signed = named !== null && renderer.naming(array)?.signed === true;
    const values = Array.from(array.bytes!, (byte) => (signed ? BigInt.asIntN(8, BigInt(byte)) : BigInt(byte)));
    const range = values.length === 0 ? undefined : hullOf(values);
    return { ...literal(text, 32, true, signed ? 'signed' : 'unsigned', Precedence.primary), range };
  }
  if (array.kind === Kind.bytes) {
    const { name, signed } = renderer.inputName(array)!;
    const isSingle = array.low === 1 && index.kind === Kind.constant && index.value === 0;
    const reading: CReading = signed === true ? 'signed' : 'unsigned';
    return literal(isSingle ? name : `${subscripted(name)}[${at}]`, 32, true, reading, Precedence.primary);
  }
  return cellOfStores(renderer, array, index, at);
}

/** An index is shown as it is: out of bounds is a matter for the fault checks. */
function shownIndex(renderer: CRenderer, term: Term): CExpression {
  // So is that addresses have fewer bits here than numbers have there.
  if (term.kind === Kind.extract && term.low === 0 && term.a!.width > term.width) return shownIndex(renderer, term.a!);
  const made = renderer.operand(term, 'any');
  return made.reading === 'low' ? exactly(made, term.width, false) : made;
}

function cellOfStores(renderer: CRenderer, array: Term, index: Term, at: string): CExpression {
  const stores: Term[] = [];
  let base = array;
  for (; base.kind === Kind.store; base = base.a!) stores.push(base);
  const copied = copyOfInput(array);
  if (copied !== null) {
    const { name, signed } = renderer.inputName(copied)!;
    const text = `${subscripted(name)}[${at}]`;
    return literal(text, 32, true, signed === true ? 'signed' : 'unsigned', Precedence.primary);
  }
  const row = rowOfInputs(array);
  if (row !== null) {
    const signed = renderer.inputName(row.first)!.signed === true;
    return literal(`${row.name}[${at}]`, 32, true, signed ? 'signed' : 'unsigned', Precedence.primary);
  }
  if (stores.length > MAX_STORES_SHOWN) {
    const shown = stores
      .toReversed()
      .map((store) => `[${shownIndex(renderer, store.b!).text}] = ${renderer.render(store.c!, 'unsigned').text}`);
    const name = base.kind === Kind.bytes ? renderer.inputName(base)!.name : tableText(base.bytes!);
    return literal(`${name}{${shown.join(', ')}}[${at}]`, 32, true, 'unsigned', Precedence.primary);
  }
  let text = exactly(renderCell(renderer, base, index), 8, false).text;
  for (const store of stores.toReversed()) {
    const value = renderer.render(store.c!, 'unsigned');
    const [left, right] = comparedPair(renderer, index, store.b!, Kind.eq);
    text = `${wrapIn(left, Precedence.order)} == ${wrapIn(right, Precedence.order)} ? ${wrapIn(value, Precedence.or)} : ${text}`;
  }
  return literal(text, 32, true, 'unsigned', Precedence.choice);
}

/** What stands in front of `[`: `(*s)[0]` is the first byte of a string that s leads to, `*s[0]` reads otherwise. */
const subscripted = (name: string): string => (name.startsWith('*') ? `(${name})` : name);

/** A table of bytes as little-endian numbers of `size` bytes. */
function elementsOf(bytes: Uint8Array, size: number, signed: boolean): bigint[] {
  return Array.from({ length: bytes.length / size }, (_, i) => {
    let value = 0n;
    for (let byte = size - 1; byte >= 0; byte--) value = (value << 8n) | BigInt(bytes[i * size + byte]);
    return signed ? BigInt.asIntN(size * 8, value) : value;
  });
}
