/** Turns a function into closures; see code.ts for the shape of the result. */
import { directCallee } from '../analysis/call-graph.ts';
import { findLoops, type LoopForest, loopStep } from '../analysis/loops.ts';
import { Term } from '../expr/term.ts';
import { InternalError } from '../program/errors.ts';
import type { CallInstruction, Instruction, PhiInstruction } from '../program/instructions.ts';
import { successorsOf } from '../program/instructions.ts';
import { type Block, type ProgramFunction, terminatorOf } from '../program/program.ts';
import type { Operand } from '../program/values.ts';
import { type Control, type Edge, type FunctionCode, Segment, type Site, type Step } from './code.ts';
import { CompiledEntry } from './compile/hot.ts';
import type { Machine } from './machine.ts';
import { callControl, returnControl } from './semantics/calls.ts';
import { asInteger } from './semantics/coerce.ts';
import { intrinsicHandler } from './semantics/intrinsics/table.ts';
import { jumpControl } from './semantics/jumps.ts';
import { primitiveHandler } from './semantics/primitives.ts';
import { prepareStep } from './semantics/steps.ts';
import { threadControl } from './semantics/threads.ts';
import { UNDEFINED, type Value } from './value.ts';

/** Where operands live: registers first, then constants, then loop counters. */
export class Slots {
  readonly values: Value[];
  private readonly constants = new Map<Operand, number>();

  constructor(
    private readonly machine: Machine,
    fn: ProgramFunction,
  ) {
    this.values = new Array(fn.registerCount).fill(0);
    // V8 keeps arrays of small integers and arrays of floats apart from others. With this none is either: one kind for all frames.
    this.add(UNDEFINED);
  }

  of(operand: Operand): number {
    if (operand.kind === 'register') return operand.index;
    let slot = this.constants.get(operand);
    if (slot === undefined) {
      slot = this.add(this.machine.image.constants.value(operand));
      this.constants.set(operand, slot);
    }
    return slot;
  }

  add(value: Value): number {
    return this.values.push(value) - 1;
  }
}

export function prepareFunction(machine: Machine, fn: ProgramFunction): FunctionCode {
  return new Preparation(machine, fn).run();
}

class Preparation {
  private readonly slots: Slots;
  private readonly loops: LoopForest;
  private readonly counters: number[];
  private readonly heads: Segment[] = [];
  private readonly code: FunctionCode;

  constructor(
    private readonly machine: Machine,
    private readonly fn: ProgramFunction,
  ) {
    this.slots = new Slots(machine, fn);
    this.loops = findLoops(fn);
    this.counters = this.loops.loops.map(() => this.slots.add(0));
    const code = {
      function: fn,
      template: this.slots.values,
      loops: this.loops,
      counters: this.counters,
      segments: [],
      edges: [],
    };
    this.code = code as unknown as FunctionCode;
  }

  run(): FunctionCode {
    for (const block of this.fn.blocks) this.heads.push(this.newSegment(block));
    (this.code as { entry: Segment }).entry = this.heads[0];
    for (const block of this.fn.blocks) this.prepareBlock(block);
    this.markHeads();
    return this.code;
  }

  private markHeads(): void {
    for (const { index } of this.fn.blocks) {
      if (index !== 0 && this.loops.isHeader[index] === 0) continue;
      this.heads[index].isHead = true;
      if (this.machine.hotCode !== null)
        this.heads[index].entry = new CompiledEntry(
          this.code,
          this.fn.blocks[index],
          this.machine.options.compileAfter,
        );
    }
  }

  private newSegment(block: Block): Segment {
    const segment = new Segment(this.code, block);
    if (this.machine.listener !== null) segment.quietSteps = [];
    this.code.segments.push(segment);
    return segment;
  }

