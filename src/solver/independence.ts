import { Kind } from '../expr/kinds.ts';
import type { Scalar } from '../expr/scalar.ts';
import type { Model, Term } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import { type CaseSplitter, Cases } from './cases.ts';
import { Domain, type DomainCell, SatisfyingValues, widthOf } from './domain.ts';
import { Facts } from './facts.ts';
import type { Partition } from './partition.ts';
import type { CheckResult } from './procedure.ts';
import { type Support, SupportFinder, union } from './support.ts';
import { complementOf, type WordSet } from './value-set.ts';

/** A group is not taken apart where so many before it were not. */
const MOST_WITHOUT_CASES = 200;

/** Constraints connected by shared inputs: those of the groups it was made of, and one more. Immutable. */
export class Group {
  private known: Facts | null = null;
  private list: readonly Term[] | null = null;
  private foundCases: Cases | null | undefined;
  /** Whether it can hold, and values for a person to read, once the solver has found them. */
  result: CheckResult | null = null;
  readable: GroupValues | null = null;
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

  /** Its constraints as cases; null where these are too many. Found from those of its parts, as far back as that takes. */
  cases(splitter: CaseSplitter, inputOf: (id: number) => Term): Cases | null {
    if (this.foundCases !== undefined) return this.foundCases;
    const open: Group[] = [this];
    let unknown = 0;
    while (open.length > 0) {
      const group = open[open.length - 1];
      const missing = group.domain === null ? group.parts.filter((part) => part.foundCases === undefined) : [];
      if (missing.length > 0 && ++unknown < MOST_WITHOUT_CASES) open.push(...missing);
      else {
        open.pop();
        group.foundCases ??= missing.length > 0 ? null : group.casesByParts(splitter, inputOf);
      }
    }
    return this.foundCases!;
  }

  /** The same where the group has several inputs, and a question needed the cases of its parts. */
  casesIfNear(splitter: CaseSplitter, inputOf: (id: number) => Term): Cases | null {
    if (this.domain !== null || this.parts.length === 0) return null;
    return this.parts.every(({ foundCases }) => foundCases) ? this.cases(splitter, inputOf) : null;
  }

  private casesByParts(splitter: CaseSplitter, inputOf: (id: number) => Term): Cases | null {
    if (this.domain !== null) {
      const values = this.domain.toSet();
      const [id, index] = this.support;
      return values === null ? null : Cases.ofCell(splitter.restrictions.numberOf(inputOf(id), index), values);
    }
    return combined(this.parts, splitter, inputOf)?.halvesBy(this.last, splitter)?.whenTrue ?? null;
  }
}

/** All hold; null where the cases are not known. */
export function combined(
  groups: readonly Group[],
  splitter: CaseSplitter,
  inputOf: (id: number) => Term,
): Cases | null {
  let result: Cases | null = splitter.unconstrained;
  for (const group of groups) {
    const cases = group.cases(splitter, inputOf);
    result = result === null || cases === null ? null : result.and(cases);
  }
  return result;
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

/** Values of a group's inputs: for each range of its support a number, or bytes; undefined where any will do. */
export type GroupValues = readonly (Scalar | Uint8Array | undefined)[];

export function groupValuesIn(model: Model, support: Support, inputOf: (id: number) => Term): GroupValues {
  const values: (Scalar | Uint8Array | undefined)[] = [];
  for (let i = 0; i < support.length; i += 3) {
    const input = inputOf(support[i]);
    values.push(model.scalars.get(input) ?? model.arrays.get(input)?.slice(support[i + 1], support[i + 2]));
  }
  return values;
}

export function enterValues(model: Model, support: Support, values: GroupValues, inputOf: (id: number) => Term): void {
  for (let i = 0; i < support.length; i += 3) {
    const value = values[i / 3];
    if (value === undefined) continue;
    const input = inputOf(support[i]);
    if (!(value instanceof Uint8Array)) model.scalars.set(input, value);
    else {
      let bytes = model.arrays.get(input);
      if (bytes === undefined) model.arrays.set(input, (bytes = new Uint8Array(input.low)));
      bytes.set(value, support[i + 1]);
    }
  }
}
