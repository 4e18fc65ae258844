/** What paths report: one fault per place and kind, call stacks, positions the program gives itself, names across paths. */
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/expr/evaluate.ts';
import { Term } from '../../src/expr/term.ts';
import { Names } from '../../src/machine/names.ts';
import type { Instruction } from '../../src/program/instructions.ts';
import { concreteText, endingsOf, exploreText, onlyOutput } from './explore.ts';

describe('a fault', () => {
  it('is reported once per instruction and kind, whatever leads to it', async () => {
    const { exploration, paths } = await exploreText(`#include <pathfold.h>
int main(void) {
  int a[2] = {1, 2}, x = pathfold_int("x"), i = pathfold_int("i");
  if (x > 5) x = 1;
  return a[i] + 10 / (x - x % 2);
}`);
    const reported = paths.filter(({ outcome, repeated }) => outcome.ending.kind !== 'exit' && !repeated);
    expect(reported.map(({ outcome }) => outcome.ending.kind).sort()).toEqual(['division-by-zero', 'out-of-bounds']);
    expect(exploration.counts.faulty).toBeGreaterThan(2);
  });

  it('inside the library belongs to the call in user code; the stack tells the rest', async () => {
    const { paths } = await exploreText(`#include <string.h>
static void fill(char *p) {
  memset(p, 1, 9);
  strcpy(p, "too long for it");
}
int main(void) {
  char small[10];
  fill(small);
  return small[0];
}`);
    const { ending } = paths[0].outcome;
    expect(ending).toMatchObject({ kind: 'out-of-bounds', position: { line: 4, functionName: 'fill' } });
    expect(ending.stack.map(({ functionName }) => functionName).slice(-2)).toEqual(['fill', 'main']);
    expect(ending.stack.at(-1)!.position!.line).toBe(8);
    expect(ending.stack.length).toBeGreaterThan(2);
  });

  it('may have the place that the program says', async () => {
    const { paths } = await exploreText(`#include <klee/klee.h>
int main(void) {
  klee_report_error("grammar.y", 77, "stack underflow", "parse.err");
}`);
    expect(paths[0].outcome.ending).toMatchObject({
      kind: 'user',
      message: 'stack underflow',
      position: { file: { path: 'grammar.y' }, line: 77 },
    });
  });
});

describe('inputs', () => {
  it('of one name are numbered in call order', async () => {
    const { paths } = await exploreText(`#include <pathfold.h>
int main(void) { int x = pathfold_int("x"), y = pathfold_int("x"), z = pathfold_int("z"); return x > y + z; }`);
    expect(paths[0].outcome.inputs.map(({ name }) => name)).toEqual(['x', 'x#2', 'z']);
  });

  it('make no second input when the place they go to is symbolic', async () => {
    const { paths } = await exploreText(`#include <pathfold.h>
static int a[2], b[2];
static int *const places[] = {a, b};
int main(void) {
  bool which = pathfold_bool("which");
  pathfold_bytes(places[which], 4, "value");
  return a[0] == 3;
}`);
    expect(paths.map(({ outcome }) => outcome.inputs.map(({ name }) => name))).toEqual([
      ['which', 'value'],
      ['which', 'value'],
    ]);
  });
});

describe('pointers', () => {
  it('keep their identity through integers, unions, copies and arithmetic', async () => {
    const explored = await exploreText(`#include <stdint.h>
#include <stdio.h>
#include <string.h>
union both { int *p; uintptr_t n; unsigned char bytes[sizeof(int *)]; };
int main(void) {
  int values[3] = {10, 20, 30};
  union both u = {.p = values}, v;
  for (size_t i = 0; i < sizeof u; i++) v.bytes[i] = u.bytes[i];
  uintptr_t odd = u.n ^ 0x55555555u;
  int *back = (int *)(odd ^ 0x55555555u);
  printf("%d %d %d %d", v.p[1], *(int *)(u.n + 8), back[2], (int)((intptr_t)&values[2] - (intptr_t)values));
  return 0;
}`);
    expect(onlyOutput(explored)).toBe('20 30 30 8');
  });

  it('to a local that is gone are not null', async () => {
    const explored = await exploreText(`#include <stdio.h>
static int *keep;
static void set(void) { int local = 1; keep = &local; }
int main(void) { set(); printf("%d", keep == 0); return 0; }`);
    expect(onlyOutput(explored)).toBe('0');
  });

  it('chosen by a condition fork once', async () => {
    const explored = await exploreText(`#include <pathfold.h>
static int a = 1, b = 2;
int main(void) { int *p = pathfold_bool("c") ? &a : &b; *p += 5; return a + b == 8 ? *p : 0; }`);
    expect(endingsOf(explored)).toEqual(['exit', 'exit']);
    const statuses = explored.paths.map(({ outcome: { ending }, model }) =>
      ending.status instanceof Term ? evaluate(ending.status, model!) : ending.status,
    );
    expect(statuses.sort()).toEqual([6, 7]);
  });

  it('in memory that is copied at a symbolic offset still print the right bytes', async () => {
    const { paths } = await exploreText(`#include <pathfold.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  unsigned i = pathfold_unsigned("i");
  pathfold_assume(i < 3);
  char from[6] = "abcde", to[6] = "-----";
  memmove(to + i, from + 1, 2);
  if (to[2] == 'b') puts(to); else puts("other");
  return 0;
}`);
    expect(paths.map(({ outcome, model }) => concreteText(outcome.stdout, model)).sort()).toEqual([
      '--bc-\n',
      'other\n',
    ]);
  });
});

describe('names', () => {
  const at = (id: number) => ({ id }) as Instruction;

  it('are the same for the same place, call and iteration, and differ otherwise', () => {
    const names = new Names();
    const object = (call: number, site: number, iterations: number[]) =>
      names.root.callee(names, at(call), []).object(names, 'heap', at(site), iterations, () => 'block');
    expect(object(1, 2, [3])).toBe(object(1, 2, [3]));
    const all = [
      object(1, 2, []),
      object(1, 2, [3]),
      object(1, 2, [4]),
      object(2, 2, [3]),
      object(1, 3, [3]),
      object(1, 2, [3, 0]),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it('of locals differ between the functions that a pointer may mean', () => {
    const names = new Names();
    const callee = names.root.callee(names, at(1), []);
    // The first instruction of one function, and of another.
    const [one, other] = [{ id: 2, index: 0 } as Instruction, { id: 9, index: 0 } as Instruction].map((site) =>
      callee.object(names, 'stack', site, [], () => 'local'),
    );
    expect(one).not.toBe(other);
  });

  it('of heap blocks tell them apart on each path', async () => {
    const { paths } = await exploreText(`#include <pathfold.h>
#include <stdlib.h>
int main(void) {
  char *p[3];
  for (int i = 0; i < 3; i++) p[i] = malloc(4);
  if (pathfold_bool("x")) free(p[1]);
  p[1][0] = 1;
  return 0;
}`);
    expect(paths.map(({ outcome }) => outcome.ending.kind).sort()).toEqual(['exit', 'use-after-free']);
  });
});
