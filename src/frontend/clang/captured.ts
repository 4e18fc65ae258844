/** Executables whose build was recorded: what their sources are, and what there is to say about them. */
import { accessSync, constants, statSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { type Ingredients, ingredientsOf, targetOf } from '../../build/ingredients.ts';
import { UserError } from '../../program/errors.ts';
import { nearNames } from '../../program/near-names.ts';
import { programBehind } from './executable.ts';
import { RECORDS_FOLDER, RecordedBuild } from './recorded-build.ts';
import { contentHash, SourceFiles } from './source-files.ts';

export interface CapturedProgram extends Ingredients {
  /** As the user named it. */
  readonly name: string;
  readonly target: string;
  /** When it was made, in milliseconds. */
  readonly time: number;
  /** Whether a text stands in it. */
  readonly contains: (text: string) => boolean;
  /** Sentences that its user should know of. */
  readonly notes: readonly string[];
}

export const HOW_TO_CAPTURE = 'build it with `CC="pathfold cc" ./configure && make`, or with `pathfold build -- make`';

/** Relative paths start at `directory`; `buildFolder` is one whose records count in any case. */
export function openCaptured(name: string, directory: string, buildFolder: string | null): CapturedProgram {
  const files = new SourceFiles();
  const build = new RecordedBuild(files, process.env.PATHFOLD_BUILD);
  if (buildFolder !== null) build.lookAbove(resolve(directory, buildFolder));
  const path = programBehind(resolve(directory, name));
  const bytes = files.read(path)?.bytes;
  if (bytes === undefined) throw new UserError(`${name}: the program ${path} cannot be read`);
  build.lookAbove(dirname(path));
  const exact = build.stepOf(contentHash(bytes));
  const step = exact ?? build.stepNamed(path);
  if (step === null) {
    const unknown = `how ${name} was built is not known`;
    if (!build.isEmpty) throw new UserError(`${unknown}: the records of its build lack it`, HOW_TO_CAPTURE);
    if (isWritable(dirname(path))) {
      throw new UserError(`${unknown}: there is no ${RECORDS_FOLDER} folder above it`, HOW_TO_CAPTURE);
    }
    throw new UserError(
      `${unknown}: no records can be kept in its folder, which is read-only`,
      'name a folder that can be written with PATHFOLD_BUILD, and build it again with `pathfold cc`',
    );
  }
  const { units, offered, binaries } = ingredientsOf(step, name, build);
  const notes: string[] = [];
  if (exact === null)
    notes.push(`${name} is not as it was recorded: it was stripped, or linked again without pathfold`);
  if (binaries.length > 0) notes.push(`${name} contains what is only there as a binary: ${binaries.join(', ')}`);
  const time = statSync(path).mtimeMs;
  const contains = (text: string) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(text);
  return { units, offered, binaries, name, target: targetOf(bytes, name), time, contains, notes };
}

/** The program that the build in `buildFolder` made, by its path there or by its name alone. */
export function findProgram(target: string, buildFolder: string): string {
  const path = resolve(buildFolder, target);
  const files = new SourceFiles();
  if (files.read(path) !== null) return path;
  const build = new RecordedBuild(files, undefined);
  build.lookAbove(resolve(buildFolder));
  if (build.isEmpty) throw new UserError(`--build ${buildFolder}: no build was recorded there`, HOW_TO_CAPTURE);
  const made = build.linkedFiles().filter((file) => files.read(file) !== null);
  const named = made.filter((file) => basename(file) === target);
  if (named.length === 1) return named[0];
  const shown = (list: readonly string[]) => list.map((file) => relative(resolve(buildFolder), file)).join(', ');
  if (named.length > 1) throw new UserError(`--build ${buildFolder}: ${target} may be ${shown(named)}`, 'name one');
  const near = nearNames(
    target,
    made.map((file) => basename(file)),
  );
  throw new UserError(
    `--build ${buildFolder}: the build made no program ${target}`,
    near.length > 0 ? `did you mean ${near.join(' or ')}?` : `it made ${shown(made.slice(0, 10))}`,
  );
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
