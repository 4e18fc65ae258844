/** Sources with what is covered of them, from the tracefile of a run and the files as they are now. */
import { existsSync, readFileSync } from 'node:fs';
import { normalize, resolve } from 'node:path';

export interface ReportSource {
  readonly file: string;
  readonly lines: readonly string[];
  /** A letter per line: covered, partly covered, uncovered, not reachable (x), or nothing to cover (a blank). */
  readonly state: string;
}

/** Lines that no input reaches, and code that nothing calls. */
export interface UncoveredLines {
  readonly file: string;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly reason: string;
}

const MOST_LINES = 20_000;

interface FileRecord {
  readonly file: string;
  readonly hits: Map<number, number>;
  readonly partly: Set<number>;
}

export function sourcesOf(tracefile: string, base: string, uncovered: readonly UncoveredLines[]): ReportSource[] {
  if (!existsSync(tracefile)) return [];
  return recordsOf(readFileSync(tracefile, 'utf8')).map((record) => sourceOf(record, base, uncovered));
}

function recordsOf(tracefile: string): FileRecord[] {
  const records: FileRecord[] = [];
  for (const text of tracefile.split('\n')) {
    const value = text.slice(text.indexOf(':') + 1);
    const record = records.at(-1);
    if (text.startsWith('SF:')) records.push({ file: normalize(value), hits: new Map(), partly: new Set() });
    else if (text.startsWith('DA:')) {
      const [line, hits] = value.split(',').map(Number);
      record?.hits.set(line, hits);
    } else if (text.startsWith('BRDA:')) {
      const [line, , , taken] = value.split(',');
      if (taken === '0' || taken === '-') record?.partly.add(Number(line));
    }
  }
  return records;
}

function sourceOf(
  { file, hits, partly }: FileRecord,
  base: string,
  uncovered: readonly UncoveredLines[],
): ReportSource {
  const path = resolve(base, file);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : 'the source is not where it was';
  const lines = text.replace(/\n$/, '').split('\n').slice(0, MOST_LINES);
  const ranges = uncovered.filter((range) => normalize(range.file) === file && NEVER.test(range.reason));
  const isNever = (line: number) => ranges.some(({ firstLine, lastLine }) => firstLine <= line && line <= lastLine);
  const state = lines.map((_, i) => {
    const count = hits.get(i + 1);
    if (count === undefined) return ' ';
    if (count === 0) return isNever(i + 1) ? 'x' : 'u';
    return partly.has(i + 1) ? 'p' : 'c';
  });
  return { file, lines, state: state.join('') };
}

const NEVER = /unreachable|not called/;
