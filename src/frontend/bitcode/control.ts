/** Instructions that end a block, phis, and what we read but refuse to execute. */
import type { Instruction, PhiInstruction, RefusedInstruction, SwitchInstruction } from '../../program/instructions.ts';
import type { Block } from '../../program/program.ts';
import type { Operand, Register } from '../../program/values.ts';
import type { Body, RecordReader } from './body.ts';
import { FunctionRecordCode } from './codes.ts';
import { corrupt } from './problem.ts';

function readReturn(body: Body, block: Block): Instruction {
  const value = body.more() ? body.typed() : null;
  const declared = body.fn.type.result;
  if (value === null ? declared.kind !== 'void' : value.type !== declared) corrupt('a function returns the wrong type');
  return { op: 'ret', id: 0, index: 0, block, position: null, result: null, value };
}

function readBranch(body: Body, block: Block): Instruction {
  const target = body.target();
  if (!body.more()) return { op: 'br', id: 0, index: 0, block, position: null, result: null, target };
  const ifFalse = body.target();
  const condition = body.value(body.bit);
  return { op: 'condbr', id: 0, index: 0, block, position: null, result: null, condition, ifTrue: target, ifFalse };
}

function readSwitch(body: Body, block: Block): Instruction {
  const type = body.type();
  const value = body.value(type);
  const otherwise = body.target();
  const cases: SwitchInstruction['cases'] = [];
  while (body.more()) {
    const label = body.absolute(body.number());
    if (label.kind !== 'int' || label.type !== type) corrupt('a case of a switch is no constant');
    cases.push({ value: label, target: body.target() });
  }
  return { op: 'switch', id: 0, index: 0, block, position: null, result: null, value, cases, otherwise };
}

function readUnreachable(_: Body, block: Block): Instruction {
  return { op: 'unreachable', id: 0, index: 0, block, position: null, result: null };
}

/** A switch with two cases to one block has two edges there; they carry the same value and become one entry. */
function readPhi(body: Body, block: Block): Instruction {
  const type = body.type();
  const incoming: PhiInstruction['incoming'] = [];
  const seen = new Set<Block>();
  // An odd operand at the end holds fast-math flags.
  while (body.left() >= 2) {
    const value = body.signedValue(type);
    const from = body.target();
    if (seen.has(from)) continue;
    seen.add(from);
    incoming.push({ block: from, value });
  }
  return { op: 'phi', id: 0, index: 0, block, position: null, result: body.result(type), incoming };
}

function readFence(_: Body, block: Block): Instruction {
  return { op: 'fence', id: 0, index: 0, block, position: null, result: null };
}

export function refuse(
  block: Block,
  what: string,
  operands: Operand[],
  successors: Block[],
  terminator: boolean,
  result: Register | null = null,
): RefusedInstruction {
  return { op: 'refused', id: 0, index: 0, block, position: null, result, what, operands, successors, terminator };
}

function readIndirectBranch(body: Body, block: Block): Instruction {
  const address = body.value(body.type());
  const successors: Block[] = [];
  while (body.more()) successors.push(body.target());
  return refuse(block, 'a computed goto (indirectbr)', [address], unique(successors), true);
}

function readResume(body: Body, block: Block): Instruction {
  return refuse(block, 'exception handling (resume)', [body.typed()], [], true);
}

function readLandingPad(body: Body, block: Block): Instruction {
  const type = body.type();
  return refuse(block, 'exception handling (landingpad)', [], [], false, body.result(type));
}

/** Funclet-style exception handling: read far enough to keep value numbers and successors right. */
function readCatchSwitch(body: Body, block: Block): Instruction {
  body.value(body.table.token);
  const successors: Block[] = [];
  for (let handlers = body.number(); handlers > 0; handlers--) successors.push(body.target());
  if (body.more()) successors.push(body.target());
  return refuse(block, 'exception handling (catchswitch)', [], unique(successors), true, body.result(body.table.token));
}

function readPad(body: Body, block: Block): Instruction {
  return refuse(block, 'exception handling (funclet)', [], [], false, body.result(body.table.token));
}

function readPadReturn(body: Body, block: Block): Instruction {
  const pad = body.value(body.table.token);
  return refuse(block, 'exception handling (funclet return)', [pad], body.more() ? [body.target()] : [], true);
}

export function unique(blocks: readonly Block[]): Block[] {
  return [...new Set(blocks)];
}

export const CONTROL_READERS: readonly RecordReader[] = [
  [FunctionRecordCode.Fence, readFence],
  [FunctionRecordCode.Phi, readPhi],
  [FunctionRecordCode.Branch, readBranch],
  [FunctionRecordCode.Return, readReturn],
  [FunctionRecordCode.Switch, readSwitch],
  [FunctionRecordCode.Unreachable, readUnreachable],
  [FunctionRecordCode.IndirectBranch, readIndirectBranch],
  [FunctionRecordCode.Resume, readResume],
  [FunctionRecordCode.LandingPad, readLandingPad],
  [FunctionRecordCode.CatchPad, readPad],
  [FunctionRecordCode.CleanupPad, readPad],
  [FunctionRecordCode.CatchReturn, readPadReturn],
  [FunctionRecordCode.CleanupReturn, readPadReturn],
  [FunctionRecordCode.CatchSwitch, readCatchSwitch],
];
