/**
 * The nodes of the instructions inside a segment: what they decided, what they did to memory and read of it, and by which of
 * their operands they could have ended the program or written elsewhere.
 */
import type { Term } from '../expr/term.ts';
import type { Instruction } from '../program/instructions.ts';
import type { Operand } from '../program/values.ts';
import { type ActiveFrame, addDefinitions, addRegister, define } from './active-frame.ts';
import type { TraceFacts } from './facts.ts';
import { endsProgram, faultOperands, startsArguments } from './instruction-roles.ts';
import type { AccessEntry, LogEntry } from './log.ts';
import { NO_NODES, type NodeTable } from './node-table.ts';
import type { PotentialWrites } from './potential-writes.ts';
import type { Decision } from './trace.ts';
import type { MemoryWriters } from './writers.ts';

const WRITING: ReadonlySet<string> = new Set(['store', 'cmpxchg', 'atomicrmw', 'call']);

export class InstructionNodes {
  constructor(
    private readonly table: NodeTable,
    private readonly writers: MemoryWriters,
    private readonly potentialWrites: PotentialWrites,
    private readonly facts: TraceFacts,
  ) {}

  operands(frame: ActiveFrame, instruction: Instruction): number[] {
    const result: number[] = [];
    for (const register of this.facts.registersOf(instruction)) addRegister(frame, register, result);
    return result;
  }

  step(frame: ActiveFrame, instruction: Instruction, control: number, events: readonly LogEntry[]): void {
    const operands = this.operands(frame, instruction);
    if (startsArguments(instruction)) {
      for (const from of frame.extraArguments) if (!operands.includes(from)) operands.push(from);
    }
    const { haltsApart } = this.facts;
    let own = NO_NODES;
    let decided: readonly number[] | null = null;
    for (const event of events) {
      if (event.kind !== 'decision') continue;
      decided ??= this.decidedBy(frame, instruction, operands);
      const node =
        event.why === 'initialized'
          ? this.ofMemory(frame, instruction, control, own, operands, events, event)
          : this.table.add(frame, instruction, decided, control, own, event);
      const mayEnd = event.why === 'check' || event.why === 'assume';
      if (haltsApart && mayEnd) continue;
      // Which object is read matters to the reader only, and which one is written to those who read one of them.
      // Otherwise, whatever the other side would have done (ended, or something else), everything after depends on it.
      if (haltsApart && (instruction.op === 'load' || (instruction.op === 'store' && event.why === 'pointer'))) {
        own = [...own, node];
      } else this.table.halt = node;
    }
    if (!frame.cannotHalt && this.facts.halts.mayFault(instruction)) this.guard(frame, instruction, control, own);
    const node =
      events.length === 0 && instruction.op !== 'call'
        ? this.table.add(frame, instruction, operands, control, own, null)
        : this.effect(frame, instruction, control, own, operands, events);
    if (instruction.result !== null) define(frame, instruction.result.index, node);
  }

  /** What the decisions of an instruction depend on: where it stores is not decided by what it stores. */
  private decidedBy(frame: ActiveFrame, instruction: Instruction, operands: readonly number[]): readonly number[] {
    const { op } = instruction;
    if (op !== 'store' && op !== 'cmpxchg' && op !== 'atomicrmw') return operands;
    const result: number[] = [];
    addDefinitions(frame, instruction.pointer, result);
    return result;
  }

  /** The node for what an instruction did to memory, and read of it. */
  private effect(
    frame: ActiveFrame,
    instruction: Instruction,
    control: number,
    choice: readonly number[],
    operands: readonly number[],
    events: readonly LogEntry[],
  ): number {
    const node = this.ofMemory(frame, instruction, control, choice, operands, events, null);
    for (const event of events) {
      if (event.kind === 'access' || event.kind === 'allocation') this.table.touch(node, event);
      if (event.kind === 'access') frame.accesses.set(instruction, event);
      if (event.kind === 'access' && event.writes) this.writers.write(event, node);
      else if (event.kind === 'allocation') this.writers.allocate(event.object, event.size, node);
    }
    return node;
  }

  /** A node for what memory held: its value, or a decision about it. */
  private ofMemory(
    frame: ActiveFrame,
    instruction: Instruction,
    control: number,
    choice: readonly number[],
    operands: readonly number[],
    events: readonly LogEntry[],
    decision: Decision | null,
  ): number {
    const data = [...operands];
    const reads: AccessEntry[] = [];
    const inputs: Term[] = [];
    for (const event of events) {
      if (event.kind === 'access' && !event.writes) {
        reads.push(event);
        this.writers.read(event, data);
      } else if (event.kind === 'input') inputs.push(event.term);
    }
    const potential = this.potentialWrites.of(instruction, reads, events, this.writers);
    return this.table.add(frame, instruction, data, control, choice, decision, inputs, potential, operands.length);
  }

  /**
   * An instruction that may fault does so by the values of some operands. Where those are concrete on this path nothing
   * is decided; but another input may bring other values, through branches that are over, and then it would fault, or
   * write to another object. So what comes later depends on how these operands came about.
   */
  private guard(frame: ActiveFrame, instruction: Instruction, control: number, choice: readonly number[]): void {
    const always =
      choice.length > 0 || (instruction.op === 'call' && control >= 0 && this.table.nodes[control].dependsOnInput);
    const operands = faultOperands(instruction, this.facts.halts.checks);
    const chooser =
      this.facts.halts.checks.checkLeaks && endsProgram(instruction)
        ? this.leakCheck(frame, instruction, control)
        : this.chooser(frame, instruction, operands, control, choice, always);
    if (chooser >= 0 && !this.facts.haltsApart) this.table.halt = chooser;
  }

  /** What is still reachable where the program ends depends on all that was made, kept and freed: on the whole path. */
  private leakCheck(frame: ActiveFrame, instruction: Instruction, control: number): number {
    const decided = this.table.decisions.map(({ index }) => index);
    return this.table.add(frame, instruction, decided, control, NO_NODES, null);
  }

  /** A node for how the given operands came about, where another input could change them (or `always`); else -1. */
  chooser(
    frame: ActiveFrame,
    instruction: Instruction,
    operands: readonly Operand[],
    control: number,
    choice: readonly number[],
    always = false,
  ): number {
    const data: number[] = [];
    for (const operand of operands) addDefinitions(frame, operand, data);
    if (!always && !data.some((node) => this.table.varies(node))) return -1;
    const node = this.table.add(frame, instruction, data, control, choice, null);
    if (WRITING.has(instruction.op)) this.potentialWrites.movable(node, instruction);
    return node;
  }
}
