/** Conditions speak of locations: each has a variable that stands for the integer there. */
import { Kind } from '../../expr/kinds.ts';
import { termSize } from '../../expr/size.ts';
import type { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import { visitOnce } from '../../expr/walk.ts';
import { type LocationKey, registerLocation } from './needs.ts';

export class LocationVariables {
  /** By width, then by location. */
  private readonly known: (Map<LocationKey, Term> | undefined)[] = [];
  private readonly locations = new Map<Term, LocationKey>();
  private readonly inTerm = new Map<Term, readonly Term[]>();
  private readonly sizes = new Map<Term, number>();

  constructor(readonly terms: Terms) {}

  register(depth: number, register: number, width: number): Term {
    return this.variable(registerLocation(depth, register), width);
  }

  byte(key: LocationKey): Term {
    return this.variable(key, 8);
  }

  locationOf(variable: Term): LocationKey {
    return this.locations.get(variable)!;
  }

  private variable(location: LocationKey, width: number): Term {
    let known = this.known[width];
    if (known === undefined) {
      known = new Map();
      this.known[width] = known;
    }
    let variable = known.get(location);
    if (variable === undefined) {
      variable = this.terms.variable(`@${location}:${width}`, width);
      known.set(location, variable);
      this.locations.set(variable, location);
    }
    return variable;
  }

  of(term: Term): readonly Term[] {
    const known = this.inTerm.get(term);
    if (known !== undefined) return known;
    const found: Term[] = [];
    visitOnce([term], (part) => {
      if (part.kind === Kind.variable) found.push(part);
    });
    this.inTerm.set(term, found);
    return found;
  }

  sizeOf(term: Term): number {
    let size = this.sizes.get(term);
    if (size === undefined) {
      size = termSize(term);
      this.sizes.set(term, size);
    }
    return size;
  }
}
