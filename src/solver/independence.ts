import { Kind } from '../expr/kinds.ts';
import type { Model, Term } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import { Facts } from './facts.ts';
import { intersects, type Support, SupportFinder, union } from './support.ts';

/** Constraints connected by shared inputs. Immutable. */
export class Group {
  private known: Facts | null = null;

  constructor(
    readonly constraints: readonly Term[],
    readonly support: Support,
  ) {}

  facts(terms: Terms): Facts {
    return (this.known ??= new Facts(terms, this.constraints));
  }
}

/**
 * Splits path conditions into groups of constraints that share no input, byte by byte: a question about one input needs
 * only the group of that input. With equalities, a constraint is simplified by what is known before it joins: an input
 * that equals a constant no longer connects the constraints that mention it. The conjunction of all groups is equivalent
 * to the path condition.
 *
 * Adding a constraint costs time linear in the number of groups and the size of those it touches; groups it does not
 * touch are shared with the old partition.
 */
export class Partitioner {
  private readonly finder = new SupportFinder();

  constructor(
    private readonly terms: Terms,
    private readonly useIndependence: boolean,
    private readonly useEqualities: boolean,
  ) {}

  extend(groups: readonly Group[], constraint: Term): readonly Group[] {
    const { term, support, touched } = this.locate(groups, constraint);
    if (term.kind === Kind.constant && term.value !== 0) return groups;
    if (touched.length === 0) return [...groups, new Group([term], support)];
    const constraints: Term[] = [];
    let merged = support;
    for (const group of touched) {
      for (const other of group.constraints) constraints.push(other);
      merged = union(merged, group.support);
    }
    constraints.push(term);
    const result = groups.filter((group) => !touched.includes(group));
    result.push(new Group(constraints, merged));
    return result;
  }

  /** The term, simplified by what the groups say of its inputs, with the inputs that remain and their groups. */
  locate(groups: readonly Group[], term: Term): Located {
    const located = this.touching(groups, term);
    if (!this.useEqualities || located.touched.length === 0) return located;
    let simple = term;
    for (const group of located.touched) simple = group.facts(this.terms).simplify(simple);
    return simple === term ? located : this.touching(groups, simple);
  }

  private touching(groups: readonly Group[], term: Term): Located {
    const support = this.finder.of(term);
    if (!this.useIndependence) return { term, support, touched: groups };
    return { term, support, touched: groups.filter((group) => intersects(group.support, support)) };
  }
}

export interface Located {
  readonly term: Term;
  readonly support: Support;
  readonly touched: readonly Group[];
}

/** The constraints of all these groups. */
export function constraintsOf(groups: readonly Group[]): readonly Term[] {
  return groups.length === 1 ? groups[0].constraints : groups.flatMap((group) => group.constraints);
}

/** Copies what `from` says about the inputs in `support` into `into`; `inputOf` finds an input by its id. */
export function mergeModel(into: Model, from: Model, support: Support, inputOf: (id: number) => Term): void {
  for (let i = 0; i < support.length; i += 3) {
    const input = inputOf(support[i]);
    const value = from.scalars.get(input);
    if (value !== undefined) into.scalars.set(input, value);
    const bytes = from.arrays.get(input);
    if (bytes === undefined) continue;
    let target = into.arrays.get(input);
    if (target === undefined) into.arrays.set(input, (target = new Uint8Array(input.low)));
    target.set(bytes.subarray(support[i + 1], support[i + 2]), support[i + 1]);
  }
}
