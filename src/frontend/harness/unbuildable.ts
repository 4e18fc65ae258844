/** What no harness can make up, and what users can do about it. */
import { type DebugRecordType, type DebugType, debugTypeName, stripType } from '../../program/debug.ts';
import { UserError } from '../../program/errors.ts';
import type { Extents } from './extents.ts';
import type { HarnessOptions } from './harness-options.ts';
import { type Place, quoteShell } from './place.ts';
import { isFile } from './type-shapes.ts';

/** Why no object of a pointer's target type can be made; null when one can. */
export function whyUnbuildable(
  place: Place,
  type: DebugType,
  options: HarnessOptions,
  extents: Extents,
): string | null {
  const bare = stripType(type);
  if (bare.kind === 'function') {
    if (options.callbacks?.has(place.name) || extents.isGuessed(place)) return null;
    return `pathfold does not invent functions unless asked to: --callback ${quoteShell(place.name)}`;
  }
  if (bare.kind === 'void' && extents.elementsOf(place, bare) === undefined) {
    const count = options.counts?.get(place.name);
    const counted = count === undefined ? '' : `, --array ${place.name}=${count} as many as ${count} says`;
    return `the size of what it points to is unknown; --array ${quoteShell(place.name)}=N gives it N bytes${counted}`;
  }
  if (isFile(type)) return 'pathfold does not invent open files';
  if ((bare.kind === 'struct' || bare.kind === 'union') && bare.forward) {
    return `${debugTypeName(bare)} is declared but not defined here`;
  }
  return null;
}

export function incompleteType(place: Place, record: DebugRecordType, options: HarnessOptions): UserError {
  return cannotBeMade(place, debugTypeName(record), 'the type is declared but not defined here', options);
}

export function cannotBeMade(place: Place, type: string, reason: string, options: HarnessOptions): UserError {
  return new UserError(
    `${options.function}: ${place.name} (${type}) cannot be made symbolic: ${reason}`,
    `write a small main with pathfold.h that calls ${options.function}${
      type.endsWith('*') || type.includes('(*)') ? `, or pass null with --nullable ${quoteShell(place.name)}` : ''
    }`,
  );
}
