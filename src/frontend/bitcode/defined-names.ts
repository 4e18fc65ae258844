/**
 * The names a module defines for others, without reading the module: only the records of its top level are looked at,
 * nested blocks are passed over. The bitcode must be our own compiler's; damage shows as a `BitcodeProblem`.
 */
import { Bitstream, Entry } from './bitstream.ts';
import { BlockId, ModuleCode } from './codes.ts';

const MAGIC_BYTES = 4;
const STRING_TABLE_BLOB = 1;
/** Numbers of linkages whose names stay within their module: internal, private, and link-time arrays. */
const HIDDEN = new Set([3, 9, 13, 14, 2]);

export function definedNames(bitcode: Uint8Array): string[] {
  const stream = new Bitstream(bitcode.subarray(MAGIC_BYTES));
  const places: { start: number; length: number }[] = [];
  let names: Uint8Array = new Uint8Array();
  while (!stream.exhausted) {
    stream.next();
    if (stream.blockId === BlockId.Module) collect(stream, places);
    else if (stream.blockId === BlockId.StringTable) names = stringTable(stream) ?? names;
    else stream.skip();
  }
  const decoder = new TextDecoder();
  return places.map(({ start, length }) => decoder.decode(names.subarray(start, start + length)));
}

function collect(stream: Bitstream, places: { start: number; length: number }[]): void {
  stream.enter();
  for (let entry = stream.next(); entry !== Entry.End; entry = stream.next()) {
    if (entry === Entry.Record) {
      if (isOffered(stream)) places.push({ start: stream.operand(0), length: stream.operand(1) });
    } else if (stream.blockId === BlockId.BlockInfo) stream.readBlockInfo();
    else stream.skip();
  }
}

function isOffered(stream: Bitstream): boolean {
  switch (stream.code) {
    case ModuleCode.Function:
      return stream.operand(4) === 0 && !HIDDEN.has(stream.operand(5));
    case ModuleCode.GlobalVariable:
      return stream.operand(4) !== 0 && !HIDDEN.has(stream.operand(5));
    case ModuleCode.Alias:
      return !HIDDEN.has(stream.operand(5));
    default:
      return false;
  }
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
