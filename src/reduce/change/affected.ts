/**
 * Which statements of the new version a change can affect (Person et al., section 3.2), across functions.
 *
 * The paper's rules (1) to (3) follow control dependence from affected branches, and data from affected writes to
 * branches, to a fixed point; rule (4) adds the writes that affected statements read. Removed statements are followed
 * in the old version, and what they affect there is carried over.
 *
 * Where this differs from the paper:
 * - Rule (3) as printed goes from a write to a branch only: `y = x + 1` with an affected `x` would not be affected, and
 *   neither would a branch on `y`. Here data flows through any number of writes.
 * - Dependence crosses calls: arguments, results, memory, and whether a call returns (the paper's future work). Rule (4)
 *   stays inside a function, since it only tells sequences apart.
 * - An unconditional jump, or a return, has no dependents, but moving it changes what runs. It stands for the branches
 *   that decide whether it is reached; where none does, for its whole function.
 * - Statements are instructions; reports count them by place in the source.
 */
import type { BitSet } from '../../analysis/bit-set.ts';
import { type VersionDifference, versionDifference } from '../../analysis/version-difference/difference.ts';
import type { Instruction } from '../../program/instructions.ts';
import { type Program, terminatorOf } from '../../program/program.ts';
import { Dependences } from './dependences.ts';

export interface AffectedStatements {
  readonly difference: VersionDifference;
  /** ACN: conditional branches of the new version. */
  readonly branches: ReadonlySet<Instruction>;
  /** AWN: writes of the new version: stores, calls, and values of named locals. */
  readonly writes: ReadonlySet<Instruction>;
  /** Ids of both. */
  readonly ids: ReadonlySet<number>;
  /** Everything the change may influence, whether or not it is a statement: ids of the old and of the new version. */
  readonly reached: { readonly old: BitSet; readonly new: BitSet };
  readonly dependences: { readonly old: Dependences; readonly new: Dependences };
}

export function affectedStatements(old: Program, changed: Program): AffectedStatements {
  const difference = versionDifference(old, changed);
  const before = new Dependences(old);
  const after = new Dependences(changed);
  const seeds = new Set(seedsOf(after, difference.inNew));
  const reachedBefore = before.graph.forwardSlice(seedsOf(before, difference.inOld));
  reachedBefore.each((id) => {
    const to = difference.pairs.get(before.instructions[id]);
    if (to !== undefined) seeds.add(to.id);
  });
  const branches = new Set<Instruction>();
  const writes = new Set<Instruction>();
  const found: Instruction[] = [];
  const add = (instruction: Instruction) => {
    if (instruction.block.function.library === true) return;
    const set = isBranch(instruction) ? branches : isWrite(instruction) ? writes : null;
    if (set === null || set.has(instruction)) return;
    set.add(instruction);
    found.push(instruction);
  };
  const reachedAfter = after.graph.forwardSlice(seeds);
  reachedAfter.each((id) => {
    add(after.instructions[id]);
  });
  for (let next = found.pop(); next !== undefined; next = found.pop()) {
    for (const id of writesRead(after, next)) add(after.instructions[id]);
  }
  const ids = new Set([...branches, ...writes].map((instruction) => instruction.id));
  const reached = { old: reachedBefore, new: reachedAfter };
  return { difference, branches, writes, ids, reached, dependences: { old: before, new: after } };
}

function isBranch(instruction: Instruction): boolean {
  return instruction.op === 'condbr' || instruction.op === 'switch';
}

function isWrite(instruction: Instruction): boolean {
  if (instruction.op === 'store' || instruction.op === 'call') return true;
  return instruction.op !== 'phi' && instruction.result?.variable != null;
}

/** Where the consequences of changed instructions begin. */
function seedsOf({ termination }: Dependences, changed: Iterable<Instruction>): number[] {
  const seeds: number[] = [];
  for (const instruction of changed) {
    seeds.push(instruction.id);
    const { block } = instruction;
    if (instruction !== terminatorOf(block) || isBranch(instruction)) continue;
    const fn = block.function;
    const control = termination.controlOf(fn);
    const parents = control.parents[block.index];
    for (const edge of parents) seeds.push(terminatorOf(fn.blocks[control.edges[edge].block]).id);
    if (parents.length === 0) for (const each of fn.blocks) for (const { id } of each.instructions) seeds.push(id);
  }
  return seeds;
}

/** Writes of the same function whose value or memory the instruction reads, temporaries looked through. */
function writesRead({ graph, instructions }: Dependences, reader: Instruction): number[] {
  const found: number[] = [];
  const seen = new Set<number>();
  const fn = reader.block.function;
  const work = [reader.id];
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    graph.eachSource(node, (source, kind) => {
      if ((kind !== 'data' && kind !== 'memory') || seen.has(source)) return;
      seen.add(source);
      if (source >= graph.instructionCount) {
        // Memory cells lead to their writers; parameters lead out of the function.
        if (kind === 'memory') work.push(source);
        return;
      }
      const instruction = instructions[source];
      if (instruction.block.function !== fn) return;
      if (isWrite(instruction)) found.push(source);
      else work.push(source);
    });
  }
  return found;
}
