/**
 * Where control may still come to something uncovered. A block is *hot* while an instruction in it or a direction out of it is
 * uncovered, or while it calls a function with hot blocks; a state whose frames have no hot block ahead can add nothing to
 * coverage, whatever its values are.
 *
 * Coverage only grows, so answers change in one direction only: an old answer "there is more ahead" costs time, never coverage. The
 * whole program is gone through for new answers (`keepUp`), so its owner says how many instructions must be executed in between.
 */
import { BitSet } from '../analysis/bit-set.ts';
import type { CallGraph } from '../analysis/call-graph.ts';
import { exitFunction } from '../analysis/library.ts';
import type { Frame, State } from '../machine/state.ts';
import { successorsOf } from '../program/instructions.ts';
import { type Block, isDeclaration, type ProgramFunction, terminatorOf } from '../program/program.ts';
import type { CoverageGoal } from './coverage-goal.ts';

export class UncoveredAhead {
  /** What main's return runs. */
  private readonly exit: ProgramFunction | null;
  /** Blocks are numbered by the id of their first instruction. */
  private hot = new BitSet();
  /** Blocks from which a hot block can be reached without leaving the function. */
  private ahead = new BitSet();
  /** How much was reached when it last looked, and how many instructions had been executed. */
  private known = 0;
  private lookedAt = 0;

  constructor(
    /** What there is to reach, and what is reached. */
    private readonly uncovered: Pick<CoverageGoal, 'goals' | 'reached' | 'program' | 'keeper'>,
    private readonly graph: CallGraph,
    private readonly instructionsBetweenLooks = 0,
  ) {
    this.exit = exitFunction(uncovered.program);
    this.look();
  }

  /** Grows with coverage: answers under the same number are the same. */
  get version(): number {
    return this.known;
  }

  /** Looks again where coverage has grown and it is time; `executed` are the instructions so far. Tells whether answers may be new. */
  keepUp(executed: number): boolean {
    if (this.uncovered.keeper.reachedCount === this.known) return false;
    if (executed - this.lookedAt < this.instructionsBetweenLooks) return false;
    this.lookedAt = executed;
    this.look();
    return true;
  }

  private look(): void {
    this.known = this.uncovered.keeper.reachedCount;
    this.hot = this.hotBlocks();
    this.ahead = this.blocksAheadOfHot();
  }

  isHot(block: Block): boolean {
    return this.hot.has(numberOf(block));
  }

  /** Whether control may get from where the state is to anything uncovered, by branches, calls and returns. */
  isAheadOf({ frame, stacks, startup }: State): boolean {
    if (this.isAheadFrom(frame)) return true;
    for (const stack of stacks) if (stack !== undefined && this.isAheadFrom(stack.frame)) return true;
    for (let i = 1; i < startup.length; i++) if (this.isAheadWithin(startup[i].code.function)) return true;
    return this.exit !== null && this.isAheadWithin(this.exit);
  }

  /** In the activation or in one that it returns to. */
  private isAheadFrom(frame: Frame): boolean {
    for (let each: Frame | null = frame; each !== null; each = each.caller) {
      if (this.ahead.has(numberOf(each.segment.block))) return true;
    }
    return false;
  }

  private isAheadWithin({ blocks }: ProgramFunction): boolean {
    return this.ahead.has(numberOf(blocks[0]));
  }

  private hotBlocks(): BitSet {
    const hot = new BitSet();
    const { program, goals } = this.uncovered;
    const hotFunctions = new Uint8Array(program.functions.length);
    const heat = (block: Block) => {
      hot.add(numberOf(block));
      hotFunctions[block.function.index] = 1;
    };
    for (const fn of program.functions) {
      if (isDeclaration(fn) || fn.library === true || !goals.counts(fn)) continue;
      for (const block of fn.blocks) if (this.isUncovered(block)) heat(block);
    }
    for (let changed = true; changed; ) {
      changed = false;
      for (const fn of program.functions) {
        for (const call of this.graph.callsIn[fn.index]) {
          if (hot.has(numberOf(call.block))) continue;
          if (!this.graph.calleesAt(call).some((callee) => this.mayEnterHot(callee, hotFunctions))) continue;
          heat(call.block);
          changed = true;
        }
      }
    }
    return hot;
  }

  private mayEnterHot(callee: ProgramFunction, hotFunctions: Uint8Array): boolean {
    if (hotFunctions[callee.index] === 1) return true;
    if (!isDeclaration(callee)) return false;
    return this.graph.callees[callee.index].some((called) => hotFunctions[called.index] === 1);
  }

  private isUncovered(block: Block): boolean {
    const { goals, reached } = this.uncovered;
    if (block.instructions.some((each) => goals.isCounted(each) && !reached.has(each.id))) return true;
    for (const goal of goals.directionsOf(terminatorOf(block))?.values() ?? []) if (!reached.has(goal)) return true;
    return false;
  }

  private blocksAheadOfHot(): BitSet {
    const ahead = new BitSet();
    for (const fn of this.uncovered.program.functions) {
      for (let changed = true; changed; ) {
        changed = false;
        for (let i = fn.blocks.length - 1; i >= 0; i--) {
          const block = fn.blocks[i];
          if (ahead.has(numberOf(block))) continue;
          const leads =
            this.isHot(block) || successorsOf(terminatorOf(block)).some((next) => ahead.has(numberOf(next)));
          if (!leads) continue;
          ahead.add(numberOf(block));
          changed = true;
        }
      }
    }
    return ahead;
  }
}

function numberOf(block: Block): number {
  return block.instructions[0].id;
}
