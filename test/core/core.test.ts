/** `pathfold/core` needs nothing of Node: neither where it is loaded, nor in a worker that gets a program as data. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compile } from '../../src/api/index.ts';
import { assemble, type CoreSummary, explorePaths } from '../../src/core/index.ts';

const SOURCE = fileURLToPath(new URL('../../src/', import.meta.url));

/** What is still imported once types are erased. */
function loadedBy(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const pattern = /^(?:import|export) (?!type )[^'"`;]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm;
  return Array.from(text.matchAll(pattern), (match) => match[1] ?? match[2] ?? match[3]);
}

test('what it loads is pure, down to the last module', () => {
  const seen = new Set([join(SOURCE, 'core/index.ts')]);
  const packages = new Set<string>();
  for (const file of seen) {
    for (const target of loadedBy(file)) {
      if (target.startsWith('.')) seen.add(resolve(dirname(file), target));
      else packages.add(target);
    }
  }
  expect([...packages]).toEqual(['cadical-wasm']);
  const rooms = new Set([...seen].map((file) => relative(SOURCE, file).split('/').slice(0, 2).join('/')));
  expect(rooms).toContain('machine/machine.ts');
  expect(rooms).not.toContain('frontend/clang');
  expect(seen.size).toBeGreaterThan(100);
});

test('explores a program that comes as data', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pathfold-test-'));
  try {
    const file = join(folder, 'odd.c');
    writeFileSync(
      file,
      `#include <string.h>
#include "pathfold.h"
int main(void) {
  char name[4];
  pathfold_string(name, sizeof name, "name");
  if (strcmp(name, "ab") == 0) return 8 / (name[2] ? 1 : 0);
  return 0;
}
`,
    );
    const program = assemble(structuredClone(await compile(file)));
    const faults = [];
    let summary: CoreSummary | null = null;
    const paths = explorePaths(program, {}, (at) => {
      summary = at;
    });
    for await (const path of paths) if (path.isFault) faults.push(path);
    expect(summary).toMatchObject({ verdict: 'complete', counts: { faulty: 1 } });
    expect(faults).toMatchObject([{ ending: 'division-by-zero', position: { line: 6 } }]);
    const [{ name, value }] = faults[0].inputs!;
    expect([name, new TextDecoder().decode((value as Uint8Array).subarray(0, 2))]).toEqual(['name', 'ab']);
    expect(faults[0].condition().length).toBeGreaterThan(0);

    const stopped = explorePaths(program, { reduce: 'none', signal: AbortSignal.abort() });
    await expect(stopped.next()).rejects.toThrow(/abort/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
