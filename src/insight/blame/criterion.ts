/**
 * Where the search for a cause begins: the nodes of a run that made the outputs that differ, and no others.
 *
 * Of text it is the first byte that differs, with the branches since the chunk before whose other side might have written; of
 * objects the bytes that differ; of an early end the decisions that brought it about. What all the other outputs depend on would
 * be in the report as well if whole outputs were looked at, and most of a program hangs together through what it prints.
 */
import { evaluate } from '../../expr/evaluate.ts';
import { type Model, Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import { Pointer } from '../../machine/value.ts';
import type { GlobalVariable } from '../../program/program.ts';
import { type OutputSelection, outputNodes } from '../../reduce/output/criterion.ts';
import { finalGlobals } from '../../reduce/output/globals.ts';
import { globalName } from '../../reduce/output/library-state.ts';
import type { Trace } from '../../trace/trace.ts';
import { chunksOf } from '../../trace/values.ts';
import { namedMarks, type OutputValue } from '../outputs.ts';
import { valuesDiffer } from '../version-diff/compare.ts';
import type { FollowedTest, TestRun } from './test-run.ts';

export interface OutputDifference {
  readonly name: string;
  /** Null where the version has no such output. */
  readonly old: OutputValue | null;
  readonly new: OutputValue | null;
}

/** Outputs of one test that are not the same in both versions, with their values. */
export function differencesOf(old: FollowedTest, changed: FollowedTest, terms: Terms): OutputDifference[] {
  const before = new Map(old.shown.map((output) => [output.name, output]));
  const after = new Map(changed.shown.map((output) => [output.name, output]));
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.flatMap((name) => {
    const [one, other] = [before.get(name) ?? null, after.get(name) ?? null];
    const differ = one === null || other === null || valuesDiffer(one, other, terms) !== terms.bool(false);
    return differ ? [{ name, old: one, new: other }] : [];
  });
}

/** Start nodes of the slices in one of the two runs. */
export function startNodes(run: TestRun, other: TestRun, differences: readonly OutputDifference[]): number[] {
  const starts = new Set<number>();
  const add = (nodes: Iterable<number>) => {
    for (const node of nodes) starts.add(node);
  };
  const endsDiffer = differences.some(({ old, new: changed }) => (old ?? changed)?.kind === 'ending');
  if (endsDiffer) add(nodesOfEnd(run));
  else for (const { name } of differences) add(nodesOfOutput(run, other, name));
  return [...starts].sort((a, b) => a - b);
}

/** How the run ended, or, where it came to its very end, all that it has to show for it. */
function nodesOfEnd({ trace, earlyEnd, version, outcome, state }: TestRun): number[] {
  const { facts, exploration, selection } = version;
  if (earlyEnd !== null) {
    const nodes = earlyEnd.map((position) => trace.decisions[position].index);
    return trace.end === null ? nodes : [...nodes, trace.end.index];
  }
  const { behind } = finalGlobals(selection.globals, state, exploration.machine);
  const known = { outputs: outcome.outputs, behind, endedEarly: false };
  return outputNodes(trace, selection, exploration.machine, facts, known);
}

const NOTHING: OutputSelection = { exitStatus: false, stdout: false, stderr: false, marks: false, globals: [] };

function nodesOfOutput(run: TestRun, other: TestRun, name: string): number[] {
  const { trace, version, state, outcome, earlyEnd } = run;
  const { exploration, facts, selection } = version;
  const whole = (chosen: Partial<OutputSelection>) => {
    const all = { ...NOTHING, ...chosen };
    const { behind } = finalGlobals(all.globals, state, exploration.machine);
    const known = { outputs: outcome.outputs, behind, endedEarly: false };
    return outputNodes(trace, all, exploration.machine, facts, known);
  };
  if (name === 'exit') {
    const end = (earlyEnd ?? []).map((position) => trace.decisions[position].index);
    return [...whole({ exitStatus: true }), ...end];
  }
  const stream = /^(stdout|stderr)/.exec(name)?.[1] as 'stdout' | 'stderr' | undefined;
  if (stream !== undefined && selection[stream]) return nodesOfText(run, other, stream);
  const mark = markOf(run, name);
  if (mark !== null) return nodesOfMark(run, other, name, mark) ?? whole({ marks: true, markNames: [name] });
  const global = selection.globals.find((each) => globalName(each) === name);
  if (global === undefined) return whole(selection);
  return nodesOfGlobal(run, other, global) ?? whole({ globals: [global] });
}

/** Which of the path's marks the output is. */
function markOf({ outcome, version: { selection } }: TestRun, name: string): number | null {
  return namedMarks(outcome.outputs, selection).find((each) => each.name === name)?.index ?? null;
}

function nodesOfMark(run: TestRun, other: TestRun, name: string, mark: number): number[] | null {
  const node = run.values.nodeThatShowed('outputs', mark);
  if (node === null) return null;
  const counterpart = markOf(other, name);
  const bytes = run.outcome.outputs[mark].bytes;
  const others = counterpart === null ? null : other.outcome.outputs[counterpart].bytes;
  if (bytes === null || others === null) return [node];
  return nodesOfBytes(run, node, differingBytes(bytes, run.input, others, other.input));
}

/** What was read where a node shows bytes: who wrote those, and why it ran. */
function nodesOfBytes({ trace }: TestRun, node: number, bytes: readonly number[]): number[] {
  const reads = trace.accesses.filter((each) => each.node === node && each.access.kind === 'access');
  const found = new Set<number>();
  for (const byte of bytes.slice(0, MOST_BYTES)) {
    let at = byte;
    for (const { access } of reads) {
      if (access.kind !== 'access' || access.writes) continue;
      if (at < access.size && typeof access.offset === 'number') {
        for (const writer of writersOf(trace, node, access.object.id, access.offset + at)) found.add(writer);
        break;
      }
      at -= access.size;
    }
  }
  if (found.size === 0) return [node];
  const { control } = trace.nodes[node];
  return control < 0 ? [...found] : [...found, control];
}

/** Beyond that, they are told apart no more. */
const MOST_BYTES = 8;

/** Nodes before `before` that may have written the byte last: at most one at a known place. */
function writersOf({ accesses }: Trace, before: number, object: number, byte: number): number[] {
  const found: number[] = [];
  for (let i = accesses.length - 1; i >= 0; i--) {
    const { node, access } = accesses[i];
    if (node >= before || access.object.id !== object) continue;
    if (access.kind === 'access' && !access.writes) continue;
    const isKnown = access.kind === 'allocation' || typeof access.offset === 'number';
    const offset = access.kind === 'allocation' ? 0 : (access.offset as number);
    if (isKnown && (byte < offset || byte >= offset + access.size)) continue;
    found.push(node);
    if (isKnown) break;
  }
  return found;
}

function differingBytes(
  own: readonly (number | Term)[],
  input: Model,
  others: readonly (number | Term)[],
  otherInput: Model,
): number[] {
  const found: number[] = [];
  for (let i = 0; i < own.length; i++) {
    if (i >= others.length || byteOf(own[i], input) !== byteOf(others[i], otherInput)) found.push(i);
  }
  return found;
}

function byteOf(byte: number | Term, input: Model): number {
  return byte instanceof Term ? Number(evaluate(byte, input)) : byte;
}

/** The first byte that differs, and branches since the chunk before it that decide whether anything is written there. */
function nodesOfText(run: TestRun, other: TestRun, stream: 'stdout' | 'stderr'): number[] {
  const { trace, values, version, state } = run;
  const own = run.outcome[stream];
  const others = other.outcome[stream];
  let first = 0;
  while (
    first < own.length &&
    first < others.length &&
    byteOf(own[first], run.input) === byteOf(others[first], other.input)
  ) {
    first++;
  }
  let start = 0;
  let before = -1;
  const found: number[] = [];
  for (const [i, chunk] of chunksOf(state[stream]).entries()) {
    const node = values.nodeThatShowed(stream, i);
    if (first < start + chunk.length) {
      if (node !== null) {
        found.push(...nodesOfBytes(run, node, [first - start]));
        found.push(...branchesThatWrite(run, before, node));
      }
      return found;
    }
    start += chunk.length;
    before = node ?? before;
  }
  found.push(...branchesThatWrite(run, before, trace.nodes.length));
  if (found.length > 0) return found;
  return outputNodes(trace, { ...NOTHING, [stream]: true }, version.exploration.machine, version.facts);
}

const WRITING: ReadonlySet<string> = new Set(['__pf_write']);

function branchesThatWrite({ trace, version: { facts } }: TestRun, after: number, before: number): number[] {
  return trace.turnable.flatMap(({ node, edge }) => {
    const isBetween = node > after && node < before;
    return isBetween && facts.otherSideMayCall(trace.nodes[node].instruction, edge, WRITING) ? [node] : [];
  });
}

/** Null where bytes alone do not tell: pointers lead to something else in each version. */
function nodesOfGlobal(run: TestRun, other: TestRun, global: GlobalVariable): number[] | null {
  const bytes = bytesOfGlobal(run, global);
  const counterpart = other.version.selection.globals.find((each) => globalName(each) === globalName(global));
  const others = counterpart === undefined ? null : bytesOfGlobal(other, counterpart);
  if (bytes === null || others === null) return null;
  const { trace, version } = run;
  const object = version.exploration.machine.image.objectOf(global);
  const found = new Set<number>();
  const differing = differingBytes(bytes, run.input, others, other.input).slice(0, MOST_BYTES);
  if (differing.length === 0) return null;
  let since = Number.POSITIVE_INFINITY;
  for (const byte of differing) {
    const writers = writersOf(trace, trace.nodes.length, object.id, byte);
    for (const writer of writers) found.add(writer);
    since = Math.min(since, ...(writers.length === 0 ? [-1] : writers));
  }
  for (const { node } of trace.turnable) {
    if (node > since && version.facts.mayWriteGlobal(trace.nodes[node].instruction, global)) found.add(node);
  }
  return [...found];
}

function bytesOfGlobal({ state, version: { exploration } }: TestRun, global: GlobalVariable): (number | Term)[] | null {
  const { machine } = exploration;
  const object = state.memory.get(machine.image.objectOf(global));
  if (object === undefined) return null;
  for (let at = 0; at < object.size; at++) if (object.cellAt(at)?.value instanceof Pointer) return null;
  return Array.from({ length: object.size }, (_, at) => object.readByte(at, state.memory));
}
