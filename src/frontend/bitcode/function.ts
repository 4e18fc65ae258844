/** Reads one function's block: declarations, nested blocks, then its instructions in order. */
import type { SourcePosition } from '../../program/debug.ts';
import { type Instruction, isTerminator } from '../../program/instructions.ts';
import type { Block, ProgramFunction } from '../../program/program.ts';
import { ARITHMETIC_READERS } from './arithmetic.ts';
import { Entry } from './bitstream.ts';
import { Body, type ModuleContext } from './body.ts';
import { CALL_READERS } from './calls.ts';
import { BlockId, FunctionRecordCode } from './codes.ts';
import { COMPOSITE_READERS } from './composite.ts';
import { CONTROL_READERS } from './control.ts';
import { MEMORY_READERS } from './memory.ts';
import { readValueNames } from './names.ts';
import { corrupt, unsupported } from './problem.ts';

/** Reads the announced block as the body of `fn`. */
export function readFunction(fn: ProgramFunction, module: ModuleContext): void {
  const { stream, values, metadata } = module;
  const outerValues = values.length;
  const outerMetadata = metadata.count;
  const body = new Body(fn, module);
  stream.enter();
  for (;;) {
    const entry = stream.next();
    if (entry === Entry.End) break;
    if (entry === Entry.Block) readNested(body);
    else if (stream.code === FunctionRecordCode.DeclareBlocks) declareBlocks(body);
    else readRecord(body);
  }
  if (body.blockCount === 0) corrupt('a function has no blocks');
  body.finish();
  if (body.debugNode !== null) fn.debug = module.debug.function(body.debugNode);
  body.variables.apply(body);
  values.length = outerValues;
  metadata.truncate(outerMetadata);
}

function readNested(body: Body): void {
  const { stream } = body;
  switch (stream.blockId) {
    case BlockId.Constants:
      body.module.constants.read(stream);
      break;
    case BlockId.Metadata:
      body.module.metadata.read(stream);
      break;
    case BlockId.MetadataAttachment:
      body.debugNode = body.module.metadata.readFunctionAttachments(stream);
      break;
    case BlockId.ValueSymbols:
      readValueNames(body);
      break;
    default:
      stream.skip();
  }
}

function declareBlocks(body: Body): void {
  const { stream, fn } = body;
  const count = stream.operand(0);
  // Each block needs at least one record of its own.
  if (count === 0 || count > stream.bitsLeft || body.blockCount > 0) corrupt('a function declares impossible blocks');
  body.module.declareBlocks(fn, count);
  body.blockCount = count;
  body.block = fn.blocks[0];
}

function readRecord(body: Body): void {
  const { code } = body.stream;
  if (code === FunctionRecordCode.Position || code === FunctionRecordCode.PositionAgain) readPosition(body);
  else if (code >= FunctionRecordCode.DebugValue && code <= FunctionRecordCode.DebugDeclareValue)
    body.variables.record(body);
  else if (code !== FunctionRecordCode.OperandBundle && code !== FunctionRecordCode.BlockAddressUsers)
    appendInstruction(body);
}

function appendInstruction(body: Body): void {
  const { block } = body;
  if (block === null) corrupt('a function has instructions after its last block');
  body.begin();
  const instruction = readInstruction(body, block);
  body.last = instruction;
  if (instruction === null) return;
  if (instruction.result !== null) instruction.result.definition = instruction;
  block.instructions.push(instruction);
  if (isTerminator(instruction)) {
    const next = block.index + 1;
    body.block = next < body.blockCount ? body.blockAt(next) : null;
  }
}

/** A position follows the instruction it belongs to; most repeat the one before. */
function readPosition(body: Body): void {
  const { stream } = body;
  if (stream.code === FunctionRecordCode.Position) {
    body.position = body.module.debug.position(
      stream.operand(0),
      stream.operand(1),
      stream.operand(2),
      stream.optional(3),
    );
  }
  if (body.last !== null) (body.last as { position: SourcePosition | null }).position = body.position;
}

/** Each family of instructions knows the records of its own. */
const READERS = new Map([
  ...ARITHMETIC_READERS,
  ...MEMORY_READERS,
  ...CALL_READERS,
  ...CONTROL_READERS,
  ...COMPOSITE_READERS,
]);

function readInstruction(body: Body, block: Block): Instruction | null {
  const { code } = body.stream;
  const read = READERS.get(code);
  if (read === undefined) unsupported(`it has an instruction of an unknown kind (${code})`);
  return read(body, block);
}
