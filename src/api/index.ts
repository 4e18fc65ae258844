/**
 * pathfold as a library. The same runs as the commands', with the same options in camelCase; nothing is printed, nothing ends
 * the process, and any number of runs may go on at once.
 *
 * @example
 * import { explore, loadProgram } from 'pathfold';
 *
 * const program = await loadProgram('parse.c');
 * const run = explore(program, { function: 'parse', string: 'text=8', maxTime: 10 });
 * for await (const path of run.paths) console.log(path.meaning, path.input);
 * const { summary } = await run.result;
 */
export type { CoverageSummary, FunctionShares } from '../cli/run/coverage-run.ts';
export type { SignatureLine as SignatureRow, SignatureSummary } from '../cli/run/signature-run.ts';
export type { RunProgress } from '../cli/run/watcher.ts';
export type { ChangeReport, DiffSummary } from '../cli/versions/diff-run.ts';
export type { CompiledProgram } from '../frontend/assemble.ts';
export { version } from '../host/version.ts';
export type { MissingDirection, UncoveredCode } from '../insight/uncovered.ts';
export { InternalError, UserError } from '../program/errors.ts';
export type { Program } from '../program/program.ts';
export type { Summary, SummaryFault } from '../suite/summary.ts';
export type { TestCase, TestInput } from '../suite/test-case.ts';
export { type CheckConfig, type CheckSettings, type CheckTarget, defineConfig } from './check-config.ts';
export type { ExploredPath, RunEvent } from './events.ts';
export {
  compileSources as compile,
  coverCode as cover,
  type DiffResult,
  diffVersions as diff,
  explorationOf as explore,
  type LibraryResult as RunResult,
  type LoadedProgram,
  type LoadSettings,
  loadSources as loadProgram,
  type Source,
  summarizeFunction as summarize,
} from './library.ts';
export type { LibraryRun as Run, RunControl } from './run.ts';
export type {
  CompileSettings,
  CoverSettings,
  DiffSettings,
  ExploreSettings,
  ExploringSettings,
  SummarizeSettings,
} from './settings.ts';
