/**
 * The user's own executable, run as it is: in a new folder that holds the files of the test and nothing else, with the
 * arguments, the standard input and the variables of the test and no others, under limits of time and output.
 *
 * A generated test may well be `rm -r /`. So a test is not run if it names a place outside of the folder, nor if the program
 * sends signals, starts other programs or looks for other machines on its path, unless the user allows it; and where we are the
 * superuser it runs as a user who owns nothing but the folder.
 */
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { programBehind } from '../../frontend/clang/executable.ts';
import { byName, type ExpectedFile } from '../test-case.ts';
import { readableBytes } from '../typed-value.ts';
import type { TestWorld } from '../world.ts';
import { execute } from './execute.ts';
import { SHOWN_BY_ANY } from './native.ts';
import { nothingSeen, type Observation, type RealInput, type RealProgram, whatReachesOut } from './observation.ts';
import { faultsOfSignal } from './sanitizers.ts';

const MOST_BYTES_COMPARED = 16 * 1024 * 1024;
/** The user `nobody`, on every Linux. */
const POWERLESS_USER = 65534;
const NOTHING: TestWorld = { files: [], variables: [] };

export interface Permission {
  /** Run it also where it could reach beyond the folder. */
  readonly reach: boolean;
  /** Run it as the user who runs pathfold, even if that is the superuser. */
  readonly asOneself: boolean;
}

export function openExecutable(file: string, permission: Permission): RealProgram {
  const found = realpathSync(programBehind(file));
  const user = !permission.asOneself && process.getuid?.() === 0 ? POWERLESS_USER : undefined;
  let copy: string | null = null;
  const program = () => {
    if (user === undefined || isOpenToAll(found)) return found;
    copy ??= copyForAll(found);
    return join(copy, basename(found));
  };
  return {
    name: basename(found),
    observable: new Set(SHOWN_BY_ANY),
    caution: null,
    async run(input, maxSeconds) {
      const reason = permission.reach ? null : (whatReachesOut(input) ?? namesPlaceOutside(input));
      if (reason !== null) return nothingSeen('not run', `${reason}; --allow-native runs it all the same`);
      if (input.inputs.length > 0) {
        return nothingSeen('not run', `the real program cannot be made to do this: ${input.inputs[0].name}`);
      }
      return runInFolder(program(), input, maxSeconds, user);
    },
    close: async () => {
      if (copy !== null) rmSync(copy, { recursive: true, force: true });
    },
  };
}

/** Whether a user without rights may run it: any user may pass through all folders that lead to it. */
function isOpenToAll(program: string): boolean {
  if ((statSync(program).mode & 0o5) !== 0o5) return false;
  for (let folder = dirname(program); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o1) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** A folder with a copy that any user may run. */
function copyForAll(program: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'pathfold-program-'));
  chmodSync(folder, 0o755);
  copyFileSync(program, join(folder, basename(program)));
  chmodSync(join(folder, basename(program)), 0o755);
  return folder;
}

function namesPlaceOutside({ args, world = NOTHING }: RealInput): string | null {
  const outside = (bytes: Uint8Array) => /(^|[=:,])\/|(^|\/|=)\.\.(\/|$)/.test(Buffer.from(bytes).toString('latin1'));
  const index = args.slice(1).findIndex(outside);
  if (index >= 0) return `argument ${index + 1} names a place outside of the folder it runs in`;
  const file = world.files.find(({ name }) => outside(Buffer.from(name)));
  if (file !== undefined) return `the file ${file.name} lies outside of the folder it runs in`;
  const variable = world.variables.find(({ value }) => outside(value));
  return variable === undefined ? null : `${variable.name} names a place outside of the folder it runs in`;
}

async function runInFolder(
  program: string,
  input: RealInput,
  maxSeconds: number,
  user: number | undefined,
): Promise<Observation> {
  const { files, variables } = input.world ?? NOTHING;
  const texts = [...input.args, ...variables.map(({ value }) => value)];
  if (texts.some((bytes) => !Buffer.from(Buffer.from(bytes).toString()).equals(bytes))) {
    return nothingSeen('not run', 'an argument or variable is not valid UTF-8 and cannot be passed on from here');
  }
  const folder = mkdtempSync(join(tmpdir(), 'pathfold-native-'));
  try {
    furnish(folder, files, user);
    const [name, ...args] = input.args.map((bytes) => Buffer.from(bytes).toString());
    const environment = variables.map((each) => [each.name, Buffer.from(each.value).toString()] as const);
    const run = await execute(program, args, {
      directory: folder,
      maxSeconds,
      environment: Object.fromEntries(environment),
      inherits: false,
      stdin: input.stdin,
      name,
      ...(user === undefined ? {} : { user }),
    });
    const faults = new Set(faultsOfSignal(run.signal ?? ''));
    const seen = { statusMask: 0xff, faults, stdout: run.stdout, stderr: run.stderr, outputs: null };
    if (run.problem !== null) return { ...seen, end: 'stopped', status: null, message: run.problem };
    if (run.signal !== null) return { ...seen, end: 'fault', status: null, message: `it was ended by ${run.signal}` };
    return {
      ...seen,
      files: filesIn(folder),
      end: 'exit',
      status: run.status,
      message: `it ended with status ${run.status}`,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function filesIn(folder: string): ExpectedFile[] {
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

function furnish(folder: string, files: TestWorld['files'], user: number | undefined): void {
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
