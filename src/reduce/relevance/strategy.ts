/**
 * The search for coverage that cuts every path which can only repeat what others have shown, as far as uncovered code is
 * concerned: redundant state detection.
 *
 * Before a symbolic decision, the state is compared with visits of the same point whose continuations have all ended.
 * If one agrees, in values or in what it decides by them (conditions.ts), the path ends there, and its own slice begins
 * with what the visit needed. Otherwise the point becomes a
 * node of the tree of paths; once everything below it has ended, slicing backward tells what the rest needed, and the
 * node is a visit itself. When coverage grows, fewer branches are relevant: a visit is sliced anew, from the tree that is
 * kept, the next time a state is compared with it.
 *
 * What it costs: recording, slicing and comparing take about twenty times as long as running the same code. So it pays where
 * subtrees repeat (a formatter of 9 characters: 500,000 segments run stand for 24 million; a tokenizer: 51 paths run to
 * their end instead of 13,517) and not where every input makes another program, as in an interpreter. So it begins when
 * paths begin to repeat each other, slices only what a state is compared with, leaves points alone where nothing
 * matches, and stops looking where it saves too little (balance.ts).
 *
 * Only paths that were reported count as having covered something, so a path that an assumption drops keeps nothing else
 * from being explored.
 */
import { CoverageGoal } from '../../explore/coverage-goal.ts';
import { type Covering, coveringOrder } from '../../explore/covering.ts';
import type { Exploration } from '../../explore/exploration.ts';
import { ForkingSearch } from '../../explore/forking-search.ts';
import type { Searcher } from '../../explore/searchers/searcher.ts';
import type { PathReport } from '../../explore/strategy.ts';
import type { Term } from '../../expr/term.ts';
import type { DecisionKind } from '../../machine/client.ts';
import type { Segment, Site } from '../../machine/code.ts';
import { ENDINGS } from '../../machine/endings.ts';
import type { Machine } from '../../machine/machine.ts';
import type { PathEnding, PathOutcome } from '../../machine/outcome.ts';
import type { Recorder } from '../../machine/recorder.ts';
import { SilentRecorder } from '../../machine/silent-recorder.ts';
import type { State } from '../../machine/state.ts';
import { type MemoryObject, Pointer } from '../../machine/value.ts';
import { type Instruction, operandsOf } from '../../program/instructions.ts';
import type { Program, ProgramFunction } from '../../program/program.ts';
import { type CountsOf, type SwitchesOf, switchesOf } from '../catalogue.ts';
import { Balance } from './balance.ts';
import { Branches } from './branches.ts';
import { VisitComparison } from './comparison.ts';
import { LocationConditions } from './conditions.ts';
import { LikelyLast } from './likely-last.ts';
import { LocationVariables } from './location-variables.ts';
import { PathNode, pathTraceOf, type TreeEnd } from './path-tree.ts';
import { type Point, Points, StateReader, type Visit, Visits } from './points.ts';
import { SingleValued } from './single-valued.ts';
import { TreeSlices } from './tree-slices.ts';

/** Strides kept for slicing anew; beyond, visits keep the needs they have. */
const MOST_STRIDES = 3_000_000;
/** Strides gone through by slicing anew, per stride executed: refining must not cost more than it saves. */
const REFINING_SHARE = 0.5;
/**
 * Analysing a program, and finding out whether cutting pays, takes as long as executing each of its instructions so many times
 * (measured on coreutils: 1 to 3 s for 8,000 to 26,000 instructions). So a search that has done less goes on without; for small
 * programs it does not matter.
 */
const EXECUTIONS_A_TRIAL_COSTS = 600;
const INSTRUCTIONS_OF_A_SMALL_PROGRAM = 2000;
/** Faults that depend on which objects are alive or how large they are, which is not compared. */
const BY_OBJECTS = new Set([
  'use-after-free',
  'use-after-return',
  'wild-pointer',
  'double-free',
  'invalid-free',
  'leak',
  'uninitialized',
]);

export interface RelevanceOptions extends Partial<SwitchesOf<'relevance'>> {
  /** Functions whose code is to be covered. */
  readonly counts?: (fn: ProgramFunction) => boolean;
}

/** Why a path was cut. */
class Match {
  constructor(readonly visit: Visit) {}
}

