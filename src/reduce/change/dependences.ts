/** The static dependences of one version, made once and shared by everything that asks about a change. */
import type { CallGraph } from '../../analysis/call-graph.ts';
import { DependenceGraph } from '../../analysis/dependence-graph.ts';
import type { PointsTo } from '../../analysis/points-to/points-to.ts';
import { ProgramFacts } from '../../analysis/program-facts.ts';
import { isImpossibleDefault } from '../../analysis/safe-access.ts';
import { analyzeTermination, type Termination } from '../../analysis/termination.ts';
import type { Instruction } from '../../program/instructions.ts';
import type { Program } from '../../program/program.ts';

export class Dependences {
  readonly pointsTo: PointsTo;
  readonly callGraph: CallGraph;
  readonly termination: Termination;
  readonly graph: DependenceGraph;
  /** By id. */
  readonly instructions: readonly Instruction[];

  constructor(readonly program: Program) {
    this.pointsTo = ProgramFacts.of(program).pointsTo;
    this.callGraph = this.pointsTo.callGraph;
    const impossible = new Set(program.functions.flatMap((fn) => fn.blocks.filter(isImpossibleDefault)));
    this.termination = analyzeTermination(program, this.callGraph, (block) => impossible.has(block));
    this.graph = new DependenceGraph(program, this.pointsTo, this.termination);
    this.instructions = program.functions.flatMap((fn) => fn.blocks.flatMap((block) => block.instructions));
  }
}
