/** `--output` as a selection: `return`, `exit`, `stdout`, `stderr`, or the name of a global. */
import { UserError } from '../program/errors.ts';
import { nearNames } from '../program/near_names.ts';
import type { Program } from '../program/program.ts';
import type { OutputSelection } from '../reduce/output/criterion.ts';

const STREAMS = ['return', 'exit', 'stdout', 'stderr'];

/**
 * Nothing chosen: what the program marks with pathfold_output, and its exit status unless one function is explored,
 * whose result is such a mark.
 */
export function outputSelection(names: readonly string[], program: Program, isFunction: boolean): OutputSelection {
  const globals = names
    .filter((name) => !STREAMS.includes(name))
    .map((name) => {
      const found = program.variables.find((variable) => (variable.debug?.name ?? variable.name) === name);
      if (found !== undefined) return found;
      const known = program.variables.flatMap((variable) => (variable.debug === null ? [] : [variable.debug.name]));
      const near = nearNames(name, known);
      const hint = near.length > 0 ? `did you mean ${near.join(' or ')}?` : `choose ${STREAMS.join(', ')} or a global`;
      throw new UserError(`--output ${name}: there is no global of that name`, hint);
    });
  const none = names.length === 0;
  return {
    exitStatus: names.includes('exit') || ((none || names.includes('return')) && !isFunction),
    stdout: names.includes('stdout'),
    stderr: names.includes('stderr'),
    marks: none || names.includes('return'),
    globals,
  };
}
