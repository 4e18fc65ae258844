/**
 * Coverage as an lcov tracefile, which editors, genhtml and coverage services read. Counts are 1 or 0: that some test
 * reaches a line, or that none does.
 */
import type { BranchHit, FunctionCoverage } from '../explore/coverage.ts';

interface FileRecord {
  readonly functions: FunctionCoverage[];
  readonly branches: BranchHit[];
  readonly lines: Map<number, boolean>;
}

export function lcovTracefile(functions: readonly FunctionCoverage[], testName: string): string {
  const lines: string[] = [];
  for (const [file, record] of byFile(functions)) {
    lines.push(`TN:${testName.replace(/\W/g, '_')}`, `SF:${file}`);
    functionRecords(record, lines);
    branchRecords(record, lines);
    const sorted = [...record.lines].sort(([a], [b]) => a - b);
    for (const [line, covered] of sorted) lines.push(`DA:${line},${covered ? 1 : 0}`);
    lines.push(`LF:${sorted.length}`, `LH:${sorted.filter(([, covered]) => covered).length}`, 'end_of_record');
  }
  return lines.map((line) => `${line}\n`).join('');
}

/** A function's lines can lie in several files, and a line can belong to several functions: headers. */
function byFile(functions: readonly FunctionCoverage[]): Map<string, FileRecord> {
  const files = new Map<string, FileRecord>();
  const of = (file: string): FileRecord => {
    let record = files.get(file);
    if (record === undefined) {
      record = { functions: [], branches: [], lines: new Map() };
      files.set(file, record);
    }
    return record;
  };
  for (const fn of functions) {
    if (fn.file !== null) of(fn.file).functions.push(fn);
    for (const hit of fn.lineHits) {
      const { lines } = of(hit.file);
      lines.set(hit.line, hit.covered || lines.get(hit.line) === true);
    }
    for (const branch of fn.branchHits) if (branch.line > 0) of(branch.file).branches.push(branch);
  }
  return files;
}

function functionRecords({ functions }: FileRecord, lines: string[]): void {
  for (const { line, name } of functions) lines.push(`FN:${line},${name}`);
  for (const { entered, name } of functions) lines.push(`FNDA:${entered ? 1 : 0},${name}`);
  lines.push(`FNF:${functions.length}`, `FNH:${functions.filter((fn) => fn.entered).length}`);
}

function branchRecords({ branches }: FileRecord, lines: string[]): void {
  let found = 0;
  let hit = 0;
  const blocks = new Map<number, number>();
  for (const { line, taken } of branches) {
    const block = blocks.get(line) ?? 0;
    blocks.set(line, block + 1);
    const executed = taken.some(Boolean);
    taken.forEach((each, direction) => {
      // lcov tells a branch that was never executed from one that never went this way.
      lines.push(`BRDA:${line},${block},${direction},${executed ? (each ? 1 : 0) : '-'}`);
      found++;
      if (each) hit++;
    });
  }
  if (found > 0) lines.push(`BRF:${found}`, `BRH:${hit}`);
}
