/** Reports of five runs in a real browser: Debian's Chromium, driven by playwright-core. Skipped where there is no Chromium. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportPage } from '../../src/report/page/page.ts';
import { reportData } from '../../src/report/report-data.ts';
import { run } from '../cli/run.ts';
import { findBrowser } from './find-browser.ts';

const executablePath = findBrowser();
const ATTACK = "</script><img src=x onerror=document.title='owned'>";
const directory = mkdtempSync(join(tmpdir(), 'pathfold-browser-'));
const before = process.cwd();
let browser: Browser;

/** Identifiers cannot have markup in C, so file names, strings, inputs and comments have to. */
const HOSTILE = `#include <pathfold.h>
#include <stdio.h>
/* ${ATTACK} */
static int look(int i) { int table[4] = {0}; return table[i]; }
int main(void) {
  int i = pathfold_int("${ATTACK}");
  if (i > 9) printf("${ATTACK}");
  return look(i);
}
`;
const CLASSIFY = `enum kind { NONE, EQUILATERAL, ISOSCELES, SCALENE };
enum kind classify(int a, int b, int c) {
  if (a <= 0 || b <= 0 || c <= 0) return NONE;
  if (a == b && b == c) return EQUILATERAL;
  return a == b || b == c || a == c ? ISOSCELES : SCALENE;
}
`;
const RUNS = {
  hostile: ['test', 'a"><img src=x>.c'],
  classify: ['test', 'classify.c', '--function', 'classify'],
  cover: ['cover', 'classify.c', '--function', 'classify'],
  signature: ['summarize', 'classify.c', '--function', 'classify'],
  difference: ['diff', 'classify.c', 'edited.c', '--function', 'classify'],
} as const;

