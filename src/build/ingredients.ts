/**
 * From an executable back to its sources.
 *
 * Each file of a build is known by its content: the hash of the executable leads to the step that linked it, the hashes of the
 * objects that went in lead to the steps that compiled them. Archives are opened, and their members followed in the same
 * way; shared libraries of the same build are followed like archives, since a program that was linked with one
 * uses only what it refers to. What no step made is only there as a binary, and is named.
 *
 * Which members of an archive a program uses is not decided here: they are offered with the names they define, and the one who
 * compiles the units takes those it comes to need. A linker decides the same way; only, it looks at code that was
 * optimised, in which calls that can never happen are gone already.
 */
import { UserError } from '../program/errors.ts';
import { isArchive, readArchive } from './archive.ts';
import { type CommandLine, defaultOutput, type Input, readCommandLine } from './command-line.ts';
import { elfKind, elfTarget, readSymbols } from './elf.ts';
import type { BuildStep } from './step.ts';

/** The files of a build as they are now, and its steps. */
export interface BuildTree {
  /** The step that made a file of this content; null when none did. */
  stepOf(hash: string): BuildStep | null;
  /** Null when there is no such file. */
  read(path: string): Uint8Array | null;
  hash(bytes: Uint8Array): string;
  /** An absolute path. */
  resolve(directory: string, name: string): string;
}

/** One source file as it was compiled into the program. */
export interface Unit {
  /** As the compiler was told, relative to `directory`. */
  readonly source: string;
  /** Of the source when it was compiled; null when that is not known. */
  readonly sourceHash: string | null;
  readonly directory: string;
  readonly words: readonly string[];
  readonly includeFolders: readonly string[];
  /** As in its step: when it was recorded, and the date that its compiler was given. */
  readonly time: number;
  readonly dateGiven: number | null;
}

export interface OfferedUnit extends Unit {
  readonly defines: readonly string[];
}

export interface Ingredients {
  /** Always part of the program. */
  readonly units: readonly Unit[];
  /** Part of it when something refers to a name they define; the first that defines a name provides it. */
  readonly offered: readonly OfferedUnit[];
  /** What went in that no step made, for people. */
  readonly binaries: readonly string[];
}

/** Libraries of the system that the modelled C library stands for. */
const MODELLED = new Set(['c', 'm', 'pthread', 'rt', 'dl', 'util', 'gcc', 'gcc_s', 'gcc_eh', 'atomic']);
const STARTUP = /(^|\/)(r?g?crt[01in]|[SM]?crt1|crtbegin[ST]?|crtend[S]?|crtfastmath)\.o$/;

/** `step` linked the program; `shown` is what the user calls it. */
export function ingredientsOf(step: BuildStep, shown: string, tree: BuildTree): Ingredients {
  const collector = new Collector(tree, shown);
  collector.takeStep(step, null, 'part');
  return collector;
}

/** What is made of an input: part of the program, or offered to it like a member of an archive. */
type Role = 'part' | 'offered';

class Collector implements Ingredients {
  readonly units: Unit[] = [];
  readonly offered: OfferedUnit[] = [];
  readonly binaries: string[] = [];
  private readonly followed = new Set<string>();

  constructor(
    private readonly tree: BuildTree,
    private readonly shown: string,
  ) {}

  /** `made` is the object that the step left; null when the step joined all its inputs. */
  takeStep(
    step: BuildStep,
    made: { readonly hash: string; readonly bytes: Uint8Array | null } | null,
    role: Role,
  ): void {
    const line = readCommandLine(step.words);
    if (line.otherMachine !== null) {
      throw new UserError(
        `${this.shown} was built with ${line.otherMachine}, for another kind of machine`,
        'build it for this machine, in its usual mode of 64 bits',
      );
    }
    const inputs = line.links || made === null ? line.inputs : [ownInput(step, line, made.hash)];
    for (const input of inputs) this.takeInput(input, step, line, made?.bytes ?? null, role);
  }

  private takeInput(input: Input, step: BuildStep, line: CommandLine, object: Uint8Array | null, role: Role): void {
    if (input.kind === 'source') this.takeSource(input.file, step, object, role);
    else if (input.kind === 'binary') {
      const path = this.tree.resolve(step.directory, input.file);
      this.takeBinary(path, input.file, step.hashes.get(input.file) ?? null, input.whole, role);
    } else this.takeLibrary(input, step, line, role);
  }

