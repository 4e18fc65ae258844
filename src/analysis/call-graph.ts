/**
 * Who may call whom.
 *
 * A call through a pointer may reach every function whose address the program takes somewhere and whose signature
 * would let the call through; if no signature fits (the pointer was cast), every function whose address is taken. That
 * needs no points-to analysis and is what early phases use; points-to narrows it further. A function without a body
 * may call back whatever it can get hold of: every function whose address is taken, unless its name says that it does not
 * call (`llvm.*` intrinsics).
 */
import { type CallInstruction, type Instruction, operandsOf } from '../program/instructions.ts';
import { isDeclaration, type Program, type ProgramFunction, resolveAlias } from '../program/program.ts';
import type { FunctionType, Type } from '../program/types.ts';
import type { Constant, Operand } from '../program/values.ts';
import { flowGraph } from './cfg.ts';
import { stronglyConnected } from './components.ts';

export interface CallGraph {
  /** Functions whose address may be stored or passed on, in program order. */
  readonly addressTaken: readonly ProgramFunction[];
  /** Possible targets of a call, in program order. */
  calleesAt(call: CallInstruction): readonly ProgramFunction[];
  /** Per function index: the calls in its body, in order. */
  readonly callsIn: readonly (readonly CallInstruction[])[];
  /** Per function index: functions its calls may reach directly, without repeats. */
  readonly callees: readonly (readonly ProgramFunction[])[];
  /** Per function index: calls that may reach it. */
  readonly callers: readonly (readonly CallInstruction[])[];
  /** Groups of mutually recursive functions, callees before callers. */
  readonly groups: readonly (readonly ProgramFunction[])[];
  /** Whether a chain of calls may lead from the function back to itself. */
  isRecursive(fn: ProgramFunction): boolean;
}

export type CallResolver = (call: CallInstruction) => readonly ProgramFunction[];

/** `resolve` gives the targets of calls through pointers; by default the conservative answer described above. */
export function buildCallGraph(program: Program, resolve: CallResolver | null = null): CallGraph {
  const { functions } = program;
  const addressTaken = functionsWithAddressTaken(program);
  const byType = new Map<FunctionType, readonly ProgramFunction[]>();
  const targets = new Map<CallInstruction, readonly ProgramFunction[]>();
  const calleesAt = (call: CallInstruction): readonly ProgramFunction[] => {
    let known = targets.get(call);
    if (known === undefined) {
      const direct = directCallee(call);
      if (direct !== null) known = [direct];
      else if (resolve !== null) known = resolve(call);
      else known = matching(call.functionType, addressTaken, byType);
      targets.set(call, known);
    }
    return known;
  };
  const callsIn = functions.map(callsOf);
  const callers: CallInstruction[][] = functions.map(() => []);
  const callees = functions.map((fn) => {
    const reached = new Set<ProgramFunction>();
    for (const call of callsIn[fn.index]) {
      for (const callee of calleesAt(call)) {
        reached.add(callee);
        callers[callee.index].push(call);
      }
    }
    if (isDeclaration(fn) && mayCallBack(fn)) for (const callee of addressTaken) reached.add(callee);
    return [...reached].sort((a, b) => a.index - b.index);
  });
  const graph = flowGraph(callees.map((list) => list.map((callee) => callee.index)));
  const { members, component } = stronglyConnected(
    graph,
    functions.map((fn) => fn.index),
  );
  return {
    addressTaken,
    calleesAt,
    callsIn,
    callees,
    callers,
    groups: members.map((group) => group.map((index) => functions[index])),
    isRecursive: (fn) => members[component[fn.index]].length > 1 || callees[fn.index].includes(fn),
  };
}

/** The function a call names outright, also behind aliases; null for a call through a pointer. */
export function directCallee(call: CallInstruction): ProgramFunction | null {
  return functionBehind(call.callee);
}

export function functionBehind(value: Operand): ProgramFunction | null {
  let current = value;
  while (current.kind === 'expression' && (current.operator === 'bitcast' || current.operator === 'addrspacecast')) {
    current = current.operands[0];
  }
  if (current.kind !== 'global') return null;
  const symbol = resolveAlias(current.global);
  return symbol?.kind === 'function' ? symbol : null;
}

/** Whether a function without a body could call functions of the program. */
export function mayCallBack(fn: ProgramFunction): boolean {
  return !fn.name.startsWith('llvm.');
}

/** A call reaches a function only if number and kind of arguments fit; C compilers let other differences through. */
export function signatureFits(call: FunctionType, callee: FunctionType): boolean {
  if (!fits(call.result, callee.result) && call.result.kind !== 'void') return false;
  const shared = Math.min(call.parameters.length, callee.parameters.length);
  if (call.parameters.length > shared && !callee.variadic) return false;
  if (callee.parameters.length > shared && !call.variadic) return false;
  for (let position = 0; position < shared; position++) {
    if (!fits(call.parameters[position], callee.parameters[position])) return false;
  }
  return true;
}

function fits(passed: Type, taken: Type): boolean {
  const word = (type: Type) => type.kind === 'int' || type.kind === 'pointer';
  return passed === taken || passed.kind === taken.kind || (word(passed) && word(taken));
}

function matching(
  type: FunctionType,
  addressTaken: readonly ProgramFunction[],
  memo: Map<FunctionType, readonly ProgramFunction[]>,
): readonly ProgramFunction[] {
  let known = memo.get(type);
  if (known === undefined) {
    const fitting = addressTaken.filter((fn) => signatureFits(type, fn.type));
    known = fitting.length > 0 ? fitting : addressTaken;
    memo.set(type, known);
  }
  return known;
}

function callsOf(fn: ProgramFunction): CallInstruction[] {
  const calls: CallInstruction[] = [];
  for (const block of fn.blocks) {
    for (const instruction of block.instructions) if (instruction.op === 'call') calls.push(instruction);
  }
  return calls;
}

function functionsWithAddressTaken(program: Program): ProgramFunction[] {
  const taken = new Set<ProgramFunction>();
  const visited = new Set<Constant>();
  const visit = (value: Operand): void => {
    switch (value.kind) {
      case 'global': {
        const symbol = resolveAlias(value.global);
        if (symbol?.kind === 'function') taken.add(symbol);
        else if (symbol === null && value.global.kind === 'alias') visitOnce(value.global.target);
        break;
      }
      case 'expression':
        for (const operand of value.operands) visit(operand);
        break;
      case 'aggregate':
        for (const element of value.elements) visit(element);
        break;
      case 'blockaddress':
        taken.add(value.function);
        break;
      default:
    }
  };
  const visitOnce = (constant: Constant): void => {
    if (visited.has(constant)) return;
    visited.add(constant);
    visit(constant);
  };
  for (const variable of program.variables) if (variable.initializer !== null) visitOnce(variable.initializer);
  const visitOperands = (instruction: Instruction): void => {
    if (instruction.op === 'call') {
      if (directCallee(instruction) === null) visit(instruction.callee);
      for (const argument of instruction.arguments) if (argument.kind !== 'register') visit(argument);
    } else for (const operand of operandsOf(instruction)) if (operand.kind !== 'register') visit(operand);
  };
  for (const fn of program.functions) for (const block of fn.blocks) block.instructions.forEach(visitOperands);
  return [...taken].sort((a, b) => a.index - b.index);
}