  private prepareBlock(block: Block): void {
    let segment = this.heads[block.index];
    segment.firstId = block.instructions[0].id;
    if (block === this.fn.blocks[0]) this.forbid(segment);
    for (const instruction of block.instructions) {
      segment.endId = instruction.id + 1;
      if (instruction.op === 'phi') continue;
      const site: Site = { instruction, segment, index: segment.steps.length };
      const isLast = instruction === terminatorOf(block);
      const call = instruction.op === 'call' ? this.callControlOf(instruction, site) : null;
      if (isLast) {
        segment.control = this.terminator(instruction, site);
        segment.controlSite = site;
      } else if (call !== null) {
        segment.control = call;
        segment.controlSite = site;
        segment.resultRegister = instruction.result?.index ?? -1;
        segment.following = this.newSegment(block);
        segment = segment.following;
        segment.firstId = instruction.id + 1;
      } else {
        segment.sites.push(site);
        this.addStep(segment, instruction, site);
      }
    }
  }

  private addStep(segment: Segment, instruction: Instruction, site: Site): void {
    const { machine, slots } = this;
    const step = prepareStep(machine, instruction, slots, site, machine.listener);
    const isHeard = machine.listener !== null && (instruction.op === 'load' || instruction.op === 'store');
    this.add(segment, step, isHeard ? prepareStep(machine, instruction, slots, site, null) : step);
  }

  private add({ steps, quietSteps }: Segment, step: Step, quiet: Step = step): void {
    steps.push(step);
    if (quietSteps !== steps) quietSteps.push(quiet);
  }

  private forbid(segment: Segment): void {
    const { machine, fn } = this;
    const name = fn.debug?.name ?? fn.name;
    if (!machine.options.forbiddenFunctions.includes(name)) return;
    const site: Site = { instruction: segment.block.instructions[0], segment, index: 0 };
    segment.sites.push(site);
    const step: Step = (_, state) => machine.fault(state, 'target-reached', site, `${name}() was called`);
    this.add(segment, step);
  }

  /** Null for a call that is an ordinary step: an intrinsic or a primitive. */
  private callControlOf(call: CallInstruction, site: Site): Control | null {
    const known = directCallee(call) ?? null;
    if (known !== null && known.blocks.length === 0) {
      const handler =
        primitiveHandler(this.machine, known.name, site) ?? intrinsicHandler(this.machine, known.name, call, site);
      if (handler !== null) return null;
    }
    const slots = call.arguments.map((argument) => this.slots.of(argument));
    if (known !== null && known.blocks.length === 0) {
      const elsewhere =
        jumpControl(this.machine, known.name, slots, site) ?? threadControl(this.machine, known.name, slots, site);
      if (elsewhere !== null) return elsewhere;
    }
    return callControl(this.machine, call, this.slots.of(call.callee), slots, known, site);
  }

  private terminator(instruction: Instruction, site: Site): Control {
    const { machine } = this;
    switch (instruction.op) {
      case 'ret':
        return returnControl(machine, instruction.value === null ? -1 : this.slots.of(instruction.value), site);
      case 'br': {
        const edge = this.edge(instruction.block, instruction.target, 0);
        return (_, frame) => frame.take(edge);
      }
      case 'condbr': {
        const slot = this.slots.of(instruction.condition);
        const ifTrue = this.edge(instruction.block, instruction.ifTrue, 0);
        const ifFalse = this.edge(instruction.block, instruction.ifFalse, 1);
        return (state, frame) => {
          const condition = frame.registers[slot];
          if (typeof condition === 'number') frame.take(condition === 1 ? ifTrue : ifFalse);
          else {
            const term = asInteger(machine, state, condition, site);
            if (!(term instanceof Term)) throw new InternalError('a condition wider than one bit');
            machine.branch(state, frame, term, ifTrue, ifFalse, site);
          }
        };
      }
      case 'switch':
        return this.switchControl(instruction, site);
      case 'unreachable':
        return (state) => machine.fault(state, 'unreachable', site, 'code that must not be reached is reached');
      case 'refused':
        return (state) => machine.refuse(state, site, instruction.what);
      default:
        throw new InternalError(`${instruction.op} does not end a block`);
    }
  }

