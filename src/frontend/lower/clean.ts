/** Small, safe clean-ups after promotion: truth values that took a detour through wider integers, and dead code. */
import { type FlowGraph, reversePostorder } from '../../analysis/cfg.ts';
import { type Instruction, operandsOf } from '../../program/instructions.ts';
import type { ProgramFunction } from '../../program/program.ts';
import type { Operand, Register } from '../../program/values.ts';
import { RegisterSubstitution } from './rewrite.ts';

export function cleanUp(fn: ProgramFunction, graph: FlowGraph): void {
  shortenTruthValues(fn, graph);
  removeDead(fn);
}

/**
 * Clang widens the result of a comparison to int and tests it against zero again:
 * `icmp ne (zext i1 c), 0` and `trunc (zext i1 c) to i1` are both c.
 */
function shortenTruthValues(fn: ProgramFunction, graph: FlowGraph): void {
  const substitution = new RegisterSubstitution();
  for (const index of reversePostorder(graph)) {
    for (const instruction of fn.blocks[index].instructions) {
      const truth = shortened(instruction, substitution.resolve);
      if (truth !== null) substitution.replace(instruction.result!, truth);
    }
  }
  substitution.apply(fn);
}

function shortened(instruction: Instruction, resolve: (value: Operand) => Operand): Operand | null {
  if (instruction.op === 'icmp' && instruction.predicate === 'ne') {
    const { right } = instruction;
    return right.kind === 'int' && right.value === 0n ? truthBehind(resolve(instruction.left), resolve) : null;
  }
  if (instruction.op === 'cast' && instruction.operator === 'trunc') {
    const { type } = instruction.result;
    return type.kind === 'int' && type.bits === 1 ? truthBehind(resolve(instruction.value), resolve) : null;
  }
  return null;
}

function truthBehind(value: Operand, resolve: (value: Operand) => Operand): Operand | null {
  if (value.kind !== 'register' || value.definition?.op !== 'cast' || value.definition.operator !== 'zext') return null;
  const source = resolve(value.definition.value);
  return source.type.kind === 'int' && source.type.bits === 1 ? source : null;
}

/**
 * Removes instructions whose results are not read and that can neither fail nor have an effect. What gives a source variable its value
 * stays even when unread: it is the only trace of its statement.
 */
function removeDead(fn: ProgramFunction): void {
  const uses = new Int32Array(fn.registerCount);
  const count = (value: Operand) => {
    if (value.kind === 'register') uses[value.index]++;
  };
  for (const block of fn.blocks) for (const instruction of block.instructions) operandsOf(instruction).forEach(count);
  const dead = new Set<Instruction>();
  const work: Register[] = [];
  const consider = (instruction: Instruction) => {
    if (instruction.result === null || uses[instruction.result.index] > 0 || !isRemovable(instruction)) return;
    if (dead.has(instruction)) return;
    dead.add(instruction);
    work.push(instruction.result);
  };
  for (const block of fn.blocks) block.instructions.forEach(consider);
  while (work.length > 0) {
    for (const operand of operandsOf(work.pop()!.definition!)) {
      if (operand.kind !== 'register' || --uses[operand.index] > 0 || operand.definition === null) continue;
      consider(operand.definition);
    }
  }
  if (dead.size === 0) return;
  for (const block of fn.blocks) {
    if (block.instructions.some((instruction) => dead.has(instruction))) {
      block.instructions = block.instructions.filter((instruction) => !dead.has(instruction));
    }
  }
}

function isRemovable(instruction: Instruction): boolean {
  switch (instruction.op) {
    case 'phi':
    case 'alloca':
    case 'getelementptr':
      return true;
    case 'cast':
    case 'icmp':
    case 'fcmp':
    case 'select':
    case 'freeze':
    case 'fneg':
    case 'insertvalue':
    case 'extractvalue':
    case 'insertelement':
    case 'extractelement':
    case 'shufflevector':
      return instruction.result.variable === null;
    case 'binary':
      return instruction.result.variable === null && !mayFail(instruction);
    default:
      return false;
  }
}

/** Division, shifts and arithmetic without wrap-around are checked when they run. */
function mayFail(instruction: Extract<Instruction, { op: 'binary' }>): boolean {
  const { operator, nsw, nuw, exact } = instruction;
  if (nsw || nuw || exact) return true;
  return /div|rem|sh[lr]|ashr/.test(operator);
}
