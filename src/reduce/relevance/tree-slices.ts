/**
 * What the continuations of a node in the tree of paths need: slices of all paths below, put together (sections 3.2.2 to
 * 3.2.4 of the redundant states paper). A path that was cut begins with what it was compared with.
 */
import { Kind } from '../../expr/kinds.ts';
import type { Term } from '../../expr/term.ts';
import type { MemoryObject } from '../../machine/value.ts';
import type { Instruction } from '../../program/instructions.ts';
import type { Branches } from './branches.ts';
import type { LocationConditions } from './conditions.ts';
import { Needs, registerLocation } from './needs.ts';
import { PathNode, type Stride, type TreeEnd } from './path-tree.ts';
import { ConditionReader, StateReader, type Visit } from './points.ts';
import { Slicer } from './slice.ts';

export class TreeSlices {
  private readonly slicer: Slicer;
  /** Told what is needed before each stride, in the order in which slices are made: latest first. */
  onStride: ((stride: Stride, needs: Needs) => void) | null = null;

  constructor(
    private readonly branches: Branches,
    private readonly conditions: LocationConditions,
    private readonly objects: ReadonlyMap<number, MemoryObject>,
    comparesValues = false,
    /** Without potential dependence the sets are only good for guessing. */
    private readonly sound = true,
  ) {
    this.slicer = new Slicer(branches, sound, comparesValues ? null : conditions);
  }

  get work(): number {
    return this.slicer.work;
  }

  private steps(needs: Needs, stride: Stride, ending: Instruction | null): void {
    this.slicer.steps(needs, stride, ending);
    this.onStride?.(stride, needs);
  }

  /** What is needed just before the node's decision, under the coverage of now. */
  needsAt(node: PathNode): Needs {
    const { version } = this.branches;
    if (node.version !== version && node.below.length > 0) {
      node.version = version;
      node.needs = this.needsBefore(node, true);
    }
    return node.needs!;
  }

  /** The same as it was found first; what was not asked for yet is found now. */
  knownNeeds(node: PathNode): Needs {
    const open = [node];
    for (let top = node; ; top = open[open.length - 1]) {
      for (const each of top.below) if (each instanceof PathNode && this.known(each) === null) open.push(each);
      if (open[open.length - 1] !== top) continue;
      const needs = this.needsBefore(top, false);
      if (this.sound) {
        top.version = this.branches.version;
        top.needs = needs;
      } else top.likelyNeeds = needs;
      open.pop();
      if (top === node) return needs;
    }
  }

  private known(node: PathNode): Needs | null {
    return this.sound ? node.needs : node.likelyNeeds;
  }

  private needsBefore(node: PathNode, anew: boolean): Needs {
    const { own, below, strides } = node;
    const stride = own ?? strides[strides.length - 1] ?? null;
    const both = own !== null && below.length > 1;
    const sides = below.map((each) => {
      const needs = each instanceof PathNode ? this.needsAbove(each, anew) : this.needsOfEnd(each);
      const first = each instanceof PathNode ? each.first : (each.strides[0] ?? null);
      if (stride !== null) this.slicer.control(needs, stride, first, both);
      return { needs, first };
    });
    if (both) this.guardSides(node, own, sides);
    if (sides.length === 0) return new Needs();
    const [{ needs: result }, ...others] = sides;
    for (const { needs } of others) this.conditions.join(result, needs);
    return result;
  }

  /** What only one side demands is demanded of what goes there, unless it holds here anyway. */
  private guardSides(
    node: PathNode,
    { depth, segment }: Stride,
    sides: readonly { readonly needs: Needs; readonly first: Stride | null }[],
  ): void {
    const branch = segment.controlSite.instruction;
    const { terms } = this.conditions.variables;
    const inSnapshot =
      node.snapshot === null
        ? null
        : new ConditionReader(this.conditions.variables, new StateReader(node.snapshot, this.objects));
    const holds = (condition: Term): boolean => {
      if (node.held?.has(condition) === true) return true;
      const here = inSnapshot?.in(condition) ?? null;
      if (here === null || here.kind !== Kind.constant || here.value !== 1) return false;
      node.held ??= new Set();
      node.held.add(condition);
      return true;
    };
    const shared = (condition: Term) => sides.every(({ needs }) => needs.conditions.has(condition));
    const weaker = sides.map(({ needs, first }) => {
      const direction =
        first === null ? null : this.conditions.meanings.direction(depth, branch, first.segment.block.index);
      // A branch that does not matter leads either way.
      const tested = direction !== null && this.conditions.areCompared(needs, direction);
      return new Map(
        [...needs.conditions]
          .filter((condition) => tested && !shared(condition) && !holds(condition))
          .map((condition) => [condition, terms.or(terms.not(direction!), condition)]),
      );
    });
    sides.forEach(({ needs }, i) => {
      if (weaker[i].size > 0) this.conditions.guard(needs, weaker[i]);
    });
  }

  /** What is needed right after the decision of the node's parent. */
  needsAbove(node: PathNode, anew: boolean): Needs {
    const needs = (anew ? this.needsAt(node) : this.known(node)!).copy();
    const { strides, own } = node;
    if (own !== null) this.steps(needs, own, null);
    for (let i = strides.length - 1; i >= 0; i--) {
      const next: Stride | null = strides[i + 1] ?? own;
      if (next !== null) this.slicer.control(needs, strides[i], next);
      this.steps(needs, strides[i], null);
    }
    return needs;
  }

  /** What the path was compared with; or what has become of it, unless that asks for values that were not compared. */
  private needsOfMatch({ node, needs }: Visit): Needs {
    if (!this.sound) return node.likelyNeeds ?? new Needs();
    return node.needs !== null && isWithin(node.needs, needs) ? node.needs : needs;
  }

  private needsOfEnd({ strides, instruction, depth, byValue, unknown, matched }: TreeEnd): Needs {
    const needs = matched === null ? new Needs() : this.needsOfMatch(matched).copy();
    if (unknown) needs.unknown = true;
    if (matched !== null && instruction !== null) needs.addBlock(depth, instruction.block.index);
    else if (instruction !== null) this.slicer.ended(needs, depth, instruction, byValue);
    strides.forEach((_, k) => {
      const i = strides.length - 1 - k;
      if (i < strides.length - 1) this.slicer.control(needs, strides[i], strides[i + 1]);
      this.steps(needs, strides[i], i === strides.length - 1 ? instruction : null);
    });
    return needs;
  }
}

/** Whether one demands nothing that the other does not. */
function isWithin(needs: Needs, other: Needs): boolean {
  for (const [depth, registers] of needs.registers.entries()) {
    for (const register of registers) {
      const location = registerLocation(depth, register);
      if (!needs.loose.has(location) && !other.isCompared(location)) return false;
    }
  }
  for (const location of needs.bytes.keys()) {
    if (!needs.loose.has(location) && !other.isCompared(location)) return false;
  }
  for (const condition of needs.conditions) if (!other.conditions.has(condition)) return false;
  return true;
}
