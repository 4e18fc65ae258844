import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadProgram } from '../../src/frontend/load.ts';
import { EMPTY_ENVIRONMENT, type EnvironmentOptions } from '../../src/machine/environment.ts';
import { concreteText, exploreProgram } from './explore.ts';

const directory = fileURLToPath(new URL('world', import.meta.url));

async function endings(file: string, world: Partial<EnvironmentOptions>): Promise<string[]> {
  const environment = { ...EMPTY_ENVIRONMENT, ...world };
  const { paths } = await exploreProgram(await loadProgram([file], { directory }), { environment });
  return paths.map(({ outcome, model }) => `${concreteText(outcome.stdout, model)}: ${outcome.ending.message}`).sort();
}

describe('the world of a program', () => {
  it('has the files and folders that options name, and those that the program makes', async () => {
    const files = [
      { kind: 'symbolic', name: 'A', size: 2 },
      { kind: 'directory', name: 'sub' },
    ] as const;
    expect(await endings('files.c', { files })).toEqual([
      'other ello 5 600 3 -1 missing: the program ended',
      'x ello 5 600 3 -1 missing: the program ended',
    ]);
  });

  it('has the variables that options name, and calls that fail as often as they allow', async () => {
    const world = {
      files: [{ kind: 'bytes', name: 'data/list', bytes: new Uint8Array([1]) }],
      variables: [
        { kind: 'text', name: 'HOME', text: '/work' },
        { kind: 'text', name: 'LANG', text: 'C' },
        { kind: 'symbolic', name: 'MODE', size: 1 },
      ],
      maxFailures: 1,
    } as const;
    const rest = [' denied', ' too many', ''].map((end) => ` listed${end}: the program ended`);
    expect(await endings('surroundings.c', world)).toEqual(
      ['/work LANG=C a', '/work LANG=C'].flatMap((start) => rest.map((end) => start + end)).sort(),
    );
  });

  it('lets a program jump back into a function that is still running, and nowhere else', async () => {
    expect(await endings('jumps.c', {})).toEqual([
      '1 2: the program ended',
      '1 2: the program ended',
      '2 2: the program ended',
      '3 2: longjmp into a function that has returned',
      '4 2: longjmp with a buffer that setjmp has not filled',
    ]);
  });
});
