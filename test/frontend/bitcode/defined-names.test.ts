import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { definedNames } from '../../../src/frontend/bitcode/defined-names.ts';
import { compileToBitcode } from '../../../src/frontend/clang/compile.ts';

test('exactly the definitions that other modules can see are listed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pathfold-test-'));
  try {
    writeFileSync(
      join(folder, 'a.c'),
      [
        'int data = 3, zero;',
        'static int hidden = 4;',
        'extern int elsewhere;',
        'int declared(int);',
        'static int helper(int x) { return declared(x) + hidden++ + elsewhere; }',
        'int strong(int x) { return helper(x); }',
        '__attribute__((weak)) int weak_one(void) { return *"text"; }',
        'extern int also __attribute__((alias("data")));',
        'inline int maybe(void) { return 1; }',
        'int uses(void) { return maybe(); }',
        '__attribute__((constructor)) static void first(void) { zero = 1; }',
      ].join('\n'),
    );
    const { bitcode } = await compileToBitcode('a.c', { directory: folder });
    expect([...definedNames(bitcode)].sort()).toEqual(['also', 'data', 'maybe', 'strong', 'uses', 'weak_one', 'zero']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
