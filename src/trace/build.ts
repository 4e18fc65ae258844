/**
 * From the log of a path to its dependence graph.
 *
 * The log says which segments ran, which bytes were accessed and what was decided; everything else follows from the
 * program: this walks the segments again with, per frame, the node that last defined each register, and a stack of open
 * regions for control dependence. A region is opened by a branch and closed when control reaches the branch's immediate
 * post-dominator (Xin and Zhang's online construction): whatever runs while it is open depends on the branch. A phi
 * depends on the branches whose regions close as control enters its block.
 *
 * Costs time and space proportional to the path, times the number of input-dependent branches for potential dependence
 * of reads (answers are remembered per load instruction and branch direction).
 */

import { directCallee } from '../analysis/call-graph.ts';
import type { OptionalChecks } from '../analysis/halts.ts';
import { libraryRole } from '../analysis/library.ts';
import { loopStep } from '../analysis/loops.ts';
import type { Term } from '../expr/term.ts';
import type { FunctionCode, Segment, Site } from '../machine/code.ts';
import type { Names } from '../machine/names.ts';
import { InternalError } from '../program/errors.ts';
import { type CallInstruction, type Instruction, operandsOf } from '../program/instructions.ts';
import type { Operand } from '../program/values.ts';
import { ActiveFrame, addDefinitions, addRegister, controlParent, define } from './active-frame.ts';
import type { TraceFacts } from './facts.ts';
import type { AccessEntry, AllocationEntry, DecisionEntry, LogEntry } from './log.ts';
import { PotentialWrites, type Turnable } from './potential-writes.ts';
import type { Decision, NodeAccess, Trace, TraceNode } from './trace.ts';
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
  nodes: TraceNode[] = [];
  decisions: TraceNode[] = [];
  accesses: NodeAccess[] = [];
  end: TraceNode | null = null;
  private frames: ActiveFrame[] = [];
  private writers = new MemoryWriters();
  private potentialWrites: PotentialWrites;
  /**
   * Per node: whether another input that leads here can give it another value. Being reached only under a condition is not
   * enough, but for what memory holds, or a function returns, it is.
   */
  private varies: (0 | 1)[] = [];
  /** The last node that could have ended the program. */
  private halt = -1;
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
  ) {
    this.potentialWrites = new PotentialWrites(facts);
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
    const copy = new TraceBuilder(this.names, this.facts);
    copy.nodes = this.nodes.slice();
    copy.decisions = this.decisions.slice();
    copy.accesses = this.accesses.slice();
    copy.end = this.end;
    copy.frames = this.frames.map((frame) => frame.copy());
    copy.writers = this.writers.fork();
    copy.potentialWrites = this.potentialWrites.fork();
    copy.varies = this.varies.slice();
    copy.halt = this.halt;
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
      else this.step(frame, instruction, control, eventsAt(events, instruction));
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
    // The function has no body: nobody can tell what another one would have done.
    if (caller.called.length > 0) this.halt = caller.called[caller.called.length - 1];
    caller.called = NONE;
    if (segment.firstId === segment.block.instructions[0].id) this.enterBlock(caller, segment);
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
    const iterations = (caller.iterations ??= this.iterations(caller, caller.block));
    const context = caller.context.callee(this.names, instruction, iterations);
    const cannotHalt = caller.cannotHalt || (instruction.op === 'call' && this.facts.halts.prints.has(instruction));
    const { control } = this.nodes[call.node];
    // What runs inside depends on which function was called.
    const { called } = caller;
    caller.called = NONE;
    const chooser =
      instruction.op === 'call'
        ? this.chooser(caller, instruction, [instruction.callee], control, called, called.length > 0)
        : -1;
    if (chooser >= 0 && !this.facts.haltsApart && this.facts.halts.mayHalt(instruction)) this.halt = chooser;
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

  /** Follows an edge: closes regions, counts iterations, gives phis their values. */
  private enterBlock(frame: ActiveFrame, segment: Segment): void {
    const to = segment.block;
    const from = frame.block;
    this.leaveLoops(frame, to.index);
    this.turned(frame, to.index);
    const closed: number[] = [];
    while (frame.regions.length > 0 && frame.regions[frame.regions.length - 1].closesAt === to.index) {
      closed.push(frame.regions.pop()!.node);
    }
    const step = loopStep(frame.code.loops, from, to.index);
    const loop = frame.code.loops.innermost[to.index];
    if (step === 'enter') frame.counters[loop] = 0;
    else if (step === 'again') frame.counters[loop]++;
    frame.block = to.index;
    frame.iterations = null;
    if (to.instructions[0].op !== 'phi') return;
    const control = controlParent(frame);
    const values: { readonly register: number; readonly node: number }[] = [];
    for (const phi of to.instructions) {
      if (phi.op !== 'phi') break;
      const entry = phi.incoming.find((each) => each.block.index === from);
      if (entry === undefined) throw new InternalError('a logged path takes an edge that is not there');
      const sources: number[] = [];
      addDefinitions(frame, entry.value, sources);
      const choosers =
        closed.length === 0
          ? NONE
          : closed.filter((branch) => this.facts.decidesPhi(phi, this.nodes[branch].instruction));
      const node = this.addNode(frame, phi, sources, control, choosers, null);
      values.push({ register: phi.result.index, node });
    }
    for (const { register, node } of values) define(frame, register, node);
  }

  /** What a loop defined is from its last iteration, and the branch that left it decided which one that is. */
  private leaveLoops(frame: ActiveFrame, to: number): void {
    const { loops, innermost } = frame.code.loops;
    let loop = innermost[frame.block];
    if (loop === -1) return;
    const branch = controlParent(frame);
    if (branch < 0) return;
    for (; loop !== -1 && !loops[loop].blocks.includes(to); loop = loops[loop].parent) {
      for (const register of this.facts.loopResults(frame.code)[loop]) {
        frame.leftBy[register] = [...(frame.leftBy[register] ?? NONE), branch];
      }
    }
  }

  /** The direction of the branch just executed is known now. */
  private turned(frame: ActiveFrame, to: number): void {
    const { branch } = frame;
    frame.branch = -1;
    if (branch < 0 || !this.nodes[branch].dependsOnInput) return;
    const { instruction } = this.nodes[branch];
    const edge = this.facts.edgeIndex(instruction, to);
    this.potentialWrites.turned(branch, instruction, edge, frame.accesses, (value) => this.mayVary(frame, value));
    if (!frame.cannotHalt && this.facts.otherSideMayHalt(instruction, edge)) this.halt = branch;
  }

  private mayVary(frame: ActiveFrame, value: Operand): boolean {
    const from: number[] = [];
    addDefinitions(frame, value, from);
    return from.some((node) => this.varies[node] === 1);
  }

  private iterations(frame: ActiveFrame, block: number): readonly number[] {
    const { loops, innermost } = frame.code.loops;
    let loop = innermost[block];
    if (loop === -1) return NONE;
    const result: number[] = [];
    for (; loop !== -1; loop = loops[loop].parent) result.push(frame.counters[loop]);
    return result.reverse();
  }

  private operands(frame: ActiveFrame, instruction: Instruction): number[] {
    const result: number[] = [];
    for (const register of this.facts.registersOf(instruction)) addRegister(frame, register, result);
    return result;
  }

  private step(frame: ActiveFrame, instruction: Instruction, control: number, events: readonly LogEntry[]): void {
    const operands = this.operands(frame, instruction);
    if (startsArguments(instruction)) {
      for (const from of frame.extraArguments) if (!operands.includes(from)) operands.push(from);
    }
    const { haltsApart } = this.facts;
    let own = NONE;
    let decided: readonly number[] | null = null;
    for (const event of events) {
      if (event.kind !== 'decision') continue;
      decided ??= this.decidedBy(frame, instruction, operands);
      const node = this.addNode(frame, instruction, decided, control, own, event);
      const mayEnd = event.why === 'check' || event.why === 'assume';
      if (haltsApart && mayEnd) continue;
      // Which object is read matters to the reader only, and which one is written to those who read one of them.
      // Otherwise, whatever the other side would have done (ended, or something else), everything after depends on it.
      if (haltsApart && (instruction.op === 'load' || (instruction.op === 'store' && event.why === 'pointer'))) {
        own = [...own, node];
      } else this.halt = node;
    }
    if (!frame.cannotHalt && this.facts.halts.mayFault(instruction)) this.guard(frame, instruction, control, own);
    const node =
      events.length === 0 && instruction.op !== 'call'
        ? this.addNode(frame, instruction, operands, control, own, null)
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
    const node = this.addNode(frame, instruction, data, control, choice, null, inputs, potential, operands.length);
    for (const event of events) {
      if (event.kind === 'access' || event.kind === 'allocation') this.accesses.push({ node, access: event });
      if (event.kind === 'access') frame.accesses.set(instruction, event);
      if (event.kind === 'access' && event.writes) this.writers.write(event, node);
      else if (event.kind === 'allocation') this.writers.allocate(event.object, event.size, node);
    }
    return node;
  }

  /**
   * An instruction that may fault does so by the values of some operands. Where those are concrete on this path nothing
   * is decided; but another input may bring other values, through branches that are over, and then it would fault, or
   * write to another object. So what comes later depends on how these operands came about.
   */
  private guard(frame: ActiveFrame, instruction: Instruction, control: number, choice: readonly number[]): void {
    const always =
      choice.length > 0 || (instruction.op === 'call' && control >= 0 && this.nodes[control].dependsOnInput);
    const operands = faultOperands(instruction, this.facts.halts.checks);
    const chooser =
      this.facts.halts.checks.checkLeaks && endsProgram(instruction)
        ? this.leakCheck(frame, instruction, control)
        : this.chooser(frame, instruction, operands, control, choice, always);
    if (chooser >= 0 && !this.facts.haltsApart) this.halt = chooser;
  }

  /** What is still reachable where the program ends hangs on all that was made, kept and freed: on the whole path. */
  private leakCheck(frame: ActiveFrame, instruction: Instruction, control: number): number {
    const decided = this.decisions.map(({ index }) => index);
    return this.addNode(frame, instruction, decided, control, NONE, null);
  }

  /** A node for how the given operands came about, where another input could change them (or `always`); else -1. */
  private chooser(
    frame: ActiveFrame,
    instruction: Instruction,
    operands: readonly Operand[],
    control: number,
    choice: readonly number[],
    always = false,
  ): number {
    const data: number[] = [];
    for (const operand of operands) addDefinitions(frame, operand, data);
    if (!always && !data.some((node) => this.varies[node] === 1)) return -1;
    const node = this.addNode(frame, instruction, data, control, choice, null);
    if (WRITING.has(instruction.op)) this.potentialWrites.movable(node, instruction);
    return node;
  }

  private addNode(
    frame: ActiveFrame,
    instruction: Instruction,
    data: readonly number[],
    control: number,
    choice: readonly number[],
    decision: Decision | null,
    inputs: TraceNode['inputs'] = NO_INPUTS,
    potential: readonly number[] = NONE,
    registers = data.length,
  ): number {
    const index = this.nodes.length;
    const { nodes, varies } = this;
    let known = inputs.length > 0 || potential.length > 0;
    for (const from of choice) known ||= nodes[from].dependsOnInput;
    let differs = known;
    for (let i = 0; i < data.length && !(known && differs); i++) {
      const from = data[i];
      const { dependsOnInput } = nodes[from];
      known ||= dependsOnInput;
      differs ||= i < registers ? varies[from] === 1 : dependsOnInput;
    }
    const reached = control >= 0 && nodes[control].dependsOnInput;
    varies.push(differs || (reached && instruction.op === 'ret') ? 1 : 0);
    const node: TraceNode = {
      index,
      instruction,
      context: frame.context,
      iterations: (frame.iterations ??= this.iterations(frame, frame.block)),
      data,
      control,
      choice,
      potential,
      halt: this.halt,
      decision: decision === null ? null : { condition: decision.condition, value: decision.value, why: decision.why },
      inputs,
      dependsOnInput: known || decision !== null || reached,
    };
    this.nodes.push(node);
    if (decision !== null) this.decisions.push(node);
    return index;
  }

  /** The last instruction of a segment. Its symbolic decisions, if any, follow in the log. */
  private control(frame: ActiveFrame, instruction: Instruction, control: number, segment: Segment): void {
    const node = this.addNode(frame, instruction, this.operands(frame, instruction), control, NONE, null);
    this.awaiting = { site: segment.controlSite, node };
    this.copied.length = 0;
    if (instruction.op === 'call') {
      frame.call = { node, segment };
      // Overwritten by the return; stays for a function without a body.
      if (instruction.result !== null) define(frame, instruction.result.index, node);
    } else if (this.facts.hasChoice(instruction)) {
      frame.branch = node;
      frame.regions.push({ node, closesAt: this.facts.meetingBlock(instruction) });
    }
  }

  /** A decision of a control step: the branch gets its condition. */
  private controlDecision({ site, condition, value, why }: DecisionEntry): void {
    const branch = this.nodes[this.awaiting!.node];
    if (branch.decision === null && site.instruction.op === 'condbr') {
      const decided = { ...branch, decision: { condition, value, why }, dependsOnInput: true };
      this.nodes[branch.index] = decided;
      this.decisions.push(decided);
      return;
    }
    // A switch decides case by case, an indirect call function by function: one more node each.
    // Each is there because of the one before: the default of a switch depends on all its cases.
    const frame = this.top;
    const { op } = site.instruction;
    const control = op === 'call' || frame.branch < 0 ? branch.control : frame.branch;
    const data = site.instruction.op === 'call' ? calleeOf(frame, site.instruction) : branch.data;
    const extra = this.addNode(frame, site.instruction, data, control, NONE, { condition, value, why });
    if (op === 'call' && this.facts.haltsApart) frame.called = [...frame.called, extra];
    else if (op === 'call') this.halt = extra;
    else {
      frame.branch = extra;
      frame.regions.push({ node: extra, closesAt: this.facts.meetingBlock(site.instruction) });
    }
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
      this.accesses.push({ node: call.index, access: entry });
    } else if (!entry.writes) this.copied.push(entry);
    else {
      const data = [...call.data];
      for (const read of this.copied) this.writers.read(read, data);
      const potential = this.potentialWrites.of(call.instruction, this.copied, this.copied, this.writers);
      const { control } = call;
      const node = this.addNode(frame, call.instruction, data, control, NONE, null, [], potential, call.data.length);
      for (const access of [...this.copied, entry]) this.accesses.push({ node, access });
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

const NONE: readonly number[] = [];
const NO_INPUTS: readonly Term[] = [];
const WRITING: ReadonlySet<string> = new Set(['store', 'cmpxchg', 'atomicrmw', 'call']);

const NO_EVENTS: readonly LogEntry[] = [];

/** Inputs are logged without a place: any call of the segment may have made them. */
function eventsAt(events: readonly LogEntry[], instruction: Instruction): readonly LogEntry[] {
  let own: LogEntry[] | null = null;
  for (const event of events) {
    const site = event.kind === 'input' ? null : (event as AccessEntry).site;
    if (site === null ? instruction.op !== 'call' : site.instruction !== instruction) continue;
    if (own === null) own = [event];
    else own.push(event);
  }
  return own ?? NO_EVENTS;
}

/** The operands by whose values an instruction may fault. */
function faultOperands(instruction: Instruction, checks: OptionalChecks): readonly Operand[] {
  switch (instruction.op) {
    case 'load':
    case 'store':
    case 'cmpxchg':
    case 'atomicrmw':
      return [instruction.pointer];
    case 'binary':
      return instruction.operator === 'sdiv' ||
        instruction.operator === 'srem' ||
        checks.checkOverflow ||
        checks.checkUninitialized
        ? [instruction.left, instruction.right]
        : [instruction.right];
    default:
      return operandsOf(instruction);
  }
}

function endsProgram(instruction: Instruction): boolean {
  return instruction.op === 'call' && directCallee(instruction)?.name === '__pf_exit';
}

/** From here on the arguments beyond the parameters are in memory. */
function startsArguments(instruction: Instruction): boolean {
  if (instruction.op !== 'call') return false;
  const callee = directCallee(instruction);
  return callee !== null && libraryRole(callee) === 'startsArguments';
}

/** Which function is called does not depend on what it is given. */
function calleeOf(frame: ActiveFrame, { callee }: CallInstruction): number[] {
  const result: number[] = [];
  addDefinitions(frame, callee, result);
  return result;
}
