import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { analyzePointers } from '../../src/analysis/points-to/points-to.ts';
import {
  type StatementDependence,
  type StatementPair,
  statementDependence,
} from '../../src/analysis/statement-dependence.ts';
import { analyzeTermination } from '../../src/analysis/termination.ts';
import { loadProgram } from '../../src/frontend/load.ts';
import { findFunction } from '../../src/program/program.ts';

/** From lines of figure2.c to the numbers the paper's Figure 2 has. */
const FIGURE_LINE: Readonly<Record<number, number>> = {
  7: 1,
  8: 2,
  9: 3,
  10: 4,
  11: 5,
  13: 7,
  14: 8,
  15: 9,
  17: 11,
  18: 12,
  19: 13,
  20: 14,
};

let dependence: StatementDependence;

beforeAll(async () => {
  const file = fileURLToPath(new URL('./figure2.c', import.meta.url));
  const program = await loadProgram([file], { withRuntime: false });
  const termination = analyzeTermination(program, analyzePointers(program).callGraph);
  const fn = findFunction(program, 'figure2')!;
  dependence = statementDependence(fn, termination.controlOf(fn));
});

function nodeName(index: number): string | null {
  const { instruction, edge } = dependence.nodes[index];
  const line = FIGURE_LINE[instruction.position!.line];
  if (edge === null) return instruction.op === 'icmp' ? null : String(line);
  return `${line}${instruction.op === 'condbr' && instruction.ifTrue.index === edge.target ? 'T' : 'F'}`;
}

/** Pairs of different source lines, as the paper writes them; a condition is part of its branch. */
function pairs(relation: readonly StatementPair[]): string[] {
  const names = new Set<string>();
  for (const [from, to] of relation) {
    const [left, right] = [nodeName(from), nodeName(to)];
    if (left !== null && right !== null && left !== right) names.add(`${left},${right}`);
  }
  return [...names].sort();
}

function table(text: string): string[] {
  return text.trim().split(/\s+/).sort();
}

describe("the dependence table of the paper's Figure 2", () => {
  it('has its control dependence', () => {
    expect(pairs(dependence.control)).toEqual(table('2T,3 4T,5 4F,7 8T,9 8F,11'));
  });

  it('has its data dependence', () => {
    expect(pairs(dependence.data)).toEqual(table('1,12 1,13 1,14 3,12 3,13 3,14 5,12 5,13 7,12 7,13 9,14 11,14 12,13'));
  });

  it('has its potential dependence', () => {
    expect(pairs(dependence.potential)).toEqual(table('2F,12 2F,13 2F,14'));
  });

  it('has its interactive dependence, and one pair between the two instructions of line 13', () => {
    const printed = table(`1,2F 1,4T 1,4F 1,5 1,7 1,8T 1,8F 1,9 1,11 1,12 2F,4T 2F,4F 2F,5 2F,7 2F,8T 2F,8F 2F,9 2F,11
      2F,12 3,4T 3,4F 3,5 3,7 3,8T 3,8F 3,9 3,11 3,12 5,12 7,12`);
    // The length of the copy and the new object meet in the call: 12,13 is data dependence in the table already.
    expect(pairs(dependence.interactive)).toEqual([...printed, '12,13'].sort());
  });
});
