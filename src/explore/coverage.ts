/** What of the user's code was executed: instructions, source lines and branch directions. */
import { lineFinder, lineKey } from '../analysis/source-lines.ts';
import type { Machine } from '../machine/machine.ts';
import { type Instruction, isTerminator, successorsOf } from '../program/instructions.ts';
import { type Block, isDeclaration, type Program, type ProgramFunction, terminatorOf } from '../program/program.ts';
import { isFiller } from './goals.ts';

export interface Share {
  readonly covered: number;
  readonly total: number;
}

export interface Coverage {
  readonly instructions: Share;
  readonly lines: Share;
  readonly branches: Share;
}

export interface LineHit {
  readonly file: string;
  readonly line: number;
  readonly covered: boolean;
}

export interface BranchHit {
  readonly file: string;
  readonly line: number;
  /** Directions in order: true before false, cases before the default. */
  readonly taken: readonly boolean[];
}

export interface FunctionCoverage extends Coverage {
  readonly name: string;
  readonly file: string | null;
  readonly line: number;
  readonly entered: boolean;
  readonly lineHits: readonly LineHit[];
  readonly branchHits: readonly BranchHit[];
}

/** Functions of the user that count; `counts` leaves out generated code such as a harness. */
export function coverageByFunction(
  machine: Machine,
  counts: (fn: ProgramFunction) => boolean = () => true,
): FunctionCoverage[] {
  return coverageOf(machine.program, (fn) => executedBy(machine, fn), counts);
}

/** What was executed of one function. */
export interface Executed {
  has(instruction: Instruction): boolean;
  took(branch: Instruction, target: Block): boolean;
}

/** The same from any other record of what was executed. */
export function coverageOf(
  program: Program,
  executedIn: (fn: ProgramFunction) => Executed,
  counts: (fn: ProgramFunction) => boolean = () => true,
): FunctionCoverage[] {
  return program.functions
    .filter((fn) => !isDeclaration(fn) && fn.library !== true && counts(fn))
    .map((fn) => functionCoverage(fn, executedIn(fn)));
}

export function totalCoverage(functions: readonly FunctionCoverage[]): Coverage {
  const sum = (pick: (each: Coverage) => Share): Share => ({
    covered: functions.reduce((total, each) => total + pick(each).covered, 0),
    total: functions.reduce((total, each) => total + pick(each).total, 0),
  });
  return { instructions: sum((c) => c.instructions), lines: sum((c) => c.lines), branches: sum((c) => c.branches) };
}

/** Instruction ids of the program that were executed. */
export function coveredInstructions(machine: Machine): Uint8Array {
  const covered = new Uint8Array(machine.program.instructionCount);
  for (const code of machine.codes.values()) {
    for (const segment of code.segments) covered.fill(1, segment.firstId, segment.firstId + segment.covered);
  }
  return covered;
}

function executedBy(machine: Machine, fn: ProgramFunction): Executed {
  const code = machine.codes.get(fn);
  const executed = new Set<number>();
  for (const segment of code?.segments ?? []) {
    for (let i = 0; i < segment.covered; i++) executed.add(segment.firstId + i);
  }
  const taken = new Set<string>();
  for (const edge of code?.edges ?? []) {
    if (edge.covered) taken.add(`${edge.from.index}:${edge.target.block.index}`);
  }
  return {
    has: (instruction) => executed.has(instruction.id),
    took: (branch, target) => taken.has(`${branch.block.index}:${target.index}`),
  };
}

function functionCoverage(fn: ProgramFunction, executed: Executed): FunctionCoverage {
  let executedCount = 0;
  let uncounted = 0;
  const lines = new Map<string, LineHit>();
  const lineOf = lineFinder(fn);
  const branchHits: BranchHit[] = [];
  for (const block of fn.blocks) {
    for (const instruction of block.instructions) {
      const isExecuted = executed.has(instruction);
      if (instruction.speculated === true || (!isExecuted && isFiller(instruction))) {
        uncounted++;
        continue;
      }
      if (isExecuted) executedCount++;
      const position = lineOf(instruction);
      if (position === null) continue;
      const key = lineKey(position);
      const covered = isExecuted || lines.get(key)?.covered === true;
      lines.set(key, { file: position.file.path, line: position.line, covered });
    }
    const last = terminatorOf(block);
    if (!isTerminator(last) || (last.op !== 'condbr' && last.op !== 'switch')) continue;
    // The compiler leaves some branches without a place: that of what they test is close enough. Without one it is its own.
    const position = block.instructions.findLast((instruction) => (instruction.position?.line ?? 0) > 0)?.position;
    if (position === undefined || position === null) continue;
    branchHits.push({
      file: position.file.path,
      line: position.line,
      // Cases of a switch that lead to the same block are taken together.
      taken: successorsOf(last).map((target) => executed.took(last, target)),
    });
  }
  const directions = branchHits.flatMap((branch) => branch.taken);
  const lineHits = [...lines.values()].sort((a, b) => a.line - b.line);
  return {
    name: fn.debug?.name ?? fn.name,
    file: fn.debug?.file.path ?? null,
    line: fn.debug?.line ?? 0,
    entered: executedCount > 0,
    instructions: { covered: executedCount, total: fn.instructionCount - uncounted },
    lines: { covered: lineHits.filter((hit) => hit.covered).length, total: lineHits.length },
    branches: { covered: directions.filter(Boolean).length, total: directions.length },
    lineHits,
    branchHits,
  };
}
