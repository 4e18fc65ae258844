/** The sources of a captured program, compiled with the flags they were built with. */

import { relative, resolve } from 'node:path';
import { isElf } from '../../build/elf.ts';
import type { Unit } from '../../build/ingredients.ts';
import { UserError } from '../../program/errors.ts';
import { moduleNames } from '../bitcode/defined-names.ts';
import { type CapturedProgram, HOW_TO_CAPTURE } from './captured.ts';
import { fixedDate, recordedDate } from './compilation-date.ts';
import { type CompiledModule, type CompileOptions, compileToBitcode } from './compile.ts';
import { meaningfulFlags } from './compile-database.ts';
import { AS_OLDER_COMPILERS } from './flags.ts';
import { contentHash } from './source-files.ts';

/** Names that the modules compiled so far define and need. */
export class LinkNames {
  readonly defined = new Set<string>();
  readonly needed = new Set(['main']);

  add(bitcode: Uint8Array): void {
    const { defined, needed } = moduleNames(bitcode);
    for (const name of defined) this.defined.add(name);
    for (const name of needed) this.needed.add(name);
  }
}

/**
 * All units, and of those offered what the others come to need, in the order in which it is needed. The source at `replaced`
 * is left out: another file includes it.
 */
export async function compileCaptured(
  program: CapturedProgram,
  options: Required<CompileOptions>,
  names: LinkNames,
  replaced: string | null,
): Promise<CompiledModule[]> {
  const modules: CompiledModule[] = [];
  const isKept = (unit: Unit) => pathOf(unit) !== replaced;
  const offers = new Map<string, Unit>();
  for (const unit of program.offered.filter(isKept)) {
    for (const name of unit.defines) if (!offers.has(name)) offers.set(name, unit);
  }
  const taken = new Set<Unit>();
  const compile = async (unit: Unit) => {
    taken.add(unit);
    const module = await compileUnit(unit, program, options);
    names.add(module.bitcode);
    return module;
  };
  for (const unit of program.units.filter(isKept)) modules.push(await compile(unit));
  for (let round = needed(names, offers, taken); round.length > 0; round = needed(names, offers, taken)) {
    for (const unit of round) modules.push({ ...(await compile(unit)), offered: true });
  }
  if (modules.length === 0 && replaced === null) {
    const binaries = program.binaries.join(', ');
    throw new UserError(`no source of ${program.name} is known: it was linked of ${binaries}`, HOW_TO_CAPTURE);
  }
  return modules;
}

/** How the source at `path` was compiled into one of the programs; null when it was not. */
export function unitAt(path: string, programs: Iterable<CapturedProgram>): Unit | null {
  for (const { units, offered } of programs) {
    const unit = [...units, ...offered].find((candidate) => pathOf(candidate) === path);
    if (unit !== undefined) return unit;
  }
  return null;
}

/**
 * C that another compiler took is not argued with: no warnings, what clang alone refuses by default is let through as older
 * compilers do, and a type that clang knows by another name gets this one. GNU's arithmetic headers have C for their assembly.
 */
const LENIENT = ['-w', '-D_Float128=__float128', '-DNO_ASM', ...AS_OLDER_COMPILERS];

/** Instructions beyond the usual ones, without which their intrinsic functions are refused: `-mavx2`, `-mno-sse4.1`. */
const MACHINE_FEATURE =
  /^-m(no-)?(mmx|sse[\w.]*|ssse3|avx[\w.-]*|aes|pclmul|bmi2?|lzcnt|popcnt|fma4?|f16c|sha|sha512|vaes|vpclmulqdq|gfni|crc32|movbe|adx|rdrnd|rdseed|xsave\w*)$/;

export function unitFlags(unit: Unit): string[] {
  const folders = unit.includeFolders.flatMap((folder) => ['-isystem', resolve(unit.directory, folder)]);
  const features = unit.words.filter((word) => MACHINE_FEATURE.test(word));
  return [...meaningfulFlags(unit), ...features, ...folders, ...LENIENT];
}

function pathOf(unit: Unit): string {
  return resolve(unit.directory, unit.source);
}

function needed(names: LinkNames, offers: ReadonlyMap<string, Unit>, taken: ReadonlySet<Unit>): Unit[] {
  const units = new Set<Unit>();
  for (const name of names.needed) {
    const unit = names.defined.has(name) ? undefined : offers.get(name);
    if (unit !== undefined && !taken.has(unit)) units.add(unit);
  }
  return [...units];
}

async function compileUnit(
  unit: Unit,
  program: CapturedProgram,
  options: Required<CompileOptions>,
): Promise<CompiledModule> {
  const path = pathOf(unit);
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
  const dateOf = () =>
    unit.dateGiven === null ? recordedDate(unit.time, program.contains) : fixedDate(unit.dateGiven);
  const flags = { ...options.flags, extra: [...unitFlags(unit), ...options.flags.extra] };
  try {
    return await compileToBitcode(unit.source, { ...options, flags, dateOf, directory: unit.directory });
  } catch (error) {
    throw goneHeader(error, shown, program) ?? error;
  }
}

/** The build had found every header, so one that is missing now is not a flag that was forgotten. */
function goneHeader(error: unknown, shown: string, program: CapturedProgram): UserError | null {
  if (!(error instanceof UserError)) return null;
  const missing = /error: '([^'\n]+)' file not found/.exec(error.message)?.[1];
  if (missing === undefined) return null;
  const words = error.message.slice(error.message.indexOf('\n') + 1);
  return new UserError(
    `${missing}, which ${shown} includes, is not found any more: it was when ${program.name} was built\n${words}`,
    'build it again and keep its headers',
  );
}

const SHOWN_FILES = 3;

/**
 * What the compilations have read that is younger than the program, except this machine's own headers, and sources, whose
 * contents are known to be the same.
 */
export function newerNote(program: CapturedProgram, { files, directory }: Required<CompileOptions>): string | null {
  const compared = new Set(
    [...program.units, ...program.offered].filter((unit) => unit.sourceHash !== null).map(pathOf),
  );
  // A macro such as "diff" may name a program that lies beside its source.
  const isProgram = (path: string) => isElf(files.read(path)?.bytes ?? new Uint8Array());
  const newer = files
    .readSince(program.time)
    .filter((path) => !path.startsWith('/usr/') && !compared.has(path) && !isProgram(path));
  if (newer.length === 0) return null;
  const shown = newer.slice(0, SHOWN_FILES).map((path) => relative(directory, path));
  const more = newer.length > shown.length ? ` and ${newer.length - shown.length} more` : '';
  return `${shown.join(', ')}${more} changed after ${program.name} was built; it may have been built of other contents`;
}
