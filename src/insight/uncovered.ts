/** Code that no test reaches, and what is known about why. */
import { lineFinder, lineKey } from '../analysis/source-lines.ts';
import type { FunctionCoverage } from '../explore/coverage.ts';
import type { CoverageGoal } from '../explore/coverage-goal.ts';
import { blocksAfter } from '../explore/goals.ts';
import { type Block, isDeclaration, type ProgramFunction } from '../program/program.ts';

export type UncoveredReason = 'unreachable (proved)' | 'not called' | 'not reached within limits' | 'not modelled';

/** Consecutive uncovered lines of one function, with one reason. */
export interface UncoveredCode {
  readonly function: string;
  readonly file: string;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly reason: UncoveredReason;
}

export interface SearchOutcome {
  /** Whether a limit cut off part of the search. */
  readonly limited: boolean;
  /** Whether something outside the model was met; `coverage.refusedAt` tells where, if it ended paths. */
  readonly unmodelled: boolean;
}

/**
 * Lines of which no instruction is reached. Without limits, whatever is left is unreachable, except after places where
 * paths ended because something is not modelled. Code that no call or branch leads to is unreachable in any case; a
 * function that nothing calls says no more than that.
 */
export function uncoveredCode(coverage: CoverageGoal, outcome: SearchOutcome): UncoveredCode[] {
  const { goals, reached, reachable, graph } = coverage;
  const behindRefusal = new Set<Block>();
  for (const instruction of coverage.refusedAt) {
    for (const block of blocksAfter(instruction, graph)) behindRefusal.add(block);
  }
  const reasonOf = (block: Block, isReachable: boolean): UncoveredReason => {
    if (!isReachable) return isCalled(block.function) ? 'unreachable (proved)' : 'not called';
    const unknownPlace = outcome.unmodelled && coverage.refusedAt.size === 0;
    if (unknownPlace || behindRefusal.has(block)) return 'not modelled';
    return outcome.limited ? 'not reached within limits' : 'unreachable (proved)';
  };
  const called = new Map<ProgramFunction, boolean>();
  const isCalled = (fn: ProgramFunction): boolean => {
    const known = called.get(fn) ?? fn.blocks.some((block) => block.instructions.some(({ id }) => reachable.has(id)));
    called.set(fn, known);
    return known;
  };
  const result: UncoveredCode[] = [];
  for (const fn of goals.program.functions) {
    if (isDeclaration(fn) || fn.library === true || !goals.counts(fn)) continue;
    const lines = new Map<string, { file: string; line: number; reason: UncoveredReason | null }>();
    const lineOf = lineFinder(fn);
    for (const block of fn.blocks) {
      for (const instruction of block.instructions) {
        const { id } = instruction;
        const position = lineOf(instruction);
        if (position === null) continue;
        const key = lineKey(position);
        const known = lines.get(key);
        const reason = reached.has(id) ? null : reasonOf(block, reachable.has(id));
        if (known === undefined) lines.set(key, { file: position.file.path, line: position.line, reason });
        else if (reason === null || known.reason === null) known.reason = null;
        else known.reason = weakest(known.reason, reason);
      }
    }
    const open = [...lines.values()].sort((a, b) => a.line - b.line);
    result.push(...ranges(fn.debug?.name ?? fn.name, open));
  }
  return result;
}

const STRENGTH: readonly UncoveredReason[] = [
  'not reached within limits',
  'not modelled',
  'not called',
  'unreachable (proved)',
];

function weakest(a: UncoveredReason, b: UncoveredReason): UncoveredReason {
  return STRENGTH.indexOf(a) < STRENGTH.indexOf(b) ? a : b;
}

/** Joins neighbours: lines without code between two uncovered ones do not separate them. */
function ranges(
  name: string,
  lines: readonly { file: string; line: number; reason: UncoveredReason | null }[],
): UncoveredCode[] {
  const result: UncoveredCode[] = [];
  let open: { -readonly [K in keyof UncoveredCode]: UncoveredCode[K] } | null = null;
  for (const { file, line, reason } of lines) {
    if (open !== null && (reason !== open.reason || file !== open.file)) {
      result.push(open);
      open = null;
    }
    if (reason === null) continue;
    if (open === null) open = { function: name, file, firstLine: line, lastLine: line, reason };
    else open.lastLine = line;
  }
  if (open !== null) result.push(open);
  return result;
}

/** A direction that no test takes, of a branch that some test meets. */
export interface MissingDirection {
  readonly function: string;
  readonly file: string;
  readonly line: number;
  readonly missing: string;
}

/** `config.c:43: never false`. */
export function missingDirections(functions: readonly FunctionCoverage[]): MissingDirection[] {
  return functions.flatMap(({ name, branchHits }) =>
    branchHits.flatMap(({ file, line, taken }) => {
      if (!taken.includes(true) || !taken.includes(false)) return [];
      const sides = taken.flatMap((each, i) => (each ? [] : [taken.length === 2 ? TRUTH[i] : `case ${i + 1}`]));
      return [{ function: name, file, line, missing: sides.join(', ') }];
    }),
  );
}

const TRUTH = ['true', 'false'];
