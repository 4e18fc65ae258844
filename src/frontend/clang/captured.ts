/** Executables whose build was recorded: their sources, compiled with the flags they were built with. */
import { basename, dirname, relative, resolve } from 'node:path';
import { type Ingredients, ingredientsOf, targetOf, type Unit } from '../../build/ingredients.ts';
import { UserError } from '../../program/errors.ts';
import { nearNames } from '../../program/near-names.ts';
import { moduleNames } from '../bitcode/defined-names.ts';
import { type CompiledModule, type CompileOptions, compileToBitcode } from './compile.ts';
import { meaningfulFlags } from './compile-database.ts';
import { programBehind } from './executable.ts';
import { RECORDS_FOLDER, RecordedBuild } from './recorded-build.ts';
import { contentHash, SourceFiles } from './source-files.ts';

export interface CapturedProgram extends Ingredients {
  /** As the user named it. */
  readonly name: string;
  readonly target: string;
}

const HOW_TO_CAPTURE = 'build it with `CC="pathfold cc" ./configure && make`, or with `pathfold build -- make`';

/** Relative paths start at `directory`; `buildFolder` is one whose records count in any case. */
export function openCaptured(name: string, directory: string, buildFolder: string | null): CapturedProgram {
  const files = new SourceFiles();
  const build = new RecordedBuild(files, process.env.PATHFOLD_BUILD);
  if (buildFolder !== null) build.lookAbove(resolve(directory, buildFolder));
  const path = programBehind(resolve(directory, name));
  const bytes = files.read(path)?.bytes;
  if (bytes === undefined) throw new UserError(`${name}: the program ${path} cannot be read`);
  build.lookAbove(dirname(path));
  const step = build.stepOf(contentHash(bytes)) ?? build.stepNamed(path);
  if (step === null) {
    const why = build.isEmpty ? `there is no ${RECORDS_FOLDER} folder above it` : 'the records of its build lack it';
    throw new UserError(`how ${name} was built is not known: ${why}`, HOW_TO_CAPTURE);
  }
  return { ...plain(ingredientsOf(step, name, build)), name, target: targetOf(bytes, name) };
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

function plain({ units, offered, binaries }: Ingredients): Ingredients {
  return { units, offered, binaries };
}

/**
 * C that another compiler took is not argued with: no warnings, and what clang alone refuses by default is let through as
 * older compilers do.
 */
const LENIENT = [
  '-w',
  ...['implicit-function-declaration', 'implicit-int', 'int-conversion', 'incompatible-function-pointer-types'].map(
    (warning) => `-Wno-error=${warning}`,
  ),
  ...['incompatible-pointer-types', 'return-mismatch'].map((warning) => `-Wno-error=${warning}`),
];

/** All units, and of those offered what the others come to need, in the order in which it is needed. */
export async function compileCaptured(
  program: CapturedProgram,
  options: Required<CompileOptions>,
): Promise<CompiledModule[]> {
  const modules: CompiledModule[] = [];
  const defined = new Set<string>();
  const needed = new Set(['main']);
  const offers = new Map<string, Unit>();
  for (const unit of program.offered) {
    for (const name of unit.defines) if (!offers.has(name)) offers.set(name, unit);
  }
  const taken = new Set<Unit>();
  for (let round = program.units; round.length > 0; round = newlyNeeded(needed, defined, offers, taken)) {
    for (const unit of round) {
      taken.add(unit);
      const module = await compileUnit(unit, program, options);
      const names = moduleNames(module.bitcode);
      for (const name of names.defined) defined.add(name);
      for (const name of names.needed) needed.add(name);
      modules.push(round === program.units ? module : { ...module, offered: true });
    }
  }
  if (modules.length === 0) {
    const binaries = program.binaries.join(', ');
    throw new UserError(`no source of ${program.name} is known: it was linked of ${binaries}`, HOW_TO_CAPTURE);
  }
  return modules;
}

function newlyNeeded(
  needed: ReadonlySet<string>,
  defined: ReadonlySet<string>,
  offers: ReadonlyMap<string, Unit>,
  taken: ReadonlySet<Unit>,
): Unit[] {
  const units = new Set<Unit>();
  for (const name of needed) {
    const unit = defined.has(name) ? undefined : offers.get(name);
    if (unit !== undefined && !taken.has(unit)) units.add(unit);
  }
  return [...units];
}

function compileUnit(unit: Unit, program: CapturedProgram, options: Required<CompileOptions>): Promise<CompiledModule> {
  const path = resolve(unit.directory, unit.source);
  const shown = relative(options.directory, path);
  const source = options.files.read(path);
  if (source === null) {
    const what = unit.source === '-' ? 'standard input' : shown;
    throw new UserError(
      `${what}, from which ${program.name} was built, is gone`,
      'build it again and keep its sources',
    );
  }
  if (unit.sourceHash !== null && unit.sourceHash !== contentHash(source.bytes)) {
    throw new UserError(`${shown} has changed since ${program.name} was built`, 'build it again');
  }
  const { flags } = options;
  const extra = [
    ...meaningfulFlags(unit),
    ...unit.includeFolders.flatMap((folder) => ['-isystem', resolve(unit.directory, folder)]),
    ...LENIENT,
    ...flags.extra,
  ];
  return compileToBitcode(unit.source, {
    ...options,
    flags: { ...flags, extra },
    directory: unit.directory,
  });
}
