/**
 * `change` composed with reductions by dependence and by output (Wang et al., section 8): only what a change affects, and that
 * only in distinct ways.
 *
 * With `dependence` it is a matter of which statements' values are asked for: those that the change affects, and those that decide
 * whether such a statement runs. Branches that no such value
 * depends on are not combined with anything (tables 12 and 13). The published version computes dependences of the affected
 * statements only; here slices are those of the whole path, and only tasks for affected statements are made from them.
 *
 * With `output` the inputs are restricted first: a directed search (touching.ts) finds which inputs run something affected, as a
 * formula, leaving each path at the first such statement; then outputs are explored over these inputs. What the search does not
 * come to within its limits counts as affected: that costs paths and loses none.
 */
import type { Exploration } from '../../explore/exploration.ts';
import { type PathReport, REPORTED, type Strategy } from '../../explore/strategy.ts';
import type { Term } from '../../expr/term.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import { PassingRecorder } from '../../machine/passing-recorder.ts';
import type { State } from '../../machine/state.ts';
import type { Program } from '../../program/program.ts';
import type { CountsOf } from '../catalogue.ts';
import { type OutputOptions, OutputReduction } from '../output/strategy.ts';
import type { AffectedStatements } from './affected.ts';
import { Deciding } from './deciding.ts';
import { TouchingSearch } from './touching.ts';

/**
 * Ids of the instructions whose values are asked for: affected statements (a call has the value that its function returns), and
 * whatever decides whether one runs. A path that meets none shows nothing of them, so without the latter it would not be left.
 */
export function affectedValues({ writes, ids, dependences }: AffectedStatements): ReadonlySet<number> {
  const wanted = new Set(ids);
  new Deciding(dependences.new, ids).anywhere.each((id) => {
    wanted.add(id);
  });
  for (const instruction of writes) {
    if (instruction.op !== 'call') continue;
    for (const { blocks } of dependences.new.callGraph.calleesAt(instruction)) {
      for (const { instructions } of blocks)
        for (const each of instructions) if (each.op === 'ret') wanted.add(each.id);
    }
  }
  return wanted;
}

/** Beyond that, what is open counts as affected. */
const MOST_PATHS = 2_000;
const MOST_MS = 5_000;

export class ChangedOutputs implements Strategy {
  readonly recorder: PassingRecorder;
  private readonly touching: TouchingSearch;
  private readonly output: OutputReduction;
  private isSearching = true;
  private touchingPaths = 0;

  constructor(program: Program, { dependences, ids }: AffectedStatements, options: OutputOptions) {
    this.touching = new TouchingSearch(dependences.new, ids);
    // What forks would have to hear of two searches.
    this.output = new OutputReduction(program, { ...options, trial: 0 });
    this.recorder = new PassingRecorder(this.touching.recorder);
  }

  get counters(): CountsOf<'change,output'> {
    return { ...this.output.counters, touching: this.touchingPaths };
  }

  get costs() {
    return this.output.costs;
  }

  *explore(exploration: Exploration): Generator<void, void> {
    exploration.restrictTo(yield* this.inputs(exploration));
    this.isSearching = false;
    this.recorder.target = this.output.recorder;
    yield* this.output.explore(exploration);
  }

  /** Those that run something affected. The search for them is no exploration: its paths do not count. */
  private *inputs(exploration: Exploration): Generator<void, Term> {
    const { counts, limits, options, policy, terms } = exploration;
    const { now } = options.surroundings;
    const [before, known, undecided, end] = [{ ...counts }, new Set(limits), policy.undecided, now() + MOST_MS];
    for (const _ of this.touching.explore(exploration)) {
      yield;
      if (exploration.pathsEnded + counts.dropped > MOST_PATHS || now() > end) break;
    }
    this.touchingPaths = exploration.pathsEnded;
    Object.assign(counts, before);
    for (const limit of [...limits]) if (!known.has(limit)) limits.delete(limit);
    // Where the solver gave up, one side of a decision was not looked at.
    const isKnown = policy.undecided === undecided;
    policy.undecided = undecided;
    return isKnown ? this.touching.condition(terms) : terms.bool(true);
  }

  forked(parent: State, child: State): void {
    if (this.isSearching) this.touching.forked(parent, child);
  }

  ended(state: State, outcome: PathOutcome): PathReport {
    return this.isSearching ? this.touching.ended(state, outcome) : REPORTED;
  }
}
