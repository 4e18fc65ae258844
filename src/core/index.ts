/**
 * `pathfold/core`: what runs anywhere, in browsers and workers too. No file, no process, nothing of Node: a program comes in
 * as bitcode (`compile` of `pathfold` makes it, wherever there is a compiler), its paths come out one by one.
 *
 * @example
 * import { assemble, explorePaths } from 'pathfold/core';
 *
 * // In a worker that gets what `compile` of `pathfold` returns:
 * const program = assemble(message.data);
 * for await (const path of explorePaths(program)) console.log(path.ending, path.inputs);
 */
export { DEFAULT_EXPLORATION, type ExplorationOptions } from '../explore/options.ts';
export { printC } from '../expr/print-c.ts';
export { assembleModules as assemble, type BitcodeModule, type CompiledProgram } from '../frontend/assemble.ts';
export { ENDINGS, type EndingKind } from '../machine/endings.ts';
export { EMPTY_ENVIRONMENT, type EnvironmentOptions } from '../machine/environment.ts';
export { InternalError, UserError } from '../program/errors.ts';
export { printProgram } from '../program/print.ts';
export type { Program } from '../program/program.ts';
export { CATALOGUE, REDUCTION_NAMES, type ReductionName } from '../reduce/catalogue.ts';
export { type CoreInput, type CoreOptions, type CorePath, type CoreSummary, explorePaths } from './explore-paths.ts';
