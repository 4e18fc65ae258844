/**
 * What instructions computed on one path, and which of them wrote what the program shows: beside the log, for those who compare
 * paths of two programs and need the values that meet in them.
 *
 * A register is written once per execution of its block, so what a segment computed, and what it used, can be read when all its
 * steps are done. Executions of an instruction are numbered in order, and the nodes of a trace come in the same order; that
 * is how a node finds its values. For one followed path at a time: nothing here is shared between forks.
 */
import { directCallee } from '../analysis/call-graph.ts';
import { fromBigInt, type Scalar } from '../expr/scalar.ts';
import { Term } from '../expr/term.ts';
import type { Segment, Site } from '../machine/code.ts';
import { type Chain, chainToArray, type State } from '../machine/state.ts';
import { Pointer, type Value } from '../machine/value.ts';
import { type Instruction, operandsOf } from '../program/instructions.ts';
import type { GlobalSymbol } from '../program/program.ts';
import type { Operand } from '../program/values.ts';
import { LogRecorder } from './log.ts';
import type { Trace, TraceNode } from './trace.ts';

/** A number, a term over the inputs, an address, or the name of something constant; null where nothing is known. */
export type SeenValue = Scalar | Term | Pointer | string | null;

interface Execution {
  result: SeenValue;
  readonly operands: readonly SeenValue[];
}

/** Chunks of text, and marked values, in the order in which the program made them. */
export type Shown = 'stdout' | 'stderr' | 'outputs';
const SHOWN: readonly Shown[] = ['stdout', 'stderr', 'outputs'];

export class ValueRecorder extends LogRecorder {
  private executions = new Map<Instruction, Execution[]>();
  /** Calls whose result is not known yet, innermost last. */
  private calling: { readonly call: Instruction; readonly execution: Execution }[] = [];
  private shownBy: Record<Shown, { readonly instruction: Instruction; readonly execution: number }[]> = nothingShown();

  /** Forgets the path before. */
  begin(): void {
    this.executions = new Map();
    this.calling = [];
    this.shownBy = nothingShown();
  }

  override executed(state: State, segment: Segment): void {
    super.executed(state, segment);
    this.keep(state, segment, segment.endId);
  }

  override ended(state: State, site: Site | null): void {
    super.ended(state, site);
    if (site !== null && site.segment.controlSite !== site) this.keep(state, site.segment, site.instruction.id);
    else this.keepShown(state, []);
  }

  private keep(state: State, segment: Segment, end: number): void {
    const { registers } = state.frame;
    const { instructions } = segment.block;
    const first = instructions[0].id;
    const control = segment.controlSite.instruction;
    this.resultOfCall(instructions[segment.firstId - first - 1], registers);
    const showing: Instruction[] = [];
    for (let id = segment.firstId; id < end; id++) {
      const instruction = instructions[id - first];
      const isCalling = instruction === control && instruction.op === 'call';
      const execution: Execution = {
        result: isCalling || instruction.result === null ? null : seen(registers[instruction.result.index]),
        operands: instruction.op === 'phi' ? [] : operandsOf(instruction).map((each) => operandValue(each, registers)),
      };
      const known = this.executions.get(instruction);
      if (known === undefined) this.executions.set(instruction, [execution]);
      else known.push(execution);
      if (isCalling) this.calling.push({ call: instruction, execution });
      if (instruction.op === 'call' && SHOWING.test(directCallee(instruction)?.name ?? '')) showing.push(instruction);
    }
    this.keepShown(state, showing);
  }

  /** The call before a segment that begins inside of a block has returned. */
  private resultOfCall(call: Instruction | undefined, registers: readonly Value[]): void {
    if (call === undefined || call.op !== 'call') return;
    const at = this.calling.findLastIndex((each) => each.call === call);
    if (at < 0) return;
    if (call.result !== null) this.calling[at].execution.result = seen(registers[call.result.index]);
    this.calling.length = at;
  }

