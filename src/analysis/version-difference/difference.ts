/** Statements added, removed and changed between two versions of a program. */
import type { Instruction } from '../../program/instructions.ts';
import { type GlobalVariable, isDeclaration, type Program, type ProgramFunction } from '../../program/program.ts';
import { functionName, isNamed, Keys } from './keys.ts';
import { type FunctionMatch, matchFunctions } from './match.ts';

export interface VersionDifference {
  readonly functions: readonly FunctionMatch[];
  /** Functions of one version only. */
  readonly addedFunctions: readonly ProgramFunction[];
  readonly removedFunctions: readonly ProgramFunction[];
  /** Globals of the new version whose type or initial value differs, or that are new; and those that are gone. */
  readonly changedGlobals: readonly GlobalVariable[];
  readonly removedGlobals: readonly GlobalVariable[];
  /** Instructions of the new version that are added or changed. */
  readonly inNew: ReadonlySet<Instruction>;
  /** Instructions of the old version that are removed or changed. */
  readonly inOld: ReadonlySet<Instruction>;
  /** From instructions of the old version to the same ones of the new. */
  readonly pairs: ReadonlyMap<Instruction, Instruction>;
}

/**
 * Functions are matched by their names in the source. The modelled C library is the same in both versions. A function
 * that is static in two files is matched by the order of the files.
 */
export function versionDifference(old: Program, changed: Program): VersionDifference {
  const keys = new Keys();
  const before = functionsByName(old);
  const after = functionsByName(changed);
  const functions: FunctionMatch[] = [];
  const addedFunctions: ProgramFunction[] = [];
  for (const [name, fn] of after) {
    const other = before.get(name);
    if (other === undefined) addedFunctions.push(fn);
    else functions.push(matchFunctions(other, fn, keys));
  }
  const removedFunctions = [...before].flatMap(([name, fn]) => (after.has(name) ? [] : [fn]));
  const inNew = new Set<Instruction>();
  const inOld = new Set<Instruction>();
  const pairs = new Map<Instruction, Instruction>();
  for (const match of functions) {
    for (const [from, to] of match.pairs) {
      pairs.set(from, to);
      if (match.changed.has(to)) inOld.add(from);
    }
    for (const instruction of [...match.added, ...match.changed]) inNew.add(instruction);
    for (const instruction of match.removed) inOld.add(instruction);
  }
  for (const fn of addedFunctions)
    for (const block of fn.blocks) for (const each of block.instructions) inNew.add(each);
  for (const fn of removedFunctions)
    for (const block of fn.blocks) for (const each of block.instructions) inOld.add(each);
  const globalsBefore = new Map(namedGlobals(old).map((global) => [global.debug!.name, keys.global(global)]));
  const globalsAfter = namedGlobals(changed);
  const changedGlobals = globalsAfter.filter((global) => globalsBefore.get(global.debug!.name) !== keys.global(global));
  const namesAfter = new Set(globalsAfter.map((global) => global.debug!.name));
  const removedGlobals = namedGlobals(old).filter((global) => !namesAfter.has(global.debug!.name));
  return { functions, addedFunctions, removedFunctions, changedGlobals, removedGlobals, inNew, inOld, pairs };
}

/** Nothing that runs differs, so nothing that happens can. */
export function isIdentical(difference: VersionDifference): boolean {
  const { inNew, inOld, addedFunctions, removedFunctions, changedGlobals, removedGlobals } = difference;
  const others = [addedFunctions, removedFunctions, changedGlobals, removedGlobals];
  return inNew.size === 0 && inOld.size === 0 && others.every((list) => list.length === 0);
}

function functionsByName(program: Program): Map<string, ProgramFunction> {
  const result = new Map<string, ProgramFunction>();
  for (const fn of program.functions) {
    if (isDeclaration(fn) || fn.library === true) continue;
    const plain = functionName(fn);
    let name = plain;
    for (let count = 2; result.has(name); count++) name = `${plain}#${count}`;
    result.set(name, fn);
  }
  return result;
}

/** Literals are part of the instructions that use them. */
function namedGlobals(program: Program): GlobalVariable[] {
  return program.variables.filter(isNamed);
}

export interface ChangedLines {
  /** Lines of the new version with added or changed statements, by file. */
  readonly new: ReadonlyMap<string, readonly number[]>;
  readonly old: ReadonlyMap<string, readonly number[]>;
}

export function changedLines(difference: VersionDifference): ChangedLines {
  return { new: linesOf(difference.inNew), old: linesOf(difference.inOld) };
}

export function linesOf(instructions: Iterable<Instruction>): Map<string, number[]> {
  const lines = new Map<string, Set<number>>();
  for (const { position } of instructions) {
    if (position === null || position.line === 0) continue;
    const known = lines.get(position.file.path);
    if (known === undefined) lines.set(position.file.path, new Set([position.line]));
    else known.add(position.line);
  }
  return new Map([...lines].map(([file, set]) => [file, [...set].sort((a, b) => a - b)]));
}
