/** Compares a reduced run with the exhaustive one, property by property. */
import { everyAffectedSequence } from './affected.ts';
import { sameCoverage } from './coverage.ts';
import { sameFaults } from './faults.ts';
import type { PropertyName } from './names.ts';
import type { ObservedRun, Observer } from './observer.ts';
import type { Loss, Property } from './property.ts';
import { sameAffectedRelations, sameRelations } from './relations.ts';
import { everySuffix, everySuffixAnywhere } from './suffixes.ts';
import { everyAffectedValue, everyValue } from './values.ts';

const CHECKS: Record<PropertyName, Property> = {
  faults: sameFaults,
  coverage: sameCoverage,
  relations: sameRelations,
  suffixes: everySuffix,
  'suffixes anywhere': everySuffixAnywhere,
  values: everyValue,
  affected: everyAffectedSequence,
  'affected values': everyAffectedValue,
  'affected relations': sameAffectedRelations,
};

/** `lost` only with a witness, `preserved` only with a complete baseline; everything else is not decided. */
export type Verdict =
  | { readonly kind: 'preserved' }
  | { readonly kind: 'lost'; readonly missing: readonly Loss[] }
  | { readonly kind: 'undecided'; readonly reason: string };

export function checkProperty(
  name: PropertyName,
  baseline: ObservedRun,
  reduced: ObservedRun,
  observer: Observer,
  limit = 3,
): Verdict {
  if (!baseline.record.complete) return undecided(`the exhaustive run hit a limit${named(baseline)}`);
  if (baseline.unobserved + reduced.unobserved > 0) return undecided('some path could not be run again and looked at');
  const { missing, undecided: reason } = CHECKS[name](baseline, reduced, observer, limit);
  if (missing.length > 0) {
    return reduced.record.complete
      ? { kind: 'lost', missing }
      : undecided(`the reduced run hit a limit${named(reduced)}`);
  }
  return reason === null ? { kind: 'preserved' } : undecided(reason);
}

function undecided(reason: string): Verdict {
  return { kind: 'undecided', reason };
}

function named({ record: { limits, counts } }: ObservedRun): string {
  if (limits.length > 0) return ` (${limits.join(', ')})`;
  return counts.unfinished > 0 ? ' (something is not modelled)' : '';
}
