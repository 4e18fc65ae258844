/** Explores C text or files for tests of the machine: writes the text to a folder of its own, compiles, runs, collects. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Exploration } from '../../src/explore/exploration.ts';
import type { FinishedPath } from '../../src/explore/finished-path.ts';
import type { ExplorationOptions } from '../../src/explore/options.ts';
import { evaluate } from '../../src/expr/evaluate.ts';
import { type Model, Term } from '../../src/expr/term.ts';
import { type LoadOptions, loadProgram } from '../../src/frontend/load.ts';
import type { Program } from '../../src/program/program.ts';

export interface Explored {
  readonly exploration: Exploration;
  readonly paths: readonly FinishedPath[];
}

/** Text of one file: C, or LLVM's textual form where the name ends in `.ll`. */
export async function loadText(text: string, name = 'main.c', options: LoadOptions = {}): Promise<Program> {
  const directory = mkdtempSync(join(tmpdir(), 'pathfold-machine-'));
  try {
    writeFileSync(join(directory, name), text);
    return await loadProgram([name], { directory, ...options });
  } finally {
    rmSync(directory, { recursive: true });
  }
}

export async function exploreProgram(program: Program, options: Partial<ExplorationOptions> = {}): Promise<Explored> {
  const paths: FinishedPath[] = [];
  const exploration = await Exploration.create(program, options, (path) => paths.push(path));
  exploration.run();
  exploration.dispose();
  return { exploration, paths };
}

export async function exploreText(text: string, options: Partial<ExplorationOptions> = {}): Promise<Explored> {
  return exploreProgram(await loadText(text), options);
}

export function concreteText(bytes: readonly (number | Term)[], model: Model | null): string {
  const numbers = bytes.map((byte) => (byte instanceof Term ? Number(evaluate(byte, model!)) : byte));
  return Buffer.from(numbers).toString('latin1');
}

/** What the only path of a program printed; fails for programs with several paths or another end. */
export function onlyOutput({ paths }: Explored): string {
  if (paths.length !== 1) throw new Error(`${paths.length} paths instead of one`);
  const [{ outcome, model }] = paths;
  if (outcome.ending.kind !== 'exit') throw new Error(`${outcome.ending.kind}: ${outcome.ending.message}`);
  return concreteText(outcome.stdout, model);
}

export function endingsOf({ paths }: Explored): string[] {
  return paths.map(({ outcome }) => outcome.ending.kind).sort();
}
