/**
 * Whole programs through the command line, tests replayed on compiled code. A case is a folder with main.c, a sentence
 * about it and what must come out; a fault also has clean.c, its twin in which nothing may be found. `UPDATE_CASES=1`
 * rewrites what must come out: read the difference before committing it.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { ENDINGS, type EndingKind } from '../../src/machine/endings.ts';
import type { Summary } from '../../src/suite/summary.ts';
import { run } from '../cli/run.ts';

interface Result {
  readonly status: number;
  readonly verdict: string;
  readonly limits: readonly string[];
  readonly paths: Partial<Summary['paths']>;
  readonly tests: number;
  readonly faults: readonly { kind: EndingKind; function: string | null; line: number; message: string }[];
  readonly unmodelled?: readonly string[];
  /** What compiled code cannot show is no disagreement. */
  readonly replay: { readonly replayed: number; readonly disagreed: number };
  /** Where a test's behaviour is undefined, for which reason compiled code does something else. */
  readonly undefined?: readonly string[];
}

interface Expected {
  readonly options: readonly string[];
  main?: Result;
  clean?: Result;
}

const here = fileURLToPath(new URL('.', import.meta.url));
const update = process.env.UPDATE_CASES === '1';
const scratch = mkdtempSync(join(tmpdir(), 'pathfold-cases-'));
afterAll(() => rmSync(scratch, { recursive: true }));

function casesIn(folder: string): string[] {
  return readdirSync(join(here, folder))
    .sort()
    .map((name) => join(folder, name))
    .filter((name) => existsSync(join(here, name, 'main.c')) && existsSync(join(here, name, 'expected.json')));
}

function readExpected(folder: string): Expected {
  return JSON.parse(readFileSync(join(here, folder, 'expected.json'), 'utf8')) as Expected;
}

let runs = 0;
async function summaryOf(folder: string, file: string, options: readonly string[]) {
  const path = relative(process.cwd(), join(here, folder, file));
  const out = join(scratch, String(runs++));
  const { status, out: text, err } = await run('test', path, ...options, '--json', '--replay', 'all', '--out', out);
  if (text === '') throw new Error(err);
  return { status, summary: JSON.parse(text) as Summary };
}

/** Without the folder, and without what was expected and seen, which compiled code is free to choose. */
function reasonIn(line: string): string {
  return (/main\.c:\d+: [^(]*[^( ]/.exec(line) ??
    /the function leaves [^;]*|depends on where objects lie/.exec(line))![0];
}

/** Of the exhaustive search: its counts say most about the machine. */
async function resultOf(folder: string, file: string, options: readonly string[]): Promise<Result> {
  const { status, summary } = await summaryOf(folder, file, [...options, '--reduce', 'none']);
  expect(summary.replay!.disagreed).toEqual([]);
  for (const fault of summary.faults) expect(basename(fault.file ?? '')).toBe(file);
  const differs = summary.replay!.undefinedBehaviour;
  const paths = Object.fromEntries(Object.entries(summary.paths).filter(([, count]) => count > 0));
  return {
    status,
    verdict: summary.verdict,
    limits: summary.limits,
    paths,
    tests: summary.tests,
    faults: summary.faults.map(({ kind, function: name, line, message }) => ({ kind, function: name, line, message })),
    ...(summary.unmodelled.length > 0 ? { unmodelled: summary.unmodelled } : {}),
    replay: { replayed: summary.replay!.replayed, disagreed: summary.replay!.disagreed.length },
    ...(differs.length > 0 ? { undefined: differs.map(reasonIn) } : {}),
  };
}

async function check(folder: string, part: 'main' | 'clean'): Promise<Result> {
  const expected = readExpected(folder);
  const result = await resultOf(folder, `${part}.c`, expected.options);
  if (update) {
    expected[part] = result;
    writeFileSync(join(here, folder, 'expected.json'), `${JSON.stringify(expected, null, 2)}\n`);
  }
  expect(result).toEqual(expected[part]);
  return result;
}

describe('whole programs', () => {
  for (const folder of casesIn('.')) {
    const description = readFileSync(join(here, folder, 'description.txt'), 'utf8').trim();
    it(`${folder}: ${description}`, async () => {
      await check(folder, 'main');
    });
  }
});

describe('faults', () => {
  const found = new Set<string>();
  for (const folder of casesIn('faults')) {
    it(`${basename(folder)} is found where it is, and not in its clean twin`, async () => {
      const result = await check(folder, 'main');
      expect(result.status).toBe(1);
      expect(result.faults.length).toBe(1);
      found.add(result.faults[0].kind);
      const clean = await check(folder, 'clean');
      expect(clean).toMatchObject({ status: 0, verdict: 'complete', faults: [] });
      const { options } = readExpected(folder);
      const { status, summary } = await summaryOf(folder, 'main.c', options);
      expect(status).toBe(1);
      expect(summary.faults.map(({ kind, line }) => ({ kind, line }))).toEqual(
        result.faults.map(({ kind, line }) => ({ kind, line })),
      );
    });
  }

  it('have a case for every kind', () => {
    const kinds = Object.entries(ENDINGS).filter(([, info]) => info.fault);
    expect(kinds.map(([kind]) => kind).filter((kind) => !found.has(kind))).toEqual([]);
  });
});
