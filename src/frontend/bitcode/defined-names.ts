/**
 * The names a module defines for others, and those it needs from them, without reading the module: only the records of its
 * top level are looked at, nested blocks are passed over. The bitcode must be our own compiler's; damage shows as a
 * `BitcodeProblem`.
 */
import { Bitstream, Entry } from './bitstream.ts';
import { BlockId, ModuleCode } from './codes.ts';

const MAGIC_BYTES = 4;
const STRING_TABLE_BLOB = 1;
/** Numbers of linkages whose names stay within their module: internal, private, and link-time arrays. */
const HIDDEN = new Set([3, 9, 13, 14, 2]);

/** A weak reference, which may stay without a definition. */
const EXTERN_WEAK = 7;

export interface ModuleNames {
  readonly defined: readonly string[];
  /** Referred to, and not there to be weak. */
  readonly needed: readonly string[];
}

export function definedNames(bitcode: Uint8Array): readonly string[] {
  return moduleNames(bitcode).defined;
}

export function moduleNames(bitcode: Uint8Array): ModuleNames {
  const stream = new Bitstream(bitcode.subarray(MAGIC_BYTES));
  const places: Places = { defined: [], needed: [] };
  let names: Uint8Array = new Uint8Array();
  while (!stream.exhausted) {
    stream.next();
    if (stream.blockId === BlockId.Module) collect(stream, places);
    else if (stream.blockId === BlockId.StringTable) names = stringTable(stream) ?? names;
    else stream.skip();
  }
  const decoder = new TextDecoder();
  const textOf = ({ start, length }: Place) => decoder.decode(names.subarray(start, start + length));
  return { defined: places.defined.map(textOf), needed: places.needed.map(textOf) };
}

interface Place {
  readonly start: number;
  readonly length: number;
}

interface Places {
  readonly defined: Place[];
  readonly needed: Place[];
}

function collect(stream: Bitstream, places: Places): void {
  stream.enter();
  for (let entry = stream.next(); entry !== Entry.End; entry = stream.next()) {
    if (entry === Entry.Record) {
      const role = roleOf(stream);
      if (role !== null) places[role].push({ start: stream.operand(0), length: stream.operand(1) });
    } else if (stream.blockId === BlockId.BlockInfo) stream.readBlockInfo();
    else stream.skip();
  }
}

function roleOf(stream: Bitstream): keyof Places | null {
  switch (stream.code) {
    case ModuleCode.Function:
      return roleBy(stream.operand(4) === 0, stream.operand(5));
    case ModuleCode.GlobalVariable:
      return roleBy(stream.operand(4) !== 0, stream.operand(5));
    case ModuleCode.Alias:
      return roleBy(true, stream.operand(5));
    default:
      return null;
  }
}

function roleBy(isDefinition: boolean, linkage: number): keyof Places | null {
  if (isDefinition) return HIDDEN.has(linkage) ? null : 'defined';
  return linkage === EXTERN_WEAK ? null : 'needed';
}

function stringTable(stream: Bitstream): Uint8Array | null {
  let blob: Uint8Array | null = null;
  stream.enter();
  for (let entry = stream.next(); entry !== Entry.End; entry = stream.next()) {
    if (entry === Entry.Block) stream.skip();
    else if (stream.code === STRING_TABLE_BLOB) blob = stream.blob;
  }
  return blob;
}
