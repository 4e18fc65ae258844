import { Kind } from '../expr/kinds.ts';
import type { Model, Term } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import { Domain, type DomainCell, SatisfyingValues, widthOf } from './domain.ts';
import { Facts } from './facts.ts';
import type { Partition } from './partition.ts';
import { type Support, SupportFinder, union } from './support.ts';
import { complementOf, type WordSet } from './value-set.ts';

/** Constraints connected by shared inputs: those of the groups it was made of, and one more. Immutable. */
export class Group {
  private known: Facts | null = null;
  private list: readonly Term[] | null = null;
  /** How many constraints there are. */
  readonly size: number;

  constructor(
    private readonly parts: readonly Group[],
    private readonly last: Term,
    readonly support: Support,
    /** Where its partition keeps it, and how many groups were made before. */
    readonly cluster: number,
    readonly number: number,
    /** The values of its only input; null where it has several, or they are not known exactly. */
    readonly domain: Domain | null,
  ) {
    let size = 1;
    for (const part of parts) size += part.size;
    this.size = size;
  }

  /** In the order of the groups, and in each in the order they were added. */
  get constraints(): readonly Term[] {
    if (this.list !== null) return this.list;
    const backwards: Term[] = [];
    const open: Group[] = [this];
    for (let group = open.pop(); group !== undefined; group = open.pop()) {
      if (group.list !== null) {
        for (let i = group.list.length - 1; i >= 0; i--) backwards.push(group.list[i]);
        continue;
      }
      backwards.push(group.last);
      for (const part of group.parts) open.push(part);
    }
    return (this.list = backwards.reverse());
  }

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
 * Where all that is known of an input is about it alone, its possible values are known too (see `Domain`): a constraint that all of them
 * satisfy is left out.
 */
export class Partitioner {
  private readonly finder = new SupportFinder();
  private readonly sets = new SatisfyingValues();

  constructor(
    private readonly terms: Terms,
    private readonly useIndependence: boolean,
    private readonly useEqualities: boolean,
    private readonly useDomains: boolean,
  ) {}

  extend(partition: Partition, constraint: Term): Partition {
    const located = this.locate(partition, constraint);
    const { term, support, touched } = located;
    if (term.kind === Kind.constant && term.value !== 0) return partition;
    if (located.sides?.whenFalse === false) return partition;
    let merged = support;
    for (const group of touched) merged = union(merged, group.support);
    const domain = located.values === null ? null : located.domain!.within(located.values);
    return partition.with(touched, support, (cluster, number) => {
      return new Group(touched, term, merged, cluster, number, domain);
    });
  }

  /** The term, simplified by what the groups say of its inputs, with the inputs that remain and their groups. */
  locate(partition: Partition, term: Term): Located {
    const located = this.touching(partition, term);
    if (located.sides !== null || !this.useEqualities || located.touched.length === 0) return located;
    let simple = term;
    for (const group of located.touched) simple = group.facts(this.terms).simplify(simple);
    return simple === term ? located : this.touching(partition, simple);
  }

  private touching(partition: Partition, term: Term): Located {
    const support = this.finder.of(term);
    const touched = this.useIndependence ? partition.touching(support) : partition.groups();
    const cell = this.useDomains && this.useIndependence && term.width === 1 ? this.onlyCell(support) : null;
    const domain = cell === null ? null : touched.length === 0 ? Domain.all(widthOf(cell)) : touched[0].domain;
    const values = domain === null ? null : this.sets.of(term, cell!);
    return { term, support, touched, domain, values, sides: values === null ? null : sidesOf(domain!, values) };
  }

  private onlyCell(support: Support): DomainCell | null {
    if (support.length !== 3 || support[2] !== support[1] + 1) return null;
    return { input: this.terms.byId(support[0]), index: support[1] };
  }
}

function sidesOf(domain: Domain, values: WordSet): Located['sides'] {
  const whenTrue = domain.meets(values);
  const whenFalse = whenTrue === null ? null : domain.meets(complementOf(values, domain.width));
  return whenTrue === null || whenFalse === null ? null : { whenTrue, whenFalse };
}

export interface Located {
  readonly term: Term;
  readonly support: Support;
  readonly touched: readonly Group[];
  /** Where it is about one input of which all values are known: these, those for which the term is true, and what follows. */
  readonly domain: Domain | null;
  readonly values: WordSet | null;
  readonly sides: { readonly whenTrue: boolean; readonly whenFalse: boolean } | null;
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
