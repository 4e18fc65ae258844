/** What two versions are compared by: everything a caller can see, or what the user asks for. */
import { isMain } from '../../insight/version-diff/affected-outputs.ts';
import type { ComparedOutputs } from '../../insight/version-diff/versions.ts';
import { UserError } from '../../program/errors.ts';
import { type GlobalVariable, isDeclaration, type Program } from '../../program/program.ts';
import type { AffectedStatements } from '../../reduce/change/affected.ts';
import type { OutputSelection } from '../../reduce/output/criterion.ts';
import { isLibraryState, NOT_COMPARED_STATE } from '../../reduce/output/library-state.ts';
import { outputSelection } from '../options/output-options.ts';
import type { Invocation } from '../options/parse.ts';
import type { Version } from './versions.ts';

/** Libraries are compared function by function, and those that changed are the ones to begin with. */
export function rejectWithoutMain({ difference }: AffectedStatements, { name, session: { program } }: Version): void {
  if (program.functions.some((fn) => isMain(fn) && !isDeclaration(fn))) return;
  const changed = difference.functions
    .filter((match) => match.changed.size + match.added.length + match.removed.length > 0)
    .map(({ new: fn }) => fn.debug?.name ?? fn.name);
  const which = changed.length === 0 ? 'no function changed' : `changed: ${changed.slice(0, MOST_NAMED).join(', ')}`;
  throw new UserError(
    `${name} has no main function`,
    `name the function to compare with --function (${which}), or add a file that defines main`,
  );
}

const MOST_NAMED = 8;

/** What the level of comparison, or the user, asks for. */
export function comparedOutputs({
  old,
  new: changed,
}: {
  readonly old: Version;
  readonly new: Version;
}): ComparedOutputs {
  const { options } = changed.invocation;
  const wanted = ({ invocation, session }: Version) => selectionOf(invocation, session.program);
  return {
    wanted: { old: wanted(old), new: wanted(changed) },
    globals: comparedGlobals(options),
    sameness: sameness(options),
  };
}

/** Which globals count besides those that are named; null where only those do. */
export function comparedGlobals({
  compare,
  output,
  function: name,
}: Pick<Invocation['options'], 'compare' | 'output' | 'function'>): ((global: GlobalVariable) => boolean) | null {
  if (compare !== 'all' || output.length > 0) return null;
  // Static variables cannot be read once main has returned; the next call of a function can read them.
  return (global) => name !== null || (global.linkage !== 'internal' && !isLibraryState(global));
}

export function selectionOf({ options }: Invocation, program: Program): OutputSelection {
  if (options.compare === 'crashes') {
    return { exitStatus: false, stdout: false, stderr: false, marks: false, globals: [] };
  }
  const isFunction = options.function !== null;
  if (options.output.length > 0) return outputSelection(options.output, program, isFunction, true);
  if (options.compare === 'return') return outputSelection(['return'], program, isFunction, isFunction);
  return outputSelection(['return', 'exit', 'stdout', 'stderr'], program, isFunction);
}

/** Everything that was compared, and what a caller could see that was not. */
export function comparedText({ compare, output, function: name }: Invocation['options']): string {
  if (compare === 'crashes') return 'faults, nothing else';
  if (output.length > 0) return `${output.join(', ')} and faults, nothing else`;
  if (compare === 'return') return `${name === null ? 'the exit status' : 'the result'} and faults, nothing else`;
  const seen =
    name === null
      ? ['the exit status', 'text on standard output and error', 'marked values', 'globals that are not static']
      : [
          'the result',
          'what pointers of parameters, result and globals lead to',
          'which objects are freed',
          'globals',
          'errno, the environment and other state of the library',
          'text on standard output and error',
        ];
  return `${seen.join('; ')}; faults. Not compared: addresses, ${NOT_COMPARED_STATE}, text before a fault`;
}

/** What both versions do alike, as far as was asked. */
function sameness({ compare, output }: Invocation['options']): string {
  if (compare === 'crashes') return 'fault in the same way, or not at all,';
  if (output.length > 0) return 'have the same chosen outputs';
  return compare === 'return' ? 'return the same' : 'do the same';
}
