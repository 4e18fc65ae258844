/** Which nodes of a trace the chosen outputs depend on. */

import { directCallee } from '../../analysis/call-graph.ts';
import type { Machine } from '../../machine/machine.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import type { MemoryObject } from '../../machine/value.ts';
import type { Instruction } from '../../program/instructions.ts';
import type { GlobalVariable } from '../../program/program.ts';
import type { TraceFacts } from '../../trace/facts.ts';
import type { Trace } from '../../trace/trace.ts';

/** What counts as output. The way the program ends (exit or fault, and where) always does. */
export interface OutputSelection {
  readonly exitStatus: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  /** Values marked with `pathfold_output`. */
  readonly marks: boolean;
  /** Of those only the ones with these names, or parts of them (`name.x`, `name[1]`, `name == NULL`). */
  readonly markNames?: readonly string[];
  readonly globals: readonly GlobalVariable[];
}

export function isChosenMark(name: string, { marks, markNames }: OutputSelection): boolean {
  if (!marks || markNames === undefined) return marks;
  const place = name.replace(/^[*(]+/, '');
  return markNames.some(
    (chosen) => name === chosen || (place.startsWith(chosen) && /^([ .[)]|->|$)/.test(place.slice(chosen.length))),
  );
}

/** What is known of a path at its end. */
export interface KnownAtEnd {
  readonly outputs: PathOutcome['outputs'] | null;
  /** Objects that chosen globals lead to. */
  readonly behind: readonly MemoryObject[];
  /** The reasons why are kept account of elsewhere. */
  readonly endedEarly: boolean;
}

const MAIN_RETURNED: KnownAtEnd = { outputs: null, behind: [], endedEarly: false };

/**
 * Start nodes for the relevant slice. Where an output may be written at several places (text, marks, globals), branches
 * whose other side may write it too belong to it, as for any read of memory.
 */
export function outputNodes(
  trace: Trace,
  selection: OutputSelection,
  machine: Machine,
  facts: TraceFacts,
  { outputs, behind, endedEarly }: KnownAtEnd = MAIN_RETURNED,
): number[] {
  const starts = new Set<number>();
  const { end } = trace;
  const exits = end !== null && isExit(end.instruction);
  if (end !== null) {
    // How the path ended depends on what brought it there; with the status wanted, also on the status.
    if (exits ? selection.exitStatus : !endedEarly) starts.add(end.index);
    else if (!facts.haltsApart) {
      if (end.control >= 0) starts.add(end.control);
      if (end.halt >= 0) starts.add(end.halt);
    }
  }
  const text = selection.stdout || selection.stderr;
  if (text) for (const node of trace.nodes) if (calls(node.instruction, WRITING)) starts.add(node.index);
  if (selection.marks) for (const node of markingNodes(trace, outputs, selection)) starts.add(node);
  if (text || selection.marks) {
    const written = text ? (selection.marks ? WRITING_OR_MARKS : WRITING) : MARKS;
    for (const { node, edge } of trace.turnable) {
      if (facts.otherSideMayCall(trace.nodes[node].instruction, edge, written)) starts.add(node);
    }
  }
  // Variables cannot be read after a fault.
  for (const global of exits ? selection.globals : []) {
    const object = machine.image.objectOf(global);
    for (const node of trace.writersOf(object.id) ?? []) starts.add(node);
    const since = trace.oldestWriter(object.id);
    for (const { node } of trace.turnable) {
      if (node > since && facts.mayWriteGlobal(trace.nodes[node].instruction, global)) starts.add(node);
    }
  }
  for (const { id } of behind) {
    for (const node of trace.writersOf(id) ?? []) starts.add(node);
    const since = trace.oldestWriter(id);
    for (const { node } of trace.turnable) {
      const { instruction } = trace.nodes[node];
      if (facts.mayFree(instruction) || (node > since && facts.mayWriteHeap(instruction))) starts.add(node);
    }
  }
  return [...starts];
}

/** The calls that mark chosen values. Where calls and marks cannot be told apart one by one, all of them. */
function markingNodes({ nodes }: Trace, outputs: PathOutcome['outputs'] | null, selection: OutputSelection): number[] {
  const all = nodes.filter(({ instruction }) => calls(instruction, MARKS));
  const looks = all.filter(({ instruction }) => calls(instruction, LOOKS));
  // A call may have several nodes, one after the other; the last stands for its effect.
  const effects = all.filter(
    (node) => !looks.includes(node) && nodes[node.index + 1]?.instruction !== node.instruction,
  );
  const values = outputs?.filter(({ isUnseen }) => isUnseen !== true);
  if (outputs === null || values?.length !== effects.length) return all.map(({ index }) => index);
  const chosen = effects.filter((_, i) => isChosenMark(values[i].name, selection));
  // What a pointer is shown as depends on what was looked at before.
  const looked = outputs.some(({ isUnseen, name }) => isUnseen === true && isChosenMark(name, selection)) ? looks : [];
  return [...chosen, ...looked].map(({ index }) => index);
}

const WRITING: ReadonlySet<string> = new Set(['__pf_write']);
/** Looking at an object is a mark as well: where pointers lead, and what was freed. */
const LOOKS: ReadonlySet<string> = new Set(['__pf_given', '__pf_look']);
const MARKS: ReadonlySet<string> = new Set([
  '__pf_output_int',
  '__pf_output_float',
  '__pf_output_bytes',
  '__pf_output_object',
  ...LOOKS,
]);
const WRITING_OR_MARKS: ReadonlySet<string> = new Set([...WRITING, ...MARKS]);

function calls(instruction: Instruction, names: ReadonlySet<string>): boolean {
  return instruction.op === 'call' && names.has(directCallee(instruction)?.name ?? '');
}

function isExit(instruction: Instruction): boolean {
  return instruction.op === 'call' && directCallee(instruction)?.name === '__pf_exit';
}
