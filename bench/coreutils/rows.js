/**
 * Results as lines of JSON, one per program and time limit, written as each program ends: a study that was stopped goes on where
 * it was, and one of its rows can be measured again without the others. The last line about a program is the one that counts.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export function readRows(file) {
  if (!existsSync(file)) return [];
  const rows = new Map();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const row = parsed(line);
    if (row !== null) rows.set(keyOf(row), row);
  }
  return [...rows.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** After a line that somebody was stopped in, a new one begins. */
export function addRow(file, row) {
  mkdirSync(dirname(file), { recursive: true });
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  appendFileSync(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}${JSON.stringify(row)}\n`);
}

/** Without lines that later ones replaced. */
export function tidyRows(file) {
  writeFileSync(
    file,
    readRows(file)
      .map((row) => `${JSON.stringify(row)}\n`)
      .join(''),
  );
}

export function keyOf({ program, seconds }) {
  return `${program} ${seconds}`;
}

/** Null for half a line. */
function parsed(line) {
  if (line === '') return null;
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