describe.skipIf(executablePath === null)('reports in a browser (needs chromium)', () => {
  beforeAll(async () => {
    process.chdir(directory);
    writeFileSync(RUNS.hostile[1], HOSTILE);
    writeFileSync('classify.c', CLASSIFY);
    writeFileSync('edited.c', CLASSIFY.replace('a <= 0 ||', 'a < 0 ||'));
    for (const [out, words] of Object.entries(RUNS)) {
      expect((await run(...words, '--out', out, '--replay', 'none')).status, out).toBeLessThan(2);
      expect((await run('report', out)).err, out).toBe('');
    }
    browser = await chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    process.chdir(before);
    rmSync(directory, { recursive: true });
  });

  /** The page, and everything it complained about or asked for. */
  async function opened(file: string, width = 1280): Promise<{ page: Page; trouble: string[] }> {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    const trouble: string[] = [];
    page.on('console', (message) => trouble.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => trouble.push(String(error)));
    const address = pathToFileURL(join(directory, file)).href;
    page.on('request', (request) => {
      if (request.url() !== address && !request.url().startsWith('data:')) trouble.push(`asks for ${request.url()}`);
    });
    await page.goto(address);
    return { page, trouble };
  }

  it.each(Object.keys(RUNS))('%s opens without a complaint and asks for nothing, wide and narrow', async (name) => {
    for (const width of [1280, 420]) {
      const { page, trouble } = await opened(`${name}/report.html`, width);
      expect(await page.locator('nav a').count()).toBeGreaterThan(1);
      for (const summary of await page.locator('summary').all()) await summary.click();
      expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0);
      expect(trouble).toEqual([]);
      await page.close();
    }
  });

  it('leads from a fault to its line, and tells the path to it', async () => {
    const { page } = await opened('hostile/report.html');
    await page.locator('.fault a').first().click();
    const line = page.locator('.source .hit');
    expect(await line.textContent()).toContain('return table[i]');
    expect(await page.evaluate('document.activeElement.className')).toContain('hit');
    await page.locator('.fault details summary').click();
    // Rows are made when the details have opened, which the browser tells later.
    await page.locator('.steps tbody tr').nth(2).waitFor();
    expect(await page.locator('.steps').textContent()).toMatch(/i = \d+/);
    await page.close();
  });

  it('leaves text of the program text', async () => {
    const { page } = await opened('hostile/report.html');
    for (const summary of await page.locator('summary').all()) await summary.click();
    expect(await page.title()).toBe('pathfold: main of a"><img src=x>.c');
    await expect.poll(() => page.locator('img').count()).toBe(0);
    expect(await page.locator('.fault code').first().textContent()).toContain(ATTACK);
    await page.close();
  });

  it('filters and sorts tests, and shows those that reach a line', async () => {
    const { page } = await opened('classify/report.html');
    const rows = page.locator('#tests tbody tr');
    const all = await rows.count();
    await page.locator('#filter').fill('return = 1');
    const some = await rows.count();
    expect(some).toBeGreaterThan(0);
    expect(some).toBeLessThan(all);
    expect(await page.locator('#count').textContent()).toBe(`${some} of ${all} tests`);
    await page.locator('#filter').fill('');
    const first = () => rows.first().locator('td').first().textContent();
    expect(await first()).toBe('1');
    await page.locator('#tests th button').first().click();
    expect(await first()).toBe(String(all));
    // Line 4 is reached by those whose sides are positive.
    await page.locator('.source div', { hasText: 'EQUILATERAL;' }).locator('button.reach').click();
    const reaching = await rows.count();
    expect(reaching).toBeLessThan(all);
    expect(await page.locator('#only').textContent()).toContain('classify.c:4');
    await page.locator('#only').click();
    expect(await rows.count()).toBe(all);
    await page.close();
  });

  it('has the signature and the changes in their words', async () => {
    const signature = await opened('signature/report.html');
    expect(await signature.page.locator('#signature').textContent()).toContain('EQUILATERAL');
    await signature.page.close();
    const difference = await opened('difference/report.html');
    expect(await difference.page.locator('#changes').textContent()).toContain('return: NONE');
    expect(await difference.page.locator('h1').textContent()).toContain(' against ');
    await difference.page.close();
  });

  it('of ten thousand tests and five thousand lines is small and painted at once', async () => {
    const small = reportData('classify', 'made up');
    const lines = Array.from(
      { length: 5000 },
      (_, i) => `  if (input[${i}] == ${i % 251}) total += table[${i}] * weight(${i});`,
    );
    const tests = Array.from(
      { length: 10_000 },
      (_, i) => [i + 1, `exit ${i % 7}`, `text = "${'x'.repeat(i % 60)}", count = ${i}`, `return = ${i * 31}`] as const,
    );
    const classOf = Object.fromEntries(lines.map((_, i) => [i + 1, i % 400]));
    const sets = Array.from({ length: 10_000 }, (_, i) => Buffer.alloc(50, i & 255).toString('base64'));
    const page = reportPage({
      ...small,
      sources: [{ file: 'big.c', lines, state: 'c'.repeat(5000) }],
      tests,
      reach: { classOf: { 'big.c': classOf }, sets, setOf: tests.map((_, i) => i) },
    });
    writeFileSync('big.html', page);
    expect(statSync('big.html').size).toBeLessThan(5_000_000);
    const { page: shown, trouble } = await opened('big.html');
    // The second frame after loading begins when the first was painted. (Without a screen the browser's own paint entries
    // sometimes never appear.)
    const paint = await shown.evaluate(
      'new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(() => seen(performance.now()))))',
    );
    // A second when the machine has nothing else to do; beside other tests only that it does not hang.
    expect(paint).toBeLessThan(process.env.PATHFOLD_QUIET === undefined ? 10_000 : 1000);
    await shown.locator('#filter').fill('count = 9999');
    await expect.poll(() => shown.locator('#tests tbody tr').count()).toBe(1);
    expect(trouble).toEqual([]);
    await shown.close();
  });
});
