/** LLVM bitcode to a program. */
import { UserError } from '../../program/errors.ts';
import { numberProgram, type Program } from '../../program/program.ts';
import { TypeTable } from '../../program/types.ts';
import { Bitstream, Entry } from './bitstream.ts';
import { BlockId } from './codes.ts';
import { readModule } from './module.ts';
import { BitcodeProblem, corrupt, unsupported } from './problem.ts';

const MAGIC = 0xdec04342;
const MAGIC_BYTES = 4;
const WRAPPER_MAGIC = 0x0b17c0de;
const WRAPPER_HEADER_BYTES = 20;

const IDENTIFICATION_EPOCH = 2;
const CURRENT_EPOCH = 0;
const STRING_TABLE_BLOB = 1;

/**
 * Reads one module. `name` is used in messages. Modules that will be linked are read with the same table of types.
 * Throws a `UserError` for anything that is not sound bitcode.
 */
export function readBitcode(bytes: Uint8Array, name: string, types: TypeTable = new TypeTable()): Program {
  try {
    const program = readFile(unwrap(bytes), name, types);
    numberProgram(program);
    return program;
  } catch (error) {
    if (!(error instanceof BitcodeProblem)) throw error;
    if (error.kind === 'corrupt') {
      throw new UserError(`${name}: corrupt bitcode: ${error.message}`, 'Compile the source again.');
    }
    throw new UserError(`${name}: unsupported bitcode: ${error.message}`, 'Compile the source with a recent clang.');
  }
}

/** The bitcode inside the header that some tool chains put around it. */
function unwrap(bytes: Uint8Array): Uint8Array {
  if (bytes.byteLength < MAGIC_BYTES) corrupt("it is shorter than the format's first word");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== WRAPPER_MAGIC) return bytes;
  if (bytes.byteLength < WRAPPER_HEADER_BYTES) corrupt('it ends in its header');
  const offset = view.getUint32(8, true);
  const size = view.getUint32(12, true);
  if (offset + size > bytes.byteLength) corrupt('it is shorter than its header says');
  return bytes.subarray(offset, offset + size);
}

/** Names come last in the file and are needed first: find both blocks, then read the module. */
function readFile(bytes: Uint8Array, name: string, types: TypeTable): Program {
  if (bytes.byteLength < MAGIC_BYTES) corrupt("it is shorter than the format's first word");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== MAGIC) corrupt('it does not begin like bitcode');
  const stream = new Bitstream(bytes);
  stream.seekTopLevel(MAGIC_BYTES * 8);
  let module: number | null = null;
  let names: Uint8Array | null = null;
  while (!stream.exhausted) {
    const start = stream.position;
    if (stream.next() !== Entry.Block) corrupt('something stands outside all blocks');
    switch (stream.blockId) {
      case BlockId.Identification:
        checkIdentification(stream);
        break;
      case BlockId.Module:
        if (module !== null) unsupported('it holds more than one module');
        module = start;
        stream.skip();
        break;
      case BlockId.StringTable:
        names = readStringTable(stream) ?? names;
        break;
      default:
        stream.skip();
    }
  }
  if (module === null) corrupt('it holds no module');
  if (names === null) corrupt('it ends before the table of names');
  stream.seekTopLevel(module);
  stream.next();
  return readModule(stream, name, names, types);
}

function checkIdentification(stream: Bitstream): void {
  stream.enter();
  for (;;) {
    const entry = stream.next();
    if (entry === Entry.End) return;
    if (entry === Entry.Block) stream.skip();
    else if (stream.code === IDENTIFICATION_EPOCH && stream.operand(0) !== CURRENT_EPOCH) {
      unsupported('it belongs to another epoch of the format');
    }
  }
}

function readStringTable(stream: Bitstream): Uint8Array | null {
  let names: Uint8Array | null = null;
  stream.enter();
  for (;;) {
    const entry = stream.next();
    if (entry === Entry.End) return names;
    if (entry === Entry.Block) stream.skip();
    else if (stream.code === STRING_TABLE_BLOB) names = stream.blob;
  }
}
