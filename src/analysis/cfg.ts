/** The control flow graph of a function as dense arrays: nodes are block indices, parallel edges are kept once. */
import { successorsOf } from '../program/instructions.ts';
import { type ProgramFunction, terminatorOf } from '../program/program.ts';

/** The successors of node n are `successors[successorStart[n]] .. successors[successorStart[n + 1] - 1]`. */
export interface FlowGraph {
  readonly size: number;
  readonly entry: number;
  readonly successorStart: Int32Array;
  readonly successors: Int32Array;
  readonly predecessorStart: Int32Array;
  readonly predecessors: Int32Array;
}

/** Blocks must carry their dense numbers (`numberProgram`). */
export function flowGraphOf(fn: ProgramFunction): FlowGraph {
  const size = fn.blocks.length;
  const successorStart = new Int32Array(size + 1);
  const seenFrom = new Int32Array(size).fill(-1);
  const targets: number[] = [];
  const add = (node: number, target: number) => {
    if (seenFrom[target] === node) return;
    seenFrom[target] = node;
    targets.push(target);
  };
  for (let node = 0; node < size; node++) {
    successorStart[node] = targets.length;
    const terminator = terminatorOf(fn.blocks[node]);
    if (terminator.op === 'br') targets.push(terminator.target.index);
    else if (terminator.op === 'condbr') {
      add(node, terminator.ifTrue.index);
      add(node, terminator.ifFalse.index);
    } else for (const target of successorsOf(terminator)) add(node, target.index);
  }
  successorStart[size] = targets.length;
  return withPredecessors(size, 0, successorStart, targets);
}

/** A graph from successor lists; repeated successors collapse, the order of first occurrence stays. */
export function flowGraph(lists: readonly (readonly number[])[], entry = 0): FlowGraph {
  const size = lists.length;
  const successorStart = new Int32Array(size + 1);
  const seenFrom = new Int32Array(size).fill(-1);
  const targets: number[] = [];
  for (let node = 0; node < size; node++) {
    successorStart[node] = targets.length;
    for (const target of lists[node]) {
      if (seenFrom[target] === node) continue;
      seenFrom[target] = node;
      targets.push(target);
    }
  }
  successorStart[size] = targets.length;
  return withPredecessors(size, entry, successorStart, targets);
}

function withPredecessors(size: number, entry: number, successorStart: Int32Array, targets: number[]): FlowGraph {
  const successors = Int32Array.from(targets);
  const predecessorStart = new Int32Array(size + 1);
  for (const target of targets) predecessorStart[target + 1]++;
  for (let node = 0; node < size; node++) predecessorStart[node + 1] += predecessorStart[node];
  const fill = predecessorStart.slice(0, size);
  const predecessors = new Int32Array(targets.length);
  for (let node = 0; node < size; node++) {
    for (let edge = successorStart[node]; edge < successorStart[node + 1]; edge++) {
      predecessors[fill[targets[edge]]++] = node;
    }
  }
  return { size, entry, successorStart, successors, predecessorStart, predecessors };
}

export function successorsIn(graph: FlowGraph, node: number): Int32Array {
  return graph.successors.subarray(graph.successorStart[node], graph.successorStart[node + 1]);
}

export function predecessorsIn(graph: FlowGraph, node: number): Int32Array {
  return graph.predecessors.subarray(graph.predecessorStart[node], graph.predecessorStart[node + 1]);
}

/** Nodes reachable from the entry, each before its successors except along back edges. */
export function reversePostorder(graph: FlowGraph): Int32Array {
  const { size, successorStart, successors } = graph;
  const order = new Int32Array(size);
  if (size === 0) return order;
  const next = successorStart.slice(0, size);
  const visited = new Uint8Array(size);
  const stack = new Int32Array(size);
  let depth = 0;
  let position = size;
  stack[depth++] = graph.entry;
  visited[graph.entry] = 1;
  while (depth > 0) {
    const node = stack[depth - 1];
    if (next[node] < successorStart[node + 1]) {
      const target = successors[next[node]++];
      if (visited[target] === 0) {
        visited[target] = 1;
        stack[depth++] = target;
      }
    } else {
      order[--position] = node;
      depth--;
    }
  }
  return order.subarray(position);
}
