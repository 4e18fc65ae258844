/**
 * Coverage: prefers states that are close to code that no path has executed yet.
 *
 * The distance of a block is the least number of blocks on a way to one that holds an unexecuted instruction; a call
 * may also go on in the called function. A state's distance is the least over its frames, with a block's price for
 * each return. Distances are recomputed when coverage has grown. A state is drawn with a chance that falls with
 * the square of its distance, so that far states are not starved.
 *
 * Open states do not move, so they lie in one list per distance, and a draw costs as many steps as there are distances.
 * (Weighing every state at every draw took most of a run with ten thousand open states.)
 */
import { directCallee } from '../../analysis/call-graph.ts';
import type { Machine } from '../../machine/machine.ts';
import type { Frame, State } from '../../machine/state.ts';
import { successorsOf } from '../../program/instructions.ts';
import { type Block, type Program, terminatorOf } from '../../program/program.ts';
import type { Random } from '../random.ts';
import type { Searcher } from './searcher.ts';

const FAR = 1_000_000;
/** Distances beyond are not told apart. */
const FARTHEST = 255;

export class CoverageFirst implements Searcher {
  readonly choosesAtForks = true;
  /** Open states by distance; the last list is for those from which nothing is in sight. */
  private readonly lists: State[][] = Array.from({ length: FARTHEST + 1 }, () => []);
  private distances = new Map<Block, number>();
  private knownCoverage = -1;
  private before: ReadonlyMap<Block, readonly Block[]> | null = null;
  size = 0;

  constructor(
    private readonly machine: Machine,
    private readonly random: Random,
  ) {}

  fork(_: State | null, child: State): void {
    this.add(child);
  }
  add(state: State): void {
    this.lists[this.distanceOf(state)].push(state);
    this.size++;
  }
  ended(): void {}

  next(): State | undefined {
    if (this.size === 0) return undefined;
    this.refresh();
    const { lists } = this;
    let total = 0;
    for (let distance = 0; distance <= FARTHEST; distance++) total += lists[distance].length * weightOf(distance);
    let point = this.random.fraction() * total;
    let chosen = -1;
    for (let distance = 0; distance <= FARTHEST; distance++) {
      const share = lists[distance].length * weightOf(distance);
      if (share === 0) continue;
      chosen = distance;
      if (point < share) break;
      point -= share;
    }
    const list = lists[chosen];
    const at = Math.min(Math.floor(point / weightOf(chosen)), list.length - 1);
    const state = list[at];
    list[at] = list[list.length - 1];
    list.pop();
    this.size--;
    return state;
  }

  private distanceOf(state: State): number {
    let best = FAR;
    let price = 0;
    for (let frame: Frame | null = state.frame; frame !== null; frame = frame.caller) {
      best = Math.min(best, price + (this.distances.get(frame.segment.block) ?? FAR));
      price += 2;
    }
    return Math.min(best, FARTHEST);
  }

  private refresh(): void {
    let covered = 0;
    for (const code of this.machine.codes.values()) for (const segment of code.segments) covered += segment.covered;
    if (covered === this.knownCoverage) return;
    this.knownCoverage = covered;
    this.before ??= blocksBefore(this.machine.program);
    this.distances = distances(this.before, uncoveredBlocks(this.machine));
    const states = this.lists.flatMap((list) => list.splice(0));
    for (const state of states) this.lists[this.distanceOf(state)].push(state);
  }
}

function weightOf(distance: number): number {
  return distance === FARTHEST ? 1 / (1 + FAR) ** 2 : 1 / (1 + distance) ** 2;
}

function uncoveredBlocks(machine: Machine): Set<Block> {
  const result = new Set<Block>();
  for (const fn of machine.program.functions) {
    const code = machine.codes.get(fn);
    if (fn.library === true) continue;
    if (code === undefined) for (const block of fn.blocks) result.add(block);
    else for (const segment of code.segments) if (segment.covered < segment.count) result.add(segment.block);
  }
  return result;
}

/** From which blocks control may come to each, by a branch or a call. */
function blocksBefore(program: Program): ReadonlyMap<Block, readonly Block[]> {
  const before = new Map<Block, Block[]>();
  const connect = (from: Block, to: Block) => {
    const list = before.get(to);
    if (list === undefined) before.set(to, [from]);
    else list.push(from);
  };
  for (const fn of program.functions) {
    for (const block of fn.blocks) {
      for (const next of successorsOf(terminatorOf(block))) connect(block, next);
      for (const instruction of block.instructions) {
        if (instruction.op !== 'call') continue;
        const callee = directCallee(instruction);
        if (callee && callee.blocks.length > 0) connect(block, callee.blocks[0]);
      }
    }
  }
  return before;
}

/** Backward breadth-first search from the uncovered blocks over branches and calls. */
function distances(before: ReadonlyMap<Block, readonly Block[]>, targets: Set<Block>): Map<Block, number> {
  const result = new Map<Block, number>();
  let front = [...targets];
  for (const block of front) result.set(block, 0);
  for (let distance = 1; front.length > 0; distance++) {
    const next: Block[] = [];
    for (const block of front) {
      for (const earlier of before.get(block) ?? []) {
        if (result.has(earlier)) continue;
        result.set(earlier, distance);
        next.push(earlier);
      }
    }
    front = next;
  }
  return result;
}
