/**
 * The fewest and shortest cases that say the same as many.
 *
 * Rows with one output are a union of boxes (space.ts). As two-level minimisers of logic do (Brayton et al., *Logic Minimization
 * Algorithms for VLSI Synthesis*, 1984; for axes of several values Rudell and Sangiovanni-Vincentelli, 1987), every box is made as large
 * as the boxes of other outputs allow, and boxes that others cover are left out. Large boxes have few and simple conditions: those
 * are what people want to read. Where boxes seem to meet only because axes depend on each other, the solver is asked, a limited
 * number of times. In the end it proves that the cases are what they stand for; if it cannot, they stay as they were.
 *
 * Cost: boxes of one output times boxes of the others times axes, on bit masks; 2,000 rows of a CSV parser take a tenth of a second.
 */
import type { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import { PathCondition, type Solver } from '../../solver/solver.ts';
import { areApart, type Box, isCovered, withNeighboursJoined, withoutContained } from './boxes.ts';
import { Space } from './space.ts';

/** One way for a row's condition to hold. */
export interface Case {
  readonly space: Space;
  readonly box: Box;
  readonly conditions: readonly Term[];
}

/** Beyond this many boxes they are not enlarged. */
const MOST_BOXES = 4000;
/** Beyond this many boxes of one output, only boxes that a single other one contains are left out. */
const MOST_COVERED = 48;
const MOST_QUESTIONS = 400;
/** Whether a condition goes without saying is asked this often, however much was asked before. */
const MOST_IMPLIED_ASKED = 300;

export interface Alternatives {
  /** Each a conjunction; one of them holds. */
  readonly rows: readonly (readonly Term[])[];
}

/**
 * The cases of every group, proved to be equal to its rows. `covering`: groups are disjoint, and whatever `given` allows is in one.
 * `hints` are believed of inputs where they exist at all; a proof that needs more is tried again without them. When it is late, cases stay
 * as they are found.
 */
export function minimalCases(
  groups: readonly Alternatives[],
  given: readonly Term[],
  covering: boolean,
  terms: Terms,
  solver: Solver,
  hints: readonly Term[] = [],
  isLate: () => boolean = () => false,
): Case[][] {
  const space = new Space(
    terms,
    groups.flatMap(({ rows }) => rows),
    [...given, ...hints],
    solver,
  );
  const minimiser = new Minimiser(space, given, terms, solver, isLate);
  const boxes = groups.map(({ rows }) => minimiser.boxesOf(rows));
  const total = boxes.reduce((sum, each) => sum + each.length, 0);
  let proved = true;
  const result = groups.map(({ rows }, i) => {
    const own = boxes[i];
    const others = boxes.flatMap((each, k) => (k === i ? [] : each));
    const fits = covering
      ? (box: Box) => minimiser.isApartFromAll(box, others)
      : (box: Box) => minimiser.isWithin(box, rows);
    const larger = total > MOST_BOXES ? own : own.map((box) => (isLate() ? box : minimiser.enlarge(box, fits)));
    const fewest = withNeighboursJoined(
      minimiser.withoutOverlap(minimiser.withoutCovered(withoutContained(larger))),
      space.axes,
    );
    const plain = fewest.map((box) => minimiser.withoutImplied(box));
    const cases = plain.sort((x, y) => x.size - y.size).map((box) => minimiser.caseOf(box));
    if (minimiser.areSame(cases, rows)) return cases;
    proved = false;
    return withNeighboursJoined(own, space.axes).map((box) => minimiser.caseOf(box));
  });
  return proved || hints.length === 0 ? result : minimalCases(groups, given, covering, terms, solver, [], isLate);
}

class Minimiser {
  private questions = 0;
  private impliedAsked = 0;
  private readonly given: PathCondition;
  private readonly meeting = new Map<Box, Map<string, boolean>>();
  private readonly outside = new Map<readonly (readonly Term[])[], Term>();

  constructor(
    private readonly space: Space,
    given: readonly Term[],
    private readonly terms: Terms,
    private readonly solver: Solver,
    private readonly isLate: () => boolean,
  ) {
    this.given = PathCondition.of([...given]);
  }

  /** Without those that no input is in. */
  boxesOf(rows: readonly (readonly Term[])[]): Box[] {
    const all = withoutContained(rows.flatMap((row) => this.space.boxesOf(row)));
    return all.length > rows.length ? all.filter((box) => this.isPossible(this.space.conditionsOf(box))) : all;
  }

  /** As large as fits: whole axes first, the ones decided last before the others. */
  enlarge(box: Box, fits: (box: Box) => boolean): Box {
    let current = new Map(box);
    const order = [...box.keys()].reverse();
    for (const axis of order) {
      const free = new Map(current);
      free.delete(axis);
      if (fits(free)) current = free;
    }
    for (const axis of [...current.keys()]) {
      const { full } = this.space.axes[axis];
      for (let bit = 1n; bit <= full; bit <<= 1n) {
        const mask = current.get(axis)!;
        if ((full & bit) === 0n || (mask & bit) !== 0n) continue;
        const wider = new Map(current).set(axis, mask | bit);
        if (fits(wider) && this.isWorthwhile(new Map(current).set(axis, bit), axis)) current = wider;
      }
    }
    return current;
  }

  /** That something is not less need not be told as less or greater where it cannot be greater. */
  private isWorthwhile(added: Box, axis: number): boolean {
    return this.space.axes[axis].kind !== 'order' || this.isPossible(this.space.conditionsOf(added));
  }

  isApartFromAll(box: Box, others: readonly Box[]): boolean {
    const near = others.filter((other) => !areApart(box, other));
    return near.every((other) => this.neverMeet(box, other));
  }

  /** Where it is not known what lies outside of all groups. */
  isWithin(box: Box, rows: readonly (readonly Term[])[]): boolean {
    if (this.questions >= MOST_QUESTIONS) return false;
    const outside = this.outside.get(rows) ?? this.terms.not(this.union(rows));
    this.outside.set(rows, outside);
    return !this.isPossible([this.condition(box), outside]);
  }

  private union(rows: readonly (readonly Term[])[]): Term {
    return this.terms.orAll(rows.map((row) => this.terms.andAll([...row])));
  }

  /** Boxes on axes that depend on each other may be apart although they do not look so. */
  private neverMeet(box: Box, other: Box): boolean {
    if (this.questions >= MOST_QUESTIONS) return false;
    const key = [...box].map(([axis, mask]) => `${axis}:${mask}`).join();
    const known = this.meeting.get(other) ?? new Map<string, boolean>();
    this.meeting.set(other, known);
    const before = known.get(key);
    if (before !== undefined) return before;
    const apart = !this.isPossible([...this.space.conditionsOf(box), ...this.space.conditionsOf(other)]);
    known.set(key, apart);
    return apart;
  }

  private isPossible(conditions: readonly Term[]): boolean {
    if (this.questions++ >= MOST_QUESTIONS) return true;
    return this.solver.check(this.given, this.terms.andAll([...conditions])).status !== 'unsat';
  }

  /** Leaves out boxes that the others cover, those with the most conditions first. */
  withoutCovered(boxes: readonly Box[]): Box[] {
    if (boxes.length > MOST_COVERED || this.isLate()) return [...boxes];
    let kept = [...boxes];
    for (const box of [...boxes].sort((x, y) => y.size - x.size)) {
      const others = kept.filter((each) => each !== box);
      if (others.length === 0) break;
      if (this.isCoveredBy(box, others)) kept = others;
    }
    return kept;
  }

  /**
   * Takes from boxes what others cover where that makes them simpler to tell, the largest gain first: `s in {COMMENT, STAR}` becomes
   * `s == STAR`.
   */
  withoutOverlap(boxes: readonly Box[]): Box[] {
    const kept = [...boxes];
    if (boxes.length < 2 || boxes.length > MOST_COVERED) return kept;
    while (!this.isLate()) {
      let best: { index: number; box: Box; gain: number } | null = null;
      for (const [index, box] of kept.entries()) {
        const others = kept.filter((_, k) => k !== index);
        for (const [axis, mask] of box) {
          const narrow = this.space.axes[axis].kind === 'values' ? this.narrowed(box, axis, others) : mask;
          const gain = this.space.weightOf(axis, mask) - this.space.weightOf(axis, narrow);
          if (gain > (best?.gain ?? 0)) best = { index, box: new Map(box).set(axis, narrow), gain };
        }
      }
      if (best === null) return kept;
      kept[best.index] = best.box;
    }
    return kept;
  }

  /** Without what follows from the rest: `b not in [A-Z]` where `b == a + 32 && a in [A-Z]`. */
  withoutImplied(box: Box): Box {
    const { axes } = this.space;
    const joint = [...box.keys()].filter((index) => axes[index].kind !== 'values');
    if (joint.length === 0 || this.isLate()) return box;
    const inputs = new Set(joint.flatMap((index) => this.space.inputsOf(axes[index])));
    let current = box;
    for (const [index, mask] of box) {
      const axis = axes[index];
      if (axis.kind !== 'values' || !this.space.inputsOf(axis).some((input) => inputs.has(input))) continue;
      if (this.impliedAsked++ >= MOST_IMPLIED_ASKED) return current;
      const rest = new Map(current);
      rest.delete(index);
      const path = this.given.append(this.condition(rest));
      const otherwise = this.terms.not(this.space.conditionOn(axis, mask));
      if (this.solver.check(path, otherwise).status === 'unsat') current = rest;
    }
    return current;
  }

  /** The blocks of an axis that no other box speaks for. */
  private narrowed(box: Box, axis: number, others: readonly Box[]): bigint {
    const mask = box.get(axis)!;
    let narrow = mask;
    for (let bit = 1n; bit <= mask; bit <<= 1n) {
      if ((mask & bit) === 0n || narrow === bit) continue;
      if (isCovered(new Map(box).set(axis, bit), others)) narrow &= ~bit;
    }
    return narrow;
  }

  private isCoveredBy(box: Box, others: readonly Box[]): boolean {
    if (isCovered(box, others)) return true;
    if (this.questions >= MOST_QUESTIONS) return false;
    const outside = this.terms.not(this.terms.orAll(others.map((each) => this.condition(each))));
    return !this.isPossible([this.condition(box), outside]);
  }

  private condition(box: Box): Term {
    return this.terms.andAll(this.space.conditionsOf(box));
  }

  caseOf(box: Box): Case {
    return { space: this.space, box, conditions: this.space.conditionsOf(box) };
  }

  areSame(cases: readonly Case[], rows: readonly (readonly Term[])[]): boolean {
    const left = this.terms.orAll(cases.map(({ conditions }) => this.terms.andAll([...conditions])));
    const right = this.union(rows);
    if (left === right) return true;
    const unproved = [this.terms.and(left, this.terms.not(right)), this.terms.and(right, this.terms.not(left))];
    return unproved.every((term) => this.solver.check(this.given, term).status === 'unsat');
  }
}
