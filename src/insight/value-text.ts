/** Constants as a programmer writes them where the declared type is known: enumerators, truth values, characters, numbers. */
import { type DebugType, stripType } from '../program/debug.ts';

export interface ValueStyle {
  readonly signed: boolean;
  readonly character: boolean;
  readonly truth: boolean;
  /** Null for a value without a name. */
  readonly named: ((value: bigint) => string | null) | null;
}

/** Null for what is no number. */
export function styleOf(type: DebugType): ValueStyle | null {
  const bare = stripType(type);
  if (bare.kind === 'enum') {
    const names = new Map(bare.enumerators.map(({ name, value }) => [value, name] as const).reverse());
    const signed = bare.enumerators.some(({ value }) => value < 0n);
    return { signed, character: false, truth: false, named: (value) => names.get(value) ?? null };
  }
  if (bare.kind !== 'base' || bare.encoding === 'float') return null;
  return {
    signed: bare.encoding === 'signed' || bare.encoding === 'signed char',
    character: bare.name === 'char',
    truth: bare.encoding === 'boolean',
    named: bare.encoding === 'boolean' ? (value) => (value === 0n ? 'false' : value === 1n ? 'true' : null) : null,
  };
}

/** `value` as the style reads it: negative where it is signed. */
export function constantText(value: bigint, style: ValueStyle): string {
  const name = style.named?.(value) ?? null;
  if (name !== null) return name;
  return (style.character ? characterText(Number(value)) : null) ?? String(value);
}

const ESCAPES: Readonly<Record<number, string>> = {
  0: '\\0',
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
  92: '\\\\',
};

/** In single quotes; null for what has no escape of its own and is not printable. */
export function characterText(value: number): string | null {
  const text = value === 39 ? "\\'" : (ESCAPES[value] ?? (isPrintable(value) ? String.fromCharCode(value) : null));
  return text === null ? null : `'${text}'`;
}

/** Inside a string or a class; `\x1b` where there is nothing better. */
export function escaped(byte: number, special: string): string {
  const plain = isPrintable(byte) ? String.fromCharCode(byte) : null;
  if (plain !== null && special.includes(plain)) return `\\${plain}`;
  return ESCAPES[byte] ?? plain ?? `\\x${byte.toString(16).padStart(2, '0')}`;
}

export function isPrintable(value: number): boolean {
  return value >= 32 && value < 127;
}
