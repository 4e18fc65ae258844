/**
 * Where the computation of the differing outputs begins to differ, found without comparing sources.
 *
 * Both runs are of the same test over the same terms, so an intermediate result has the same term in both versions wherever it is
 * computed in whatever code. Each run is written as a sequence of *steps*: what was computed from what, stored, compared,
 * decided, passed to a function, returned. Copies (loads, phis, jumps) and addresses are left out, and so is what the library does inside:
 * only that it was called, and with what, is a step. Equal steps are paired in order; in the gaps, steps that have equal values
 * for this test, although by other terms, are paired too: what comes to the same for the test is not to blame. Whole runs are
 * paired and not slices: what one run did and the other did not use is no difference by itself.
 *
 * Of the steps that are left and that the differing outputs depend on, those that depend on no other such step are the *origins*:
 * everything they are made of is the same in both versions, and they are not. A lost assignment is an origin of the old run alone.
 * Its counterpart in the new run is the code that used the value that should have been overwritten.
 */
import { directCallee } from '../../analysis/call-graph.ts';
import { evaluate } from '../../expr/evaluate.ts';
import { Term } from '../../expr/term.ts';
import type { Context } from '../../machine/names.ts';
import { type MemoryObject, Pointer } from '../../machine/value.ts';
import { type Instruction, successorsOf } from '../../program/instructions.ts';
import { terminatorOf } from '../../program/program.ts';
import type { TraceNode } from '../../trace/trace.ts';
import { type SeenValue, symbolText } from '../../trace/values.ts';
import { isLibrary } from '../explain.ts';
import { commonSequence, type Pair } from './common-sequence.ts';
import type { TestRun } from './test-run.ts';

interface Step {
  readonly node: TraceNode;
  /** Equal for what is the same computation. */
  readonly key: string;
  /** Equal for what comes to the same for this test. */
  readonly value: string;
}

/** A step that is not in the other run, and all of whose ingredients are. */
export interface Origin {
  readonly node: TraceNode;
  /** How many pairs of equal steps come before it: origins of both runs in one gap belong together. */
  readonly gap: number;
}

export interface Alignment {
  readonly old: readonly Origin[];
  readonly new: readonly Origin[];
}

export function alignRuns(
  old: TestRun,
  oldSlice: Uint8Array,
  changed: TestRun,
  newSlice: Uint8Array,
  isGenerated: (node: TraceNode) => boolean,
): Alignment {
  const names = commonFunctions(old, changed);
  const blocks = namedBlocks(old, changed, names);
  const [before, after] = [stepsOf(old, isGenerated, names, blocks), stepsOf(changed, isGenerated, names, blocks)];
  const pairs = pairSteps(before.steps, after.steps);
  const paired = {
    old: new Map(pairs.map(([left], i) => [left, i])),
    new: new Map(pairs.map(([, right], i) => [right, i])),
  };
  const origins = {
    old: originsOf(old, oldSlice, before, paired.old),
    new: originsOf(changed, newSlice, after, paired.new),
  };
  const sides = exchangedSides(
    { run: old, steps: before.steps, origins: origins.old },
    { run: changed, steps: after.steps, origins: origins.new },
    pairs,
  );
  if (sides.old.length === 0) return origins;
  return {
    old: [...sides.old, ...originsOf(old, oldSlice, before, paired.old, sides.old)],
    new: [...sides.new, ...originsOf(changed, newSlice, after, paired.new, sides.new)],
  };
}

interface AlignedRun {
  readonly run: TestRun;
  readonly steps: readonly Step[];
  readonly origins: readonly Origin[];
}

/**
 * Branches that are decided alike and yet lead elsewhere: the condition was negated, or its sides were exchanged. `if (!a || b)` that became `if (a || b)`
 * is the same decision on `b`; what one version does because of it, and the other does not, hangs on it in one run alone.
 */
function exchangedSides(old: AlignedRun, changed: AlignedRun, pairs: readonly Pair[]): Alignment {
  const found: { old: Origin[]; new: Origin[] } = { old: [], new: [] };
  const seen = new Set<number>();
  for (const [one, other, own] of [
    [old, changed, 0],
    [changed, old, 1],
  ] as const) {
    const pairAt = new Map(pairs.map((pair, i) => [one.steps[pair[own]].node.index, i]));
    const deciding = new Set(other.run.trace.nodes.map(({ control }) => control));
    for (const { node } of one.origins) {
      const pair = pairAt.get(node.control);
      if (pair === undefined || seen.has(pair)) continue;
      const counterpart = other.steps[pairs[pair][1 - own]].node;
      const isExchanged = isBranch(one.run.trace.nodes[node.control]) && leadsToJoin(other.run, counterpart);
      if (!isExchanged || deciding.has(counterpart.index)) continue;
      seen.add(pair);
      const [before, after] = pairs[pair];
      found.old.push({ node: old.steps[before].node, gap: pair + 0.5 });
      found.new.push({ node: changed.steps[after].node, gap: pair + 0.5 });
    }
  }
  return found;
}

