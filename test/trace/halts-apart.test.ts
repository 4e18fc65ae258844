/** Whether later statements depend on branches and checks that might have ended the program, and on stores of known place. */
import { describe, expect, it } from 'vitest';
import { Exploration } from '../../src/explore/exploration.ts';
import { printC } from '../../src/expr/print-c.ts';
import { Model } from '../../src/expr/term.ts';
import { buildTrace } from '../../src/trace/build.ts';
import { TraceFacts } from '../../src/trace/facts.ts';
import { LogRecorder, logOf } from '../../src/trace/log.ts';
import { relevantDecisions, relevantSlice } from '../../src/trace/trace.ts';
import { loadText } from '../machine/explore.ts';

/** The conditions that what main returned depends on, on the path of the all-zero input. */
async function conditionsOfResult(text: string, haltsApart: boolean): Promise<string[]> {
  const program = await loadText(text);
  const passive = { recorder: new LogRecorder(), *explore() {} };
  const exploration = await Exploration.create(program, {}, () => {}, passive);
  const { state } = exploration.follow(new Model());
  const facts = new TraceFacts(program, haltsApart);
  const trace = buildTrace(logOf(state).entries(), exploration.machine.names, facts);
  exploration.dispose();
  const result = trace.nodes.findLast(({ instruction }) => {
    return instruction.op === 'ret' && instruction.block.function.name === 'main';
  });
  return relevantDecisions(trace, relevantSlice(trace, [result!.index])).map(({ decision }) =>
    printC(decision!.condition),
  );
}

const checked = `
#include <pathfold.h>
#include <stdlib.h>
int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y"), z = pathfold_int("z");
  if (x > 5) abort();
  int a = 10 / (y + 1);
  if (z > 5) return 1;
  return 2;
}`;

describe('with early ends kept apart', () => {
  it('nothing depends on what might have ended the program', async () => {
    expect(await conditionsOfResult(checked, true)).toHaveLength(1);
    expect(await conditionsOfResult(checked, false)).toHaveLength(3);
  });

  it('an access depends on branches that might have freed its object', async () => {
    const text = `
#include <pathfold.h>
#include <stdlib.h>
int main(void) {
  int x = pathfold_int("x");
  int *p = malloc(sizeof(int));
  *p = 1;
  if (x > 5) free(p);
  return *p;
}`;
    expect(await conditionsOfResult(text, true)).toHaveLength(1);
  });
});

describe('a store on the side not taken', () => {
  const text = (read: number) => `
#include <pathfold.h>
int a[4];
int main(void) {
  int i = 1;
  int x = pathfold_int("x");
  if (a[i] < x) a[i] = 7;
  return a[${read}];
}`;

  it('concerns only reads of its place, where an access before the branch tells it', async () => {
    expect(await conditionsOfResult(text(1), true)).toHaveLength(1);
    expect(await conditionsOfResult(text(2), true)).toHaveLength(0);
  });
});
