/**
 * The same input-output relations, as functions.
 *
 * A row of the reduced run speaks for a set of inputs (its claim) and says what the outputs are there. The baseline's
 * paths partition the inputs. So for each baseline path: wherever a row speaks for some of its inputs, the row's outputs
 * must equal the path's for all of those; and the rows together must speak for all of them. Both are questions to the
 * solver: as many as there are pairs in the worst case, but pairs that contradict each other in one literal (paths that
 * parted at a branch do) and pairs with the same terms need none.
 */
import type { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import { PathCondition } from '../../solver/solver.ts';
import type { ObservedPath } from './observer.ts';
import { difference, endingText } from './outputs.ts';
import { Losses, type Property, type PropertyResult } from './property.ts';

export const sameRelations: Property = (...runs) => relationsOf(() => true, ...runs);

/** The same for the inputs on which something runs that a change affects. */
export const sameAffectedRelations: Property = (...runs) =>
  relationsOf(({ affected }) => affected !== NOTHING, ...runs);

/** The chain of a path that runs nothing affected. */
const NOTHING = -1;

function relationsOf(
  isWanted: (path: ObservedPath) => boolean,
  ...[baseline, reduced, observer, limit]: Parameters<Property>
): PropertyResult {
  const { terms, solver } = observer;
  const losses = new Losses(limit);
  const rows = reduced.paths.filter((path) => path.outputs !== null).map((path) => rowOf(path));
  let undecided: string | null = null;
  const gaveUp = () => {
    undecided = 'the solver gave up on a comparison of outputs';
  };
  for (const path of baseline.paths) {
    if (path.outputs === null || !isWanted(path)) continue;
    const own = path.reported.outcome.condition.conjuncts();
    const meeting: Row[] = [];
    for (const row of rows) {
      if (own.some((term) => row.literals.has(terms.not(term)))) continue;
      meeting.push(row);
      const differs = differenceBetween(path, row.path, terms);
      if (differs === null) continue;
      const answer = solver.check(PathCondition.of([...own, ...row.literals, differs]));
      if (answer.status === 'unknown') gaveUp();
      if (answer.status !== 'sat') continue;
      losses.add(`relation: ${describeDifference(path, row.path)}`, answer.model);
      if (losses.full) return { missing: losses.missing, undecided };
    }
    const held = new Set(own);
    if (meeting.some((row) => [...row.literals].every((term) => held.has(term)))) continue;
    const outside = meeting.map((row) => terms.not(terms.andAll([...row.literals])));
    const answer = solver.check(PathCondition.of([...own, ...outside]));
    if (answer.status === 'unknown') gaveUp();
    if (answer.status !== 'sat') continue;
    losses.add(`relation: nothing speaks for an input for which ${ending(path)}`, answer.model);
    if (losses.full) break;
  }
  return { missing: losses.missing, undecided };
}

interface Row {
  readonly path: ObservedPath;
  readonly literals: ReadonlySet<Term>;
}

function rowOf(path: ObservedPath): Row {
  return { path, literals: new Set(path.reported.claim.conjuncts()) };
}

/** Where the outputs differ: everywhere when not even their shape is the same; null for nowhere. */
function differenceBetween(left: ObservedPath, right: ObservedPath, terms: Terms): Term | null {
  return left.outputs!.shape === right.outputs!.shape ? difference(left.outputs!, right.outputs!, terms) : terms.true_;
}

function describeDifference(path: ObservedPath, row: ObservedPath): string {
  if (path.outputs!.shape !== row.outputs!.shape && ending(path) !== ending(row)) {
    return `a row says "${ending(row)}" for an input for which ${ending(path)}`;
  }
  const differing = path.outputs!.values.find(({ value }, i) => value !== row.outputs!.values[i]?.value);
  return `a row gives other outputs (${differing?.name ?? 'their number'}) for an input for which ${ending(path)}`;
}

function ending(path: ObservedPath): string {
  return endingText(path.reported.outcome.ending);
}