export class RelevanceReduction implements Covering {
  readonly coverage: CoverageGoal;
  readonly recorder: Recorder;
  private readonly forking = new ForkingSearch((searcher) => {
    const preferring = (inner: Searcher) => this.preferring(inner);
    return coveringOrder(searcher, this.coverage, this.switches.batch, preferring);
  });
  private branches!: Branches;
  /** Milliseconds for the analyses, and for slicing and comparing. */
  private analysisMs = 0;
  private reduceMs = 0;
  private matches = 0;
  protected slices!: TreeSlices;
  private likelySlices!: TreeSlices;
  private conditions!: LocationConditions;
  private points = new Points();
  private balance!: Balance;
  /** Whether cutting did not pay. */
  hasGivenUp = false;
  protected readonly objects = new Map<number, MemoryObject>();
  /** @internal */
  readonly singleValued = new SingleValued(this.objects);
  private readonly visits = new Visits(this.objects, this.singleValued);
  private exploration!: Exploration;
  private machine!: Machine;
  private readonly switches: SwitchesOf<'relevance'>;
  /** Paths that ended since one of them reached something new. */
  private inVain = 0;
  private hasBegun = false;
  get counters(): CountsOf<'relevance'> {
    const { strides } = this.balance;
    return { begun: Number(this.hasBegun), strides, matches: this.matches, givenUp: Number(this.hasGivenUp) };
  }

  get costs() {
    return { analyseMs: this.analysisMs, reduceMs: this.reduceMs - this.balance.solverSeconds * 1000 };
  }

  /** @internal */
  get isRecording(): boolean {
    return this.hasBegun && !this.hasGivenUp;
  }

  constructor(
    private readonly program: Program,
    options: RelevanceOptions = {},
  ) {
    this.switches = switchesOf('relevance', options);
    const { counts = () => true } = options;
    this.coverage = new CoverageGoal(program, counts, (state) => pathTraceOf(state).trail);
    this.recorder = new TreeRecorder(this);
    if (this.switches.patience === 0) this.begin();
  }

  /**
   * Analyses the program: from now on paths are recorded and compared. What open states did before is not known, and not
   * needed: the tree of paths begins where they are.
   */
  private begin(): void {
    const began = performance.now();
    this.branches = new Branches(this.program, this.coverage);
    this.hasBegun = true;
    this.analysisMs = performance.now() - began;
  }

  private isWorthTrying(): boolean {
    const beyondSmall = this.program.instructionCount - INSTRUCTIONS_OF_A_SMALL_PROGRAM;
    return this.machine.instructions >= EXECUTIONS_A_TRIAL_COSTS * beyondSmall;
  }

  private preferring(searcher: Searcher): Searcher {
    if (!this.switches.unlikeFirst) return searcher;
    return new LikelyLast(searcher, (state) => this.isRecording && pathTraceOf(state).isLikelyRedundant);
  }

  *explore(exploration: Exploration): Generator<void, void> {
    this.exploration = exploration;
    this.coverage.begin(exploration);
    this.machine = exploration.machine;
    this.balance = new Balance(exploration.solver.statistics);
    this.conditions = new LocationConditions(new LocationVariables(exploration.terms));
    if (this.hasBegun) this.makeSlices();
    yield* this.forking.explore(exploration);
  }

  forked(parent: State, child: State): void {
    this.forking.forked(parent, child);
  }

  private makeSlices(): void {
    this.balance.begin();
    this.slices = new TreeSlices(this.branches, this.conditions, this.objects, this.switches.comparesValues);
    this.likelySlices = new TreeSlices(this.branches, this.conditions, this.objects, true, false);
  }

  /** @internal */
  noteObject(object: MemoryObject): void {
    if (!this.objects.has(object.id)) this.objects.set(object.id, object);
  }

  /** @internal */
  executed(state: State, segment: Segment): void {
    this.coverage.keeper.executed(state, segment);
    if (this.hasGivenUp) return;
    if (this.hasBegun) pathTraceOf(state).executed(state, segment);
    else pathTraceOf(state).passed(state, segment);
  }

  /** @internal */
  keeperEnded(state: State, site: Site | null): void {
    this.coverage.keeper.ended(state, site);
  }

