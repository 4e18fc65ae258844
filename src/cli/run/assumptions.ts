/** What a run takes for granted besides its harness, one line each: `assumed: ...`. */
import { directCallee } from '../../analysis/call-graph.ts';
import { operandsOf } from '../../program/instructions.ts';
import { type GlobalVariable, isDeclaration, type Program, type ProgramFunction } from '../../program/program.ts';
import type { Operand } from '../../program/values.ts';
import type { Invocation } from '../options/parse.ts';
import { environmentOptions } from '../options/symbolic-environment.ts';

/** How long symbolic arguments and standard input may be: longer ones may behave in other ways. */
export function environmentAssumptions(invocation: Invocation): string[] {
  const { arguments: specs, stdin } = environmentOptions(invocation, '');
  const lines = specs.flatMap((spec) => {
    if (spec.kind === 'text' || spec.kind === 'bytes') return [];
    const length = `of at most ${characters(spec.size)}`;
    if (spec.kind === 'symbolic') return [`an argument ${length}`];
    return [`${spec.min === spec.max ? spec.max : `${spec.min} to ${spec.max}`} arguments ${length} each`];
  });
  if (stdin.kind === 'symbolic' && stdin.size > 0) lines.push(`standard input of at most ${stdin.size} bytes`);
  return lines;
}

function characters(count: number): string {
  return `${count} character${count === 1 ? '' : 's'}`;
}

const MOST_NAMED = 6;

/** Variables that the function may look at, and that no harness made symbolic. */
export function globalAssumptions(program: Program, fn: ProgramFunction, inputs: readonly string[]): string[] {
  const names = [...variablesUsedBy(fn)]
    .filter((global) => !global.constant && global.debug !== null && !global.debug.name.startsWith('.'))
    .filter((global) => program.variables.includes(global))
    .map((global) => global.debug!.name)
    .filter((name) => !inputs.includes(name))
    .map((name) => (inputs.some((input) => /^\w+/.exec(input)?.[0] === name) ? `the rest of ${name}` : name));
  if (names.length === 0) return [];
  const more = names.length - MOST_NAMED;
  const shown = `${names.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return [`${shown}: as initialised when the function is called (--input GLOBAL)`];
}

/** By user code that is called from it by name, itself included. */
function variablesUsedBy(entry: ProgramFunction): Set<GlobalVariable> {
  const used = new Set<GlobalVariable>();
  const collect = (value: Operand): void => {
    if (value.kind === 'global' && value.global.kind === 'variable') used.add(value.global);
    else if (value.kind === 'expression') value.operands.forEach(collect);
  };
  const functions = new Set([entry]);
  for (const fn of functions) {
    if (isDeclaration(fn) || fn.library === true) continue;
    for (const instruction of fn.blocks.flatMap((block) => block.instructions)) {
      operandsOf(instruction).forEach(collect);
      const callee = instruction.op === 'call' ? directCallee(instruction) : null;
      if (callee !== null) functions.add(callee);
    }
  }
  return used;
}
