/** `--output` as a selection: `return`, `exit`, `stdout`, `stderr`, the name of a global, or that of a marked value. */
import { UserError } from '../../program/errors.ts';
import { nearNames } from '../../program/near-names.ts';
import type { GlobalVariable, Program } from '../../program/program.ts';
import type { OutputSelection } from '../../reduce/output/criterion.ts';

const STREAMS = ['return', 'exit', 'stdout', 'stderr'];

/**
 * Nothing chosen: what the program marks with pathfold_output, and its exit status unless one function is explored,
 * whose result is such a mark. With `exactly`, only the marks that are named count, otherwise all as soon as one does.
 */
export function outputSelection(
  names: readonly string[],
  program: Program,
  isFunction: boolean,
  exactly = false,
): OutputSelection {
  const globals: GlobalVariable[] = [];
  const marks: string[] = isFunction && names.includes('return') ? ['return'] : [];
  for (const name of names) {
    if (STREAMS.includes(name)) continue;
    const found = program.variables.find((variable) => (variable.debug?.name ?? variable.name) === name);
    if (found !== undefined) globals.push(found);
    else if (hasLiteral(program, name)) marks.push(name);
    else throw unknownOutput(name, program);
  }
  const none = names.length === 0;
  const selection = {
    exitStatus: names.includes('exit') || ((none || names.includes('return')) && !isFunction),
    stdout: names.includes('stdout'),
    stderr: names.includes('stderr'),
    marks: none || names.includes('return') || marks.length > 0,
    globals,
  };
  return exactly && marks.length > 0 ? { ...selection, markNames: marks } : selection;
}

/** Marks get their names when they are executed; what can be known before is whether the text occurs in the program. */
function hasLiteral(program: Program, text: string): boolean {
  const expected = [...Buffer.from(text, 'utf8'), 0];
  return program.variables.some(({ constant, initializer }) => {
    const bytes = constant && initializer?.kind === 'bytes' ? initializer.bytes : null;
    return bytes !== null && bytes.length === expected.length && expected.every((byte, i) => bytes[i] === byte);
  });
}

function unknownOutput(name: string, program: Program): UserError {
  const known = program.variables.flatMap((variable) => (variable.debug === null ? [] : [variable.debug.name]));
  const near = nearNames(name, [...STREAMS, ...known]);
  const hint =
    near.length > 0
      ? `did you mean ${near.join(' or ')}?`
      : `choose ${STREAMS.join(', ')}, a global, or a value marked with pathfold_output`;
  return new UserError(`--output ${name}: there is no global and no marked value of that name`, hint);
}
