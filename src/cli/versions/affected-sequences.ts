/** Sequences of statements that a change affects: which one a test runs, and one input for each that there is. */
import { setImmediate } from 'node:timers/promises';
import { Exploration } from '../../explore/exploration.ts';
import type { Model } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import type { AffectedStatements } from '../../reduce/change/affected.ts';
import { Sequences } from '../../reduce/change/sequences.ts';
import type { DirectedSearch } from '../../reduce/change/strategy.ts';
import { DEFAULT_REDUCTION_OPTIONS, REDUCTIONS } from '../../reduce/registry.ts';
import type { TestValues } from '../../suite/given-tests.ts';
import { explorationOptions } from '../options/explore-options.ts';
import { sharedProgramName, type Version } from './versions.ts';

export interface SequenceExample {
  readonly outcome: PathOutcome;
  readonly values: TestValues;
  readonly sequence: number;
}

export class AffectedSequences {
  private constructor(
    readonly exploration: Exploration,
    private readonly search: DirectedSearch,
    private readonly found: readonly { readonly outcome: PathOutcome; readonly model: Model }[],
  ) {}

  /** Of the new version. The caller disposes it. */
  static async open({ invocation, session }: Version, affected: AffectedStatements, terms?: Terms) {
    const options = explorationOptions(
      invocation,
      sharedProgramName({ invocation }),
      () => false,
      () => {},
    );
    const search = REDUCTIONS.change.strategy(session.program, { ...DEFAULT_REDUCTION_OPTIONS, change: affected });
    const found: { outcome: PathOutcome; model: Model }[] = [];
    const exploration = await Exploration.create(
      session.program,
      terms === undefined ? options : { ...options, terms },
      ({ outcome, model }) => {
        if (model !== null) found.push({ outcome, model });
      },
      search,
    );
    return new AffectedSequences(exploration, search, found);
  }

  /** Equal ones are one number. */
  of({ model, initial, environment }: TestValues): number {
    return this.search.sequenceOf(this.exploration.follow(model, initial, environment).state);
  }

  isEmpty(sequence: number): boolean {
    return sequence === Sequences.EMPTY;
  }

  /** An input for each sequence, the empty one left out. */
  async all(): Promise<SequenceExample[]> {
    const { exploration } = this;
    const starts = exploration.startStates().map((state) => state.arguments.length);
    await exploration.runWithPauses(() => setImmediate());
    return this.found.map(({ outcome, model }) => {
      const initial = Math.max(0, starts.indexOf(outcome.arguments.length));
      const values = { model, initial, environment: exploration.options.environment };
      return { outcome, values, sequence: this.of(values) };
    });
  }

  dispose(): void {
    this.exploration.dispose();
  }
}