  private keepShown(state: State, by: readonly Instruction[]): void {
    for (const what of SHOWN) {
      const known = this.shownBy[what];
      const made = state[what]?.length ?? 0;
      for (let i = 0; known.length < made; i++) {
        const instruction = by[Math.min(i, by.length - 1)];
        if (instruction === undefined) break;
        known.push({ instruction, execution: this.executions.get(instruction)!.length - 1 });
      }
    }
  }

  valuesOf(trace: Trace): StepValues {
    return new StepValues(trace, this.executions, this.shownBy);
  }
}

export class StepValues {
  /** Per node: which execution of its instruction it belongs to. */
  private readonly execution: Int32Array;
  /** The last node of each execution: it stands for what the instruction did. */
  private readonly lastNode = new Map<Instruction, number[]>();

  constructor(
    trace: Trace,
    private readonly executions: ReadonlyMap<Instruction, readonly Execution[]>,
    private readonly shownBy: Readonly<Record<Shown, readonly { instruction: Instruction; execution: number }[]>>,
  ) {
    this.execution = new Int32Array(trace.nodes.length);
    let before: TraceNode | null = null;
    for (const node of trace.nodes) {
      let nodes = this.lastNode.get(node.instruction);
      if (nodes === undefined) {
        nodes = [];
        this.lastNode.set(node.instruction, nodes);
      }
      if (before !== null && isSameExecution(before, node)) nodes[nodes.length - 1] = node.index;
      else nodes.push(node.index);
      this.execution[node.index] = nodes.length - 1;
      before = node;
    }
  }

  result({ index, instruction }: TraceNode): SeenValue {
    return this.executions.get(instruction)?.[this.execution[index]]?.result ?? null;
  }

  operands({ index, instruction }: TraceNode): readonly SeenValue[] {
    return this.executions.get(instruction)?.[this.execution[index]]?.operands ?? [];
  }

  /** Whether no later node belongs to the same execution. */
  isLast({ index, instruction }: TraceNode): boolean {
    return this.lastNode.get(instruction)![this.execution[index]] === index;
  }

  /** The node that made a chunk of text, or a mark; null where that is not known. */
  nodeThatShowed(what: Shown, position: number): number | null {
    const by = this.shownBy[what][position];
    return by === undefined ? null : (this.lastNode.get(by.instruction)?.[by.execution] ?? null);
  }
}

/** Oldest first. */
export function chunksOf(text: Chain<readonly (number | Term)[]> | null): (readonly (number | Term)[])[] {
  return chainToArray(text);
}

const SHOWING = /^__pf_(write$|output_|given$|look$)/;

function nothingShown(): Record<Shown, { instruction: Instruction; execution: number }[]> {
  return { stdout: [], stderr: [], outputs: [] };
}

function isSameExecution(before: TraceNode, node: TraceNode): boolean {
  return (
    before.instruction === node.instruction &&
    before.context === node.context &&
    before.iterations.length === node.iterations.length &&
    before.iterations.every((count, i) => count === node.iterations[i])
  );
}

function operandValue(operand: Operand, registers: readonly Value[]): SeenValue {
  switch (operand.kind) {
    case 'register':
      return seen(registers[operand.index]);
    case 'int':
      return fromBigInt(operand.value);
    case 'float':
      return fromBigInt(operand.bits);
    case 'null':
      return 0;
    case 'global':
      return symbolText(operand.global);
    case 'expression':
      return `${operand.operands.map((each) => String(operandValue(each, registers))).join(' + ')}`;
    default:
      return null;
  }
}

/** Its name; a string literal, whose name says nothing, by its text. */
export function symbolText(symbol: GlobalSymbol): string {
  if (symbol.kind !== 'variable' || !symbol.constant || symbol.initializer?.kind !== 'bytes') return symbol.name;
  if (!/^\.?(L?str|__const)/.test(symbol.name.replace(/^\.L/, ''))) return symbol.name;
  return JSON.stringify(new TextDecoder('latin1').decode(symbol.initializer.bytes).replace(/\0$/, ''));
}

function seen(value: Value | undefined): SeenValue {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  return value instanceof Term || value instanceof Pointer ? value : null;
}