  private switchControl(instruction: Extract<Instruction, { op: 'switch' }>, site: Site): Control {
    const { machine } = this;
    const slot = this.slots.of(instruction.value);
    const width = machine.program.layout.bitsOf(instruction.value.type);
    const edges = successorsOf(instruction).map((target, i) => this.edge(instruction.block, target, i));
    const otherwise = edges[edges.length - 1];
    const table = new Map(instruction.cases.map((entry, i) => [machine.image.constants.value(entry.value), edges[i]]));
    // Cases with the same target are one way to go on.
    const groups = new Map<Block, { edge: Edge; values: Value[] }>();
    instruction.cases.forEach((entry, i) => {
      if (entry.target === instruction.otherwise) return;
      const group = groups.get(entry.target) ?? { edge: edges[i], values: [] };
      group.values.push(machine.image.constants.value(entry.value));
      groups.set(entry.target, group);
    });
    return (state, frame) => {
      const value = asInteger(machine, state, frame.registers[slot], site);
      if (!(value instanceof Term)) {
        frame.take(table.get(value) ?? otherwise);
        return;
      }
      const { terms } = machine;
      for (const { edge, values } of groups.values()) {
        const matches = terms.orAll(values.map((each) => terms.eq(value, terms.constant(width, each as number))));
        if (machine.decide(state, matches, site, 'branch')) {
          frame.take(edge);
          return;
        }
      }
      frame.take(otherwise);
    };
  }

  private edge(from: Block, to: Block, successor: number): Edge {
    const moves: { to: number; from: number }[] = [];
    for (const instruction of to.instructions) {
      if (instruction.op !== 'phi') break;
      const entry = (instruction as PhiInstruction).incoming.find((each) => each.block === from);
      if (entry === undefined) throw new InternalError('a phi without a value for a predecessor');
      moves.push({ to: instruction.result.index, from: this.slots.of(entry.value) });
    }
    const edge: Edge = {
      target: this.heads[to.index],
      from,
      successor,
      enter: this.withCounter(from, to, movesFunction(moves)),
      covered: false,
    };
    this.code.edges.push(edge);
    return edge;
  }

  private withCounter(from: Block, to: Block, move: (registers: Value[]) => void): (registers: Value[]) => void {
    const step = loopStep(this.loops, from.index, to.index);
    if (step === 'stay') return move;
    const counter = this.counters[this.loops.innermost[to.index]];
    if (step === 'enter') {
      return (registers) => {
        move(registers);
        registers[counter] = 0;
      };
    }
    return (registers) => {
      move(registers);
      registers[counter] = (registers[counter] as number) + 1;
    };
  }
}

/** Phis take their values at once: where one's target is another's source, everything is read before anything is written. */
function movesFunction(moves: readonly { to: number; from: number }[]): (registers: Value[]) => void {
  if (moves.length === 0) return () => {};
  if (moves.length === 1) {
    const { to, from } = moves[0];
    return (registers) => {
      registers[to] = registers[from];
    };
  }
  const written = new Set<number>();
  const clash = moves.some(({ to, from }) => {
    const reads = written.has(from);
    written.add(to);
    return reads;
  });
  if (!clash && moves.length === 2) {
    const [first, second] = moves;
    return (registers) => {
      registers[first.to] = registers[first.from];
      registers[second.to] = registers[second.from];
    };
  }
  const targets = Int32Array.from(moves, (move) => move.to);
  const sources = Int32Array.from(moves, (move) => move.from);
  if (!clash) {
    return (registers) => {
      for (let i = 0; i < targets.length; i++) registers[targets[i]] = registers[sources[i]];
    };
  }
  return (registers) => {
    const values: Value[] = new Array(targets.length);
    for (let i = 0; i < sources.length; i++) values[i] = registers[sources[i]];
    for (let i = 0; i < targets.length; i++) registers[targets[i]] = values[i];
  };
}
