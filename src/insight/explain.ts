/** Which source lines of a run could influence a value, and through which kind of dependence each came in. */
import type { Context } from '../machine/names.ts';
import type { SourcePosition } from '../program/debug.ts';
import type { Program } from '../program/program.ts';
import type { Trace, TraceNode } from '../trace/trace.ts';

/** In the reader's words: `start` is what was asked about. In the order in which they are shown. */
export const REASONS = ['start', 'data', 'control', 'potential', 'halt'] as const;
export type Reason = (typeof REASONS)[number];

export interface ExplainedLine {
  readonly file: string;
  readonly line: number;
  readonly functionName: string;
  readonly reasons: ReadonlySet<Reason>;
  /** How many executions of something on this line are in the slice. */
  readonly instances: number;
}

/**
 * The relevant slice of the start nodes, by source line. A line has a reason for every edge that leads into it from another
 * line of the slice, so one line can be there for several; what happens within a line is not worth telling.
 */
export function explainSlice(trace: Trace, starts: readonly number[]): ExplainedLine[] {
  const { nodes } = trace;
  const reasons: (Set<Reason> | undefined)[] = [];
  const reach = (index: number, reason: Reason, by: TraceNode | null) => {
    const known = (reasons[index] ??= new Set());
    if (by === null || !isOnSameLine(nodes[index], by)) known.add(reason);
  };
  for (const start of starts) reach(start, 'start', null);
  for (let at = nodes.length - 1; at >= 0; at--) {
    if (reasons[at] === undefined) continue;
    const node = nodes[at];
    for (const from of node.data) reach(from, 'data', node);
    for (const from of node.choice) reach(from, 'potential', node);
    for (const from of node.potential) reach(from, 'potential', node);
    if (node.control >= 0) reach(node.control, 'control', node);
    if (node.halt >= 0) reach(node.halt, 'halt', node);
  }
  return byLine(trace, reasons);
}

function isOnSameLine(one: TraceNode, other: TraceNode): boolean {
  const [left, right] = [userPosition(one), userPosition(other)];
  return left !== null && right !== null && left.line === right.line && left.file === right.file;
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

/** A line of the user's sources; `file` is null where only one file can be meant. */
export interface AskedLine {
  readonly file: string | null;
  readonly line: number;
}

/** The last execution of everything on a source line: what a question about the line is about. */
export function nodesOnLine(trace: Trace, asked: AskedLine): number[] {
  const last = new Map<number, number>();
  for (const node of trace.nodes) {
    if (isLibrary(node) || !isAsked(node.instruction.position, asked)) continue;
    last.set(node.instruction.id, node.index);
  }
  return [...last.values()];
}

/** Lines with code of the user, per file, ascending. */
export function linesWithCode(program: Program): Map<string, number[]> {
  const found = new Map<string, Set<number>>();
  for (const fn of program.functions) {
    if (fn.library === true) continue;
    for (const block of fn.blocks) {
      for (const { position } of block.instructions) {
        if (position === null || position.line === 0) continue;
        const lines = found.get(position.file.path);
        if (lines === undefined) found.set(position.file.path, new Set([position.line]));
        else lines.add(position.line);
      }
    }
  }
  return new Map([...found].map(([file, lines]) => [file, [...lines].sort((a, b) => a - b)]));
}

/** How many of the user's lines a run executed. */
export function linesExecuted(trace: Trace): number {
  const lines = new Set<string>();
  for (const node of trace.nodes) {
    const { position } = node.instruction;
    if (position !== null && position.line > 0 && !isLibrary(node)) lines.add(`${position.file.path}:${position.line}`);
  }
  return lines.size;
}

function isAsked(position: SourcePosition | null, { file, line }: AskedLine): boolean {
  return position !== null && position.line === line && (file === null || position.file.path === file);
}

/** Where it happened in the user's code: for the library's own instructions, where the library was called. */
export function userPosition(node: TraceNode): SourcePosition | null {
  if (!isLibrary(node)) return node.instruction.position;
  for (let context: Context | null = node.context; context !== null; context = context.parent) {
    if (context.call !== null && context.call.block.function.library !== true) return context.call.position;
  }
  return null;
}

export function isLibrary(node: TraceNode): boolean {
  return node.instruction.block.function.library === true;
}
