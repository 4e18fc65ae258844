/** Calls, and the forms of calls that end a block. */
import type { Instruction } from '../../program/instructions.ts';
import type { Block } from '../../program/program.ts';
import type { FunctionType, Type } from '../../program/types.ts';
import type { Operand } from '../../program/values.ts';
import type { Body, RecordReader } from './body.ts';
import { FunctionRecordCode } from './codes.ts';
import type { InlineAssembly } from './constants.ts';
import { refuse, unique } from './control.ts';
import { corrupt, unsupported } from './problem.ts';

const EXPLICIT_TYPE = 1 << 15;
const HAS_FAST_MATH = 1 << 17;
const INVOKE_EXPLICIT_TYPE = 1 << 13;

/** Debug intrinsics say what debug records say, in older bitcode; the program does not need the calls. */
const DEBUG_INTRINSIC = 'llvm.dbg.';

/** Null for a call that does nothing: a compiler barrier or a debug intrinsic. */
function readCall(body: Body, block: Block): Instruction | null {
  const attributes = body.attributes();
  const flags = body.number();
  if ((flags & HAS_FAST_MATH) !== 0) body.number();
  if ((flags & EXPLICIT_TYPE) === 0) unsupported('it has calls without a function type, which old versions wrote');
  const functionType = body.module.types.function(body.number());
  const callee = body.typed();
  const values = readArguments(body, functionType);
  const assembly = callee.kind === 'other' ? body.module.constants.assembly.get(callee) : undefined;
  if (assembly !== undefined) return inlineAssembly(body, block, assembly, functionType, values);
  if (callee.type.kind !== 'pointer') corrupt('something is called that is no function');
  const target = callee.kind === 'global' && callee.global.kind === 'function' ? callee.global : null;
  if (target?.name.startsWith(DEBUG_INTRINSIC)) return null;
  return {
    op: 'call',
    id: 0,
    index: 0,
    block,
    position: null,
    result: callResult(body, functionType),
    functionType,
    callee,
    arguments: values,
    byval: values.map((_, i) => attributes.parameters[i]?.byval ?? null),
    noreturn: attributes.noreturn || target?.noreturn === true,
  };
}

function callResult(body: Body, type: FunctionType) {
  return type.result.kind === 'void' ? null : body.result(type.result);
}

function readArguments(body: Body, type: FunctionType): Operand[] {
  const values: Operand[] = [];
  for (const parameter of type.parameters) values.push(argument(body, parameter));
  if (type.variadic) while (body.more()) values.push(body.typed());
  return values;
}

function argument(body: Body, type: Type): Operand {
  if (type.kind !== 'label') return body.value(type);
  return { kind: 'other', type, text: `block ${body.target().index}` };
}

/**
 * Assembly without a text emits no instruction. Programs use it as a barrier (`asm volatile("" ::: "memory")`), or to
 * hide a value from the optimiser (`asm("" : "+r"(x))`): one output tied to the first input, which is that input. Asked what
 * it can do (`cpuid`), the processor says nothing special, so that programs take their portable way.
 */
function inlineAssembly(
  body: Body,
  block: Block,
  assembly: InlineAssembly,
  type: FunctionType,
  values: Operand[],
): Instruction | null {
  if (assembly.text.trim() === '') {
    if (type.result.kind === 'void') return null;
    const [output, input] = assembly.constraints.split(',');
    if (output?.startsWith('=') && input === '0' && values[0]?.type === type.result) {
      const result = body.result(type.result);
      return { op: 'freeze', id: 0, index: 0, block, position: null, result, value: values[0] };
    }
  }
  if (/\bcpuid\b/.test(assembly.text) && type.result.kind === 'struct') {
    const value: Operand = { kind: 'zero', type: type.result };
    return { op: 'freeze', id: 0, index: 0, block, position: null, result: body.result(type.result), value };
  }
  const what = `inline assembly "${firstLine(assembly.text)}"`;
  return refuse(block, what, values, [], false, callResult(body, type));
}

function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0];
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
}

function readInvoke(body: Body, block: Block): Instruction {
  body.number();
  const flags = body.number();
  const successors = unique([body.target(), body.target()]);
  if ((flags & INVOKE_EXPLICIT_TYPE) === 0) unsupported('it has calls without a function type');
  const type = body.module.types.function(body.number());
  const operands = [body.typed(), ...readArguments(body, type)];
  return refuse(block, 'exception handling (invoke)', operands, successors, true, callResult(body, type));
}

function readCallBranch(body: Body, block: Block): Instruction {
  body.number();
  const flags = body.number();
  const successors = [body.target()];
  for (let targets = body.number(); targets > 0; targets--) successors.push(body.target());
  if ((flags & EXPLICIT_TYPE) === 0) unsupported('it has calls without a function type');
  const type = body.module.types.function(body.number());
  const operands = [body.typed(), ...readArguments(body, type)];
  return refuse(block, 'assembly with jumps (asm goto)', operands, unique(successors), true, callResult(body, type));
}

export const CALL_READERS: readonly RecordReader[] = [
  [FunctionRecordCode.Call, readCall],
  [FunctionRecordCode.CallBranch, readCallBranch],
  [FunctionRecordCode.Invoke, readInvoke],
];
