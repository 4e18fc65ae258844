/** Reports of a hostile program: its strings, names and file stay text, in the page's source and in a browser where there is one. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pathTree } from '../../src/report/path-tree.ts';
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
  expect(data.tests.length).toBeGreaterThan(1);
});

it('allows itself to load nothing', () => {
  expect(page).toMatch(/Content-Security-Policy" content="default-src 'none';/);
  expect(page).not.toMatch(/(src|href)="(?!data:|#)/);
});

const browser = ['chromium', 'chromium-browser', 'google-chrome'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);
it.runIf(browser !== undefined)(
  'shows the text in a browser',
  () => {
    const address = pathToFileURL('run/report.html').href;
    const words = ['--headless', '--no-sandbox', '--disable-gpu', '--dump-dom', `--user-data-dir=${directory}/profile`];
    const { stdout } = spawnSync(browser!, [...words, address], { encoding: 'utf8', timeout: 60_000 });
    expect(stdout).toContain('<title>pathfold: main of a');
    expect(stdout).not.toContain('<title>owned');
    expect(stdout).toMatch(/<code>[^<]*onerror=document.title=/);
    expect(stdout.match(/<img/g)).toBeNull();
    expect(stdout).toContain('id="paths"');
  },
  90_000,
);

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
