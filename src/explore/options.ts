/** What an exploration is told. */
import type { Term } from '../expr/term.ts';
import type { Terms } from '../expr/terms.ts';
import type { Audience } from '../machine/client.ts';
import { EMPTY_ENVIRONMENT, type EnvironmentOptions } from '../machine/environment.ts';
import type { MachineOptions } from '../machine/options.ts';
import type { PathOutcome } from '../machine/outcome.ts';
import type { Deadline } from '../solver/deadline.ts';
import type { SolverOptions } from '../solver/solver.ts';
import { type Limits, NO_LIMITS, type Surroundings } from './forking.ts';
import type { PathCounts } from './path-counts.ts';
import type { FinishedPaths } from './path-name.ts';
import type { SearchName } from './searchers/choose.ts';
import type { Sharing } from './sharing/sharing.ts';

export interface ExplorationOptions {
  readonly search: SearchName;
  readonly seed: number;
  readonly limits: Limits;
  /** Where the time of several explorations, or of what comes before, is limited together; else `limits` say when it ends. */
  readonly deadline?: Deadline;
  readonly machine: Partial<MachineOptions>;
  readonly environment: EnvironmentOptions;
  readonly solver: SolverOptions;
  readonly surroundings: Surroundings;
  /** Given where several explorations are compared: equal terms are then one object in all of them. */
  readonly terms?: Terms;
  /** Only inputs for which it holds matter: whatever is said about others may be wrong. */
  readonly within?: Term;
  /** Where a run is taken up again. */
  readonly earlier?: EarlierRun;
  /** Where others explore the same program at the same time. */
  readonly sharing?: Sharing;
  /** Told of each path that ends without being reported. */
  readonly unreported?: (outcome: PathOutcome) => void;
  /** Who listens to what programs say while they run. */
  readonly audience?: Audience;
  /** Faults that another path has shown get an input, too. */
  readonly inputsOfRepeated?: boolean;
}

/** What an earlier run, which did not come to its end, has left behind. */
export interface EarlierRun {
  readonly finished: FinishedPaths;
  readonly counts: Readonly<PathCounts>;
  readonly limits: readonly string[];
  /** Faults that are known, by `faultKey`. */
  readonly faults: readonly string[];
}

export const DEFAULT_EXPLORATION: ExplorationOptions = {
  search: 'dfs',
  seed: 1,
  limits: NO_LIMITS,
  machine: {},
  environment: EMPTY_ENVIRONMENT,
  solver: {},
  surroundings: { now: () => performance.now(), memoryMb: () => 0, interrupted: () => false },
};
