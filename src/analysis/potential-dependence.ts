/**
 * Static potential dependence per branch direction (definition 3 of the dependence guided paper).
 *
 * Taking one side of a branch can leave a variable as it was; had the other side been taken, the variable might have got
 * another value. For variables in registers the phi where the sides meet shows it: some value that comes in under this
 * direction was there before the branch, and under another direction a different value comes in. For memory it is a question
 * to `EffectAnalysis.writesUnder`: whether another direction may write what is read later.
 */
import type { PhiInstruction } from '../program/instructions.ts';
import type { ProgramFunction } from '../program/program.ts';
import type { Operand } from '../program/values.ts';
import { BitSet } from './bit-set.ts';
import { flowGraphOf, successorsIn } from './cfg.ts';
import type { ControlDependence } from './control-dependence.ts';
import { DominatorTree } from './dominance.ts';
import type { EffectAnalysis } from './effects.ts';

/** Per phi: indices of the branch edges on which it potentially depends. */
export function potentialDependence(fn: ProgramFunction, control: ControlDependence): Map<PhiInstruction, number[]> {
  const graph = flowGraphOf(fn);
  const tree = new DominatorTree(graph);
  const dominates = (above: number, below: number) => tree.dominates(above, below);
  const result = new Map<PhiInstruction, number[]>();
  for (const block of fn.blocks) {
    const phis = block.instructions.filter((instruction) => instruction.op === 'phi');
    if (phis.length === 0) continue;
    const deciders = new Set(
      control.choosers(block.index, tree.parent[block.index], dominates).map((edge) => control.edges[edge].block),
    );
    for (const decider of deciders) {
      const ways = control.edgesFrom(decider).map((edge) => ({
        edge: edge.index,
        sources: entriesUnder(graph, decider, edge.target, block.index),
      }));
      for (const phi of phis) {
        for (const way of ways) {
          const own = valuesFrom(phi, way.sources).filter((value) => existsBefore(value, decider, dominates));
          const others = ways.filter((other) => other !== way).flatMap((other) => valuesFrom(phi, other.sources));
          if (!own.some((value) => others.some((other) => other !== value))) continue;
          const edges = result.get(phi);
          if (edges === undefined) result.set(phi, [way.edge]);
          else edges.push(way.edge);
        }
      }
    }
  }
  return result;
}

/** Blocks from which `meet` can be entered first after taking the edge. */
function entriesUnder(graph: ReturnType<typeof flowGraphOf>, from: number, target: number, meet: number): Set<number> {
  if (target === meet) return new Set([from]);
  const entries = new Set<number>();
  const seen = new Set([target]);
  const work = [target];
  while (work.length > 0) {
    const node = work.pop()!;
    for (const next of successorsIn(graph, node)) {
      if (next === meet) entries.add(node);
      else if (!seen.has(next)) {
        seen.add(next);
        work.push(next);
      }
    }
  }
  return entries;
}

function valuesFrom(phi: PhiInstruction, sources: ReadonlySet<number>): Operand[] {
  return phi.incoming.filter((entry) => sources.has(entry.block.index)).map((entry) => entry.value);
}

function existsBefore(value: Operand, block: number, dominates: (above: number, below: number) => boolean): boolean {
  if (value.kind !== 'register' || value.definition === null) return true;
  return dominates(value.definition.block.index, block);
}

/**
 * Edges of the function on which a read of these cells potentially depends: another way out of the same block may
 * write one of them. Whether the read can follow is for the caller to ask.
 */
export function potentialWriters(
  fn: ProgramFunction,
  control: ControlDependence,
  effects: EffectAnalysis,
  reads: BitSet,
): number[] {
  const found = new BitSet();
  for (const edge of control.edges) {
    if (!effects.mayOverlap(effects.writesUnder(fn, edge.index), reads)) continue;
    for (const other of control.edgesFrom(edge.block)) if (other !== edge) found.add(other.index);
  }
  return found.toArray();
}
