/** Reports of a hostile program: its strings, names and file stay text in the page's source; browser.test.ts looks at it in a browser. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pathTree } from '../../src/report/path-tree.ts';
import { reachOf } from '../../src/report/reach.ts';
import type { ReportData } from '../../src/report/report-data.ts';
import { run } from '../cli/run.ts';

const directory = mkdtempSync(join(tmpdir(), 'pathfold-report-'));
const before = process.cwd();
const ATTACK = "</script><img src=x onerror=document.title='owned'>";
let page = '';

beforeAll(async () => {
  process.chdir(directory);
  const file = 'a"><img src=x>.c';
  writeFileSync(
    file,
    `#include <pathfold.h>
#include <stdio.h>
/* ${ATTACK} */
int main(void) {
  int table[4] = {0};
  int i = pathfold_int("${ATTACK}");
  if (i > 9) printf("${ATTACK}");
  return table[i];
}
`,
  );
  await run('test', file, '--replay', 'none', '--out', 'run');
  expect((await run('report', 'run')).status).toBe(0);
  page = readFileSync('run/report.html', 'utf8');
}, 60_000);
afterAll(() => {
  process.chdir(before);
  rmSync(directory, { recursive: true });
});

it('has the run as data, without markup of the program', () => {
  expect(page).not.toContain('<img');
  expect(page.match(/<\/script>/g)).toHaveLength(2);
  const [, text] = /<script type="application\/json" id="data">(.*)<\/script>/.exec(page)!;
  const data = JSON.parse(text) as ReportData;
  expect(data.verdict).toBe('complete');
  expect(data.faults[0]).toMatchObject({ title: 'out of bounds access', file: 'a"><img src=x>.c', line: 8 });
  expect(data.faults[0].input).toContain(ATTACK);
  expect(data.sources[0].lines[2]).toBe(`/* ${ATTACK} */`);
  expect(data.sources[0].state[7]).toBe('c');
  expect(data.faults[0].steps.at(-1)).toEqual(['a"><img src=x>.c', 8, expect.any(Number), 'main', '']);
  expect(data.faults[0].steps.map((step) => step[4]).join()).toMatch(/i = -?\d+/);
  expect(data.tests.length).toBeGreaterThan(1);
});

it('says of what is assumed that the verdict rests on it', async () => {
  writeFileSync('sign.c', 'int sign(const char *s) { return s[0] == 45; }\n');
  await run('test', 'sign.c', '--function', 'sign', '--replay', 'none', '--out', 'assumed');
  expect((await run('report', 'assumed')).status).toBe(0);
  const [, text] = /id="data">(.*)<\/script>/.exec(readFileSync('assumed/report.html', 'utf8'))!;
  const { verdict, within, assumptions } = JSON.parse(text) as ReportData;
  expect(`${verdict}${within}`).toBe('complete within the assumptions below');
  expect(assumptions.length).toBeGreaterThan(0);
}, 60_000);

it('allows itself to load nothing', () => {
  expect(page).toMatch(/Content-Security-Policy" content="default-src 'none';/);
  expect(page).not.toMatch(/(src|href)="(?!data:|#)/);
});

it('draws ten thousand paths with few nodes', () => {
  const name = (i: number) =>
    `0:${Buffer.from(Array.from({ length: 14 }, (_, k) => [(i >> k) & 1 ? 0x80 : 0, 0, k]).flat()).toString('base64')}`;
  const paths = Array.from({ length: 10_000 }, (_, i) => ({ record: 'path', path: name(i), ending: 'exit' }) as const);
  const tree = pathTree(paths)!;
  expect(tree.counts).toEqual([10_000, 0, 0, 0]);
  let nodes = 0;
  const count = (node: typeof tree): void => {
    nodes++;
    for (const child of node.children) count(child);
    if (node.children.length > 0) {
      expect(node.children.reduce((sum, child) => sum + child.counts[0], 0)).toBe(node.counts[0]);
    }
  };
  count(tree);
  expect(nodes).toBeGreaterThan(500);
  expect(nodes).toBeLessThan(2000);
});

it('knows which tests reach which lines', () => {
  const lines = [1, 2, 3, 4].map((line) => ({ file: 'a.c', line }));
  const reached = new Map([
    [5, new Set([0, 1, 3])],
    [7, new Set([0, 1])],
    [9, new Set([0, 1, 3])],
  ]);
  const reach = reachOf({ lines, reached }, [5, 6, 7, 9]);
  expect(reach.classOf).toEqual({ 'a.c': { 1: 0, 2: 0, 3: 1, 4: 2 } });
  expect(reach.setOf).toEqual([0, -1, 1, 0]);
  const has = (set: number, line: number) =>
    Buffer.from(reach.sets[set], 'base64')[0] & (1 << reach.classOf['a.c'][line]);
  expect([1, 2, 3, 4].map((line) => has(0, line) !== 0)).toEqual([true, true, false, true]);
  expect([1, 2, 3, 4].map((line) => has(1, line) !== 0)).toEqual([true, true, false, false]);
});

it('says why tests are not followed when the program has changed', async () => {
  writeFileSync('changing.c', '#include <pathfold.h>\nint main(void) { return pathfold_int("a") > 3; }\n');
  await run('test', 'changing.c', '--replay', 'none', '--out', 'changed');
  writeFileSync('changing.c', '#include <pathfold.h>\nint main(void) { return pathfold_int("a") > 4; }\n');
  expect((await run('report', 'changed')).status).toBe(0);
  expect(readFileSync('changed/report.html', 'utf8')).toContain('the program has changed since the run');
});