  deciding(state: State, _condition: Term, _kind: DecisionKind, site: Site): void {
    if (site.index !== site.segment.steps.length) return;
    if (!this.hasBegun && this.inVain >= this.switches.patience && this.isWorthTrying()) {
      this.begin();
      this.makeSlices();
    }
    const began = performance.now();
    const mayCut = !this.exploration.isRetracing;
    if (mayCut && this.hasBegun && !this.branches.mayReachMore(state)) {
      this.reduceMs += performance.now() - began;
      this.machine.end(state, 'pruned', 'everything that may follow is covered', site);
    }
    if (!this.isRecording) {
      this.reduceMs += performance.now() - began;
      return;
    }
    const point = this.points.of(state, site);
    const match = mayCut && point.isDue() ? this.balance.compare(() => this.findMatch(state, point)) : null;
    if (match !== null) {
      point.matches++;
      this.matches++;
      this.balance.save(match.node.work);
      this.reduceMs += performance.now() - began;
      this.machine.cut(state, 'what follows can reach nothing that is still uncovered', site, new Match(match));
    }
    const trace = pathTraceOf(state);
    const own = trace.strides.pop();
    // The side that repeats a switch is at this point already.
    if (own !== undefined) {
      trace.node = new PathNode(trace.node, trace.strides, own, point, point.isBarren ? null : state.snapshot());
      this.balance.strides += trace.strides.length + 1;
      trace.strides = [];
    }
    this.reduceMs += performance.now() - began;
  }

  private findMatch(state: State, point: Point): Visit | null {
    this.admit(point);
    const { tree } = point;
    pathTraceOf(state).isLikelyRedundant = false;
    if (tree.isEmpty) return null;
    point.searches++;
    const reader = new StateReader(state, this.objects);
    const comparison = new VisitComparison(state, reader, this.conditions.variables, this.exploration.solver);
    const find = () =>
      tree.find(
        (location) => reader.valueOf(location),
        (visit) => comparison.agreesWith(visit),
      );
    const match = find() ?? (this.refine(point) ? find() : null);
    if (this.switches.unlikeFirst && match === null) {
      const alike = point.likely.find(
        (location) => reader.valueOf(location),
        (visit) => comparison.agreesWith(visit),
      );
      pathTraceOf(state).isLikelyRedundant = alike !== null;
    }
    return match;
  }

  /** Nodes become visits when a state is about to be compared with them: many points are never met again. */
  private admit(point: Point): void {
    const { waiting } = point;
    if (waiting.length === 0) return;
    for (const node of waiting) {
      const needs = node.needs ?? this.slices.knownNeeds(node);
      if (!needs.unknown) point.tree.add(this.visits.make(node, node.snapshot!, needs, node.version));
      if (this.switches.unlikeFirst) {
        const likely = node.likelyNeeds ?? this.likelySlices.knownNeeds(node);
        point.likely.add(this.visits.make(node, node.snapshot!, likely, node.version));
      }
      node.snapshot = null;
    }
    waiting.length = 0;
  }

  /**
   * Slices the visits of a point anew if coverage has grown since they were made (section 3.4): locations that were
   * relevant only for what is covered by now drop out. Whether any did.
   */
  private refine(point: Point): boolean {
    const { version } = this.branches;
    if (point.version === version || this.slices.work > this.balance.strides * REFINING_SHARE + 10_000) return false;
    point.version = version;
    const old = [...point.tree.all()];
    if (old.every((visit) => visit.version === version)) return false;
    const sharper = old.map((visit) => {
      if (visit.version === version || visit.pairs.size + visit.leftOut.size + visit.conditions.length === 0)
        return visit;
      return this.visits.restrict(visit, this.slices.needsAt(visit.node), version);
    });
    point.tree.replaceAll(sharper);
    return sharper.some(
      (visit, i) => visit.pairs.size < old[i].pairs.size || visit.conditions.length < old[i].conditions.length,
    );
  }

