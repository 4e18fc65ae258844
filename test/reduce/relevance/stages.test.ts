/**
 * Relevant location sets as the paper shows them: figure 2, from four initial states, and the table for the chown fragment
 * of section 3.2.
 */
import { describe, expect, it } from 'vitest';
import { Exploration } from '../../../src/explore/exploration.ts';
import type { PathReport } from '../../../src/explore/strategy.ts';
import type { Term } from '../../../src/expr/term.ts';
import type { DecisionKind } from '../../../src/machine/client.ts';
import type { Site } from '../../../src/machine/code.ts';
import type { PathOutcome } from '../../../src/machine/outcome.ts';
import type { State } from '../../../src/machine/state.ts';
import type { Program } from '../../../src/program/program.ts';
import { type Needs, objectOfKey, offsetOfKey } from '../../../src/reduce/relevance/needs.ts';
import { type PathNode, pathTraceOf } from '../../../src/reduce/relevance/path-tree.ts';
import { RelevanceReduction } from '../../../src/reduce/relevance/strategy.ts';
import { compileText } from '../../referee/compile.ts';

/** Keeps the nodes of all paths by line, and looks at their sets whenever a path has ended. */
class Watched extends RelevanceReduction {
  readonly nodes: { readonly line: number; readonly node: PathNode }[] = [];
  /** After each path: how it ended and where, and the relevant locations at each visited decision of the first path. */
  readonly stages: { readonly ending: string; readonly line: number; readonly sets: Record<number, string[]> }[] = [];
  readonly byLine = new Map<number, string[]>();

  override deciding(state: State, condition: Term, kind: DecisionKind, site: Site): void {
    super.deciding(state, condition, kind, site);
    if (site.index !== site.segment.steps.length) return;
    this.nodes.push({ line: site.instruction.position?.line ?? 0, node: pathTraceOf(state).node });
  }

  override ended(state: State, outcome: PathOutcome, evidence: unknown): PathReport {
    const report = super.ended(state, outcome, evidence);
    const sets: Record<number, string[]> = {};
    for (const { line, node } of this.nodes) {
      if (node.open === 0 && !(line in sets)) sets[line] = this.names(this.slices.needsAbove(node, true));
    }
    this.stages.push({ ending: outcome.ending.kind, line: outcome.ending.position?.line ?? 0, sets });
    return report;
  }

  /** From now on: the locations needed before each line of main. */
  watchLines(): void {
    this.slices.onStride = ({ segment }, needs) => {
      const first = segment.block.instructions.find(({ id, op }) => id >= segment.firstId && op !== 'phi');
      if (segment.code.function.name !== 'main' || first?.position == null) return;
      this.byLine.set(first.position.line, this.names(needs));
    };
  }

  names(needs: Needs): string[] {
    const names = [...needs.bytes.keys()].map((location) => {
      const label = this.objects.get(objectOfKey(location))!.label;
      return `${/'(.*)'/.exec(label)?.[1] ?? label}[${offsetOfKey(location)}]`;
    });
    return names.sort();
  }
}

