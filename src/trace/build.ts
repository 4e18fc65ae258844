/**
 * From the log of a path to its dependence graph.
 *
 * The log says which segments ran, which bytes were accessed and what was decided; everything else follows from the
 * program: this walks the segments again with, per frame, the node that last defined each register (active-frame.ts), and a
 * stack of open regions for control dependence (regions.ts, Xin and Zhang's online construction). What the instructions
 * between calls and branches contribute is in instruction-nodes.ts, the nodes themselves in node-table.ts.
 *
 * Costs time and space proportional to the path, times the number of input-dependent branches for potential dependence
 * of reads (answers are remembered per load instruction and branch direction).
 */

import type { FunctionCode, Segment, Site } from '../machine/code.ts';
import type { Names } from '../machine/names.ts';
import type { Instruction } from '../program/instructions.ts';
import { ActiveFrame, addDefinitions, controlParent, define, iterationsOf } from './active-frame.ts';
import type { TraceFacts } from './facts.ts';
import { InstructionNodes } from './instruction-nodes.ts';
import { calleeOf, eventsAt } from './instruction-roles.ts';
import type { AccessEntry, AllocationEntry, DecisionEntry, LogEntry } from './log.ts';
import { NO_NODES, NodeTable } from './node-table.ts';
import { PotentialWrites, type Turnable } from './potential-writes.ts';
import { Regions } from './regions.ts';
import type { NodeAccess, Trace, TraceNode } from './trace.ts';
import { MemoryWriters } from './writers.ts';

export function buildTrace(entries: readonly LogEntry[], names: Names, facts: TraceFacts): Trace {
  const builder = new TraceBuilder(names, facts);
  builder.add(entries);
  return builder;
}

/**
 * The graph of the entries added so far. Paths that begin alike share the work for their common beginning: `fork` between
 * two segments, and add to either.
 */
export class TraceBuilder implements Trace {
  readonly nodes: readonly TraceNode[];
  readonly decisions: readonly TraceNode[];
  readonly accesses: readonly NodeAccess[];
  end: TraceNode | null = null;
  private frames: ActiveFrame[] = [];
  private readonly regions: Regions;
  private readonly instructions: InstructionNodes;
  private mainReturned = -1;
  /** The control step whose decisions and copies, if any, are still to come: its segment is logged first. */
  private awaiting: { readonly site: Site; readonly node: number } | null = null;
  /** What it has read and not yet written elsewhere. */
  private readonly copied: AccessEntry[] = [];
  /** What the segment that runs next, or now, has done so far: it is logged at its end. */
  private pending: LogEntry[] = [];

  constructor(
    private readonly names: Names,
    private readonly facts: TraceFacts,
    private readonly table = new NodeTable(),
    private readonly writers = new MemoryWriters(),
    private readonly potentialWrites = new PotentialWrites(facts),
  ) {
    ({ nodes: this.nodes, decisions: this.decisions, accesses: this.accesses } = table);
    this.regions = new Regions(table, potentialWrites, facts);
    this.instructions = new InstructionNodes(table, writers, potentialWrites, facts);
  }

  /** What potential dependence has cost so far, which may be the square of the path. */
  get potentialCost(): { readonly lookedAt: number; readonly found: number } {
    return this.potentialWrites;
  }

  get turnable(): readonly Turnable[] {
    return this.potentialWrites.turnable;
  }

  writersOf(objectId: number): readonly number[] | null {
    return this.writers.all(objectId);
  }

  oldestWriter(objectId: number): number {
    return this.writers.oldest(objectId);
  }

  fork(): TraceBuilder {
    const { names, facts, table, writers, potentialWrites } = this;
    const copy = new TraceBuilder(names, facts, table.fork(), writers.fork(), potentialWrites.fork());
    copy.end = this.end;
    copy.frames = this.frames.map((frame) => frame.copy());
    copy.mainReturned = this.mainReturned;
    copy.awaiting = this.awaiting;
    copy.copied.push(...this.copied);
    copy.pending = this.pending.slice();
    return copy;
  }

