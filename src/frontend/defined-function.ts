import { UserError } from '../program/errors.ts';
import { nearNames } from '../program/near-names.ts';
import { isDeclaration, type Program, type ProgramFunction } from '../program/program.ts';
import { USER_MAIN } from './harness/make-harness.ts';

/** Up to this many functions, a hint names them all. */
const MOST_NAMED = 10;

/** Told apart from other mistakes where two versions are compared. */
export class NoSuchFunction extends UserError {}

/**
 * The function a user names: `NAME`, or `FILE:NAME` where several files have a static function of that name. A name in the
 * source will do for a static function that the linker renamed.
 */
export function definedFunction(program: Program, wanted: string): ProgramFunction {
  const colon = wanted.lastIndexOf(':');
  const [file, name] = [wanted.slice(0, Math.max(0, colon)), wanted.slice(colon + 1)];
  const defined = program.functions.filter((fn) => !isDeclaration(fn));
  const named = defined.filter((fn) => fn.name === name || fn.debug?.name === name);
  // The main that users mean is theirs, not the one that calls it.
  const users = named.filter((fn) => fn.name === USER_MAIN);
  const called = users.length > 0 ? users : named;
  const own = called.some((fn) => fn.library !== true) ? called.filter((fn) => fn.library !== true) : called;
  const found = own.filter((fn) => file === '' || isIn(fn, file));
  if (found.length === 1) return found[0];
  if (own.length > 0) {
    const candidates = own.map((fn) => `${fn.debug?.file.path ?? '?'}:${name}`).join(', ');
    const problem =
      found.length === 0 ? `there is no ${name} in ${file}` : `there are ${found.length} functions called ${name}`;
    throw new UserError(problem, `say which file's: ${candidates}`);
  }
  if (program.functions.some((fn) => fn.name === name)) {
    throw new UserError(`${name} is declared but not defined in the given files`, 'add the file that defines it');
  }
  const names = defined.filter((fn) => fn.library !== true).map((fn) => fn.debug?.name ?? fn.name);
  throw new NoSuchFunction(`there is no function called ${name}`, hintFor(name, names));
}

function isIn({ debug }: ProgramFunction, file: string): boolean {
  const path = `/${debug?.file.path ?? ''}`;
  return path.endsWith(`/${file.replace(/^\.\//, '')}`) || path === `/${file}`;
}

function hintFor(name: string, names: readonly string[]): string {
  const near = nearNames(name, names);
  if (near.length > 0) return `did you mean ${near.join(' or ')}?`;
  if (names.length === 0) return 'the given files define no function at all';
  if (names.length <= MOST_NAMED) return `there are ${names.join(', ')}`;
  return 'check the spelling; --function takes a name from the given files';
}
