/** What KLEE leaves in its folder besides tests: the program it ran, how long it took, and figures. */
import type { Exploration } from '../../explore/exploration.ts';
import type { Machine } from '../../machine/machine.ts';
import type { Instruction } from '../../program/instructions.ts';
import { printFunction } from '../../program/print.ts';
import { isDeclaration, type Program } from '../../program/program.ts';
import type { Summary } from '../../suite/summary.ts';

export interface Assembly {
  readonly text: string;
  lineOf(instruction: Instruction | null): number;
}

/** The user's functions as they are executed: our form of the program, in the spirit of LLVM's. */
export function assemblyOf(program: Program): Assembly {
  const lines = new Map<Instruction, number>();
  let text = '; The program as pathfold executes it; the modelled C library is left out.\n';
  let line = 2;
  for (const fn of program.functions) {
    if (isDeclaration(fn) || fn.library === true) continue;
    const printed = `${printFunction(fn)}\n`;
    let at = line + 1;
    for (const block of fn.blocks) {
      at++;
      for (const instruction of block.instructions) lines.set(instruction, at++);
    }
    text += printed;
    line += printed.split('\n').length - 1;
  }
  return { text, lineOf: (instruction) => (instruction === null ? 0 : (lines.get(instruction) ?? 0)) };
}

/** Functions that are defined nowhere and that paths would have to call. */
export function undefinedFunctions({ functions }: Program): string[] {
  return functions.filter((fn) => isDeclaration(fn) && !/^(llvm\.|__pf_)/.test(fn.name)).map(({ name }) => name);
}

export interface PathTotals {
  readonly completed: number;
  readonly partial: number;
  readonly tests: number;
}

export function totalsOf({ counts }: Exploration, tests: number): PathTotals {
  const { completed, faulty, unfinished, endless, pruned, dropped } = counts;
  return { completed, partial: faulty + unfinished + endless + pruned + dropped, tests };
}

/** As they stand at the end of standard error. */
export function doneLines(instructions: number, { completed, partial, tests }: PathTotals): string[] {
  return [
    `done: total instructions = ${instructions}`,
    `done: completed paths = ${completed}`,
    `done: partially completed paths = ${partial}`,
    `done: generated tests = ${tests}`,
  ];
}

export function infoText(
  words: readonly string[],
  summary: Summary,
  totals: PathTotals,
  started: Date,
  finished: Date,
): string {
  const clock = (date: Date) => date.toISOString().slice(0, 19).replace('T', ' ');
  const seconds = Math.round((finished.getTime() - started.getTime()) / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const elapsed = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  const { queries, sat, unsat } = summary.solver;
  return [
    words.join(' '),
    `PID: ${process.pid}`,
    `Started: ${clock(started)}`,
    'BEGIN searcher description',
    summary.search,
    'END searcher description',
    `Finished: ${clock(finished)}`,
    `Elapsed: ${elapsed}`,
    `KLEE: done: explored paths = ${totals.completed + totals.partial}`,
    `KLEE: done: total queries = ${queries}`,
    `KLEE: done: valid queries = ${unsat}`,
    `KLEE: done: invalid queries = ${sat}`,
    '',
    ...doneLines(summary.instructions, totals).map((line) => `KLEE: ${line}`),
    '',
  ].join('\n');
}

/** The figures of run.stats: a line of names, a line of values, as KLEE wrote them before it used a database. */
export function statsText(summary: Summary, machine: Machine): string {
  const { instructions } = summary.coverage;
  const { full, partial, all } = branchCounts(machine);
  const figures: readonly (readonly [string, number])[] = [
    ['Instructions', summary.instructions],
    ['FullBranches', full],
    ['PartialBranches', partial],
    ['NumBranches', all],
    ['NumStates', 0],
    ['NumQueries', summary.solver.queries],
    ['WallTime', summary.seconds.total],
    ['CoveredInstructions', instructions.covered],
    ['UncoveredInstructions', instructions.total - instructions.covered],
    ['SolverTime', summary.solver.seconds],
    ['MaxMemory', summary.peakMemoryMb],
  ];
  const names = figures.map(([name]) => `'${name}'`).join(',');
  return `(${names})\n(${figures.map(([, value]) => value).join(',')})\n`;
}

/** Branches of the user's code that went all ways, some, and how many there are in functions that were called. */
function branchCounts({ codes }: Machine): { full: number; partial: number; all: number } {
  const counts = { full: 0, partial: 0, all: 0 };
  for (const code of codes.values()) {
    if (code.function.library === true) continue;
    for (const block of code.function.blocks) {
      const edges = code.edges.filter(({ from }) => from === block);
      if (edges.length < 2) continue;
      const covered = edges.filter((edge) => edge.covered).length;
      counts.all++;
      if (covered === edges.length) counts.full++;
      else if (covered > 0) counts.partial++;
    }
  }
  return counts;
}
