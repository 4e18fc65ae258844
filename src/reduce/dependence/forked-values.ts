/** A search that forks and leaves paths in states from which every value has been computed; it keeps its paths until it has won. */
import type { Exploration } from '../../explore/exploration.ts';
import { ENDINGS } from '../../machine/endings.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import { RevisitReduction } from '../revisit/strategy.ts';
import { FaultsMet, keptBack, type Rival } from '../tasks/race.ts';

export class ForkedValues implements Rival {
  readonly search: RevisitReduction;
  readonly hearing: Rival['hearing'];
  private readonly paths: PathOutcome[] = [];
  private readonly met = new FaultsMet();

  constructor(
    private readonly exploration: Exploration,
    /** True when it should pause. */
    isTurnOver: () => boolean,
  ) {
    const search = new RevisitReduction({ goal: 'values', isTurnOver });
    this.search = search;
    this.hearing = keptBack(search, (outcome) => {
      this.met.add(outcome);
      if (ENDINGS[outcome.ending.kind].test) this.paths.push(outcome);
    });
  }

  *explore(): Generator<void, void> {
    yield* this.search.explore(this.exploration);
  }

  get isDone(): boolean {
    return this.search.isDone;
  }

  get faults(): readonly PathOutcome[] {
    return this.met.all;
  }

  /** They were counted when they ended. */
  report(): void {
    for (const outcome of this.paths) this.exploration.tell(outcome, null, outcome.condition);
  }
}
