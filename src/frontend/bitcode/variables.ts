/**
 * Which local, parameter or register holds which source variable. Debug records say so in passing; what they refer
 * to may come later, so they are collected and applied when the function has been read.
 */
import type { LocalVariable } from '../../program/debug.ts';
import type { AllocaInstruction } from '../../program/instructions.ts';
import type { ProgramFunction } from '../../program/program.ts';
import type { Operand, Register } from '../../program/values.ts';
import type { Body } from './body.ts';
import { FunctionRecordCode } from './codes.ts';

const RecordAt = { Location: 0, Variable: 1, Expression: 2, Value: 3 } as const;
const AssignAt = { AddressExpression: 5, Address: 6 } as const;

interface Mention {
  readonly variable: LocalVariable;
  readonly inlined: boolean;
  /** The variable is stored where the value points, rather than being the value. */
  readonly address: boolean;
  /** A metadata number, or the value itself where the record has it. Null where only a part is meant. */
  readonly holder: number | Operand | null;
}

export class Variables {
  private readonly mentions: Mention[] = [];

  /** The current record of the stream is one about variables. */
  record(body: Body): void {
    const { stream } = body;
    const { debug } = body.module;
    const { code } = stream;
    if (code === FunctionRecordCode.DebugLabel) return;
    const variable = debug.variable(stream.operand(RecordAt.Variable));
    if (variable === null) return;
    const inlined = debug.isInlined(stream.operand(RecordAt.Location));
    const plain = debug.isPlainExpression(stream.operand(RecordAt.Expression));
    if (code === FunctionRecordCode.DebugValueSimple) {
      body.begin(RecordAt.Value);
      this.mentions.push({ variable, inlined, address: false, holder: plain ? body.typed() : null });
      return;
    }
    const address = code === FunctionRecordCode.DebugDeclare;
    this.mentions.push({ variable, inlined, address, holder: plain ? stream.operand(RecordAt.Value) : null });
    if (code === FunctionRecordCode.DebugAssign && plain) {
      if (debug.isPlainExpression(stream.operand(AssignAt.AddressExpression))) {
        this.mentions.push({ variable, inlined, address: true, holder: stream.operand(AssignAt.Address) });
      }
    }
  }

  apply(body: Body): void {
    const { fn } = body;
    const { metadata } = body.module;
    const listed = new Set(fn.debug?.variables);
    for (const mention of this.mentions) {
      const { variable, holder } = mention;
      if (!mention.inlined && !listed.has(variable)) {
        listed.add(variable);
        fn.debug?.variables.push(variable);
      }
      const value = typeof holder === 'number' ? wrapped(metadata.get(holder), body) : holder;
      if (value?.kind !== 'register') continue;
      if (mention.address) nameAddress(value, variable);
      else nameValue(value, variable);
    }
    nameStoredParameters(fn);
    // Parameters first; the sort keeps the order of the rest.
    fn.debug?.variables.sort((a, b) => order(a) - order(b));
  }
}

function wrapped(entry: ReturnType<Body['module']['metadata']['get']>, body: Body): Operand | null {
  return typeof entry === 'string' ? null : body.module.metadata.value(entry);
}

function order(variable: LocalVariable): number {
  return variable.parameter === 0 ? Number.MAX_SAFE_INTEGER : variable.parameter;
}

function nameAddress(register: Register, variable: LocalVariable): void {
  register.name = variable.name;
  if (register.definition?.op === 'alloca') register.definition.variable ??= variable;
}

function nameValue(register: Register, variable: LocalVariable): void {
  if (register.variable !== null) return;
  register.variable = variable;
  register.name = variable.name;
}

/** Unoptimised code stores each parameter into a local at the start, and debug information names only the local. */
function nameStoredParameters(fn: ProgramFunction): void {
  for (const instruction of fn.blocks[0].instructions) {
    if (instruction.op !== 'store') continue;
    const { value, pointer } = instruction;
    if (value.kind !== 'register' || value.definition !== null || pointer.kind !== 'register') continue;
    if (pointer.definition?.op !== 'alloca') continue;
    const { variable, allocated }: AllocaInstruction = pointer.definition;
    if (variable !== null && variable.parameter > 0 && allocated === value.type) nameValue(value, variable);
  }
}
