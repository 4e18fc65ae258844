/**
 * Facts about a program that several analyses and reductions need. Each is computed when it is first asked for, and once per
 * program: traces, `relevance`, `change` and the outputs of a signature share them, and so do the reductions that `compare`
 * runs one after the other. A program must not be changed any more when its facts are asked for.
 *
 * How exact they are, for whom:
 * - `pointsTo` is what pointers may lead to in runs from the program's entry. Analyses that need it for functions that the
 *   entry does not reach call `analyzePointers` with other entries.
 * - `termination` takes every way through a function for possible, and plain prints for harmless. Traces need all calls where
 *   uninitialised arguments are faults, and `change` leaves out the blocks that cannot run, so that an edit to them has no
 *   effect: these two compute their own on the same call graph.
 */
import type { Program, ProgramFunction } from '../program/program.ts';
import { flowGraphOf } from './cfg.ts';
import { DominatorTree } from './dominance.ts';
import { analyzePointers, type PointsTo } from './points-to/points-to.ts';
import { analyzeTermination, type Termination } from './termination.ts';

export class ProgramFacts {
  private static readonly known = new WeakMap<Program, ProgramFacts>();

  static of(program: Program): ProgramFacts {
    let facts = ProgramFacts.known.get(program);
    if (facts === undefined) {
      facts = new ProgramFacts(program);
      ProgramFacts.known.set(program, facts);
    }
    return facts;
  }

  private pointers: PointsTo | null = null;
  private ends: Termination | null = null;
  private readonly trees = new Map<ProgramFunction, DominatorTree>();

  private constructor(private readonly program: Program) {}

  get pointsTo(): PointsTo {
    return (this.pointers ??= analyzePointers(this.program));
  }

  get termination(): Termination {
    return (this.ends ??= analyzeTermination(this.program, this.pointsTo.callGraph));
  }

  dominatorsOf(fn: ProgramFunction): DominatorTree {
    let tree = this.trees.get(fn);
    if (tree === undefined) {
      tree = new DominatorTree(flowGraphOf(fn));
      this.trees.set(fn, tree);
    }
    return tree;
  }
}
