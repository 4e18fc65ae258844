/**
 * The results that docs/STUDY.md is made from: docs/study.json. A run of a subject at a size replaces what was recorded of it,
 * as a whole, because ratios are only right within one run; so the study can be recorded in parts.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SUBJECTS } from './subjects.js';

const RECORD = fileURLToPath(new URL('../../docs/study.json', import.meta.url));

export function readRecord() {
  return existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, 'utf8')) : [];
}

export function record(rows, command) {
  const run = { commit: commit(), node: process.version, command };
  const renewed = new Set(rows.map(keyOf));
  const kept = readRecord().filter((row) => !renewed.has(keyOf(row)));
  const all = [...kept, ...rows.map((row) => ({ ...row, run }))].sort(inTableOrder);
  mkdirSync(dirname(RECORD), { recursive: true });
  writeFileSync(RECORD, `${JSON.stringify(all, null, 1)}\n`);
}

const keyOf = ({ subject, size }) => `${subject} ${size}`;

function inTableOrder(a, b) {
  const place = ({ subject }) => SUBJECTS.findIndex(({ name }) => name === subject);
  return place(a) - place(b) || a.size - b.size;
}

/** The commit that was measured; with a mark when the tree had changes of its own. */
export function commit() {
  const git = (...words) =>
    execFileSync('git', words, { encoding: 'utf8', cwd: dirname(fileURLToPath(import.meta.url)) });
  const changed = git('status', '--porcelain', '--untracked-files=no', '--', '../../src', '../../runtime').trim();
  return git('rev-parse', '--short=10', 'HEAD').trim() + (changed === '' ? '' : ' with changes');
}