const bytes = (name: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${name}[${i}]`);

const SECTION_2 = `#include <stdio.h>
#include <stdlib.h>
int w, m;
int main(void) {
  if (w)
    printf("X");
  else
    printf("Y");
  if (m)
    exit(0);
  else
    exit(1);
}
`;
const [FIRST_BRANCH, SECOND_BRANCH] = [5, 9];

/** w and m are unknown, but limited to one value in each initial state. */
function initialStates(exploration: Exploration, values: readonly (readonly [number, number])[]): State[] {
  const { machine, terms, program } = exploration;
  const [start] = exploration.startStates();
  return values.map((pair, i) => {
    const state = start.fork(1000 + i);
    ['w', 'm'].forEach((name, k) => {
      const object = machine.image.objectOf(program.variables.find((variable) => variable.name === name)!);
      const unknown = terms.variable(name, 32);
      state.memory.own(state.memory.get(object)!).write(0, 4, unknown, state.memory);
      state.condition = state.condition.append(terms.eq(unknown, terms.constant(32, pair[k])));
    });
    return state;
  });
}

describe('figure 2: the states A, B, C and D of section 2', () => {
  it('refines the sets as lines get covered, and cuts B at the second branch and C at the first', async () => {
    const program = await compileText(SECTION_2);
    const reduction = new Watched(program, { patience: 0 });
    const exploration = await Exploration.create(program, {}, () => {}, reduction);
    const states = initialStates(exploration, [
      [0, 1],
      [1, 1],
      [2, 1],
      [3, 0],
    ]);
    exploration.startStates = () => states;
    exploration.run();
    exploration.dispose();
    const [a, b, c, d] = reduction.stages;
    expect(reduction.stages).toHaveLength(4);

    expect(a.ending).toBe('exit');
    expect(a.sets).toEqual({
      [FIRST_BRANCH]: [...bytes('m', 4), ...bytes('w', 4)],
      [SECOND_BRANCH]: bytes('m', 4),
    });
    expect(b).toEqual({
      ending: 'pruned',
      line: SECOND_BRANCH,
      sets: { [FIRST_BRANCH]: bytes('m', 4), [SECOND_BRANCH]: bytes('m', 4) },
    });
    expect(c).toEqual({ ending: 'pruned', line: FIRST_BRANCH, sets: b.sets });
    expect(d.ending).toBe('exit');
    expect(d.sets).toEqual({ [FIRST_BRANCH]: [], [SECOND_BRANCH]: [] });
    reduction.coverage.reachable.each((goal) =>
      expect(reduction.coverage.reached.has(goal), `goal ${goal}`).toBe(true),
    );
  });
});

/**
 * The path of the paper's table sets chopt.recurse and yet passes by line 20, which its line 19 does not allow. So the
 * table is checked with a line 19 that does, and the fragment as printed with what line 20 adds.
 */
const chown = (line19: string) => `#include <pathfold.h>
#include <stdlib.h>
int TRUE = 1, FALSE = 0;
struct { int recurse; const char *user_name; const char *group_name; } chopt;
int preserve_root, warned;
int main(void) {
  char first[3], second[16];
  pathfold_bytes(first, sizeof first, "argv1");
  pathfold_bytes(second, sizeof second, "argv2");
  int reference_file = pathfold_int("reference_file");
  pathfold_assume((first[0] == '-') & (first[1] == 'R') & (first[2] == 0) & (second[0] == 'x') & (reference_file == 1));
  chopt.recurse = FALSE;                                      // 1
  preserve_root = FALSE;                                      // 2
  if (first[0] == '-' && first[1] == 'R' && first[2] == 0)    // 4
    chopt.recurse = TRUE;                                     // 5
  if (second[0] == '-' && second[1] == '-')                   // 6
    preserve_root = TRUE;                                     // 7 uncovered
  if (reference_file) {                                       // 9
    chopt.user_name = "user";                                 // 11
    chopt.group_name = "group";                               // 12
  } else {
    if (!chopt.user_name && chopt.group_name)                 // 15
      chopt.user_name = "";                                   // 16
  }
  if (${line19}) // 19
    if (preserve_root)                                        // 20
      warned = TRUE;                                          // 21 uncovered
  int ok = chopt.user_name == NULL;                           // 22
  exit(ok);                                                   // 23
}
`;

const CHOWN = chown('chopt.recurse');

/** The line of the program that the paper's line became. */
function lineOf(paperLine: number): number {
  return CHOWN.split('\n').findIndex((line) => new RegExp(`// ${paperLine}( |$)`).test(line)) + 1;
}

/** All goals but those on the lines. */
function* goalsElsewhere(reduction: RelevanceReduction, program: Program, lines: readonly number[]): Generator<number> {
  for (const fn of program.functions) {
    if (fn.library === true) continue;
    for (const block of fn.blocks) {
      for (const instruction of block.instructions) {
        if (!lines.includes(instruction.position?.line ?? 0)) yield instruction.id;
        yield* reduction.coverage.goals.directionsOf(instruction)?.values() ?? [];
      }
    }
  }
}

async function setsByLine(text: string): Promise<(paperLine: number) => string[] | undefined> {
  const program = await compileText(text);
  const reduction = new Watched(program, { patience: 0 });
  reduction.coverage.markCovered(goalsElsewhere(reduction, program, [lineOf(7), lineOf(21)]));
  const exploration = await Exploration.create(program, {}, () => {}, reduction);
  // The slices exist once the search has begun, and are made when the only path has ended.
  const { startStates } = exploration;
  exploration.startStates = () => {
    reduction.watchLines();
    return startStates.call(exploration);
  };
  exploration.run();
  exploration.dispose();
  expect(reduction.stages.map(({ ending }) => ending)).toEqual(['exit']);
  return (paperLine) => reduction.byLine.get(lineOf(paperLine));
}

describe('the chown fragment of section 3.2', () => {
  const [recurse, argument1, argument2] = [bytes('chopt', 4), bytes('first', 3), ['second[0]']];

  it('has the relevant location sets of the table along the path that sets -R', async () => {
    const at = await setsByLine(chown('chopt.recurse == 2'));
    expect(at(5)).toEqual([...bytes('TRUE', 4), ...argument2]);
    expect(at(6)).toEqual([...recurse, ...argument2]);
    expect(at(9)).toEqual(recurse);
    expect(at(11)).toEqual(recurse);
    expect(at(19)).toEqual(recurse);
    expect(at(22)).toEqual([]);
  });

  it('also needs what line 20 reads where that line is reached', async () => {
    const at = await setsByLine(CHOWN);
    expect(at(5)).toEqual([...bytes('TRUE', 4), ...bytes('preserve_root', 4), ...argument2]);
    expect(at(9)).toEqual([...recurse, ...bytes('preserve_root', 4)]);
    expect(at(20)).toEqual(bytes('preserve_root', 4));
    expect(at(22)).toEqual([]);
  });

  it('needs the argument before it was tested, and no option before it was set', async () => {
    const at = await setsByLine(chown('chopt.recurse == 2'));
    // Lines 1 to 4 begin where nothing has forked since the input was made: the part of line 4 that reads byte 1.
    expect(at(4)).toEqual(expect.arrayContaining([...bytes('TRUE', 4), argument1[2], ...argument2]));
    expect(at(4)).not.toEqual(expect.arrayContaining(recurse));
  });
});
