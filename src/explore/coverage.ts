/** What of the user's code was executed: instructions, source lines and branch directions. */
import type { Machine } from '../machine/machine.ts';
import { isTerminator, successorsOf } from '../program/instructions.ts';
import { isDeclaration, type ProgramFunction, terminatorOf } from '../program/program.ts';

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
  return machine.program.functions
    .filter((fn) => !isDeclaration(fn) && fn.library !== true && counts(fn))
    .map((fn) => functionCoverage(machine, fn));
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

function functionCoverage(machine: Machine, fn: ProgramFunction): FunctionCoverage {
  const code = machine.codes.get(fn);
  const executed = new Set<number>();
  for (const segment of code?.segments ?? []) {
    for (let i = 0; i < segment.covered; i++) executed.add(segment.firstId + i);
  }
  const taken = new Map<string, boolean>();
  for (const edge of code?.edges ?? []) taken.set(`${edge.from.index}:${edge.successor}`, edge.covered);
  const lines = new Map<string, LineHit>();
  const branchHits: BranchHit[] = [];
  for (const block of fn.blocks) {
    for (const instruction of block.instructions) {
      const { position } = instruction;
      if (position === null || position.line === 0) continue;
      const key = `${position.file.path}:${position.line}`;
      const covered = executed.has(instruction.id) || lines.get(key)?.covered === true;
      lines.set(key, { file: position.file.path, line: position.line, covered });
    }
    const last = terminatorOf(block);
    if (!isTerminator(last) || (last.op !== 'condbr' && last.op !== 'switch')) continue;
    branchHits.push({
      file: last.position?.file.path ?? '',
      line: last.position?.line ?? 0,
      taken: successorsOf(last).map((_, i) => taken.get(`${block.index}:${i}`) === true),
    });
  }
  const directions = branchHits.flatMap((branch) => branch.taken);
  const lineHits = [...lines.values()].sort((a, b) => a.line - b.line);
  return {
    name: fn.debug?.name ?? fn.name,
    file: fn.debug?.file.path ?? null,
    line: fn.debug?.line ?? 0,
    entered: executed.size > 0,
    instructions: { covered: executed.size, total: fn.instructionCount },
    lines: { covered: lineHits.filter((hit) => hit.covered).length, total: lineHits.length },
    branches: { covered: directions.filter(Boolean).length, total: directions.length },
    lineHits,
    branchHits,
  };
}
