/** What a run takes for granted besides its harness, one line each: `assumed: ...`. */
import { operandsOf } from '../../program/instructions.ts';
import { type GlobalVariable, isDeclaration, type Program, type ProgramFunction } from '../../program/program.ts';
import type { Operand } from '../../program/values.ts';
import type { OutputSelection } from '../../reduce/output/criterion.ts';
import type { Invocation } from '../options/parse.ts';
import { environmentOptions } from '../options/symbolic-environment.ts';

/** How long symbolic arguments, variables, files and standard input are: others may behave in other ways. */
export function environmentAssumptions(invocation: Invocation): string[] {
  const { arguments: specs, stdin, files, variables } = environmentOptions(invocation, '');
  const lines = specs.flatMap((spec) => {
    if (spec.kind === 'text' || spec.kind === 'bytes') return [];
    const length = `of at most ${counted(spec.size, 'character')}`;
    if (spec.kind === 'symbolic') return [`an argument ${length}`];
    return [`${spec.min === spec.max ? spec.max : `${spec.min} to ${spec.max}`} arguments ${length} each`];
  });
  if (stdin.kind === 'symbolic' && stdin.size > 0) {
    lines.push(`standard input of exactly ${counted(stdin.size, 'byte')}`);
  }
  for (const file of files) {
    if (file.kind === 'symbolic') lines.push(`a file ${file.name} of exactly ${counted(file.size, 'byte')}`);
  }
  for (const variable of variables) {
    if (variable.kind !== 'symbolic') continue;
    lines.push(`a variable ${variable.name} of at most ${counted(variable.size, 'character')}`);
  }
  return lines;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const MOST_NAMED = 6;

/** Variables that the function may look at, and that no harness made symbolic. */
export function globalsAsInitialised(program: Program, fn: ProgramFunction, inputs: readonly string[]): string[] {
  return [...globalsUsedBy(fn)]
    .filter((global) => global.kind === 'variable')
    .filter((global) => !global.constant && global.debug !== null && !global.debug.name.startsWith('.'))
    .filter((global) => program.variables.includes(global))
    .map((global) => global.debug!.name)
    .filter((name) => !inputs.includes(name))
    .map((name) => (inputs.some((input) => /^\w+/.exec(input)?.[0] === name) ? `the rest of ${name}` : name));
}

export function globalAssumptions(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const more = names.length - MOST_NAMED;
  const shown = `${names.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return [`${shown}: as initialised when the function is called (--input GLOBAL)`];
}

/** Streams and functions of the library by which user code prints. */
const PRINTING = ['stdout', 'printf', 'vprintf', 'puts', 'putchar', 'putchar_unlocked', 'write', 'dprintf'];
const COMPLAINING = ['stderr', 'perror'];

/** Texts that a signature leaves out although the program may print them, with the option that shows them. */
export function textAssumptions(
  program: Program,
  { stdout, stderr }: Pick<OutputSelection, 'stdout' | 'stderr'>,
): string[] {
  const main = program.functions.filter(({ name }) => name === 'main' || name === '__main_argc_argv');
  const used = new Set([...globalsUsedBy(...main, ...program.constructors)].map(({ name }) => name));
  const lines: string[] = [];
  if (!stdout && PRINTING.some((name) => used.has(name))) {
    lines.push('text on standard output is left out (--output stdout)');
  }
  if (!stderr && COMPLAINING.some((name) => used.has(name))) {
    lines.push('text on standard error is left out (--output stderr)');
  }
  return lines;
}

/** By user code that is called from there, or whose address is taken there or in a table that is used there, itself included. */
export function globalsUsedBy(...entries: readonly ProgramFunction[]): Set<GlobalVariable | ProgramFunction> {
  const used = new Set<GlobalVariable | ProgramFunction>(entries);
  const collect = (value: Operand): void => {
    if (value.kind === 'expression') value.operands.forEach(collect);
    else if (value.kind === 'global' && value.global.kind !== 'alias') used.add(value.global);
  };
  // The code that a table leads to; what else it leads to may be state of the library, such as that of stdout.
  const collectCode = (value: Operand): void => {
    if (value.kind === 'expression') value.operands.forEach(collectCode);
    else if (value.kind === 'aggregate') value.elements.forEach(collectCode);
    else if (value.kind === 'global' && value.global.kind === 'function') used.add(value.global);
    else if (value.kind === 'global' && value.global.kind === 'variable' && value.global.constant)
      used.add(value.global);
  };
  for (const each of used) {
    if (each.kind === 'variable') {
      if (each.initializer !== null) collectCode(each.initializer);
      continue;
    }
    // What registers a destructor is no user code, but the destructor is.
    if (isDeclaration(each) || (each.library === true && !entries.includes(each))) continue;
    for (const { instructions } of each.blocks) {
      for (const instruction of instructions) operandsOf(instruction).forEach(collect);
    }
  }
  return used;
}
