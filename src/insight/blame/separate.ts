/**
 * Which decisions separate two versions on a test (Qi et al., section 5.2, after DARWIN).
 *
 * g and g' are the relevant slice conditions of the differing outputs in the old and the new version: what the inputs must
 * satisfy for the outputs to be computed as in the test. An input of g and not g' is treated by the old version like the test, and
 * not by the new one. With g' = p1 and ... and pm, the formulas g, p1, ..., pi, not p(i+1) take these inputs apart, and for each
 * that has a solution the branch of p(i+1) is one where the versions part. The same is done with g' and not g: a check that was
 * deleted has no branch in the new version.
 *
 * A solution shows that a branch separates *some* inputs, not that it is to blame for the test. What makes a programmer believe
 * it is an input like the test on which the versions agree again once that branch falls the other way. So each solution is run on
 * both versions; while outputs differ, its own run asks for inputs of the same two paths with equal outputs, and then for other
 * paths, a few times. Last, inputs get the values they have in the test wherever that is possible.
 *
 * Costs one query per condition that the other version does not have, and a few runs and queries per witness.
 */
import { evaluate } from '../../expr/evaluate.ts';
import { inputCells, WHOLE } from '../../expr/inputs.ts';
import { Kind } from '../../expr/kinds.ts';
import type { Model, Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import { ConditionChain } from '../../reduce/tasks/condition-chain.ts';
import { nearby } from '../../reduce/tasks/nearby.ts';
import { PathCondition, type Solver } from '../../solver/solver.ts';
import { relevantDecisions, relevantSlice, type TraceNode } from '../../trace/trace.ts';
import { outputsDiffer } from '../version-diff/compare.ts';
import { differencesOf } from './criterion.ts';
import { type FollowedTest, followTest, type RunnableVersion, type TestRun, type TestStart } from './test-run.ts';

export type VersionSide = 'old' | 'new';

export interface Condition {
  /** As it fell in the test. */
  readonly term: Term;
  readonly node: TraceNode;
}

/** An input on which both versions do the same. */
export interface Witness {
  readonly input: Model;
  readonly old: FollowedTest;
  readonly new: FollowedTest;
}

export interface Separation {
  /** Whose branch it is. */
  readonly side: VersionSide;
  readonly condition: Condition;
  /** Treated by the other version like the test, and not by this one. */
  readonly example: Model;
  witness: Witness | null;
}

/** Which conditions describe how a test was treated: those its outputs depend on, or all (as DARWIN was published first). */
export type ConditionKind = 'slice' | 'path';

export function conditionsOf(run: TestRun, starts: readonly number[], kind: ConditionKind): Condition[] {
  const { trace, version } = run;
  const { terms } = version.exploration;
  const nodes = kind === 'path' ? trace.decisions : relevantDecisions(trace, relevantSlice(trace, starts));
  const known = new Map<Term, Condition>();
  for (const node of nodes) {
    const { condition, value } = node.decision!;
    const term = value ? condition : terms.not(condition);
    if (!known.has(term)) known.set(term, { term, node });
  }
  return [...known.values()];
}

/** What the program takes for granted of its inputs: every input that is looked for must satisfy it. */
export function assumedBy({ trace, version }: TestRun): Term[] {
  const { terms } = version.exploration;
  return trace.decisions.flatMap(({ decision }) => {
    if (decision!.why !== 'assume') return [];
    return decision!.value ? [decision!.condition] : [terms.not(decision!.condition)];
  });
}

export interface SeparationSearch {
  readonly terms: Terms;
  readonly solver: Solver;
  readonly test: Model;
  readonly start: TestStart;
  readonly versions: { readonly old: RunnableVersion; readonly new: RunnableVersion };
  /** Holds for all inputs. */
  readonly assumed: readonly Term[];
  isOver(): boolean;
}

/** A loop makes conditions by the hundred, and the first ones tell. */
const MOST_QUERIES = 600;

/** Branches of one side that inputs of the other side's condition can turn. */
export function separationsOf(
  side: VersionSide,
  own: readonly Condition[],
  other: readonly Condition[],
  search: SeparationSearch,
): Separation[] {
  const { terms, solver } = search;
  const found: Separation[] = [];
  const given = new Set([...search.assumed, ...other.map(({ term }) => term)]);
  const chain = new ConditionChain();
  const prefix = [...given];
  let queries = 0;
  for (const condition of own) {
    if (given.has(condition.term)) continue;
    if (condition.node.decision!.why !== 'assume') {
      if (queries++ >= MOST_QUERIES || search.isOver()) break;
      const answer = solver.check(chain.of([...prefix, terms.not(condition.term)]));
      if (answer.status === 'sat') found.push({ side, condition, example: answer.model, witness: null });
    }
    prefix.push(condition.term);
    given.add(condition.term);
  }
  return found;
}

/** Everything an input of the separation satisfies. */
export function conditionOfSeparation(
  { condition }: Separation,
  own: readonly Condition[],
  other: readonly Condition[],
  { terms, assumed }: SeparationSearch,
): PathCondition {
  const before = own.slice(0, own.indexOf(condition)).map(({ term }) => term);
  const all = [...assumed, ...other.map(({ term }) => term), ...before, terms.not(condition.term)];
  return PathCondition.of(all);
}

/** Other paths that are tried before a branch counts as one without a witness. */
const MOST_TRIES = 6;

/** An input of the condition on which the versions agree, as like the test as possible. */
export function findWitness(condition: PathCondition, search: SeparationSearch): Witness | null {
  const { terms, solver, test } = search;
  let left = condition;
  for (let tries = 0; tries < MOST_TRIES && !search.isOver(); tries++) {
    const answer = solver.check(left);
    if (answer.status !== 'sat') return null;
    const first = nearby(answer.model, test, left.conjuncts());
    const tried = follow(first, search);
    if (tried === null) return null;
    if (agrees(tried, terms)) return nearest(tried, left, search);
    const paths = pathsOf(tried);
    const equal = terms.not(outputsDiffer(tried.old.outputs, tried.new.outputs, terms));
    const alike = [...paths, equal].reduce((all, term) => all.append(term), condition);
    const again = equal.kind === Kind.constant && equal.value === 0 ? null : solver.check(alike);
    if (again?.status === 'sat') {
      const agreeing = follow(nearby(again.model, test, alike.conjuncts()), search);
      if (agreeing !== null && agrees(agreeing, terms)) return nearest(agreeing, alike, search);
    }
    left = left.append(terms.not(terms.andAll(paths)));
  }
  return null;
}

function pathsOf({ old, new: changed }: Witness): Term[] {
  return [...old.outcome.condition.conjuncts(), ...changed.outcome.condition.conjuncts()];
}

/** Null where a limit, or an assumption, leaves nothing to compare. */
function follow(input: Model, { versions, start }: SeparationSearch): Witness | null {
  const old = followTest(versions.old, input, start);
  const changed = followTest(versions.new, input, start);
  const comparable = [old, changed].every(({ outcome }) => !INCOMPARABLE.has(outcome.ending.kind));
  return comparable ? { input, old, new: changed } : null;
}

export const INCOMPARABLE: ReadonlySet<string> = new Set(['dropped', 'limit', 'unmodelled']);

function agrees({ old, new: changed }: Witness, terms: Terms): boolean {
  return differencesOf(old, changed, terms).length === 0;
}

/** Questions asked to bring a witness nearer to the test. */
const MOST_CELLS = 24;

/** With the values of the test wherever the versions still agree on the same two paths. */
function nearest(found: Witness, condition: PathCondition, search: SeparationSearch): Witness {
  const { terms, solver, test } = search;
  const equal = terms.not(outputsDiffer(found.old.outputs, found.new.outputs, terms));
  let chosen = [...pathsOf(found), equal].reduce((all, term) => all.append(term), condition);
  const cells = new Map<string, Term>();
  for (const term of chosen.conjuncts()) {
    for (const { input, index } of inputCells(term)) {
      if (index !== WHOLE) cells.set(`${input.id}:${index}`, cellOf(input, index, terms));
    }
  }
  const asInTest = (cell: Term) => terms.eq(cell, terms.constant(cell.width, evaluate(cell, test)));
  const differing: Term[] = [];
  for (const cell of cells.values()) {
    if (evaluate(cell, found.input) === evaluate(cell, test)) chosen = chosen.append(asInTest(cell));
    else differing.push(cell);
  }
  for (const cell of differing.slice(0, MOST_CELLS)) {
    if (solver.check(chosen, asInTest(cell)).status === 'sat') chosen = chosen.append(asInTest(cell));
  }
  const model = solver.model(chosen);
  if (model === null) return found;
  const nearer = follow(nearby(model, test, chosen.conjuncts()), search);
  return nearer !== null && agrees(nearer, terms) ? nearer : found;
}

function cellOf(input: Term, index: number, terms: Terms): Term {
  return input.width > 0 ? input : terms.read(input, terms.constant(32, index));
}