function isBranch({ instruction }: TraceNode): boolean {
  return instruction.op === 'condbr';
}

/** Whether the side that was taken is also where the other one comes out: it has nothing of its own. */
function leadsToJoin({ values }: TestRun, node: TraceNode): boolean {
  const { instruction, decision } = node;
  if (instruction.op !== 'condbr') return false;
  const isTrue = decision === null ? values.operands(node)[0] !== 0 : decision.value;
  const [taken, missed] = isTrue
    ? [instruction.ifTrue, instruction.ifFalse]
    : [instruction.ifFalse, instruction.ifTrue];
  // A side that was emptied is still a side.
  if (taken.instructions.length === 1 && taken.instructions[0].op === 'br') return false;
  const reached = new Set([missed]);
  for (const block of reached) {
    if (block === taken) return true;
    if (block === instruction.block) continue;
    for (const next of successorsOf(terminatorOf(block))) reached.add(next);
  }
  return false;
}

/** A function that only one version has may be the other's under a new name. */
function commonFunctions(old: TestRun, changed: TestRun): ReadonlySet<string> {
  const [before, after] = [old, changed].map(({ version }) => version.exploration.program.functions);
  const known = new Set(before.map(({ name }) => name));
  return new Set(after.map(({ name }) => name).filter((name) => known.has(name)));
}

/**
 * Blocks of the heap have no names that two versions share: lines move, and files too. They are paired like steps are, in the order in which
 * user code gets hold of them, by the function that does.
 */
function namedBlocks(old: TestRun, changed: TestRun, names: ReadonlySet<string>): ReadonlyMap<MemoryObject, string> {
  const [before, after] = [old, changed].map((run) => blocksOf(run, names));
  const found = new Map<MemoryObject, string>();
  for (const [i, { object }] of before.entries()) found.set(object, `old block ${i}`);
  for (const [i, { object }] of after.entries()) found.set(object, `new block ${i}`);
  const pairs = commonSequence(
    before.map(({ by }) => by),
    after.map(({ by }) => by),
  );
  pairs.forEach(([left, right], i) => {
    found.set(before[left].object, `block ${i}`);
    found.set(after[right].object, `block ${i}`);
  });
  return found;
}

function blocksOf({ trace, values }: TestRun, names: ReadonlySet<string>): { object: MemoryObject; by: string }[] {
  const found = new Map<MemoryObject, string>();
  for (const node of trace.nodes) {
    const result = isLibrary(node) ? null : values.result(node);
    if (!(result instanceof Pointer) || result.object.kind !== 'heap' || found.has(result.object)) continue;
    const { name } = node.instruction.block.function;
    found.set(result.object, names.has(name) ? name : '');
  }
  return Array.from(found, ([object, by]) => ({ object, by }));
}

function pairSteps(before: readonly Step[], after: readonly Step[]): Pair[] {
  const exact = commonSequence(
    before.map(({ key }) => key),
    after.map(({ key }) => key),
  );
  const pairs: Pair[] = [];
  let [left, right] = [0, 0];
  for (const [x, y] of [...exact, [before.length, after.length] as const]) {
    const [one, other] = [before.slice(left, x), after.slice(right, y)];
    for (const [i, j] of commonSequence(
      one.map(({ value }) => value),
      other.map(({ value }) => value),
    )) {
      pairs.push([left + i, right + j]);
    }
    if (x < before.length) pairs.push([x, y]);
    [left, right] = [x + 1, y + 1];
  }
  return pairs;
}

interface Steps {
  readonly steps: readonly Step[];
  /** Per context: the node of the call that led there. */
  readonly calls: ReadonlyMap<Context, number>;
}

function stepsOf(
  { trace, values, input }: TestRun,
  isGenerated: (node: TraceNode) => boolean,
  names: ReadonlySet<string>,
  blocks: ReadonlyMap<MemoryObject, string>,
): Steps {
  const steps: Step[] = [];
  const objectText = ({ object }: Pointer) =>
    blocks.get(object) ?? (object.global === null ? object.label : symbolText(object.global));
  const exact = (value: SeenValue): string => {
    if (value instanceof Term) return `#${value.id}`;
    if (value instanceof Pointer) return `${objectText(value)}+${exact(value.offset)}`;
    return value === null ? '?' : String(value);
  };
  const concrete = (value: SeenValue): string => {
    if (value instanceof Term) return String(evaluate(value, input));
    if (value instanceof Pointer) return `${objectText(value)}+${concrete(value.offset)}`;
    return value === null ? '?' : String(value);
  };
  for (const node of trace.nodes) {
    if (isLibrary(node) || isGenerated(node) || !values.isLast(node)) continue;
    const [operands, result] = [values.operands(node), values.result(node)];
    const key = stepText(node, operands, result, exact, names);
    if (key !== null) steps.push({ node, key, value: stepText(node, operands, result, concrete, names)! });
  }
  return { steps, calls: callNodes(trace.nodes) };
}

