/** The house rules: a lower room never imports a higher one, and the rooms of the core know nothing of Node. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const SOURCE = fileURLToPath(new URL('../src', import.meta.url));

/** Lowest first. */
const ROOMS = [
  ...['program', 'analysis', 'build', 'frontend', 'expr', 'solver', 'machine', 'trace', 'explore', 'reduce', 'core'],
  ...['host', 'suite', 'insight', 'report', 'cli: runs', 'api', 'cli'],
];
/** What the commands and the library both stand on: runs, from options to results, without terminals. */
const RUNS = /^cli\/(run|versions|options|status|workers)\/(?!help|man-page)|^cli\/exit-status/;
const LAST_PURE_ROOM = 'core';
/** The one part of the core that runs compilers and reads files. */
const IMPURE = 'frontend/clang/';

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts'))
  .sort();

/** Types are erased, so that runs may speak of commands and terminals without loading them. */
function importsOf(file: string): string[] {
  const source = readFileSync(join(SOURCE, file), 'utf8');
  const text = RUNS.test(file) ? source.replace(/^import type [^;]*;/gm, '') : source;
  const pattern =
    /^\s*(?:import|export)\b[^'"`;]*?from\s*'([^']+)'|^\s*import\s+'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm;
  return Array.from(text.matchAll(pattern), (match) => match[1] ?? match[2] ?? match[3]);
}

function roomOf(file: string): string {
  return RUNS.test(file) ? 'cli: runs' : file.split('/')[0];
}

function isPure(file: string): boolean {
  return ROOMS.indexOf(roomOf(file)) <= ROOMS.indexOf(LAST_PURE_ROOM) && !file.startsWith(IMPURE);
}

test('every folder of src is a room of the house', () => {
  for (const file of files) expect(ROOMS, file).toContain(roomOf(file));
});

test('no room imports a higher one', () => {
  const offences: string[] = [];
  for (const file of files) {
    for (const target of importsOf(file)) {
      if (!target.startsWith('.')) continue;
      const room = roomOf(relative(SOURCE, resolve(SOURCE, dirname(file), target)));
      if (ROOMS.indexOf(room) > ROOMS.indexOf(roomOf(file))) offences.push(`${file} imports ${target}`);
    }
  }
  expect(offences).toEqual([]);
});

describe('the core', () => {
  test('imports nothing from Node', () => {
    const offences: string[] = [];
    for (const file of files.filter(isPure)) {
      for (const target of importsOf(file)) if (target.startsWith('node:')) offences.push(`${file} imports ${target}`);
    }
    expect(offences).toEqual([]);
  });

  test("uses none of Node's globals", () => {
    const offences: string[] = [];
    for (const file of files.filter(isPure)) {
      const code = readFileSync(join(SOURCE, file), 'utf8')
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .replace(/\/\/.*$/gm, '');
      const found = /(?<![.\w'])(process|Buffer|__dirname)\s*[.([]/.exec(code);
      if (found !== null) offences.push(`${file} uses ${found[1]}`);
    }
    expect(offences).toEqual([]);
  });
});
