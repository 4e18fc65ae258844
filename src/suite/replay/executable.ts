/**
 * The user's own executable, run as it is: in a new folder that holds the files of the test and nothing else, with the
 * arguments, the standard input and the variables of the test and no others, under limits of time and output.
 *
 * A generated test may well be `rm -r /`. So a test is not run if it names a place outside of the folder, nor if the program
 * sends signals, starts other programs or looks for other machines on its path, unless the user allows it; and where we are the
 * superuser it runs as a user who owns nothing but the folder.
 */
import { chmodSync, copyFileSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { programBehind } from '../../frontend/clang/executable.ts';
import { execute } from './execute.ts';
import {
  EMPTY_WORLD,
  environmentOf,
  filesIn,
  furnish,
  namesPlaceOutside,
  powerlessUser,
  unpassable,
} from './folder.ts';
import { SHOWN_BY_ANY } from './native.ts';
import { nothingSeen, type Observation, type RealInput, type RealProgram, whatReachesOut } from './observation.ts';
import { faultsOfSignal } from './sanitizers.ts';

export interface Permission {
  /** Run it also where it could reach beyond the folder. */
  readonly reach: boolean;
  /** Run it as the user who runs pathfold, even if that is the superuser. */
  readonly asOneself: boolean;
}

export function openExecutable(file: string, permission: Permission): RealProgram {
  const found = realpathSync(programBehind(file));
  const user = permission.asOneself ? undefined : powerlessUser();
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

async function runInFolder(
  program: string,
  input: RealInput,
  maxSeconds: number,
  user: number | undefined,
): Promise<Observation> {
  const world = input.world ?? EMPTY_WORLD;
  const problem = unpassable([...input.args, ...world.variables.map(({ value }) => value)]);
  if (problem !== null) return nothingSeen('not run', problem);
  const folder = mkdtempSync(join(tmpdir(), 'pathfold-native-'));
  try {
    furnish(folder, world.files, user);
    const [name, ...args] = input.args.map((bytes) => Buffer.from(bytes).toString());
    const run = await execute(program, args, {
      directory: folder,
      maxSeconds,
      environment: environmentOf(world),
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
