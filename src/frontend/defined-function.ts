import { UserError } from '../program/errors.ts';
import { nearNames } from '../program/near-names.ts';
import { isDeclaration, type Program, type ProgramFunction } from '../program/program.ts';

/** Up to this many functions, a hint names them all. */
const MOST_NAMED = 10;

/** Told apart from other mistakes where two versions are compared. */
export class NoSuchFunction extends UserError {}

/** The function a user names. A name in the source will do for a static function that the linker renamed. */
export function definedFunction(program: Program, name: string): ProgramFunction {
  const defined = program.functions.filter((fn) => !isDeclaration(fn));
  const found = defined.find((fn) => fn.name === name) ?? defined.find((fn) => fn.debug?.name === name);
  if (found !== undefined) return found;
  if (program.functions.some((fn) => fn.name === name)) {
    throw new UserError(`${name} is declared but not defined in the given files`, 'add the file that defines it');
  }
  const names = defined.filter((fn) => fn.library !== true).map((fn) => fn.debug?.name ?? fn.name);
  throw new NoSuchFunction(`there is no function called ${name}`, hintFor(name, names));
}

function hintFor(name: string, names: readonly string[]): string {
  const near = nearNames(name, names);
  if (near.length > 0) return `did you mean ${near.join(' or ')}?`;
  if (names.length === 0) return 'the given files define no function at all';
  if (names.length <= MOST_NAMED) return `there are ${names.join(', ')}`;
  return 'check the spelling; --function takes a name from the given files';
}
