/** What happened at a step of a run, in C: the values that met there, as terms over the inputs and as numbers. */
import { directCallee } from '../../analysis/call-graph.ts';
import { evaluate } from '../../expr/evaluate.ts';
import { type CNaming, printC } from '../../expr/print-c.ts';
import { type Scalar, toSigned } from '../../expr/scalar.ts';
import { Term } from '../../expr/term.ts';
import { Pointer } from '../../machine/value.ts';
import { stripType } from '../../program/debug.ts';
import type { Instruction } from '../../program/instructions.ts';
import type { GlobalSymbol } from '../../program/program.ts';
import type { ExpressionConstant, GlobalConstant, Operand } from '../../program/values.ts';
import type { TraceNode } from '../../trace/trace.ts';
import { type SeenValue, symbolText } from '../../trace/values.ts';
import { namingOf } from '../reading.ts';
import type { TestRun } from './test-run.ts';

const COMPARISONS: Readonly<Record<string, string>> = {
  eq: '==',
  ne: '!=',
  sgt: '>',
  ugt: '>',
  ogt: '>',
  sge: '>=',
  uge: '>=',
  oge: '>=',
  slt: '<',
  ult: '<',
  olt: '<',
  sle: '<=',
  ule: '<=',
  ole: '<=',
  oeq: '==',
  une: '!=',
};

/** Terms longer than this are told by their value. */
const LONGEST = 60;

export function tracedStepText(run: TestRun, node: TraceNode): string {
  return new StepTexts(run).of(node);
}

class StepTexts {
  private readonly naming: CNaming;

  constructor(private readonly run: TestRun) {
    this.naming = namingOf(run.outcome.inputs);
  }

  of(node: TraceNode): string {
    const { values, trace } = this.run;
    const { instruction, decision } = node;
    const operands = values.operands(node);
    switch (instruction.op) {
      case 'condbr': {
        const comparison = node.data
          .map((from) => trace.nodes[from])
          .find(({ instruction: made }) => made === definitionOf(instruction.condition));
        const value = decision === null ? operands[0] !== 0 : decision.value;
        if (comparison !== undefined && /cmp$/.test(comparison.instruction.op)) return this.of(comparison);
        return `the condition is ${value ? 'true' : 'false'}`;
      }
      case 'icmp':
      case 'fcmp': {
        const sign = COMPARISONS[instruction.predicate] ?? instruction.predicate;
        const isSigned = !/^u[gl]/.test(instruction.predicate);
        const [left, right] = [instruction.left, instruction.right].map((operand, i) =>
          this.value(operands[i] ?? null, operand, isSigned),
        );
        const result = values.result(node);
        const holds = result instanceof Term ? evaluate(result, this.run.input) : result;
        return `${left} ${sign} ${right} is ${holds === 0 ? 'false' : 'true'}`;
      }
      case 'switch':
        return `switches on ${this.value(operands[0] ?? null, instruction.value)}`;
      case 'store':
        return `stores ${this.value(operands[1] ?? null, instruction.value)}${targetText(operands[0] ?? null, instruction.pointer)}`;
      case 'ret':
        return instruction.value === null ? 'returns' : `returns ${this.value(operands[0] ?? null, instruction.value)}`;
      case 'call': {
        const name = directCallee(instruction)?.debug?.name ?? directCallee(instruction)?.name ?? 'a function';
        const passed = instruction.arguments.map((operand, i) => this.value(operands[i + 1] ?? null, operand));
        return `calls ${name}(${passed.join(', ')})`;
      }
      default: {
        const { result } = instruction;
        const name = result?.variable?.name;
        if ((instruction.op === 'cast' || instruction.op === 'getelementptr') && name !== undefined) {
          return `${name} = ${this.value(values.result(node), instruction.result)}`;
        }
        return result === null ? 'is executed' : `computes ${this.value(values.result(node), result)}`;
      }
    }
  }

  private value(value: SeenValue, operand: Operand, isSigned = true): string {
    if (operand.kind === 'expression' || operand.kind === 'global') return `&${constantPlace(operand)}`;
    if (value instanceof Pointer) {
      const offset = value.offset instanceof Term ? printC(value.offset, this.naming) : value.offset;
      return offset === 0 ? `&${placeName(value)}` : `&${placeName(value)} + ${offset}`;
    }
    const width = operand.type.kind === 'int' ? operand.type.bits : 0;
    const number = (scalar: Scalar) =>
      width > 0 ? String(isSigned && width > 1 ? toSigned(scalar, width) : scalar) : String(scalar);
    if (value instanceof Term) {
      const text = printC(value, this.naming);
      const concrete = number(evaluate(value, this.run.input));
      return text.length > LONGEST || operand.type.kind !== 'int' ? concrete : `${text} (${concrete})`;
    }
    if (value === null) return 'something';
    return typeof value === 'string' ? value : number(value);
  }
}

function definitionOf(operand: Operand): Instruction | null {
  return operand.kind === 'register' ? operand.definition : null;
}

function targetText(pointer: SeenValue, operand: Operand): string {
  if (operand.kind === 'expression' || operand.kind === 'global') return ` in ${constantPlace(operand)}`;
  return pointer instanceof Pointer ? ` in ${placeName(pointer)}` : '';
}

/** A variable or a part of one: `layout.capital`, `table[3].key`. */
function constantPlace(operand: ExpressionConstant | GlobalConstant): string {
  if (operand.kind === 'global') return nameOf(operand.global);
  const [base, , ...indices] = operand.operands;
  if (operand.operator !== 'getelementptr' || base.kind !== 'global') return 'something';
  const { global } = base;
  let type = global.kind === 'variable' && global.debug !== null ? stripType(global.debug.type) : null;
  let text = nameOf(global);
  for (const index of indices) {
    const at = index.kind === 'int' ? Number(index.value) : 0;
    const field = type?.kind === 'struct' ? type.fields[at] : undefined;
    text += field === undefined ? `[${at}]` : `.${field.name}`;
    type = field !== undefined ? stripType(field.type) : type?.kind === 'array' ? stripType(type.element) : null;
  }
  return text;
}

function nameOf(symbol: GlobalSymbol): string {
  const text = symbolText(symbol);
  if (text !== symbol.name) return text;
  return (symbol.kind === 'variable' ? symbol.debug?.name : undefined) ?? symbol.name;
}

function placeName({ object }: Pointer): string {
  if (object.global !== null) return nameOf(object.global);
  return /'(.+)'/.exec(object.label)?.[1] ?? object.label;
}