  ended(state: State, outcome: PathOutcome, evidence: unknown): PathReport {
    const report = this.coverage.ended(state, outcome);
    this.inVain = report.adds ? 0 : this.inVain + 1;
    if (!this.isRecording) return report;
    const began = performance.now();
    const { ending } = outcome;
    const trace = pathTraceOf(state);
    const site = ending.site ?? null;
    const inControl = site !== null && site.index === site.segment.steps.length;
    if (site !== null && !inControl) trace.stopped(state, site);
    const end: TreeEnd = {
      strides: trace.strides,
      depth: state.frame.depth,
      instruction: ending.instruction,
      byValue: ENDINGS[ending.kind].fault || ending.kind === 'dropped',
      // What it would have covered is left to others.
      unknown: report.lacksInput || isUnknown(state, ending),
      matched: evidence instanceof Match ? evidence.visit : null,
    };
    this.balance.strides += trace.strides.length;
    this.close(trace.node, end);
    if (!this.balance.pays()) this.giveUp();
    this.reduceMs += performance.now() - began;
    return report;
  }

  /** The search goes on without, but for the cheapest cut. */
  private giveUp(): void {
    this.hasGivenUp = true;
    this.points = new Points();
  }

  /** One of the paths below the node has ended; nodes below which nothing is open any more become visits. */
  private close(start: PathNode, end: TreeEnd): void {
    let below: PathNode | TreeEnd = end;
    let work = end.strides.length + this.balance.endPath() + (end.matched?.node.work ?? 0);
    for (let node: PathNode | null = start; node !== null; node = node.parent) {
      node.below.push(below);
      node.work += work;
      if (--node.open > 0) return;
      if (node.snapshot !== null) node.point!.waiting.push(node);
      if (this.balance.strides > MOST_STRIDES) {
        node.needs ??= this.slices.knownNeeds(node);
        if (this.switches.unlikeFirst) node.likelyNeeds ??= this.likelySlices.knownNeeds(node);
        node.below = [];
      }
      below = node;
      work = node.work + node.strides.length + 1;
    }
  }
}

function isUnknown(state: State, { kind, site, instruction }: PathEnding): boolean {
  // What an assumption drops shows nothing; an input that ends before it comes there shows all that lies before.
  if (kind === 'dropped') return true;
  if (kind === 'limit' || kind === 'endless' || kind === 'unmodelled' || BY_OBJECTS.has(kind)) return true;
  if (kind === 'exit' || kind === 'pruned') return false;
  if (site === null || instruction === null) return true;
  return kind === 'out-of-bounds' && pointsToVaryingSize(state, instruction);
}

/** Whether an operand points to an object whose size may differ from path to path. */
function pointsToVaryingSize({ frame }: State, instruction: Instruction): boolean {
  return operandsOf(instruction).some((operand) => {
    const value = operand.kind === 'register' ? frame.registers[operand.index] : null;
    if (!(value instanceof Pointer)) return false;
    const { kind, site } = value.object;
    return kind === 'heap' || (site?.op === 'alloca' && site.count.kind !== 'int');
  });
}

class TreeRecorder extends SilentRecorder {
  constructor(private readonly reduction: RelevanceReduction) {
    super();
  }

  override executed(state: State, segment: Segment): void {
    this.reduction.executed(state, segment);
  }
  override access(
    state: State,
    site: Site,
    object: MemoryObject,
    offset: number | Term,
    size: number,
    writes: boolean,
  ): void {
    if (this.reduction.hasGivenUp) return;
    const extent = typeof offset === 'number' ? size : state.memory.get(object)!.size;
    // What was written before recording began counts as well.
    if (writes) this.reduction.singleValued.write(object, typeof offset === 'number' ? offset : -1, extent);
    if (!this.reduction.isRecording) return;
    this.reduction.noteObject(object);
    pathTraceOf(state).touch(site, writes ? 'write' : 'read', object, offset, extent);
  }
  override decided(state: State, _: Term, __: boolean, kind: DecisionKind, site: Site): void {
    if (!this.reduction.isRecording) return;
    if (kind !== 'branch' && kind !== 'check') pathTraceOf(state).touch(site, kind, null, 0, 0);
  }
  override allocated(state: State, site: Site, object: MemoryObject, size: number): void {
    if (!this.reduction.isRecording) return;
    this.reduction.noteObject(object);
    pathTraceOf(state).touch(site, 'allocation', object, 0, size);
  }
  override ended(state: State, site: Site | null): void {
    this.reduction.keeperEnded(state, site);
  }
}
