import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEPENDENCE_KINDS, DependenceGraph } from '../../src/analysis/dependence-graph.ts';
import { InteractiveDependence } from '../../src/analysis/interactive.ts';
import { analyzePointers } from '../../src/analysis/points-to/points-to.ts';
import { Reachability } from '../../src/analysis/reachability.ts';
import { analyzeTermination } from '../../src/analysis/termination.ts';
import { lower } from '../../src/frontend/lower/lower.ts';
import { type Instruction, operandsOf } from '../../src/program/instructions.ts';
import type { Program, ProgramFunction } from '../../src/program/program.ts';
import type { Operand } from '../../src/program/values.ts';
import { type FunctionBuilder, ProgramBuilder } from '../program/build.ts';
import { diamonds, forwardGraph } from './random-graphs.ts';
import { run, SEE } from './run.ts';

type Action =
  | { kind: 'set'; to: number; value: number }
  | { kind: 'move'; to: number; from: number }
  | { kind: 'point'; at: number }
  | { kind: 'through'; to: number; write: boolean }
  | { kind: 'array'; to: number; index: number; write: boolean }
  | { kind: 'call'; to: number; from: number }
  | { kind: 'see'; from: number }
  | { kind: 'exit' };

const INPUTS = 3;
const VARIABLES = 6;
const variable = fc.nat(VARIABLES - 1);
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('set' as const), to: variable, value: fc.nat(3) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('move' as const), to: variable, from: variable }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('point' as const), at: variable }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('through' as const), to: variable, write: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('array' as const), to: variable, index: variable, write: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('call' as const), to: variable, from: variable }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('see' as const), from: variable }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'exit' as const }) },
);
interface Body {
  edges: number[][];
  actions: Action[][];
  tests: number[];
  /** Per block that several lead to: where it puts a value that tells through which edge control came. */
  phis: (number | null)[];
}
const body: fc.Arbitrary<Body> = fc.record({
  edges: fc.oneof({ weight: 2, arbitrary: forwardGraph }, { weight: 1, arbitrary: diamonds }),
  actions: fc.array(fc.array(action, { maxLength: 3 }), { minLength: 12, maxLength: 12 }),
  tests: fc.array(variable, { minLength: 12, maxLength: 12 }),
  phis: fc.array(fc.option(variable), { minLength: 12, maxLength: 12 }),
});

/** Variables 0 to 3 are locals, 4 and 5 globals; there are a global array and a global pointer; `main` calls `helper`. */
function generate(main: Body, helper: Body): { program: Program; entry: ProgramFunction } {
  const build = new ProgramBuilder();
  const { types, i32, ptr } = build;
  const see = build.declare(SEE, types.function(types.void, [i32]));
  const exit = build.declare('exit', types.function(types.void, [i32]));
  const array = types.array(i32, 4);
  const globals = ['g4', 'g5', 'array', 'pointer'].map((name, index): Operand => {
    const valueType = index < 2 ? i32 : index === 2 ? array : ptr;
    const global = {
      kind: 'variable' as const,
      name,
      valueType,
      initializer: index < 3 ? ({ kind: 'zero', type: valueType } as const) : null,
      constant: false,
      linkage: 'internal' as const,
      align: 4,
      threadLocal: false,
      debug: null,
      index: -1,
    };
    build.program.variables.push(global);
    return { kind: 'global', type: ptr, global };
  });
  const type = types.function(
    i32,
    Array.from({ length: INPUTS }, () => i32),
  );
  const helperFn = build.define('helper', type, helper.edges.length);
  const mainFn = build.define('main', type, main.edges.length);
  const write = (fn: FunctionBuilder, code: Body, callee: ProgramFunction | null) => {
    const locals = Array.from({ length: 4 }, () => fn.alloca(i32));
    const place = (index: number): Operand => (index < 4 ? locals[index] : globals[index - 4]);
    fn.fn.parameters.forEach((parameter, index) => {
      fn.store(parameter, locals[index]);
    });
    fn.store(build.int(0), locals[3]);
    if (callee !== null) fn.store(globals[0], globals[3]);
    const ends = (block: number) => code.actions[block].some(({ kind }) => kind === 'exit') && block > 0;
    code.edges.forEach((targets, block) => {
      fn.at(block);
      const sources = code.edges.flatMap((to, from) => (to.includes(block) && !ends(from) ? [from] : []));
      const target = code.phis[block];
      if (sources.length > 1 && target !== null) {
        const incoming = sources.map((from): [number, Operand] => [from, build.int(from)]);
        fn.store(fn.phi(i32, ...incoming), place(target));
      }
      for (const step of code.actions[block]) {
        switch (step.kind) {
          case 'set':
            fn.store(build.int(step.value), place(step.to));
            break;
          case 'move':
            fn.store(fn.binary('add', fn.load(place(step.from)), build.int(1)), place(step.to));
            break;
          case 'point':
            fn.store(place(step.at), globals[3]);
            break;
          case 'through': {
            const target = fn.load(globals[3], ptr);
            if (step.write) fn.store(fn.load(place(step.to)), target);
            else fn.store(fn.load(target), place(step.to));
            break;
          }
          case 'array': {
            const index = fn.binary('and', fn.load(place(step.index)), build.int(3));
            const element = fn.gep(array, globals[2], build.int(0), index);
            if (step.write) fn.store(fn.load(place(step.to)), element);
            else fn.store(fn.load(element), place(step.to));
            break;
          }
          case 'call':
            if (callee !== null) {
              const passed = fn.load(place(step.from));
              fn.store(fn.call(callee, type, passed, build.int(1), passed), place(step.to));
            }
            break;
          case 'see':
            fn.call(see, see.type, fn.load(place(step.from)));
            break;
          case 'exit':
            break;
        }
      }
      if (ends(block)) {
        fn.call(exit, exit.type, build.int(1));
        fn.unreachable();
      } else if (targets.length === 0) fn.ret(fn.load(locals[0]));
      else if (targets.length === 1) fn.jump(targets[0]);
      else fn.choose(fn.binary('and', fn.load(place(code.tests[block])), build.int(3)), targets);
    });
  };
  write(helperFn, helper, null);
  write(mainFn, main, helperFn.fn);
  const program = build.finish();
  lower(program);
  return { program, entry: mainFn.fn };
}