  private takeSource(file: string, step: BuildStep, object: Uint8Array | null, role: Role): void {
    const sourceHash = step.hashes.get(file) ?? null;
    if (/\.(s|S|sx)$/.test(file)) {
      const compiled = sourceHash === null ? null : this.tree.stepOf(sourceHash);
      if (compiled === null) this.binaries.push(`${file} (assembly)`);
      else this.takeStep(compiled, { hash: sourceHash!, bytes: object }, role);
      return;
    }
    if (/\.(cc|cp|cxx|cpp|c\+\+|C|ii|m|mi)$/.test(file)) {
      this.binaries.push(`${file} (not C)`);
      return;
    }
    const { directory, words, includeFolders, time, dateGiven } = step;
    const unit: Unit = { source: file, sourceHash, directory, words, includeFolders, time, dateGiven };
    const symbols = role === 'part' || object === null ? null : readSymbols(object);
    if (symbols === null || symbols.startsByItself) this.units.push(unit);
    else this.offered.push({ ...unit, defines: symbols.defines });
  }

  /** `recorded` is its hash when it was linked, which counts even when the file is gone since. */
  private takeBinary(path: string, name: string, recorded: string | null, whole: boolean, role: Role): void {
    if (STARTUP.test(name)) return;
    const bytes = this.tree.read(path);
    const hash = recorded ?? (bytes === null ? null : this.tree.hash(bytes));
    if (hash === null) {
      this.binaries.push(`${name} (gone)`);
      return;
    }
    if (this.followed.has(hash)) return;
    this.followed.add(hash);
    const step = this.tree.stepOf(hash);
    if (step !== null) {
      const isObject = bytes === null || elfKind(bytes) === 'object';
      const unchanged = bytes !== null && this.tree.hash(bytes) === hash;
      this.takeStep(step, { hash, bytes: unchanged && isObject ? bytes : null }, isObject ? role : 'offered');
    } else if (bytes !== null && isArchive(bytes)) {
      if (this.tree.hash(bytes) !== hash) {
        throw new UserError(`${path} has changed since ${this.shown} was linked`, 'build it again');
      }
      this.takeArchive(path, bytes, whole);
    } else this.binaries.push(name);
  }

  private takeArchive(path: string, bytes: Uint8Array, whole: boolean): void {
    const folder = path.slice(0, path.lastIndexOf('/'));
    const unknown: string[] = [];
    const members = readArchive(bytes);
    for (const member of members) {
      const content = member.bytes ?? this.tree.read(this.tree.resolve(folder, member.name));
      const hash = content === null ? null : this.tree.hash(content);
      const step = hash === null ? null : this.tree.stepOf(hash);
      if (hash === null || step === null) unknown.push(member.name);
      else this.takeStep(step, { hash, bytes: content }, whole ? 'part' : 'offered');
    }
    if (unknown.length === 0) return;
    this.binaries.push(unknown.length === members.length ? path : `${path}(${unknown.join(', ')})`);
  }

  private takeLibrary(input: Input & { kind: 'library' }, step: BuildStep, line: CommandLine, role: Role): void {
    const { name, whole, preferStatic } = input;
    const exact = name.startsWith(':') ? [name.slice(1)] : null;
    const files = exact ?? (preferStatic ? [`lib${name}.a`] : [`lib${name}.so`, `lib${name}.a`]);
    for (const folder of line.libraryFolders) {
      for (const file of files) {
        const path = this.tree.resolve(step.directory, `${folder}/${file}`);
        if (this.tree.read(path) === null) continue;
        this.takeBinary(path, path, null, whole, role);
        return;
      }
    }
    if (!MODELLED.has(name)) this.binaries.push(`-l${name}`);
  }
}

/** Of `cc -c a.c b.c` two objects come, each with the whole step; the one with this hash came of one source. */
function ownInput(step: BuildStep, line: CommandLine, hash: string): Input {
  const sources = line.inputs.filter((input) => input.kind === 'source');
  return sources.find((input) => step.hashes.get(defaultOutput(input.file)) === hash) ?? sources[0] ?? line.inputs[0];
}

/** The target to compile the sources of an executable for. */
export function targetOf(executable: Uint8Array, shown: string): string {
  const target = elfTarget(executable);
  if (target !== null) return target;
  throw new UserError(
    `${shown} is not for a machine that pathfold compiles captured programs for`,
    'x86-64 and AArch64 Linux programs can be captured; give pathfold the C sources otherwise',
  );
}
