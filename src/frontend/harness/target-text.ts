/** What is taken for granted of the thing that a pointer leads to, and which option says otherwise. */
import { type DebugPointerType, debugTypeName, stripType } from '../../program/debug.ts';
import type { Extents } from './extents.ts';
import type { HarnessOptions } from './harness-options.ts';
import { type Place, quoteShell } from './place.ts';
import { unqualified } from './type-spelling.ts';

/** An `assumed:` line; null for functions, which are spoken of where they are chosen. */
export function targetText(
  place: Place,
  type: DebugPointerType,
  nullable: boolean,
  options: HarnessOptions,
  extents: Extents,
): string | null {
  const { name } = place;
  const bare = stripType(type.target);
  const asked = extents.elementsOf(place, bare);
  const ending = !nullable
    ? `; never null (--nullable ${quoteShell(name)})`
    : options.nullable.has(name)
      ? ', or null'
      : `, or null (--never-null ${quoteShell(name)})`;
  if (extents.isString(place, bare)) {
    const length = extents.stringLength(place);
    return `${name}: a string of at most ${length} characters (--string ${quoteShell(name)}=N${orCounted(name, ' or --array ', options)})${ending}`;
  }
  if (bare.kind === 'function') return null;
  const counted = extents.countOf(place);
  if (counted !== null) {
    const { name: count, to, from } = counted;
    const what = bare.kind === 'void' ? 'bytes' : debugTypeName(unqualified(type.target));
    const none = from === null ? ', nothing where it is negative' : '';
    const guessed = options.arrays.has(name) ? '' : `${none}, as the names say (--array ${quoteShell(name)}=N)`;
    return `${name}: points to ${count} ${what}, at most ${to} (--range ${quoteShell(`${count}=0..N`)})${guessed}${ending}`;
  }
  if (bare.kind === 'void')
    return `${name}: points to ${asked} bytes${options.arrays.has(name) ? '' : ` (${arrayOption(name, options)})`}${ending}`;
  const how = options.arrays.has(name)
    ? ''
    : asked === undefined
      ? ` (${arrayOption(name, options)})`
      : `, as declared (--array ${quoteShell(name)}=N)`;
  return `${name}: points to ${asked ?? 1} ${debugTypeName(unqualified(type.target))}${how}${ending}`;
}

function arrayOption(name: string, options: HarnessOptions): string {
  return `--array ${quoteShell(name)}=N${orCounted(name, ' or ', options)}`;
}

/** Nothing where no other parameter looks like the number of elements. */
function orCounted(name: string, words: string, options: HarnessOptions): string {
  const count = options.strings.has(name) ? undefined : options.counts?.get(name);
  return count === undefined ? '' : `${words}${name}=${count}`;
}
