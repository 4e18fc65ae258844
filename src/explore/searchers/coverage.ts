/**
 * Coverage: prefers states that are close to code nobody has executed yet.
 *
 * The distance of a block is the least number of blocks on a way to one that holds an unexecuted instruction; a call
 * may also go on in the called function. A state's distance is the least over its frames, with a block's price for
 * each return. Distances are recomputed when coverage has grown. A state is drawn with a chance that falls with
 * the square of its distance, so that far states are not starved.
 */
import { directCallee } from '../../analysis/call-graph.ts';
import type { Machine } from '../../machine/machine.ts';
import type { Frame, State } from '../../machine/state.ts';
import { successorsOf } from '../../program/instructions.ts';
import { type Block, type Program, terminatorOf } from '../../program/program.ts';
import type { Random } from '../random.ts';
import type { Searcher } from './searcher.ts';

const FAR = 1_000_000;

export class CoverageFirst implements Searcher {
  readonly choosesAtForks = true;
  private readonly states: State[] = [];
  private distances = new Map<Block, number>();
  private knownCoverage = -1;

  constructor(
    private readonly machine: Machine,
    private readonly random: Random,
  ) {}

  get size(): number {
    return this.states.length;
  }
  fork(_: State | null, child: State): void {
    this.states.push(child);
  }
  add(state: State): void {
    this.states.push(state);
  }
  ended(): void {}

  next(): State | undefined {
    const { states } = this;
    if (states.length === 0) return undefined;
    this.refresh();
    let total = 0;
    const weights = states.map((state) => {
      const weight = 1 / (1 + this.distanceOf(state)) ** 2;
      total += weight;
      return weight;
    });
    let point = this.random.fraction() * total;
    let at = 0;
    while (at < states.length - 1 && point >= weights[at]) point -= weights[at++];
    const state = states[at];
    states[at] = states[states.length - 1];
    states.pop();
    return state;
  }

  private distanceOf(state: State): number {
    let best = FAR;
    let price = 0;
    for (let frame: Frame | null = state.frame; frame !== null; frame = frame.caller) {
      best = Math.min(best, price + (this.distances.get(frame.segment.block) ?? FAR));
      price += 2;
    }
    return best;
  }

  private refresh(): void {
    let covered = 0;
    for (const code of this.machine.codes.values()) for (const segment of code.segments) covered += segment.covered;
    if (covered === this.knownCoverage) return;
    this.knownCoverage = covered;
    this.distances = distances(this.machine.program, uncoveredBlocks(this.machine));
  }
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

/** Backward breadth-first search from the uncovered blocks over branches and calls. */
function distances(program: Program, targets: Set<Block>): Map<Block, number> {
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
