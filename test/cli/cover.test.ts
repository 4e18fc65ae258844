import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from './run.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pathfold-cover-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function cover(text: string, ...options: string[]) {
  const source = join(folder, 'main.c');
  const out = join(folder, 'out');
  writeFileSync(source, text);
  const result = await run('cover', source, '--json', '--replay', 'none', '--out', out, '--force', ...options);
  expect(result.err).toBe('');
  return {
    ...result,
    summary: JSON.parse(result.out),
    lcov: readFileSync(join(out, 'coverage.lcov'), 'utf8').replaceAll(source, 'main.c'),
  };
}

const isSet = ({ value }: { value: number }) => value !== 0;

const PROGRAM = `#include <pathfold.h>
static int unused(int x) { return x + 1; }
int main(void) {
  int a = pathfold_int("a"), b = pathfold_int("b");
  int r = 0;
  if (a > 3) r = 1; else r = 2;
  if (b > 3) r += 1; else r += 2;
  if (a * 2 == 7)
    return unused(r);
  return r;
}
`;

describe('pathfold cover', () => {
  test('writes tests only for paths that add coverage, and proves the rest unreachable', async () => {
    const { status, summary } = await cover(PROGRAM);
    expect(status).toBe(0);
    expect(summary).toMatchObject({ command: 'cover', search: 'coverage', verdict: 'complete', tests: 2, faults: [] });
    expect(summary.fewest).toEqual({ found: 3, candidates: 7, atLeast: 2, everyPath: true });
    expect(summary.paths.completed).toBe(4);
    expect(
      summary.uncovered.map((code: { firstLine: number; reason: string }) => [code.firstLine, code.reason]),
    ).toEqual([
      [2, 'unreachable (proved)'],
      [9, 'unreachable (proved)'],
    ]);
    expect(summary.coverage.branches).toEqual({ covered: 5, total: 6 });
  });

  test('keeps the fewest tests: two for section 2 of the redundant states paper', async () => {
    const text = readFileSync('test/cases/papers/redundant-states-section2/main.c', 'utf8');
    const { summary } = await cover(text);
    expect(summary.tests).toBe(2);
    expect(summary.fewest).toMatchObject({ atLeast: 2, everyPath: true });
    expect(summary.coverage.branches).toEqual({ covered: 4, total: 4 });
    const out = join(folder, 'out');
    const files = readdirSync(out).filter((name) => /^test\d+\.json$/.test(name));
    expect(files).toHaveLength(2);
    const values = files.map((name) => JSON.parse(readFileSync(join(out, name), 'utf8')).inputs.map(isSet));
    expect(values[0].map((each: boolean) => !each)).toEqual(values[1]);
    expect((await run('show', out)).out).toContain('tests:    2 ');
  });

  test('keeps a test of each fault, and says what more paths could save', async () => {
    const text = `#include <pathfold.h>
int main(void) {
  int table[2] = {1, 2}, total = 0;
  for (int i = 0; i < 12; i++) {
    char name[2] = { (char)('a' + i), 0 };
    if (pathfold_int(name) == 7) total += i;
  }
  if (total == 66) return table[total];
  return total;
}
`;
    const { summary } = await cover(text, '--max-paths', '40');
    expect(summary.faults).toHaveLength(1);
    expect(summary.fewest).toMatchObject({ everyPath: false, atLeast: summary.tests });
    expect(readdirSync(join(folder, 'out'))).toContain(`${summary.faults[0].test}.json`);
  });

  test('says of what it proves that it holds within what is assumed', async () => {
    const source = join(folder, 'text.c');
    writeFileSync(
      source,
      '#include <string.h>\nint f(const char *t) {\n  if (strlen(t) == 5)\n    return 1;\n  return 2;\n}\n',
    );
    const words = ['cover', source, '--function', 'f', '--string', 't=3', '--replay', 'none'];
    const { out } = await run(...words, '--out', join(folder, 'text'));
    expect(out).toContain('text.c:4: in f: unreachable (proved within the assumptions below)');
    expect(out).toContain('assumed: t: a string of at most 3 characters');
  });

  test('compares states from the start when its patience is switched off', async () => {
    const usual = await cover(PROGRAM);
    expect(usual.summary.counters).toMatchObject({ places: 0, matches: 0 });
    const eager = await cover(PROGRAM, '--switch', 'patience=0');
    expect(eager.summary.counters.places).toBeGreaterThan(0);
    const { summary } = await cover(PROGRAM, '--reduce', 'relevance', '--switch', 'patience=0');
    expect(summary.counters).toMatchObject({ begun: 1 });
    for (const { coverage } of [eager.summary, summary]) expect(coverage).toEqual(usual.summary.coverage);
  });

  test('stops as soon as everything is reached, although paths are left', async () => {
    const { summary } = await cover(`#include <pathfold.h>
int main(void) {
  int total = 0;
  for (int i = 0; i < 10; i++) {
    char name[2] = { (char)('a' + i), 0 };
    if (pathfold_int(name) > 0) total++;
  }
  return total;
}
`);
    expect(summary.verdict).toBe('complete');
    expect(summary.coverage.lines.covered).toBe(summary.coverage.lines.total);
    expect(summary.uncovered).toEqual([]);
    expect(summary.tests).toBe(1);
    expect(summary.paths.completed).toBeLessThan(5);
  });

  test('says what limits kept from being reached', async () => {
    const { summary } = await cover(PROGRAM, '--max-paths', '1');
    expect(summary.verdict).toBe('bounded');
    const reasons = new Map(
      summary.uncovered.map((code: { firstLine: number; reason: string }) => [code.firstLine, code.reason]),
    );
    expect(reasons.get(9)).toBe('not reached within limits');
  });

  test('says what lies behind something that is not modelled', async () => {
    const { summary } = await cover(`int mystery(void);
int main(int argc, char **argv) {
  (void)argv;
  if (argc > 100)
    return 3;
  mystery();
  return 4;
}
`);
    expect(
      summary.uncovered.map((code: { firstLine: number; reason: string }) => [code.firstLine, code.reason]),
    ).toEqual([
      [5, 'unreachable (proved)'],
      [7, 'not modelled'],
    ]);
  });

  test('writes an lcov tracefile that agrees with the summary', async () => {
    const { lcov, summary } = await cover(PROGRAM);
    expect(lcov).toMatch(/^TN:main_c\nSF:.*main\.c\n/);
    const lines = Array.from(lcov.matchAll(/^DA:(\d+),(\d)$/gm), ([, line, count]) => [Number(line), Number(count)]);
    expect(lines.filter(([, count]) => count === 0).map(([line]) => line)).toEqual([2, 9]);
    expect(lcov).toContain(`LF:${lines.length}\n`);
    expect(summary.coverage.lines).toEqual({ covered: lines.length - 2, total: lines.length });
    const branches = Array.from(lcov.matchAll(/^BRDA:\d+,\d+,\d+,(.)$/gm), ([, taken]) => taken);
    expect(branches.filter((taken) => taken === '1')).toHaveLength(summary.coverage.branches.covered);
    expect(lcov).toContain('FNDA:0,unused\n');
    expect(lcov.endsWith('end_of_record\n')).toBe(true);
  });

  test('covers the same with the reduction, in fewer paths', async () => {
    const text = `#include <pathfold.h>
int main(void) {
  int total = 0;
  for (int i = 0; i < 10; i++) {
    char name[2] = { (char)('a' + i), 0 };
    if (pathfold_int(name) > 0) total += 1;
  }
  if (total > 10) return 3;
  return 0;
}
`;
    const [all, reduced] = [await cover(text, '--reduce', 'none'), await cover(text)];
    expect(reduced.summary).toMatchObject({ reduction: 'revisit', verdict: 'complete' });
    expect(reduced.summary.coverage).toEqual(all.summary.coverage);
    expect(reduced.summary.uncovered).toEqual(all.summary.uncovered);
    expect(reduced.summary.paths.completed).toBeLessThan(all.summary.paths.completed / 4);
  });

  test('writes a test for code that only paths to a known fault reach', async () => {
    const { summary } = await cover(`#include <assert.h>
#include <pathfold.h>
static void fail(int x) { assert(x); }
int main(void) {
  int x = 0;
  if (pathfold_int("a") > 0)
    pathfold_output("positive", 1);
  else
    pathfold_output("other", 2);
  fail(x);
  return 0;
}
`);
    expect(summary.faults).toHaveLength(1);
    expect(summary.tests).toBe(2);
  });

  test('has no use for reductions that keep something else', async () => {
    const source = join(folder, 'main.c');
    writeFileSync(source, PROGRAM);
    const result = await run('cover', source, '--reduce', 'output', '--out', join(folder, 'refused'));
    expect(result.status).toBe(2);
    expect(result.err).toContain('cover has no use for it');
  });

  test('reports a fault with its test and status 1', async () => {
    const { status, summary } = await cover(`#include <pathfold.h>
int main(void) {
  int a = pathfold_int("a");
  return 10 / a;
}
`);
    expect(status).toBe(1);
    expect(summary.faults).toMatchObject([{ kind: 'division-by-zero', line: 4 }]);
    expect(summary.faults[0].test).not.toBeNull();
  });
});

test("calls a user's main by its name", async () => {
  const source = join(folder, 'own-main.c');
  writeFileSync(source, 'int main(int argc, char **argv) { return argc > 1 && argv != 0; }\n');
  const { out } = await run('cover', source, '--function', 'main', '--replay', 'none', '--out', join(folder, 'own'));
  expect(out).toMatch(/^main +1\/1 100 %/m);
  expect(out).not.toContain('user_main');
});

describe('a line counts as reached', () => {
  test('only if its own code ran: not when a loop around it was left at once', async () => {
    const { lcov } = await cover(`#include <pathfold.h>
int main(void) {
  int a = pathfold_int("a"), n = 0;
  if (a > 3)
    goto out;
  for (int i = 0; i < n; i++)
    a += i;
out:
  while (n > 0)
    n--;
  return a > 0;
}
`);
    const reached = (line: number) => new RegExp(`^DA:${line},[1-9]`, 'm').test(lcov);
    expect([4, 5, 6, 7, 9, 10, 11].filter(reached)).toEqual([4, 5, 6, 9, 11]);
  });
});
