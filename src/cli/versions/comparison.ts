/** The comparison of two versions as commands make it: both explored with tests in their folders, on the same terms. */
import { Terms } from '../../expr/terms.ts';
import { compareVersions, type Side, type VersionComparison } from '../../insight/version-diff/versions.ts';
import { type AffectedStatements, affectedStatements } from '../../reduce/change/affected.ts';
import type { Deadline } from '../../solver/deadline.ts';
import { deadlineOf, explorationOptions } from '../options/explore-options.ts';
import type { Invocation } from '../options/parse.ts';
import { type ExploredRun, explore, openSolvers } from '../run/explored-run.ts';
import type { Watcher } from '../run/watcher.ts';
import { comparedOutputs, rejectWithoutMain } from './compared-outputs.ts';
import { sharedProgramName, type Version } from './versions.ts';

export interface Versions {
  readonly old: Version;
  readonly new: Version;
}

export interface ComparedVersions {
  readonly terms: Terms;
  readonly statements: AffectedStatements;
  readonly comparison: VersionComparison;
  readonly runs: Readonly<Record<Side, ExploredRun>>;
  readonly deadline: Deadline;
}

/** `use` gets the comparison while both explorations can still run inputs. */
export async function withComparison<Result>(
  versions: Versions,
  invocation: Invocation,
  watcher: Watcher,
  use: (compared: ComparedVersions) => Promise<Result>,
  terms = new Terms(),
): Promise<Result> {
  const programName = sharedProgramName(versions.new);
  const statements = affectedStatements(versions.old.session.program, versions.new.session.program);
  rejectWithoutMain(statements, versions.new);
  const deadline = deadlineOf(invocation);
  const runs: Partial<Record<Side, ExploredRun>> = {};
  try {
    const comparison = await compareVersions(statements, comparedOutputs(versions), {
      terms,
      exploring: explorationOptions(
        versions.new.invocation,
        programName,
        () => false,
        () => {},
      ),
      async explore(side, strategy, within, time) {
        const run = await explore(versions[side].invocation, watcher, {
          reduction: 'change, output',
          strategy,
          guarantee: 'every way to compute the outputs was compared between the versions',
          replay: 'none',
          shared: { terms, programName, session: versions[side].session, within, deadline: time },
        });
        runs[side] = run;
        return run.exploration;
      },
      solvers: (maxConflicts) => openSolvers(invocation, maxConflicts),
      deadline,
      progress: (text) => watcher.progress(text),
    });
    return await use({ terms, statements, comparison, runs: { old: runs.old!, new: runs.new! }, deadline });
  } finally {
    for (const run of Object.values(runs)) run.exploration.dispose();
  }
}
