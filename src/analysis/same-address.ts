/**
 * Stores whose address is already known when a branch is reached.
 *
 * In `if (a[i] > 0) a[i] = 1; else b = 2;` no points-to sets are needed to know which element the side not taken would
 * have written: the one that was just read; nor in `if (p->kind == LEAF) p->count = 1;`. Such a store has, before the
 * branch and on every way to it, a twin: a load or store whose address is computed in the same way from the same registers,
 * but for constant steps. In SSA form neither the twin's address nor the
 * registers can change between the twin's last execution and the store, unless the registers are set again between
 * the branch and the store.
 */
import { offsetFrom, steppedType, withoutConstantSteps } from '../program/element-offset.ts';
import type { Instruction } from '../program/instructions.ts';
import type { DataLayout } from '../program/layout.ts';
import type { ProgramFunction } from '../program/program.ts';
import type { Type } from '../program/types.ts';
import type { Operand } from '../program/values.ts';
import type { DominatorTree } from './dominance.ts';

type Access = Extract<Instruction, { op: 'load' | 'store' }>;

/** How deep address computations are compared. */
const DEPTH = 6;

export interface Twin {
  readonly access: Access;
  /** Bytes from where it accesses to where the store writes. */
  readonly distance: number;
}

/**
 * The twin of a store that runs under an edge of `branch`; null when there is none. `region` are the blocks under the
 * edge; accesses of the function are looked at from the last one that dominates the branch back.
 */
export function twinOf(
  store: Instruction,
  branch: Instruction,
  region: ReadonlySet<number>,
  tree: DominatorTree,
  layout: DataLayout,
): Twin | null {
  if (store.op !== 'store') return null;
  for (let block = branch.block.index; block >= 0; block = tree.parent[block]) {
    const { instructions } = blockOf(branch.block.function, block);
    for (let at = instructions.length - 1; at >= 0; at--) {
      const access = instructions[at];
      if (access.op !== 'load' && access.op !== 'store') continue;
      const distance = distanceBetween(access.pointer, store.pointer, region, layout);
      if (distance !== null) return { access, distance };
    }
  }
  return null;
}

/** Bytes from one address to the other; null where they are not computed alike but for constant steps. */
function distanceBetween(one: Operand, other: Operand, region: ReadonlySet<number>, layout: DataLayout): number | null {
  const from = withoutConstantSteps(one, layout);
  const to = withoutConstantSteps(other, layout);
  const rest = sameValue(from.base, to.base, region, DEPTH) ? 0 : lastSteps(from.base, to.base, region, layout);
  return rest === null ? null : rest + to.offset - from.offset;
}

/** The same for element addresses of one aggregate whose last indices differ and are constant. */
function lastSteps(one: Operand, other: Operand, region: ReadonlySet<number>, layout: DataLayout): number | null {
  if (one.kind !== 'register' || other.kind !== 'register') return null;
  const [left, right] = [one.definition, other.definition];
  if (left?.op !== 'getelementptr' || right?.op !== 'getelementptr') return null;
  if (left.sourceType !== right.sourceType || left.indices.length !== right.indices.length) return null;
  if (!sameValue(left.base, right.base, region, DEPTH - 1)) return null;
  let type: Type | null = left.sourceType;
  for (let i = 0; i < left.indices.length && type !== null; i++) {
    if (!sameValue(left.indices[i], right.indices[i], region, DEPTH - 1)) {
      const from = offsetFrom(i, type, left.indices, layout);
      const to = offsetFrom(i, type, right.indices, layout);
      return from === null || to === null ? null : to - from;
    }
    type = steppedType(i, type, left.indices[i]);
  }
  return null;
}

function blockOf(fn: ProgramFunction, index: number) {
  return fn.blocks[index];
}

function sameValue(one: Operand, other: Operand, region: ReadonlySet<number>, depth: number): boolean {
  if (one.kind === 'register' && other.kind === 'register') {
    if (one === other) return one.definition === null || !region.has(one.definition.block.index);
    if (depth === 0) return false;
    const [left, right] = [one.definition, other.definition];
    if (left === null || right === null) return false;
    if (left.op === 'getelementptr' && right.op === 'getelementptr') {
      return (
        left.sourceType === right.sourceType &&
        left.indices.length === right.indices.length &&
        sameValue(left.base, right.base, region, depth - 1) &&
        left.indices.every((index, i) => sameValue(index, right.indices[i], region, depth - 1))
      );
    }
    if (left.op === 'cast' && right.op === 'cast') {
      return (
        left.operator === right.operator &&
        left.result.type === right.result.type &&
        sameValue(left.value, right.value, region, depth - 1)
      );
    }
    if (left.op === 'binary' && right.op === 'binary') {
      return (
        left.operator === right.operator &&
        sameValue(left.left, right.left, region, depth - 1) &&
        sameValue(left.right, right.right, region, depth - 1)
      );
    }
    return false;
  }
  if (one.kind === 'global' && other.kind === 'global') return one.global === other.global;
  if (one.kind === 'int' && other.kind === 'int') return one.value === other.value && one.type === other.type;
  return one === other;
}