function all(fn: ProgramFunction): Instruction[] {
  return fn.blocks.flatMap((block) => block.instructions);
}

function analyze(program: Program) {
  const pointsTo = analyzePointers(program);
  const termination = analyzeTermination(program, pointsTo.callGraph);
  return { pointsTo, termination, graph: new DependenceGraph(program, pointsTo, termination) };
}

const inputs = fc.array(fc.nat(3), { minLength: INPUTS, maxLength: INPUTS });

describe('static dependence', () => {
  it('has every input in the slice of every value that changes with it', () => {
    let compared = 0;
    fc.assert(
      fc.property(body, body, inputs, fc.nat(INPUTS - 1), fc.nat(3), (main, helper, first, which, other) => {
        const { program, entry } = generate(main, helper);
        const second = first.map((value, index) => (index === which ? other : value));
        const [left, right] = [first, second].map((values) => run(program, entry, values, 150));
        fc.pre(left.ended && right.ended);
        const { graph } = analyze(program);
        const parameter = entry.parameters[which];
        const users = all(entry).filter((instruction) => operandsOf(instruction).includes(parameter));
        for (const id of new Set([...left.seen.keys(), ...right.seen.keys()])) {
          if (String(left.seen.get(id)) === String(right.seen.get(id))) continue;
          compared++;
          const slice = graph.backwardSlice([id]);
          expect(users.some((user) => slice.has(user.id))).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
    expect(compared).toBeGreaterThan(40);
  });

  /** Calls back for every value that changes when one instance of a branch goes the other way. */
  function turnBranches(
    parameters: { numRuns: number; seed?: number },
    changed: (graph: DependenceGraph, id: number, by: number) => void,
  ) {
    fc.assert(
      fc.property(body, body, inputs, fc.nat(6), (main, helper, values, force) => {
        const { program, entry } = generate(main, helper);
        const left = run(program, entry, values, 150);
        const right = run(program, entry, values, 150, () => {}, force);
        fc.pre(left.ended && right.ended && right.forced !== null);
        const { graph } = analyze(program);
        for (const id of new Set([...left.seen.keys(), ...right.seen.keys()])) {
          if (String(left.seen.get(id)) !== String(right.seen.get(id))) changed(graph, id, right.forced!.id);
        }
      }),
      parameters,
    );
  }

  it('has a branch in the slice of every value that changes when one instance of it goes the other way', () => {
    let compared = 0;
    turnBranches({ numRuns: 1000 }, (graph, id, branch) => {
      compared++;
      expect(graph.backwardSlice([id]).has(branch)).toBe(true);
    });
    expect(compared).toBeGreaterThan(200);
  });

  it.each(DEPENDENCE_KINDS)('would miss some of them without dependence of kind %s', (kind) => {
    const others = DEPENDENCE_KINDS.filter((each) => each !== kind);
    let missed = 0;
    turnBranches({ numRuns: 500, seed: 1 }, (graph, id, branch) => {
      if (!graph.backwardSlice([id], others).has(branch)) missed++;
    });
    expect(missed).toBeGreaterThan(0);
  });

  it('makes what follows a call depend on the branch inside that may end the program', () => {
    const build = new ProgramBuilder();
    const { types, i32 } = build;
    const type = types.function(types.void, [i32]);
    const exit = build.declare('exit', type);
    const see = build.declare(SEE, type);
    const check = build.define('check', type, 3);
    check.choose(check.fn.parameters[0], [1, 2]);
    check.at(1).call(exit, type, build.int(1));
    check.unreachable();
    check.at(2).ret(null);
    const main = build.define('main', type, 2);
    main.call(check.fn, type, main.fn.parameters[0]);
    main.call(see, type, build.int(1));
    main.jump(1);
    main.at(1).call(see, type, build.int(2));
    main.ret(null);
    const { graph } = analyze(build.finish());
    const decider = check.fn.blocks[0].instructions[0];
    const seen = all(main.fn).filter((instruction, index) => instruction.op === 'call' && index > 0);
    expect(seen.map(({ id }) => graph.backwardSlice([id]).has(decider.id))).toEqual([true, true]);
    expect(graph.backwardSlice([seen[1].id], ['data', 'memory', 'control']).has(decider.id)).toBe(false);
  });

  it('makes a phi depend on the branch that chooses its value, wherever the values come from', () => {
    const build = new ProgramBuilder();
    const { types, i32 } = build;
    const fn = build.define('main', types.function(i32, [i32, i32, i32]), 4);
    const [test, one, two] = fn.fn.parameters;
    fn.choose(test, [1, 2]);
    fn.at(1).jump(3);
    fn.at(2).jump(3);
    fn.at(3).ret(fn.phi(i32, [1, one], [2, two]));
    const { graph } = analyze(build.finish());
    const [branch, ret] = [fn.fn.blocks[0].instructions[0], fn.fn.blocks[3].instructions[1]];
    expect(graph.backwardSlice([ret.id]).has(branch.id)).toBe(true);
    expect(graph.backwardSlice([ret.id], ['data', 'control']).has(branch.id)).toBe(false);
  });

  it('has every address a run touches in the points-to set', () => {
    fc.assert(
      fc.property(body, body, inputs, (main, helper, values) => {
        const { program, entry } = generate(main, helper);
        const { pointsTo } = analyze(program);
        run(program, entry, values, 150, (instruction, address) => {
          if (instruction.op !== 'load' && instruction.op !== 'store') return;
          const object = pointsTo.objectFor(address.site as never);
          const covered = pointsTo
            .placesOf(instruction.pointer, instruction.block.function)
            .toArray()
            .some((index) => {
              const place = pointsTo.places[index];
              if (place.object !== object) return false;
              const distance = address.offset - place.offset;
              return place.stride === 0 ? distance === 0 : distance % place.stride === 0;
            });
          expect(covered).toBe(true);
        });
      }),
      { numRuns: 300 },
    );
  });

  it('has forward and backward slices that mirror each other', () => {
    fc.assert(
      fc.property(body, body, fc.nat(), fc.nat(), (main, helper, from, to) => {
        const { program } = generate(main, helper);
        const { graph } = analyze(program);
        const [source, target] = [from % program.instructionCount, to % program.instructionCount];
        expect(graph.forwardSlice([source]).has(target)).toBe(graph.backwardSlice([target]).has(source));
      }),
      { numRuns: 100 },
    );
  });

  it('relates branches that influence a common value and can run one after the other', () => {
    fc.assert(
      fc.property(body, body, (main, helper) => {
        const { program } = generate(main, helper);
        const { pointsTo, graph } = analyze(program);
        const reachability = new Reachability(program, pointsTo.callGraph);
        const interactive = new InteractiveDependence(program, graph, reachability);
        const slices = interactive.branches.map((branch) => graph.forwardSlice([branch.id]));
        interactive.branches.forEach((first, left) => {
          interactive.branches.forEach((second, right) => {
            if (left === right || !reachability.mayFollow(first, second)) return;
            if (slices[left].meets(slices[right])) expect(interactive.interacts(first, second)).toBe(true);
          });
        });
      }),
      { numRuns: 100 },
    );
  });
});
