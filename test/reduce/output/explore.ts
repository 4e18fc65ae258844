/** Explores by output, for tests: the program, its rows, and the solver to ask about them. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Exploration } from '../../../src/explore/exploration.ts';
import type { Program } from '../../../src/program/program.ts';
import type { OutputSelection } from '../../../src/reduce/output/criterion.ts';
import type { OutputRow } from '../../../src/reduce/output/explore.ts';
import { OutputReduction } from '../../../src/reduce/output/strategy.ts';
import { loadText } from '../../machine/explore.ts';

export const RETURN: OutputSelection = { exitStatus: true, stdout: false, stderr: false, marks: true, globals: [] };

export function figure(name: string): string {
  return readFileSync(fileURLToPath(new URL(`../../cases/papers/${name}/main.c`, import.meta.url)), 'utf8');
}

export interface ByOutput {
  readonly program: Program;
  readonly exploration: Exploration;
  readonly reduction: OutputReduction;
  readonly rows: readonly OutputRow[];
}

/** The caller disposes the exploration. */
export async function exploreOutput(
  text: string,
  selection: OutputSelection | ((program: Program) => OutputSelection) = RETURN,
  reorder = true,
): Promise<ByOutput> {
  const program = await loadText(text);
  const rows: OutputRow[] = [];
  const chosen = typeof selection === 'function' ? selection(program) : selection;
  // The paper's search by itself where its order is in question: runs that look for early ends would help it.
  const onRow = (row: OutputRow) => rows.push(row);
  const reduction = new OutputReduction(program, { selection: chosen, reorder, ends: reorder, readable: true, onRow });
  const exploration = await Exploration.create(program, {}, () => {}, reduction);
  exploration.run();
  return { program, exploration, reduction, rows };
}
