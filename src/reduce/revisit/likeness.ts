/**
 * Looks for a visit that speaks for a state: one that agrees with it in everything that was looked at, and where as much is known of the
 * inputs. Visits are looked up by what they held; few of those that agree are asked about, and the solver is asked only so often.
 */
import type { Exploration } from '../../explore/exploration.ts';
import type { Term } from '../../expr/term.ts';
import type { State } from '../../machine/state.ts';
import type { MemoryObject } from '../../machine/value.ts';
import type { KnownValues } from './known-values.ts';
import type { ObjectNames } from './object-names.ts';
import type { WatchedOutputs } from './outcome-keeper.ts';
import type { DecisionPlace } from './places.ts';
import type { Knowledge } from './requirements.ts';
import { type ExploredVisit, framesOf, SAME_NAMES } from './visit.ts';
import { keyAt } from './visit-index.ts';

/** What must have been spent below a visit for a state to be split into what it speaks for and the rest. */
const WORTH_SPLITTING = 40;
/** Visits that are looked at in one search, the youngest first, and questions that the solver is asked. */
const MOST_COMPARED = 12;
const MOST_QUESTIONS = 32;
/** One that leads nowhere counts as so many. */
const FAILED_QUESTION = 8;

/** A visit, and the condition under which it speaks for a state; null if it always does. */
export interface Likeness {
  readonly visit: ExploredVisit;
  readonly names: ObjectNames;
  readonly only: Term | null;
  /** What must be known for values to be the same that are not written the same. */
  readonly reasons: readonly Term[];
}

export interface LikenessWishes {
  /** Outputs that must have been the same so far. */
  readonly watched: WatchedOutputs | null;
  /** Pointers are values too: with another name they are others. */
  readonly showsNames: boolean;
}

export class LikenessSearch {
  readonly counts = { searches: 0, compared: 0, unknown: 0, asked: 0 };
  /** Questions that may still be asked in this search. */
  private questions = 0;

  constructor(
    private readonly exploration: Exploration,
    private readonly knowledge: Knowledge,
    /** By id. */
    private readonly objects: readonly MemoryObject[],
    private readonly wishes: LikenessWishes,
    /** Where values may be the same that are not written the same. */
    private readonly values: KnownValues | null,
  ) {}

  /** A visit that speaks for the state; else the largest that does so for some of the inputs. */
  find(state: State, place: DecisionPlace): Likeness | null {
    const { counts, objects } = this;
    const { watched, showsNames } = this.wishes;
    counts.searches++;
    const frames = framesOf(state.frame);
    const values = this.values?.under(state.condition) ?? null;
    let partly: Likeness | null = null;
    this.questions = MOST_QUESTIONS;
    let left = MOST_COMPARED;
    let found: Likeness | null = null;
    place.visits.find(
      (location) => keyAt(location, state, frames, objects),
      (visit) => {
        if (left-- <= 0) return false;
        counts.compared++;
        const names = visit.agreesWith(state, frames, values);
        if (names === null || (names !== SAME_NAMES && showsNames)) return false;
        if (watched !== null && !visit.hasShown(state, watched)) return false;
        const missing = this.missing(state, visit);
        if (missing !== null && missing.length === 0) {
          found = { visit, names, only: null, reasons: reasonsOf(values) };
          return true;
        }
        counts.unknown++;
        const { work } = visit.fork;
        if (missing !== null && work >= WORTH_SPLITTING && (partly === null || work > partly.visit.fork.work)) {
          const only = missing.reduce((all, each) => this.exploration.terms.and(all, each));
          partly = { visit, names, only, reasons: reasonsOf(values) };
        }
        return false;
      },
    );
    return found ?? partly;
  }

  private missing({ condition }: State, { needs, known }: ExploredVisit): readonly Term[] | null {
    if (needs.required.size === 0) return [];
    return this.knowledge.missing(condition, needs.required, known, (required) => {
      if (this.questions <= 0) return null;
      this.counts.asked++;
      const isImplied = this.exploration.solver.mustBeTrue(condition, required) === 'yes';
      this.questions -= isImplied ? 1 : FAILED_QUESTION;
      return isImplied ? 'always' : 'never';
    });
  }
}

const NO_REASONS: readonly Term[] = [];

function reasonsOf(values: KnownValues | null): readonly Term[] {
  return values === null || values.reasons.size === 0 ? NO_REASONS : [...values.reasons];
}
