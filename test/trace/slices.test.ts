/** Relevant slices of the output paper's first figure, as the paper lists them, line by line. */
import { describe, expect, it } from 'vitest';
import { Exploration } from '../../src/explore/exploration.ts';
import { Model } from '../../src/expr/term.ts';
import { outputNodes } from '../../src/reduce/output/criterion.ts';
import { buildTrace } from '../../src/trace/build.ts';
import { TraceFacts } from '../../src/trace/facts.ts';
import { LogRecorder, logOf } from '../../src/trace/log.ts';
import { dependsOn, relevantDecisions, relevantSlice } from '../../src/trace/trace.ts';
import { loadText } from '../machine/explore.ts';
import { figure, RETURN } from '../reduce/output/explore.ts';

const recording = { recorder: new LogRecorder(), *explore() {} };

/** Runs the text on the given ints; gives the lines in the slice of the return value, and the decisions in it. */
async function sliceOf(text: string, inputs: Readonly<Record<string, number>>) {
  const program = await loadText(text);
  const exploration = await Exploration.create(program, {}, () => {}, recording);
  const { terms, machine } = exploration;
  const model = new Model();
  for (const [name, value] of Object.entries(inputs)) model.scalars.set(terms.variable(name, 32), value >>> 0);
  const { state, outcome } = exploration.follow(model);
  const facts = new TraceFacts(program);
  const trace = buildTrace(logOf(state).entries(), machine.names, facts);
  const slice = relevantSlice(
    trace,
    outputNodes(trace, RETURN, machine, facts, { outputs: outcome.outputs, behind: [], endedEarly: false }),
  );
  exploration.dispose();
  const lines = new Set<string>();
  for (const { index, instruction } of trace.nodes) {
    const { position } = instruction;
    if (slice[index] === 0 || position === null || position.file.path !== 'main.c' || position.line === 0) continue;
    lines.add(text.split('\n')[position.line - 1].trim());
  }
  return { trace, lines, decisions: relevantDecisions(trace, slice).map(({ decision }) => decision!.value) };
}

describe('the relevant slice of Fig. 1', () => {
  const text = figure('symbolic-output-fig1');

  it('on (6, 2, 2) holds the branch that kept b, and not the one that chose a', async () => {
    const { lines, decisions } = await sliceOf(text, { x: 6, y: 2, z: 2 });
    expect([...lines].some((line) => line.includes('x + y > 10'))).toBe(true);
    expect([...lines].some((line) => line.includes('x - y > 0'))).toBe(false);
    expect([...lines].some((line) => line.includes('z * z'))).toBe(false);
    expect(decisions).toEqual([false]);
  });

  it('on (6, 5, 2) holds both, but not the one that only prints', async () => {
    const { lines, decisions } = await sliceOf(text, { x: 6, y: 5, z: 2 });
    expect([...lines].some((line) => line.includes('x + y > 10'))).toBe(true);
    expect([...lines].some((line) => line.includes('x - y > 0'))).toBe(true);
    expect([...lines].some((line) => line.includes('z * z'))).toBe(false);
    expect(decisions).toEqual([true, true]);
  });
});

describe('what could have been otherwise', () => {
  const inputs = '#include <pathfold.h>\n#include <stdlib.h>\n';

  it('a function that was not called through a pointer', async () => {
    const { decisions } = await sliceOf(
      `${inputs}
int g;
void one(void) { g = 1; }
void none(void) {}
int main(void) {
  void (*callee)(void) = none;
  if (pathfold_int("x") > 0) callee = one;
  callee();
  return g;
}`,
      { x: 0 },
    );
    expect(decisions).toEqual([false]);
  });

  it('an object that a store did not hit', async () => {
    const { decisions } = await sliceOf(
      `${inputs}
int g, h;
int main(void) {
  int *p = &h;
  if (pathfold_int("x") > 0) p = &g;
  *p = 1;
  return g;
}`,
      { x: 0 },
    );
    expect(decisions).toEqual([false]);
  });

  it('an index that stayed inside the array', async () => {
    const { decisions } = await sliceOf(
      `${inputs}
int a[4];
int main(void) {
  int i = 1;
  if (pathfold_int("x") > 0) i = 9;
  a[i] = 1;
  return 0;
}`,
      { x: 0 },
    );
    expect(decisions).toEqual([false]);
  });

  it('a block that was not freed, and one that was', async () => {
    const text = `${inputs}
int main(void) {
  int *p = calloc(1, sizeof *p);
  if (pathfold_int("x") > 0) free(p);
  return *p;
}`;
    expect((await sliceOf(text, { x: 0 })).decisions).toContain(false);
    expect((await sliceOf(text, { x: 1 })).decisions).toContain(true);
  });

  it('every case of a switch before its default', async () => {
    const { decisions } = await sliceOf(
      `${inputs}
int main(void) {
  switch (pathfold_int("x")) {
  case 1: return 5;
  case 2: return 6;
  default: return 7;
  }
}`,
      { x: 3 },
    );
    expect(decisions).toEqual([false, false]);
  });
});

describe('one branch and another', () => {
  it('are dependent if the one can change the other, through however many steps', async () => {
    const { trace } = await sliceOf(
      `#include <pathfold.h>
int g;
int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y");
  if (x > 0) g = y;
  if (y > 0) y = 2;
  int copy = g + 1;
  if (copy > 5) g = 7;
  return 0;
}`,
      { x: 1, y: 1 },
    );
    const [first, second, third] = trace.decisions.map(({ index }) => index);
    expect(dependsOn(trace, third, first)).toBe(true);
    expect(dependsOn(trace, third, second)).toBe(false);
    expect(dependsOn(trace, second, first)).toBe(false);
    expect(dependsOn(trace, first, third)).toBe(false);
  });
});
