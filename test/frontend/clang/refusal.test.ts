import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { refusal, shortened } from '../../../src/frontend/clang/refusal.ts';

const project = mkdtempSync(join(tmpdir(), 'pathfold-refusal-'));
afterAll(() => rmSync(project, { recursive: true }));
for (const folder of ['src', 'include/inner']) mkdirSync(join(project, folder), { recursive: true });
for (const file of ['Makefile', 'include/inner/found.h', 'settings.h.in']) writeFileSync(join(project, file), '');

describe('what clang refuses', () => {
  const hint = (header: string) => {
    const diagnostics = `src/a.c:1:10: fatal error: '${header}' file not found\n1 error generated.`;
    return refusal('src/a.c', project, { bitcode: null, crashed: false, diagnostics }).hint;
  };

  it('comes with the folder of a header that is near', () => {
    expect(hint('found.h')).toBe('found.h is found with -I include/inner');
    expect(hint('inner/found.h')).toBe('inner/found.h is found with -I include');
  });

  it('says of a header that the build makes who makes it', () => {
    expect(hint('settings.h')).toMatch(/^settings\.h is made by the project's own build/);
    expect(hint('config.h')).toMatch(/pathfold build -- make/);
  });

  it('asks for the folder of any other', () => {
    expect(hint('nowhere-to-be-found.h')).toBe('name the folder of the header with -I DIR');
  });

  it('names headers that include each other once', () => {
    const chain = 'In file included from a.h:1:\n'.repeat(200);
    expect(shortened(`${chain}a.h:1:10: error: #include nested too deeply`)).toBe(
      'In file included from a.h:1:\n(and 199 times more)\na.h:1:10: error: #include nested too deeply',
    );
  });

  it('leaves warnings out, with the files that lead to them and what is noted about them', () => {
    const text = [
      ...['In file included from a.c:1:', 'a.h:2:1: warning: odd', '    2 | odd', 'a.h:1:1: note: since this'],
      ...['a.c:3:1: error: wrong', '    3 | wrong', '1 warning and 1 error generated.'],
    ].join('\n');
    expect(shortened(text)).toBe('a.c:3:1: error: wrong\n    3 | wrong\n1 warning and 1 error generated.');
  });
});
