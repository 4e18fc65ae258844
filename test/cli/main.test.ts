import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { COMMAND_NAMES } from '../../src/cli/commands.ts';
import { main } from '../../src/cli/main.ts';
import { recorder, run } from './run.ts';

describe('help', () => {
  test('lists every command', async () => {
    for (const words of [['--help'], ['-h'], ['help']]) {
      const { status, out, err } = await run(...words);
      expect({ status, err }).toEqual({ status: 0, err: '' });
      for (const name of COMMAND_NAMES) expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
    }
  });

  test('of a command lists its options and an example', async () => {
    for (const name of COMMAND_NAMES) {
      const { status, out } = await run('help', name);
      expect(status).toBe(0);
      expect(out).toContain(`Usage: pathfold ${name} `);
      expect(out).toMatch(/Examples?:\n {2}pathfold /);
      // The compiler behind `cc` has options of its own.
      if (name === 'cc' || name === 'klee') continue;
      expect(out).toContain('--help');
      expect(await run(name, '--help')).toEqual({ status, out, err: '' });
    }
  });

  test('keeps to 100 columns', async () => {
    const texts = [await run('--help'), ...(await Promise.all(COMMAND_NAMES.map((name) => run('help', name))))];
    for (const { out } of texts) for (const line of out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(100);
  });

  test('without a command goes to standard error with status 2', async () => {
    const { status, out, err } = await run();
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toContain('Usage: pathfold COMMAND');
  });
});

test('--version prints the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(await run('--version')).toEqual({ status: 0, out: `pathfold ${version}\n`, err: '' });
});

describe('mistakes', () => {
  test.each(['c++', 'g++', 'clang++'])('%s is told from an unknown command', async (word) => {
    const { status, err } = await run(word, '-c', 'x.cpp');
    expect(status).toBe(2);
    expect(err).toBe(
      `pathfold: error: pathfold ${word}: only C is analysed, so builds of C++ are not recorded\n` +
        `pathfold: hint: let CXX be the compiler itself, such as CXX=${word}; what it makes is then named as a binary\n`,
    );
  });

  test('an unknown command is named, with a near one suggested', async () => {
    expect((await run('ri', 'a.c')).err).toBe(
      'pathfold: error: unknown command ri\npathfold: hint: did you mean ir?\n',
    );
    const { status, err } = await run('program.c');
    expect(status).toBe(2);
    expect(err).toContain('the commands are ');
  });

  test('a command without files says so', async () => {
    const { status, err } = await run('ir');
    expect(status).toBe(2);
    expect(err).toMatch(/^pathfold: error: no file given\n/);
  });
});

test('an internal error is one sentence that asks for an issue, and a stack only when asked', async () => {
  const broken = () => {
    const terminal = recorder();
    terminal.out = () => {
      throw new TypeError('broken');
    };
    return terminal;
  };
  const quiet = broken();
  expect(await main(['--version'], quiet)).toBe(3);
  expect(quiet.written.err).toMatch(/^pathfold: internal error: broken\npathfold: hint: .*file an issue.*\n$/);
  const loud = broken();
  expect(await main(['--version', '--debug'], loud)).toBe(3);
  expect(loud.written.err).toMatch(/\n\s+at /);
});
