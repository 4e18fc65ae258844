/**
 * Whether a state may still run one of a set of statements: along the flow graph of its function and of what that calls,
 * and then of each function it returns to. Frames are known, so calls and returns match.
 */
import type { CallGraph } from '../../analysis/call-graph.ts';
import { exitFunction } from '../../analysis/library.ts';
import type { Segment } from '../../machine/code.ts';
import type { Frame, State } from '../../machine/state.ts';
import { type Instruction, successorsOf } from '../../program/instructions.ts';
import { type Block, type Program, type ProgramFunction, terminatorOf } from '../../program/program.ts';

export class Reach {
  /** Per function: whether a call of it may run one. */
  private readonly inside: Uint8Array;
  /** Blocks from whose start one may be run before their function returns. */
  private readonly blocks = new Set<Block>();
  /** By the first instruction of a segment: 1 no, 2 yes, 0 not asked yet. */
  private readonly after: Uint8Array;
  private readonly within: Uint8Array;
  private readonly atExit: boolean;

  constructor(
    program: Program,
    private readonly callGraph: CallGraph,
    private readonly ids: ReadonlySet<number>,
  ) {
    this.inside = new Uint8Array(program.functions.length);
    const work: ProgramFunction[] = [];
    const note = (fn: ProgramFunction) => {
      if (this.inside[fn.index] === 1) return;
      this.inside[fn.index] = 1;
      work.push(fn);
    };
    for (const fn of program.functions) {
      if (fn.blocks.some((block) => block.instructions.some(({ id }) => ids.has(id)))) note(fn);
    }
    for (let fn = work.pop(); fn !== undefined; fn = work.pop()) {
      for (const call of callGraph.callers[fn.index]) note(call.block.function);
    }
    for (const fn of program.functions) if (this.inside[fn.index] === 1) this.markBlocks(fn);
    this.after = new Uint8Array(program.instructionCount);
    this.within = new Uint8Array(program.instructionCount);
    const exit = exitFunction(program);
    this.atExit = exit !== null && this.inside[exit.index] === 1;
  }

  /** From after the steps of the segment the state is in; its control step has not run yet. */
  from(state: State): boolean {
    const { frame } = state;
    if (this.calls(frame.segment) || this.returnsInto(frame.segment)) return true;
    for (let caller: Frame | null = frame.caller; caller !== null; caller = caller.caller) {
      if (this.returnsInto(caller.segment)) return true;
    }
    return this.atExit || this.follows(state);
  }

  /** In functions that start when this one has returned. */
  private follows({ startup }: State): boolean {
    for (let i = 1; i < startup.length; i++) if (this.inside[startup[i].code.function.index] === 1) return true;
    return false;
  }

  private calls(segment: Segment): boolean {
    const { within } = this;
    const { firstId } = segment;
    if (within[firstId] === 0) within[firstId] = this.runsIn(segment.controlSite.instruction) ? 2 : 1;
    return within[firstId] === 2;
  }

  private returnsInto(segment: Segment): boolean {
    const { after } = this;
    const { firstId } = segment;
    if (after[firstId] === 0) after[firstId] = this.runsAfter(segment) ? 2 : 1;
    return after[firstId] === 2;
  }

  private runsAfter({ block, endId }: Segment): boolean {
    const rest = block.instructions.some((each) => each.id >= endId && (this.ids.has(each.id) || this.runsIn(each)));
    return rest || successorsOf(terminatorOf(block)).some((next) => this.blocks.has(next));
  }

  private runsIn(instruction: Instruction): boolean {
    if (instruction.op !== 'call') return false;
    return this.callGraph.calleesAt(instruction).some((callee) => this.inside[callee.index] === 1);
  }

  private markBlocks(fn: ProgramFunction): void {
    const before = new Map<Block, Block[]>();
    const work: Block[] = [];
    for (const block of fn.blocks) {
      for (const next of successorsOf(terminatorOf(block))) {
        const list = before.get(next);
        if (list === undefined) before.set(next, [block]);
        else list.push(block);
      }
      if (block.instructions.some((each) => this.ids.has(each.id) || this.runsIn(each))) work.push(block);
    }
    for (let block = work.pop(); block !== undefined; block = work.pop()) {
      if (this.blocks.has(block)) continue;
      this.blocks.add(block);
      work.push(...(before.get(block) ?? []));
    }
  }
}
