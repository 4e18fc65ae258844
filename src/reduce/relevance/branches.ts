/**
 * Which static branches are relevant: those whose outcome may decide whether something uncovered is reached (section 3.1
 * of the redundant states paper), and what else the slices ask of the program.
 *
 * Blocks are hot as in explore/uncovered-ahead.ts. A branch is relevant while the region that one of its directions controls (everything up to where all
 * directions meet again, so dependents of dependents too) has a hot block, or one of its directions is uncovered.
 * Calls that may not return do not count as branches here: that a path ended is a fact of that path, and its slice
 * begins with what controls the end (section 3.2.3).
 *
 * Coverage only grows, so answers change in one direction only: a branch that is not relevant never becomes so again.
 */
import { BitSet } from '../../analysis/bit-set.ts';
import { flowGraphOf } from '../../analysis/cfg.ts';
import { ControlDependence } from '../../analysis/control-dependence.ts';
import { EffectAnalysis } from '../../analysis/effects.ts';
import { findLoops } from '../../analysis/loops.ts';
import type { PointsTo } from '../../analysis/points-to/points-to.ts';
import { potentialDependence } from '../../analysis/potential-dependence.ts';
import { ProgramFacts } from '../../analysis/program-facts.ts';
import type { CoverageGoal } from '../../explore/coverage-goal.ts';
import { UncoveredAhead } from '../../explore/uncovered-ahead.ts';
import type { State } from '../../machine/state.ts';
import { type Instruction, type PhiInstruction, successorsOf } from '../../program/instructions.ts';
import { type Block, type Program, type ProgramFunction, terminatorOf } from '../../program/program.ts';
import { loopResults } from '../../trace/loop-results.ts';

export class Branches {
  readonly pointsTo: PointsTo;
  private readonly facts: ProgramFacts;
  private readonly effects: EffectAnalysis;
  private readonly controls = new Map<ProgramFunction, ControlDependence>();
  private readonly phiDeciders = new Map<ProgramFunction, Map<PhiInstruction, ReadonlySet<number>>>();
  private readonly loopsLeft = new Map<ProgramFunction, (readonly number[] | undefined)[]>();
  private readonly mayWrite = new Map<number, ReaderAnswers>();
  private readonly mayAlias: (ReaderAnswers | undefined)[] = [];
  /** Reading instructions that slices met, numbered. */
  private readonly readers = new Map<Instruction, number>();
  private readonly ahead: UncoveredAhead;
  /** Blocks are numbered by the id of their first instruction. */
  private leading: BitSet | null = null;
  private relevant = new Map<Instruction, boolean>();

  constructor(
    readonly program: Program,
    private readonly coverage: CoverageGoal,
  ) {
    this.facts = ProgramFacts.of(program);
    const { pointsTo, termination } = this.facts;
    this.pointsTo = pointsTo;
    this.ahead = new UncoveredAhead(coverage, pointsTo.callGraph);
    this.effects = new EffectAnalysis(program, this.pointsTo, {
      ...termination,
      controlOf: (fn) => this.controlOf(fn),
    });
  }

  controlOf(fn: ProgramFunction): ControlDependence {
    let control = this.controls.get(fn);
    if (control === undefined) {
      control = new ControlDependence(flowGraphOf(fn));
      this.controls.set(fn, control);
    }
    return control;
  }

  immediateDominator(block: Block): number {
    return this.facts.dominatorsOf(block.function).parent[block.index];
  }

  /** Whether the branch at the end of a block has a say in which value the phi takes. */
  decides(block: number, phi: PhiInstruction): boolean {
    const fn = phi.block.function;
    let known = this.phiDeciders.get(fn);
    if (known === undefined) {
      const control = this.controlOf(fn);
      known = new Map(
        [...potentialDependence(fn, control)].map(([each, edges]) => [
          each,
          new Set(edges.map((edge) => control.edges[edge].block)),
        ]),
      );
      this.phiDeciders.set(fn, known);
    }
    return known.get(phi)?.has(block) ?? false;
  }

  /**
   * Registers that loops define which the edge leaves, and that code after them uses: which iteration their values are
   * from is decided by the branch that leaves.
   */
  resultsOfLoopsLeft(branch: Instruction, edge: number, target: number): readonly number[] {
    const { function: fn, index } = branch.block;
    let ofFunction = this.loopsLeft.get(fn);
    if (ofFunction === undefined) {
      ofFunction = [];
      this.loopsLeft.set(fn, ofFunction);
    }
    let registers = ofFunction[edge];
    if (registers === undefined) {
      const forest = findLoops(fn);
      const results = loopResults(fn, forest);
      const left: number[] = [];
      let loop = forest.innermost[index];
      while (loop !== -1 && !forest.loops[loop].blocks.includes(target)) {
        left.push(...results[loop]);
        loop = forest.loops[loop].parent;
      }
      registers = left;
      ofFunction[edge] = registers;
    }
    return registers;
  }

