/**
 * What the five papers measured, measured here: runs their benches and makes docs/EVALUATION.md from the results.
 *
 *   npm run evaluate -- [--paper NAME]... [--quick] [--page]
 *
 * Rows go to docs/evaluation/, with the commit and the command; a paper that is not named keeps what was recorded of it. With
 * `--quick` each bench runs on a part of its programs, and the page says so. `--page` measures nothing and only makes the page.
 * One bench runs at a time, each in a process of its own. Exit status 1 when one of them failed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { commit } from '../study/record.js';
import { writePage } from './page.js';
import { writeResult } from './results.js';
import { PAPERS } from './steps.js';

const { values } = parseArgs({
  options: {
    paper: { type: 'string', multiple: true, default: Object.keys(PAPERS) },
    quick: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
  },
});
const unknown = values.paper.filter((name) => PAPERS[name] === undefined);
if (unknown.length > 0) throw new Error(`--paper is one of ${Object.keys(PAPERS).join(', ')}`);
if (!values.page) for (const paper of values.paper) for (const step of PAPERS[paper]) run(step);
writePage();

function run({ name, bench, full, quick }) {
  const words = values.quick ? quick : full;
  const folder = mkdtempSync(join(tmpdir(), 'pathfold-evaluate-'));
  const file = join(folder, 'rows.json');
  const script = fileURLToPath(new URL(`../${bench}`, import.meta.url));
  const json = name === undefined ? [] : ['--json', file];
  const began = performance.now();
  console.log(`node bench/${bench} ${words.join(' ')}`);
  const { status } = spawnSync(process.execPath, ['--expose-gc', script, ...words, ...json], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
  if (name !== undefined && existsSync(file)) {
    const minutes = Math.round((performance.now() - began) / 6000) / 10;
    const command = ['node', `bench/${bench}`, ...words].join(' ');
    const about = { commit: commit(), node: process.version, command, quick: values.quick, minutes };
    writeResult(`${name}.json`, { run: about, rows: JSON.parse(readFileSync(file, 'utf8')) });
  }
  rmSync(folder, { recursive: true, force: true });
}
