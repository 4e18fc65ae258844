/** Reads one function's block: declarations, nested blocks, then its instructions in order. */
import type { SourcePosition } from '../../program/debug.ts';
import { type Instruction, isTerminator } from '../../program/instructions.ts';
import type { Block, ProgramFunction } from '../../program/program.ts';
import { readBinary, readCast, readCompare, readFreeze, readSelect, readUnary } from './arithmetic.ts';
import { Entry } from './bitstream.ts';
import { Body, type ModuleContext } from './body.ts';
import { readCall, readCallBranch, readInvoke } from './calls.ts';
import { BlockId, FunctionRecordCode } from './codes.ts';
import { readExtractElement, readExtractValue, readInsertElement, readInsertValue, readShuffle } from './composite.ts';
import {
  readBranch,
  readCatchSwitch,
  readFence,
  readIndirectBranch,
  readLandingPad,
  readPad,
  readPadReturn,
  readPhi,
  readResume,
  readReturn,
  readSwitch,
  readUnreachable,
} from './control.ts';
import {
  readAlloca,
  readAtomic,
  readCompareExchange,
  readElementPointer,
  readLoad,
  readStore,
  readVaArg,
} from './memory.ts';
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
  if (block === null) corrupt('a function has instructions behind its last block');
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

function readInstruction(body: Body, block: Block): Instruction | null {
  switch (body.stream.code) {
    case FunctionRecordCode.Binary:
      return readBinary(body, block);
    case FunctionRecordCode.Cast:
      return readCast(body, block);
    case FunctionRecordCode.Compare:
    case FunctionRecordCode.Compare2:
      return readCompare(body, block);
    case FunctionRecordCode.Select:
      return readSelect(body, block);
    case FunctionRecordCode.Unary:
      return readUnary(body, block);
    case FunctionRecordCode.Freeze:
      return readFreeze(body, block);
    case FunctionRecordCode.Load:
    case FunctionRecordCode.LoadAtomic:
      return readLoad(body, block);
    case FunctionRecordCode.Store:
    case FunctionRecordCode.StoreAtomic:
      return readStore(body, block);
    case FunctionRecordCode.ElementPointer:
      return readElementPointer(body, block);
    case FunctionRecordCode.Alloca:
      return readAlloca(body, block);
    case FunctionRecordCode.CompareExchange:
      return readCompareExchange(body, block);
    case FunctionRecordCode.AtomicReadWrite:
      return readAtomic(body, block);
    case FunctionRecordCode.Fence:
      return readFence(block);
    case FunctionRecordCode.VaArg:
      return readVaArg(body, block);
    case FunctionRecordCode.Call:
      return readCall(body, block);
    case FunctionRecordCode.Phi:
      return readPhi(body, block);
    case FunctionRecordCode.Branch:
      return readBranch(body, block);
    case FunctionRecordCode.Return:
      return readReturn(body, block);
    case FunctionRecordCode.Switch:
      return readSwitch(body, block);
    case FunctionRecordCode.Unreachable:
      return readUnreachable(block);
    case FunctionRecordCode.ExtractValue:
      return readExtractValue(body, block);
    case FunctionRecordCode.InsertValue:
      return readInsertValue(body, block);
    case FunctionRecordCode.ExtractElement:
      return readExtractElement(body, block);
    case FunctionRecordCode.InsertElement:
      return readInsertElement(body, block);
    case FunctionRecordCode.Shuffle:
      return readShuffle(body, block);
    case FunctionRecordCode.IndirectBranch:
      return readIndirectBranch(body, block);
    case FunctionRecordCode.CallBranch:
      return readCallBranch(body, block);
    case FunctionRecordCode.Invoke:
      return readInvoke(body, block);
    case FunctionRecordCode.Resume:
      return readResume(body, block);
    case FunctionRecordCode.LandingPad:
      return readLandingPad(body, block);
    case FunctionRecordCode.CatchPad:
    case FunctionRecordCode.CleanupPad:
      return readPad(body, block);
    case FunctionRecordCode.CatchReturn:
    case FunctionRecordCode.CleanupReturn:
      return readPadReturn(body, block);
    case FunctionRecordCode.CatchSwitch:
      return readCatchSwitch(body, block);
    default:
      return unsupported(`it has an instruction of an unknown kind (${body.stream.code})`);
  }
}