  /** Whether some other way out of the branch than `edge` may write what one of the readers reads. */
  otherSideMayWrite(branch: Instruction, edge: number, readers: Iterable<Instruction>): boolean {
    const key = branch.id * 4096 + edge;
    // Edges are numbered within the function: beyond the key's room nothing is remembered.
    let answers = edge < 4096 ? this.mayWrite.get(key) : undefined;
    if (answers === undefined) {
      const fn = branch.block.function;
      const others = this.controlOf(fn)
        .edgesFrom(branch.block.index)
        .filter((other) => other.index !== edge)
        .map((other) => this.effects.writesUnder(fn, other.index));
      answers = new ReaderAnswers(this.readers, (reader) => {
        const reads = this.effects.readsOf(reader);
        return others.some((writes) => this.effects.mayOverlap(writes, reads));
      });
      if (edge < 4096) this.mayWrite.set(key, answers);
    }
    return answers.holdsForAny(readers);
  }

  /** Whether a write by the instruction may change what one of the readers reads, were its address another one. */
  mayOverwrite(writer: Instruction, readers: Iterable<Instruction>): boolean {
    let answers = this.mayAlias[writer.id];
    if (answers === undefined) {
      const writes = this.effects.writesOf(writer);
      answers = new ReaderAnswers(this.readers, (reader) =>
        this.effects.mayOverlap(writes, this.effects.readsOf(reader)),
      );
      this.mayAlias[writer.id] = answers;
    }
    return answers.holdsForAny(readers);
  }

  isRelevant(branch: Instruction): boolean {
    this.refresh();
    let answer = this.relevant.get(branch);
    if (answer === undefined) {
      answer = this.computeRelevant(branch);
      this.relevant.set(branch, answer);
    }
    return answer;
  }

  /** Whether control may get from the block, also after its function returned, to something uncovered. */
  leadsToUncovered(block: Block): boolean {
    this.refresh();
    this.leading ??= this.blocksLeadingToHot();
    return this.leading.has(block.instructions[0].id);
  }

  /** Whether control may get from where the state is to anything uncovered. */
  mayReachMore(state: State): boolean {
    this.refresh();
    return this.ahead.isAheadOf(state);
  }

  /** Grows with coverage: slices made under the same number see the same relevant branches. */
  get version(): number {
    this.refresh();
    return this.ahead.version;
  }

  private computeRelevant(branch: Instruction): boolean {
    const { goals, reached } = this.coverage;
    for (const goal of goals.directionsOf(branch)?.values() ?? []) if (!reached.has(goal)) return true;
    const { function: fn, index } = branch.block;
    const control = this.controlOf(fn);
    return control
      .edgesFrom(index)
      .some((edge) => control.region(edge.index).some((block) => this.ahead.isHot(fn.blocks[block])));
  }

  private refresh(): void {
    if (!this.ahead.keepUp(0)) return;
    this.relevant = new Map();
    this.leading = null;
  }

  /** Backward over branches; out of a function to the blocks after its calls, into one from those that call it. */
  private blocksLeadingToHot(): BitSet {
    const { callGraph } = this.pointsTo;
    const leading = new BitSet();
    const numberOf = (block: Block) => block.instructions[0].id;
    for (let changed = true; changed; ) {
      changed = false;
      for (const fn of this.program.functions) {
        // A function that returns leads to what follows its calls.
        const afterReturn = callGraph.callers[fn.index].some((call) => leading.has(numberOf(call.block)));
        for (let i = fn.blocks.length - 1; i >= 0; i--) {
          const block = fn.blocks[i];
          if (leading.has(numberOf(block))) continue;
          const last = terminatorOf(block);
          const leads =
            this.ahead.isHot(block) ||
            (last.op === 'ret' && afterReturn) ||
            successorsOf(last).some((next) => leading.has(numberOf(next)));
          if (!leads) continue;
          leading.add(numberOf(block));
          changed = true;
        }
      }
    }
    return leading;
  }
}

/** Answers to one question about reading instructions, found when first asked for. */
class ReaderAnswers {
  /** By number of the reader: 1 yes, 2 no, 0 or nothing not asked yet. */
  private readonly known: number[] = [];

  constructor(
    private readonly numbers: Map<Instruction, number>,
    private readonly find: (reader: Instruction) => boolean,
  ) {}

  holdsForAny(readers: Iterable<Instruction>): boolean {
    for (const reader of readers) if (this.holdsFor(reader)) return true;
    return false;
  }

  private holdsFor(reader: Instruction): boolean {
    let number = this.numbers.get(reader);
    if (number === undefined) {
      number = this.numbers.size;
      this.numbers.set(reader, number);
    }
    while (this.known.length <= number) this.known.push(0);
    if (this.known[number] === 0) this.known[number] = this.find(reader) ? 1 : 2;
    return this.known[number] === 1;
  }
}