  add(entries: readonly LogEntry[]): void {
    for (const entry of entries) {
      switch (entry.kind) {
        case 'segment':
          this.segment(entry.segment, this.pending, null);
          this.pending = [];
          break;
        case 'return':
          this.leave();
          break;
        case 'end':
          if (entry.site !== null) this.lastSegment(entry.site, this.pending);
          this.pending = [];
          break;
        case 'decision':
          if (this.awaiting !== null && this.awaiting.site === entry.site) this.controlDecision(entry);
          else this.pending.push(entry);
          break;
        case 'access':
        case 'allocation':
          if (this.awaiting !== null && this.awaiting.site === entry.site) this.controlAccess(entry);
          else this.pending.push(entry);
          break;
        default:
          this.pending.push(entry);
      }
    }
  }

  private get top(): ActiveFrame {
    return this.frames[this.frames.length - 1];
  }

  /** The path ended at `site`: either in the middle of a segment, or in the control step of one already logged. */
  private lastSegment(site: Site, events: readonly LogEntry[]): void {
    if (this.awaiting !== null && this.awaiting.site === site) this.end = this.nodes[this.awaiting.node];
    else if (this.frames.length === 0 && this.nodes[this.mainReturned]?.instruction === site.instruction) {
      // What main returned could not be used.
      this.end = this.nodes[this.mainReturned];
    } else {
      this.segment(site.segment, events, site);
      this.end = this.nodes[this.nodes.length - 1] ?? null;
    }
  }

  /** Runs the instructions of a segment; up to `until` when the path ended inside. */
  private segment(segment: Segment, events: readonly LogEntry[], until: Site | null): void {
    this.awaiting = null;
    const frame = this.enterSegment(segment);
    const control = controlParent(frame);
    const last = until === null ? segment.endId - 1 : until.instruction.id;
    const controlInstruction = segment.controlSite.instruction;
    const { instructions } = segment.block;
    const first = instructions[0].id;
    for (let at = segment.firstId - first; at <= last - first; at++) {
      const instruction = instructions[at];
      if (instruction.op === 'phi') continue;
      if (instruction === controlInstruction && until === null) this.control(frame, instruction, control, segment);
      else this.instructions.step(frame, instruction, control, eventsAt(events, instruction));
    }
  }

  private enterSegment(segment: Segment): ActiveFrame {
    const caller = this.frames.length === 0 ? null : this.top;
    const call = caller?.call ?? null;
    if (caller === null || (call !== null && segment === segment.code.entry)) {
      const frame =
        caller === null || call === null
          ? this.outermostFrame(segment.code)
          : this.calleeFrame(caller, call, segment.code);
      this.frames.push(frame);
      return frame;
    }
    caller.call = null;
    // The function has no body: what another one would have done is not known.
    if (caller.called.length > 0) this.table.halt = caller.called[caller.called.length - 1];
    caller.called = NO_NODES;
    if (segment.firstId === segment.block.instructions[0].id) this.regions.enterBlock(caller, segment);
    return caller;
  }

  /** A constructor, main, or exit, which the machine calls with what main returned. */
  private outermostFrame(code: FunctionCode): ActiveFrame {
    const frame = new ActiveFrame(code, this.names.outermostOf(code.function.name), -1, false);
    if (code.function.name === 'exit' && code.function.parameters.length === 1)
      frame.definitions[0] = this.mainReturned;
    return frame;
  }

