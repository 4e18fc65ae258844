/** The folder in which a program of this machine runs once, and as whom. */
import {
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { byName, type ExpectedFile } from '../test-case.ts';
import { readableBytes } from '../typed-value.ts';
import type { TestWorld } from '../world.ts';
import type { RealInput } from './observation.ts';

const MOST_BYTES_COMPARED = 16 * 1024 * 1024;
/** nobody, on every Linux. */
const POWERLESS_USER = 65534;
export const EMPTY_WORLD: TestWorld = { files: [], variables: [] };

/** For the superuser, one who may do nothing; undefined for others, who run programs themselves. */
export function powerlessUser(): number | undefined {
  return process.getuid?.() === 0 ? POWERLESS_USER : undefined;
}

/** What cannot be passed to a program from here; null when all of it can. */
export function unpassable(texts: readonly Uint8Array[]): string | null {
  const valid = (bytes: Uint8Array) => Buffer.from(Buffer.from(bytes).toString()).equals(bytes);
  return texts.every(valid) ? null : 'an argument or variable is not valid UTF-8 and cannot be passed on from here';
}

export function environmentOf({ variables }: TestWorld): Record<string, string> {
  return Object.fromEntries(variables.map(({ name, value }) => [name, Buffer.from(value).toString()]));
}

/** A generated test may well be `rm -r /`: where it names a place outside of the folder; null when it names none. */
export function namesPlaceOutside({ args, world = EMPTY_WORLD }: RealInput): string | null {
  const outside = (bytes: Uint8Array) => /(^|[=:,])\/|(^|\/|=)\.\.(\/|$)/.test(Buffer.from(bytes).toString('latin1'));
  const index = args.slice(1).findIndex(outside);
  if (index >= 0) return `argument ${index + 1} names a place outside of the folder it runs in`;
  const file = world.files.find(({ name }) => outside(Buffer.from(name)));
  if (file !== undefined) return `the file ${file.name} lies outside of the folder it runs in`;
  const variable = world.variables.find(({ value }) => outside(value));
  return variable === undefined ? null : `${variable.name} names a place outside of the folder it runs in`;
}

/** What is there, sorted by name. */
export function filesIn(folder: string): ExpectedFile[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .map((entry): ExpectedFile => {
      const path = join(entry.parentPath, entry.name);
      const name = readableBytes(Buffer.from(relative(folder, path)));
      if (entry.isDirectory()) return { name, kind: 'folder' };
      if (entry.isSymbolicLink())
        return { name, kind: 'link', contents: readableBytes(Buffer.from(readlinkSync(path))) };
      return entry.isFile()
        ? { name, kind: 'file', contents: readableBytes(beginningOf(path)) }
        : { name, kind: 'other' };
    })
    .sort(byName);
}

/** A file may be made to look huge. */
function beginningOf(path: string): Uint8Array {
  if (statSync(path).size <= MOST_BYTES_COMPARED) return readFileSync(path);
  const bytes = Buffer.alloc(MOST_BYTES_COMPARED);
  const file = openSync(path, 'r');
  readSync(file, bytes);
  closeSync(file);
  return bytes;
}

/** Puts there what the program shall find; all of it belongs to `user`. */
export function furnish(folder: string, files: TestWorld['files'], user: number | undefined): void {
  const own = (path: string) => {
    if (user !== undefined) chownSync(path, user, user);
  };
  own(folder);
  for (const { name, bytes } of files) {
    const path = join(folder, name);
    const parent = dirname(path);
    if (parent !== folder && mkdirSync(parent, { recursive: true }) !== undefined) own(parent);
    if (bytes === null) mkdirSync(path, { recursive: true });
    else writeFileSync(path, bytes);
    own(path);
  }
}
