/** Which states count as explored, and how many paths that leaves. */
import { describe, expect, it } from 'vitest';
import { revisit } from './explore.ts';

const pathsOf = async (body: string) => {
  const { counts } = await revisit(body);
  return { ended: counts.completed + counts.faulty, cut: counts.pruned };
};

describe('a state is one that was explored', () => {
  it('where values differ that are only printed', async () => {
    const body = `
  int shown = 0;
  if (pathfold_int("a") > 0) shown = 1;
  if (pathfold_int("b") > 0) shown += 2;
  if (pathfold_int("c") > 0) shown += 4;
  pathfold_output_int("shown", shown);`;
    expect(await pathsOf(body)).toEqual({ ended: 2, cut: 2 });
  });

  it('in whatever iteration of a loop it comes there', async () => {
    // Spaces before and after a letter: which came first does not matter for what follows.
    const body = `
  char s[5];
  pathfold_bytes(s, 4, "s");
  s[4] = 0;
  const char *p = s;
  int letters = 0;
  while (*p) {
    while (*p == ' ') p++;
    if (*p == 'a') { p++; if (letters < 1) letters++; } else if (*p) p++;
  }
  if (letters == 1 && pathfold_int("last") > 3) return 1;`;
    const { ended, cut } = await pathsOf(body);
    expect(ended + cut).toBeLessThan(40);
    expect(cut).toBeGreaterThan(5);
  });

  it('whatever the names of the blocks it has', async () => {
    const body = `
  struct node { int key; struct node *next; } *list = 0;
  if (pathfold_int("a") > 0) { list = malloc(sizeof *list); list->key = 1; list->next = 0; }
  else { list = malloc(sizeof *list); list->key = 1; list->next = 0; }
  if (pathfold_int("b") > list->key) return 1;
  free(list);`;
    expect(await pathsOf(body)).toEqual({ ended: 2, cut: 1 });
  });

  it('where a number differs of which only a comparison matters', async () => {
    const body = `
  int count = 0;
  if (pathfold_int("a") > 0) count += 1;
  if (pathfold_int("b") > 0) count += 2;
  if (pathfold_int("c") > 0) count += 4;
  if (count > 100) return 1;`;
    expect(await pathsOf(body)).toEqual({ ended: 2, cut: 2 });
  });

  it('where blocks are larger than what is used of them', async () => {
    const body = `
  char *buffer;
  if (pathfold_int("a") > 0) buffer = malloc(8); else buffer = malloc(16);
  buffer[3] = 1;
  if (pathfold_int("b") > 0) return buffer[3];
  free(buffer);`;
    expect(await pathsOf(body)).toEqual({ ended: 2, cut: 1 });
  });

  it('where another byte is held that is known to do the same', async () => {
    const body = `
  char s[2];
  pathfold_bytes(s, 2, "s");
  if (s[0] == 0 || s[1] == 0) return 0;
  char copied = pathfold_int("a") > 0 ? s[0] : s[1];
  if (pathfold_int("b") > 0) return copied == 0;
  if (copied == 0) abort();`;
    expect(await pathsOf(body)).toEqual({ ended: 4, cut: 1 });
  });

  it('where a structure differs outside of the table that is looked into', async () => {
    const body = `
  struct { int before; char table[256]; int after; } t = { 0, { 1 }, 0 };
  unsigned char i;
  pathfold_bytes(&i, 1, "i");
  if (pathfold_int("a") > 0) t.after = 1; else t.before = 1;
  if (pathfold_int("b") > 0) return 1;
  if (t.table[i]) return 2;`;
    expect(await pathsOf(body)).toEqual({ ended: 3, cut: 1 });
  });

  it('for the inputs that the explored one had', async () => {
    const body = `
  unsigned char c;
  pathfold_bytes(&c, 1, "c");
  if (pathfold_int("a") > 0) { if (c <= 10) return 3; pathfold_output_int("a", 1); }
  int n = 0;
  for (int i = 0; i < 6; i++) { pathfold_output_int("n", n); if (pathfold_int("b") > n) n++; }
  if (c > 10) return 1;
  if (c > 5) return 2;`;
    const { counters } = await revisit(body);
    expect(counters.partial).toBeGreaterThan(0);
  });
});

describe('nothing is cut', () => {
  it('where the states differ in what decides', async () => {
    const body = `
  int x = 1;
  if (pathfold_int("a") > 0) x = 2;
  if (pathfold_int("b") > x) return 1;`;
    expect((await pathsOf(body)).cut).toBe(0);
  });

  it('where what is printed counts', async () => {
    const body = `
  int shown = 0;
  if (pathfold_int("a") > 0) shown = 1;
  if (pathfold_int("b") > 0) shown += 2;
  pathfold_output_int("shown", shown);`;
    const { counts } = await revisit(body, { goal: 'outputs' });
    expect(counts).toMatchObject({ completed: 4, pruned: 0 });
  });
});

it('follows longjmp, and lets no path that took one speak for another', async () => {
  const { counts } = await revisit(`#include <pathfold.h>
#include <setjmp.h>
static jmp_buf start;
static void leave(int x) { if (x > 5) longjmp(start, 2); if (x == 3) longjmp(start, 1); }
int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y"), result = setjmp(start);
  if (result == 0) { if (y > 1) leave(x); else leave(x - 1); }
  return y > 7 ? result + 10 : result;
}
`);
  expect(counts).toMatchObject({ unfinished: 0, faulty: 0 });
  expect(counts.completed + counts.pruned).toBeGreaterThan(5);
});
