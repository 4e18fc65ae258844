/** How each of C's scalar types is made an input and marked as an output: the words of `pathfold.h`. */
import type { DebugBaseType, DebugType } from '../../program/debug.ts';

/** The `X` in `pathfold_X` and `pathfold_output_X`, by the name the compiler records. */
const BY_NAME: Readonly<Record<string, string>> = {
  _Bool: 'bool',
  bool: 'bool',
  char: 'char',
  'signed char': 'signed_char',
  'unsigned char': 'unsigned_char',
  short: 'short',
  'unsigned short': 'unsigned_short',
  int: 'int',
  'unsigned int': 'unsigned',
  long: 'long',
  'unsigned long': 'unsigned_long',
  'long long': 'long_long',
  'unsigned long long': 'unsigned_long_long',
  float: 'float',
  double: 'double',
};

/** Other compilers spell `long int`; a size and a sign always suffice. */
const BY_BITS: Readonly<Record<number, readonly [unsigned: string, signed: string]>> = {
  8: ['unsigned_char', 'signed_char'],
  16: ['unsigned_short', 'short'],
  32: ['unsigned', 'int'],
  64: ['unsigned_long_long', 'long_long'],
};

/** Null when `pathfold.h` has no function for the type. */
export function scalarWord(type: DebugBaseType): string | null {
  const named = BY_NAME[type.name];
  if (named !== undefined) return named;
  switch (type.encoding) {
    case 'boolean':
      return 'bool';
    case 'signed':
    case 'signed char':
      return BY_BITS[type.bits]?.[1] ?? null;
    case 'unsigned':
    case 'unsigned char':
      return BY_BITS[type.bits]?.[0] ?? null;
    case 'float':
      return type.bits === 32 ? 'float' : type.bits === 64 ? 'double' : null;
    case 'other':
      return null;
  }
}

/** Plain `char`: what strings are made of. `signed char` and `unsigned char` are numbers. */
export function isCharacter(type: DebugType): boolean {
  return type.kind === 'base' && type.name === 'char';
}

/** A number or character of one byte: arrays of these are inputs of raw bytes. */
export function isByte(type: DebugType): boolean {
  return type.kind === 'base' && type.bits === 8 && type.encoding !== 'boolean';
}
