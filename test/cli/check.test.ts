/** `pathfold check`: targets, baseline, what fails it, and what it says of changes since a revision. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from './run.ts';

const before = process.cwd();
let folder: string;

const RATE = `#include "rate.h"

static int clamp(int value) {
  if (value > LIMIT) return LIMIT;
  return value;
}

int rate(int points) {
  if (clamp(points) >= 50)
    return 2;
  return 1;
}
`;
const SHARE = 'int share(int n) {\n  return 100 / n;\n}\n';

function git(...words: string[]): void {
  execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.org', ...words], { cwd: folder });
}

function configure(more: object = {}): void {
  const targets = [{ name: 'rates', files: ['rate.c'], functions: 'all' }];
  write('pathfold.config.json', JSON.stringify({ targets, settings: { replay: 'none', maxTime: 60 }, ...more }));
}

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

function result(): { findings: { kind: string; level: string; file: string; line: number; isAccepted?: boolean }[] } {
  return JSON.parse(readFileSync(join(folder, 'pathfold-check/check.json'), 'utf8'));
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pathfold-test-'));
  process.chdir(folder);
  write('rate.h', '#define LIMIT 100\n');
  write('rate.c', RATE);
  configure();
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'base');
});
afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true, force: true });
});

describe('faults', () => {
  test('fail the check until they are accepted, wherever their lines move', async () => {
    write('rate.c', SHARE);
    expect(await run('check')).toMatchObject({
      status: 1,
      out: expect.stringContaining('rate.c:2:14: error: division by zero'),
    });
    expect(await run('check', '--accept')).toMatchObject({ status: 0 });
    write('rate.c', `/* moved */\n\n${SHARE}`);
    expect(await run('check')).toMatchObject({ status: 0, out: expect.stringContaining('1 accepted') });
    expect(result().findings).toMatchObject([{ kind: 'fault', line: 4, isAccepted: true, level: 'notice' }]);
    const sarif = JSON.parse(readFileSync('pathfold-check/check.sarif', 'utf8'));
    expect(sarif.runs[0].results[0]).toMatchObject({ ruleId: 'division-by-zero', suppressions: [{}] });
    write('rate.c', `${SHARE}int half(int n) { return 100 / (n - 7); }\n`);
    expect(await run('check')).toMatchObject({ status: 1, out: expect.stringContaining('(with n = 7)') });
    rmSync('pathfold.baseline.json');
    write('rate.c', RATE);
  });

  test('may be allowed by the configuration', async () => {
    write('rate.c', SHARE);
    configure({ failOn: ['differences'] });
    expect(await run('check')).toMatchObject({ status: 0, out: expect.stringContaining('warning: division by zero') });
    configure();
    write('rate.c', RATE);
  });
});

describe('against a base', () => {
  test('what behaves the same is quiet', async () => {
    write(
      'rate.c',
      RATE.replace('value > LIMIT', 'LIMIT < value').replace('int rate', '/* points to a rate */\nint rate'),
    );
    expect(await run('check', '--base', 'HEAD')).toMatchObject({
      status: 0,
      err: '',
      out: expect.not.stringContaining('rate.c:'),
    });
    write('rate.c', RATE);
    expect(await run('check', '--base', 'HEAD')).toMatchObject({
      out: 'checked: nothing changed; see pathfold-check\n',
    });
  });

  test('a change of a header is a change of the functions that use it', async () => {
    write('rate.h', '#define LIMIT 40\n');
    const { status, out } = await run('check', '--base', 'HEAD');
    expect(status).toBe(0);
    expect(out).toContain('rate.c:4: warning: the behaviour of clamp changed');
    write('rate.h', '#define LIMIT 100\n');
  });

  test('a difference fails where the configuration says so, and a function that is new is tested', async () => {
    configure({ failOn: ['faults', 'differences'] });
    write('rate.c', `${RATE.replace('>= 50', '> 50')}${SHARE}`);
    const { status, out } = await run('check', '--base', 'HEAD');
    expect(status).toBe(1);
    expect(out).toContain('rate.c:9: error: the behaviour of rate changed\n    when points == 50: return: 2 -> 1');
    expect(out).toContain('rate.c:14:14: error: division by zero');
    expect(out).toContain('checked: 1 tested, 1 compared, 1 fault, 1 difference');
    configure();
    write('rate.c', RATE);
  });

  test('a revision that does not exist is said', async () => {
    expect(await run('check', '--base', 'nowhere')).toMatchObject({
      status: 2,
      err: expect.stringContaining('nowhere'),
    });
  });
});

describe('the configuration', () => {
  test('may be TypeScript', async () => {
    rmSync('pathfold.config.json');
    mkdirSync('node_modules', { recursive: true });
    execFileSync('ln', ['-sfn', join(before, 'node_modules/typescript'), 'node_modules/typescript']);
    write(
      'pathfold.config.ts',
      'const functions: string[] = ["rate"];\nexport default { targets: [{ files: "rate.c", functions, settings: { replay: "none" } }] };\n',
    );
    expect(await run('check')).toMatchObject({
      status: 0,
      out: expect.stringContaining('checked: 1 tested, 0 faults'),
    });
    rmSync('pathfold.config.ts');
  });

  test.each([
    ['{', 'is not JSON'],
    ['{ "target": [] }', 'did you mean targets?'],
    ['{ "targets": [] }', 'a list of at least one'],
    ['{ "targets": [{ "files": "rate.c", "function": "rate" }] }', 'did you mean functions?'],
    ['{ "targets": [{ "files": "rate.c" }], "failOn": ["weather"] }', 'choose among faults, differences, incomplete'],
  ])('%s is refused', async (text, message) => {
    write('pathfold.config.json', text);
    expect(await run('check')).toMatchObject({ status: 2, err: expect.stringContaining(message) });
  });

  test('must be there, and name what is there', async () => {
    rmSync('pathfold.config.json');
    expect(await run('check')).toMatchObject({ status: 2, err: expect.stringContaining('"targets"') });
    write('pathfold.config.json', '{ "targets": [{ "files": "missing.c" }] }');
    expect(await run('check')).toMatchObject({ status: 2, out: expect.stringContaining('missing.c does not exist') });
    write('pathfold.config.json', '{ "targets": [{ "files": "rate.c", "functions": ["rte"] }] }');
    expect(await run('check')).toMatchObject({ status: 2, out: expect.stringContaining('rate') });
  });
});