function callNodes(nodes: readonly TraceNode[]): Map<Context, number> {
  const found = new Map<Context, number>();
  const last = new Map<string, number>();
  for (const { index, context, instruction } of nodes) {
    if (context.call !== null && context.parent !== null && !found.has(context)) {
      const call = last.get(`${context.parent.id}:${context.call.id}`);
      if (call !== undefined) found.set(context, call);
    }
    if (instruction.op === 'call') last.set(`${context.id}:${instruction.id}`, index);
  }
  return found;
}

/** Null for what only passes a value on. */
function stepText(
  { instruction, decision }: TraceNode,
  operands: readonly SeenValue[],
  result: SeenValue,
  text: (value: SeenValue) => string,
  names: ReadonlySet<string>,
): string | null {
  switch (instruction.op) {
    case 'phi':
    case 'load':
    case 'br':
    case 'alloca':
    case 'freeze':
    case 'extractvalue':
    case 'insertvalue':
    case 'unreachable':
      return null;
    case 'getelementptr':
      // `p++` and `p = &buffer[0]` are assignments; other addresses are told by who uses them.
      return instruction.result.variable === null ? null : `= ${text(result)}`;
    case 'cast':
      // An assignment to a local is a copy with a place of its own.
      return instruction.operator === 'bitcast' ? `= ${text(operands[0] ?? null)}` : null;
    case 'condbr':
      return `if ${decision === null ? text(operands[0] ?? null) : decision.value ? 1 : 0}`;
    case 'switch':
      return `switch ${text(operands[0] ?? null)}`;
    case 'ret':
      return operands.length === 0 ? null : `return ${text(operands[0])}`;
    case 'store':
      return `store ${operands.map(text).join(' ')}`;
    case 'call':
      return callText(instruction, operands, text, names);
    default:
      // A term says how it was made; a number does not.
      if (result instanceof Term || result instanceof Pointer) return `is ${text(result)}`;
      return `${instruction.op} ${operands.map(text).join(' ')} is ${text(result)}`;
  }
}

function callText(
  instruction: Instruction & { op: 'call' },
  operands: readonly SeenValue[],
  text: (value: SeenValue) => string,
  names: ReadonlySet<string>,
): string | null {
  const callee = directCallee(instruction);
  if (callee?.name.startsWith('llvm.') === true && !/^llvm\.(mem|u?s?(max|min|add|sub))/.test(callee.name)) return null;
  const name = callee === null ? '*' : names.has(callee.name) ? callee.name : '';
  return `call ${name}(${operands.slice(1).map(text).join(' ')})`;
}

function originsOf(
  { trace }: TestRun,
  slice: Uint8Array,
  { steps, calls }: Steps,
  paired: ReadonlyMap<number, number>,
  known: readonly Origin[] = [],
): Origin[] {
  const wanted = withCalls(trace.nodes, slice, calls);
  const position = new Map(steps.map(({ node }, i) => [node.index, i]));
  const apart = new Uint8Array(trace.nodes.length);
  for (const { node } of known) apart[node.index] = 1;
  const origins: Origin[] = [];
  let gap = 0;
  for (const node of trace.nodes) {
    const { index, data, control, choice, potential, halt, context } = node;
    const depends = (from: number) => from >= 0 && apart[from] === 1;
    const tainted =
      data.some(depends) ||
      choice.some(depends) ||
      potential.some(depends) ||
      depends(control) ||
      depends(halt) ||
      depends(calls.get(context) ?? -1);
    if (tainted) apart[index] = 1;
    const step = position.get(index);
    if (step === undefined) continue;
    const pair = paired.get(step);
    if (pair !== undefined) gap = pair + 1;
    else {
      if (wanted[index] === 0) continue;
      if (!tainted) origins.push({ node, gap });
      apart[index] = 1;
    }
  }
  return origins;
}

/** A function's parameters depend on what was passed, not on the call: with a slice come the calls that lead into it. */
function withCalls(nodes: readonly TraceNode[], slice: Uint8Array, calls: ReadonlyMap<Context, number>): Uint8Array {
  const wanted = Uint8Array.from(slice);
  for (const node of nodes) {
    if (slice[node.index] === 0) continue;
    for (let context: Context | null = node.context; context !== null; context = context.parent) {
      const call = calls.get(context);
      if (call === undefined || wanted[call] === 1) break;
      wanted[call] = 1;
    }
  }
  return wanted;
}
