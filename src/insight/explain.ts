/** Which source lines of a run could influence a value, and through which kind of dependence each came in. */
import type { Context } from '../machine/names.ts';
import type { SourcePosition } from '../program/debug.ts';
import type { Trace, TraceNode } from '../trace/trace.ts';

/** In the reader's words: `start` is what was asked about. */
export type Reason = 'start' | 'data' | 'control' | 'potential' | 'halt';

export interface ExplainedLine {
  readonly file: string;
  readonly line: number;
  readonly functionName: string;
  readonly reasons: ReadonlySet<Reason>;
  /** How many executions of something on this line are in the slice. */
  readonly instances: number;
}

/**
 * The relevant slice of the start nodes, by source line. A line has a reason for every edge that leads into it from the
 * slice, so one line can be there for several.
 */
export function explainSlice(trace: Trace, starts: readonly number[]): ExplainedLine[] {
  const reasons: (Set<Reason> | undefined)[] = [];
  const reach = (index: number, reason: Reason) => {
    const known = reasons[index];
    if (known === undefined) reasons[index] = new Set([reason]);
    else known.add(reason);
  };
  for (const start of starts) reach(start, 'start');
  for (let at = trace.nodes.length - 1; at >= 0; at--) {
    if (reasons[at] === undefined) continue;
    const node = trace.nodes[at];
    for (const from of node.data) reach(from, 'data');
    for (const from of node.choice) reach(from, 'potential');
    for (const from of node.potential) reach(from, 'potential');
    if (node.control >= 0) reach(node.control, 'control');
    if (node.halt >= 0) reach(node.halt, 'halt');
  }
  return byLine(trace, reasons);
}

function byLine(trace: Trace, reasons: readonly (ReadonlySet<Reason> | undefined)[]): ExplainedLine[] {
  const lines = new Map<
    string,
    { file: string; line: number; functionName: string; reasons: Set<Reason>; instances: number }
  >();
  for (const node of trace.nodes) {
    const why = reasons[node.index];
    if (why === undefined) continue;
    const position = userPosition(node);
    if (position === null || position.line === 0) continue;
    const key = `${position.file.path}:${position.line}`;
    let entry = lines.get(key);
    if (entry === undefined) {
      const { file, line, functionName } = position;
      entry = { file: file.path, line, functionName, reasons: new Set(), instances: 0 };
      lines.set(key, entry);
    }
    entry.instances++;
    for (const reason of why) entry.reasons.add(reason);
  }
  return [...lines.values()].sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
}

/** The last execution of everything on a source line: what a question about the line is about. */
export function nodesOnLine(trace: Trace, file: string | null, line: number): number[] {
  const last = new Map<number, number>();
  for (const node of trace.nodes) {
    const { position } = node.instruction;
    if (position === null || position.line !== line || isLibrary(node)) continue;
    if (file !== null && position.file.path !== file) continue;
    last.set(node.instruction.id, node.index);
  }
  return [...last.values()];
}

/** Where it happened in the user's code: for the library's own instructions, where the library was called. */
function userPosition(node: TraceNode): SourcePosition | null {
  if (!isLibrary(node)) return node.instruction.position;
  for (let context: Context | null = node.context; context !== null; context = context.parent) {
    if (context.call !== null && context.call.block.function.library !== true) return context.call.position;
  }
  return null;
}

function isLibrary(node: TraceNode): boolean {
  return node.instruction.block.function.library === true;
}
