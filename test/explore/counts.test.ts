/** How many paths programs have: the papers' examples, and programs whose number of paths is known by other means. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Exploration } from '../../src/explore/exploration.ts';
import { NO_LIMITS } from '../../src/explore/forking.ts';
import { SEARCHES, type SearchName } from '../../src/explore/searchers/choose.ts';
import { loadProgram } from '../../src/frontend/load.ts';
import { concreteText, type Explored, exploreProgram, exploreText, loadText } from '../machine/explore.ts';

const papers = fileURLToPath(new URL('../cases/papers', import.meta.url));

describe("exhaustive exploration of the papers' examples", () => {
  for (const name of readdirSync(papers).sort()) {
    it(`${name} has as many paths as its description states`, async () => {
      const folder = join(papers, name);
      const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as {
        paths: number;
        faulty: number;
      };
      for (const version of ['main.c', 'old.c', 'new.c'].filter((file) => existsSync(join(folder, file)))) {
        const { exploration } = await exploreProgram(await loadProgram([version], { directory: folder }));
        const { completed, faulty, unfinished } = exploration.counts;
        expect({ paths: completed + faulty, faulty, unfinished }).toEqual({
          paths: expected.paths,
          faulty: expected.faulty,
          unfinished: 0,
        });
      }
    });
  }
});

const sort = (count: number) => `#include <pathfold.h>
int main(void) {
  int a[${count}];
  pathfold_bytes(a, sizeof a, "a");
  for (int i = 1; i < ${count}; i++) {
    int x = a[i], j = i;
    for (; j > 0 && a[j - 1] > x; j--) a[j] = a[j - 1];
    a[j] = x;
  }
  return 0;
}`;

const BRANCHES = `#include <pathfold.h>
int main(void) {
  int sum = 0;
  for (int i = 0; i < 12; i++) if (pathfold_int("x") > i) sum += i;
  return sum;
}`;

const GLOB = `#include <pathfold.h>
static int match(const char *pattern, const char *text) {
  if (*pattern == 0) return *text == 0;
  if (*pattern == '*') return match(pattern + 1, text) || (*text && match(pattern, text + 1));
  if (*text == 0) return 0;
  if (*pattern == '?' || *pattern == *text) return match(pattern + 1, text + 1);
  return 0;
}
int main(void) {
  char pattern[4], text[4];
  pathfold_string(pattern, sizeof pattern, "pattern");
  pathfold_string(text, sizeof text, "text");
  return match(pattern, text);
}`;

/**
 * What the matcher decides on one pair of strings, comparison by comparison. `return *text == 0` decides nothing by itself:
 * it is a value, and becomes a decision where the caller branches on it (on the left of `||`).
 */
function globDecisions(pattern: string, text: string): string {
  let decisions = '';
  const decide = (value: boolean): boolean => {
    decisions += value ? '1' : '0';
    return value;
  };
  const match = (p: number, t: number, isBranchedOn: boolean): boolean => {
    if (decide(pattern[p] === '\0')) return isBranchedOn ? decide(text[t] === '\0') : text[t] === '\0';
    if (decide(pattern[p] === '*')) {
      return match(p + 1, t, true) || (decide(text[t] !== '\0') && match(p, t + 1, isBranchedOn));
    }
    if (decide(text[t] === '\0')) return false;
    if (decide(pattern[p] === '?') || decide(pattern[p] === text[t])) return match(p + 1, t + 1, isBranchedOn);
    return false;
  };
  match(0, 0, false);
  return decisions;
}

/** Three letters besides the special characters suffice: only equality matters, and strings have three characters. */
function globPathsByBruteForce(): number {
  const letters = ['\0', '*', '?', 'a', 'b', 'c'];
  const strings = letters.flatMap((x) => letters.flatMap((y) => letters.map((z) => `${x}${y}${z}\0`)));
  return new Set(strings.flatMap((pattern) => strings.map((text) => globDecisions(pattern, text)))).size;
}

describe('exhaustive exploration of', () => {
  it.each([
    [5, 120],
    [6, 720],
  ])('insertion sort of %i integers has %i paths', async (count, paths) => {
    const { exploration } = await exploreText(sort(count));
    expect(exploration.counts).toMatchObject({ completed: paths, faulty: 0, unfinished: 0 });
  });

  it('twelve independent branches has 4,096 paths', async () => {
    const { exploration } = await exploreText(BRANCHES);
    expect(exploration.counts).toMatchObject({ completed: 4096, faulty: 0, unfinished: 0 });
  });

  it('a glob matcher has as many paths as its decision tree has leaves', async () => {
    const { exploration } = await exploreText(GLOB);
    expect(exploration.counts).toMatchObject({ completed: globPathsByBruteForce(), faulty: 0, unfinished: 0 });
  });
});

const MIXED = `#include <pathfold.h>
#include <stdio.h>
static int classify(int x, const char *s) {
  int n = 0;
  while (s[n] && n < 3) n++;
  if (x < 0) printf("negative ");
  else if (x % 7 == 3) printf("three ");
  switch (n) { case 0: return 10 / (x - 5); case 1: return s[0] == 'k' ? 1 : 2; default: break; }
  for (int i = 0; i < n; i++) if (s[i] == '/') return i;
  return -1;
}
int main(void) {
  char s[4];
  pathfold_string(s, sizeof s, "s");
  int result = classify(pathfold_int("x"), s);
  printf("done");
  return result > 0;
}`;

/** What tells paths apart, whatever their order. */
function signature({ paths }: Explored): string[] {
  return paths
    .map(({ outcome, model }) => {
      const conjuncts = outcome.condition.conjuncts().length;
      return `${outcome.ending.kind} ${outcome.steps} ${conjuncts} ${concreteText(outcome.stdout, model)}`;
    })
    .sort();
}

describe('every search order', () => {
  it('finds the same paths', async () => {
    const program = await loadText(MIXED);
    const reference = signature(await exploreProgram(program, { search: 'dfs' }));
    expect(reference.length).toBeGreaterThan(20);
    for (const search of Object.keys(SEARCHES) as SearchName[]) {
      for (const seed of [1, 2, 3]) {
        const found = signature(await exploreProgram(program, { search, seed }));
        expect(found, `${search}, seed ${seed}`).toEqual(reference);
      }
    }
  });

  it('gives the same paths in the same order for the same seed', async () => {
    const program = await loadText(MIXED);
    for (const search of Object.keys(SEARCHES) as SearchName[]) {
      const runs = [1, 2].map(async () => {
        const { paths } = await exploreProgram(program, { search, seed: 7 });
        return paths.map(({ outcome }) => outcome.steps);
      });
      const [first, second] = await Promise.all(runs);
      expect(first, search).toEqual(second);
    }
  });
});

it('names the limit by which paths were given up that there was no time left to end', async () => {
  let clock = 0;
  const surroundings = { now: () => clock, memoryMb: () => 0, interrupted: () => false };
  const options = { surroundings, limits: { ...NO_LIMITS, maxTimeMs: 1000 } };
  const exploration = await Exploration.create(await loadText(BRANCHES), options, () => {
    clock = 1e9;
  });
  exploration.run();
  exploration.dispose();
  expect(exploration.counts.unfinished).toBeGreaterThan(0);
  expect([...exploration.limits]).toEqual(['max-time']);
  expect(exploration.verdict).toBe('stopped');
});
