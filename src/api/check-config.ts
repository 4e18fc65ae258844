/** What `pathfold check` is told: `pathfold.config.json`, or `pathfold.config.ts` with `defineConfig` around it. */
import type { ExploreSettings } from './settings.ts';

/** What makes a check fail. A build that is broken always does. */
export const FAILURES = ['faults', 'differences', 'incomplete'] as const;

export type FailureKind = (typeof FAILURES)[number];

/** Everything that `pathfold test` can be told, but for what the check decides. */
export type CheckSettings = Omit<ExploreSettings, 'function' | 'out' | 'force' | 'signal'>;

export interface CheckTarget {
  /** As messages call it; the first file unless given. */
  readonly name?: string;
  /** C sources that belong together, relative to the configuration. */
  readonly files: string | readonly string[];
  /** Which functions to explore with arbitrary arguments; `main` is the program itself, and what is done unless given. */
  readonly functions?: 'all' | 'main' | readonly string[];
  /** Options of `pathfold test`, in camelCase. */
  readonly settings?: CheckSettings;
}

export interface CheckConfig {
  readonly targets: readonly CheckTarget[];
  /** For all targets; their own settings come first. */
  readonly settings?: CheckSettings;
  /** `["faults"]` unless given. */
  readonly failOn?: readonly FailureKind[];
  /** The file with accepted faults; `pathfold.baseline.json` unless given. */
  readonly baseline?: string;
  /** Where results go; `pathfold-check` unless given. What an earlier check left there is replaced. */
  readonly out?: string;
}

/** Gives editors the type of a configuration that is written in TypeScript or JavaScript. */
export function defineConfig(config: CheckConfig): CheckConfig {
  return config;
}
