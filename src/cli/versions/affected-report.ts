/** What an edit touches, for people: lines that changed, and how much may behave differently because of them. */
import { changedLines } from '../../analysis/version-difference/difference.ts';
import type { Instruction } from '../../program/instructions.ts';
import type { AffectedStatements } from '../../reduce/change/affected.ts';

export interface AffectedReport {
  readonly branches: number;
  readonly writes: number;
  /** Lines with changed or added statements, and with changed or removed ones. */
  readonly lines: {
    readonly new: Readonly<Record<string, readonly number[]>>;
    readonly old: Readonly<Record<string, readonly number[]>>;
  };
}

/** `oldName` is what people call a file of the old version. */
export function affectedReport(
  { difference, branches, writes }: AffectedStatements,
  oldName: (file: string) => string,
): AffectedReport {
  const lines = changedLines(difference);
  const old = [...lines.old].map(([file, numbers]) => [oldName(file), numbers] as const);
  return {
    branches: places(branches),
    writes: places(writes),
    lines: { new: Object.fromEntries(lines.new), old: Object.fromEntries(old) },
  };
}

/** A statement may be several instructions, at one place. */
function places(instructions: Iterable<Instruction>): number {
  const seen = new Set<string>();
  for (const { id, position } of instructions) {
    seen.add(position === null ? `${id}` : `${position.file.path}:${position.line}:${position.column}`);
  }
  return seen.size;
}
