/** What both versions do with the example of a difference, as the machine runs them. */
import type { Exploration } from '../../explore/exploration.ts';
import type { Model } from '../../expr/term.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import { InternalError } from '../../program/errors.ts';
import type { OutputSelection } from '../../reduce/output/criterion.ts';
import { type Change, exampleText } from './changes.ts';
import { startKey, type VersionRow } from './compare.ts';
import type { ExploredVersion, VersionComparison } from './versions.ts';

export interface ExampleRun {
  readonly model: Model;
  readonly old: ExampleSide;
  readonly new: ExampleSide;
}

export interface ExampleSide {
  readonly outcome: PathOutcome;
  readonly selection: OutputSelection;
  /** Values that compiled code does not show: final ones of globals, where pointers lead, and what lies before them there. */
  readonly unseen: Readonly<Record<string, string>>;
}

export function exampleRun(change: Change, versions: Pick<VersionComparison, 'old' | 'new'>): ExampleRun {
  const start = startKey(change.new.row.outcome);
  const side = ({ exploration, selection }: ExploredVersion, row: VersionRow): ExampleSide => {
    const { outcome } = exploration.follow(change.example, initialState(exploration, start));
    return { outcome, selection, unseen: unseenOutputs(change, row) };
  };
  return { model: change.example, old: side(versions.old, change.old), new: side(versions.new, change.new) };
}

function unseenOutputs(change: Change, { outputs }: VersionRow): Record<string, string> {
  const unseen = outputs.filter(({ kind, isUnseen }) => kind !== 'ending' && isUnseen);
  return Object.fromEntries(unseen.map((output) => [output.name, exampleText(output, change)]));
}

function initialState(exploration: Exploration, start: string): number {
  const at = exploration.startStates().findIndex((state) => startKey(state) === start);
  if (at < 0) throw new InternalError('a row does not begin in any initial state');
  return at;
}
