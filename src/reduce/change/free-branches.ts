/**
 * Which branches decide nothing about the sequence of affected statements, at the place where a state stands.
 *
 * A place is the stack of calls, with, for each function on it, the loops that are in their last turn. What can still run
 * from there is a part of the program, and the slice of deciding.ts over that part is smaller than the one over all of it:
 * in a control program that runs in cycles every branch decides something about the next cycle, and nothing in the last.
 * Each place costs one slice, at its first visit; in the study of bench/reduce/versions.js there are fifteen or so, together a millisecond.
 */
import { BitSet } from '../../analysis/bit-set.ts';
import { blocksAfterLastTurns, type CountingLoop, countingLoopsAround } from '../../analysis/counting-loops.ts';
import { exitFunction } from '../../analysis/library.ts';
import type { Segment } from '../../machine/code.ts';
import type { Frame, State } from '../../machine/state.ts';
import type { Instruction } from '../../program/instructions.ts';
import type { Block, ProgramFunction } from '../../program/program.ts';
import { Deciding } from './deciding.ts';
import type { Dependences } from './dependences.ts';

/** Steps of slices: beyond this, and on deeper stacks, whatever decides somewhere counts as deciding. */
const MOST_STEPS = 3_000_000;
const MOST_FRAMES = 40;

class Place {
  isFree: boolean | null = null;
  private readonly longer = new Map<number, Place>();

  with(key: number): Place {
    let place = this.longer.get(key);
    if (place === undefined) {
      place = new Place();
      this.longer.set(key, place);
    }
    return place;
  }
}

export class FreeBranches {
  private readonly deciding: Deciding;
  private readonly start = new Place();
  private readonly loops = new Map<Block, readonly CountingLoop[]>();
  private readonly exit: ProgramFunction | null;

  constructor(
    private readonly dependences: Dependences,
    affected: ReadonlySet<number>,
  ) {
    this.deciding = new Deciding(dependences, affected);
    this.exit = exitFunction(dependences.program);
  }

  /** Of the branch that the state is about to take. */
  has(state: State, branch: Instruction): boolean {
    if (!this.deciding.anywhere.has(branch.id)) return true;
    if (state.frame.depth > MOST_FRAMES) return false;
    const place = this.placeOf(state);
    if (place.isFree === null) {
      if (this.deciding.steps > MOST_STEPS) return false;
      place.isFree = !this.decides(state, branch);
    }
    return place.isFree;
  }

  private placeOf(state: State): Place {
    let at = this.start.with(state.startup.length);
    for (let frame: Frame | null = state.frame; frame !== null; frame = frame.caller) {
      const loops = this.loopsAround(frame);
      let key = frame.segment.controlSite.instruction.id;
      for (const loop of loops) key = 2 * key + (isLastTurn(loop, frame) ? 1 : 0);
      at = at.with(key);
    }
    return at;
  }

  private decides(state: State, branch: Instruction): boolean {
    const canRun = new CanRun(this.dependences);
    const running = new Set<number>();
    for (let frame: Frame | null = state.frame; frame !== null; frame = frame.caller) {
      if (frame !== state.frame) running.add(frame.segment.controlSite.instruction.id);
      canRun.addRest(
        frame.segment,
        this.loopsAround(frame).filter((loop) => isLastTurn(loop, frame!)),
      );
    }
    for (const { code } of state.startup.slice(1)) canRun.addFunction(code.function);
    if (this.exit !== null) canRun.addFunction(this.exit);
    return this.deciding.decidesFrom(branch.id, canRun.instructions, running);
  }

  private loopsAround({ segment: { block }, code }: Frame): readonly CountingLoop[] {
    let known = this.loops.get(block);
    if (known === undefined) {
      known = countingLoopsAround(block, code.loops);
      this.loops.set(block, known);
    }
    return known;
  }
}

function isLastTurn({ register, last }: CountingLoop, frame: Frame): boolean {
  return frame.registers[register] === last;
}

/** Instructions that may run from a place. */
class CanRun {
  readonly instructions: BitSet;
  private readonly functions: BitSet;

  constructor(private readonly dependences: Dependences) {
    const { program } = dependences;
    this.instructions = new BitSet(program.instructionCount);
    this.functions = new BitSet(program.functions.length);
  }

  addFunction(fn: ProgramFunction): void {
    if (!this.functions.add(fn.index)) return;
    for (const block of fn.blocks) this.addAll(block.instructions);
  }

  /** What comes in a function after a segment whose last instruction is running. */
  addRest({ block, endId }: Segment, lastTurns: readonly CountingLoop[]): void {
    this.addAll(block.instructions.filter(({ id }) => id >= endId));
    const { whole, headers } = blocksAfterLastTurns(block, lastTurns);
    for (const each of whole) this.addAll(each.instructions);
    for (const each of headers) this.addAll(each.instructions);
  }

  private addAll(instructions: readonly Instruction[]): void {
    const { callGraph } = this.dependences;
    for (const each of instructions) {
      if (!this.instructions.add(each.id) || each.op !== 'call') continue;
      for (const callee of callGraph.calleesAt(each)) this.addFunction(callee);
    }
  }
}
