/**
 * Every path of a step as a row: what the search by symbolic output gives, without leaving anything out. A parser with dozens of states has
 * thousands of paths for one byte, but no loops and little that does not matter: following each is then cheaper than building the
 * dependence graphs that would show which of them are alike. The rows of a state are merged afterwards in either case.
 */
import type { Exploration } from '../../explore/exploration.ts';
import { ForkingSearch } from '../../explore/forking-search.ts';
import { KEPT_BACK, type PathReport, REPORTED } from '../../explore/strategy.ts';
import { Model, type Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import { isFault } from '../../machine/endings.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import type { State } from '../../machine/state.ts';
import type { OutputSelection } from '../../reduce/output/criterion.ts';
import type { OutputRow } from '../../reduce/output/explore.ts';
import { finalGlobals } from '../../reduce/output/globals.ts';

export class EveryPath extends ForkingSearch {
  private readonly found: OutputRow[] = [];
  private exploration: Exploration | null = null;

  constructor(private readonly selection: OutputSelection) {
    super();
  }

  override *explore(exploration: Exploration): Generator<void, void> {
    this.exploration = exploration;
    yield* super.explore(exploration);
  }

  ended(state: State, outcome: PathOutcome): PathReport {
    const { kind } = outcome.ending;
    if (kind === 'dropped' || kind === 'limit' || kind === 'unmodelled') return REPORTED;
    const globals =
      kind === 'exit' ? finalGlobals(this.selection.globals, state, this.exploration!.machine).values : [];
    const conditions = [...new Set(outcome.condition.conjuncts())];
    this.found.push({ conditions, outcome, globals, input: new Model(), dropped: [] });
    return isFault(kind) ? REPORTED : KEPT_BACK;
  }

  /** What all paths have in common is what the program assumes of its inputs. */
  rows(terms: Terms): OutputRow[] {
    const [first, ...others] = this.found;
    if (first === undefined) return [];
    const common = new Set<Term>(first.conditions);
    for (const { conditions } of others) {
      const own = new Set(conditions);
      for (const term of common) if (!own.has(term)) common.delete(term);
    }
    const dropped = [...common].map((term) => [terms.not(term)]);
    return this.found.map((row, i) => ({
      ...row,
      conditions: row.conditions.filter((term) => !common.has(term)),
      dropped: i === 0 ? dropped : [],
    }));
  }
}
