/** A strategy that is watched: keeps, for each path that ended, what its outcome does not say. */
import type { Term } from '../expr/term.ts';
import type { DecisionKind } from '../machine/client.ts';
import type { Site } from '../machine/code.ts';
import type { PathOutcome } from '../machine/outcome.ts';
import type { Recorder } from '../machine/recorder.ts';
import type { State } from '../machine/state.ts';
import type { Exploration } from './exploration.ts';
import { PathDiary } from './path-diary.ts';
import { type Counters, type PathReport, REPORTED, type Strategy } from './strategy.ts';

export interface PathNotes {
  /** Numbers states in the order they came to be. */
  readonly state: number;
  /** Null where none was kept. */
  readonly diary: PathDiary | null;
  /** A seed led here. */
  readonly isSeeded: boolean;
}

export class Watched implements Strategy {
  private readonly notes = new WeakMap<PathOutcome, PathNotes>();
  /** Known once it explores. */
  exploration: Exploration | null = null;

  constructor(
    private readonly inner: Strategy,
    /** Instead of the strategy's own, where it has none. */
    private readonly ownRecorder: Recorder | null,
    private readonly isSeeded: (state: State) => boolean = () => false,
  ) {}

  get recorder(): Recorder | null {
    return this.inner.recorder ?? this.ownRecorder;
  }
  get counters(): Counters {
    return this.inner.counters ?? {};
  }
  get costs(): { readonly analyseMs: number; readonly reduceMs: number } {
    return this.inner.costs ?? { analyseMs: 0, reduceMs: 0 };
  }

  notesOf(outcome: PathOutcome): PathNotes | null {
    return this.notes.get(outcome) ?? null;
  }

  note(state: State, outcome: PathOutcome): void {
    const diary = state.trace instanceof PathDiary ? state.trace : null;
    this.notes.set(outcome, { state: state.id, diary, isSeeded: this.isSeeded(state) });
  }

  explore(exploration: Exploration): Generator<void, void> {
    this.exploration = exploration;
    return this.inner.explore(exploration);
  }
  forked(parent: State, child: State): void {
    this.inner.forked?.(parent, child);
  }
  splitting(state: State, child: State, site: Site, repeats: boolean): void {
    this.inner.splitting?.(state, child, site, repeats);
  }
  deciding(state: State, condition: Term, kind: DecisionKind, site: Site): void {
    this.inner.deciding?.(state, condition, kind, site);
  }
  ended(state: State, outcome: PathOutcome, evidence: unknown): PathReport {
    this.note(state, outcome);
    return this.inner.ended?.(state, outcome, evidence) ?? REPORTED;
  }
}