  private calleeFrame(caller: ActiveFrame, call: NonNullable<ActiveFrame['call']>, code: FunctionCode): ActiveFrame {
    const { instruction } = call.segment.controlSite;
    const context = caller.context.callee(this.names, instruction, iterationsOf(caller));
    const cannotHalt = caller.cannotHalt || (instruction.op === 'call' && this.facts.halts.prints.has(instruction));
    const { control } = this.nodes[call.node];
    // What runs inside depends on which function was called.
    const { called } = caller;
    caller.called = NO_NODES;
    const chooser =
      instruction.op === 'call'
        ? this.instructions.chooser(caller, instruction, [instruction.callee], control, called, called.length > 0)
        : -1;
    if (chooser >= 0 && !this.facts.haltsApart && this.facts.halts.mayHalt(instruction)) this.table.halt = chooser;
    const frame = new ActiveFrame(code, context, chooser >= 0 ? chooser : control, cannotHalt);
    if (instruction.op === 'call') {
      code.function.parameters.forEach((parameter, i) => {
        const argument = instruction.arguments[i];
        if (argument?.kind !== 'register') return;
        frame.definitions[parameter.index] = caller.definitions[argument.index];
        frame.leftBy[parameter.index] = caller.leftBy[argument.index];
      });
      for (const argument of instruction.arguments.slice(code.function.parameters.length)) {
        addDefinitions(caller, argument, frame.extraArguments);
      }
    }
    return frame;
  }

  /** The last instruction of a segment. Its symbolic decisions, if any, follow in the log. */
  private control(frame: ActiveFrame, instruction: Instruction, control: number, segment: Segment): void {
    const node = this.table.add(
      frame,
      instruction,
      this.instructions.operands(frame, instruction),
      control,
      NO_NODES,
      null,
    );
    this.awaiting = { site: segment.controlSite, node };
    this.copied.length = 0;
    if (instruction.op === 'call') {
      frame.call = { node, segment };
      // Overwritten by the return; stays for a function without a body.
      if (instruction.result !== null) define(frame, instruction.result.index, node);
    } else if (this.facts.hasChoice(instruction)) {
      this.regions.open(frame, node, instruction);
    }
  }

  /** A decision of a control step: the branch gets its condition. */
  private controlDecision({ site, condition, value, why }: DecisionEntry): void {
    const branch = this.nodes[this.awaiting!.node];
    if (branch.decision === null && site.instruction.op === 'condbr') {
      this.table.decide(branch, { condition, value, why });
      return;
    }
    // A switch decides case by case, an indirect call function by function: one more node each.
    // Each is there because of the one before: the default of a switch depends on all its cases.
    const frame = this.top;
    const { op } = site.instruction;
    const control = op === 'call' || frame.branch < 0 ? branch.control : frame.branch;
    const data = site.instruction.op === 'call' ? calleeOf(frame, site.instruction) : branch.data;
    const extra = this.table.add(frame, site.instruction, data, control, NO_NODES, { condition, value, why });
    if (op === 'call' && this.facts.haltsApart) frame.called = [...frame.called, extra];
    else if (op === 'call') this.table.halt = extra;
    else this.regions.open(frame, extra, site.instruction);
  }

  /**
   * A call copies what it passes by value, after its segment was logged: the copy gets a node of its own, which reads what
   * was read since the last one.
   */
  private controlAccess(entry: AccessEntry | AllocationEntry): void {
    const { nodes, top: frame, awaiting } = this;
    const call = nodes[awaiting!.node];
    if (entry.kind === 'allocation') {
      this.writers.allocate(entry.object, entry.size, call.index);
      this.table.touch(call.index, entry);
    } else if (!entry.writes) this.copied.push(entry);
    else {
      const data = [...call.data];
      for (const read of this.copied) this.writers.read(read, data);
      const potential = this.potentialWrites.of(call.instruction, this.copied, this.copied, this.writers);
      const { control } = call;
      const node = this.table.add(
        frame,
        call.instruction,
        data,
        control,
        NO_NODES,
        null,
        [],
        potential,
        call.data.length,
      );
      for (const access of [...this.copied, entry]) this.table.touch(node, access);
      this.writers.write(entry, node);
      this.copied.length = 0;
    }
  }

  private leave(): void {
    const returned = this.awaiting;
    this.awaiting = null;
    this.frames.pop();
    if (this.frames.length === 0) this.mainReturned = returned?.node ?? -1;
    if (this.frames.length === 0 || returned === null) return;
    const caller = this.top;
    const result = caller.call?.segment.controlSite.instruction.result ?? null;
    if (result !== null) define(caller, result.index, returned.node);
    caller.call = null;
  }
}
