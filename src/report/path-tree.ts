/**
 * The tree of paths, small enough to look at: the largest sub-trees are opened first, up to a number of nodes, and a chain of forks of
 * which one side was never taken is one edge. A node knows how many paths below it ended in which way.
 */
import { ENDINGS } from '../machine/endings.ts';
import type { EndedPathRecord } from '../suite/journal/records.ts';

export interface PathTreeNode {
  /** Forks from the start. */
  readonly depth: number;
  /** Completed, faulty, cut as redundant, unfinished. */
  readonly counts: readonly [number, number, number, number];
  children: PathTreeNode[];
}

const MOST_NODES = 1500;
const BYTES_PER_CHOICE = 3;

interface Path {
  readonly sides: string;
  readonly way: 0 | 1 | 2 | 3;
}

/** Null where paths are not named by their decisions. */
export function pathTree(records: readonly EndedPathRecord[]): PathTreeNode | null {
  const paths = records.flatMap((record): Path[] =>
    record.path === null ? [] : [{ sides: sidesOf(record.path), way: wayOf(record) }],
  );
  if (paths.length === 0) return null;
  paths.sort((a, b) => (a.sides < b.sides ? -1 : a.sides > b.sides ? 1 : 0));
  const root = nodeOf(paths, 0);
  const open: { node: PathTreeNode; paths: Path[] }[] = [{ node: root, paths }];
  for (let nodes = 1; open.length > 0 && nodes < MOST_NODES; ) {
    open.sort((a, b) => a.paths.length - b.paths.length);
    const { node, paths: below } = open.pop()!;
    for (const part of split(below, node.depth)) {
      const child = nodeOf(part.paths, part.depth);
      node.children.push(child);
      nodes++;
      if (part.paths.length > 1) open.push({ node: child, paths: part.paths });
    }
  }
  return root;
}

function nodeOf(paths: readonly Path[], depth: number): PathTreeNode {
  const counts: [number, number, number, number] = [0, 0, 0, 0];
  for (const { way } of paths) counts[way]++;
  return { depth, counts, children: [] };
}

/** The two sides of the next fork at which the paths part. */
function split(paths: Path[], from: number): { paths: Path[]; depth: number }[] {
  const [first, last] = [paths[0].sides, paths[paths.length - 1].sides];
  let depth = from;
  while (depth < first.length && first[depth] === last[depth]) depth++;
  if (depth >= last.length) return [];
  const at = paths.findIndex(({ sides }) => sides[depth] === last[depth]);
  return [paths.slice(0, at), paths.slice(at)]
    .filter((part) => part.length > 0)
    .map((part) => ({ paths: part, depth: depth + 1 }));
}

/** A letter per choice. */
function sidesOf(name: string): string {
  const colon = name.indexOf(':');
  const bytes = Buffer.from(name.slice(colon + 1), 'base64');
  let sides = '';
  for (let i = 0; i + BYTES_PER_CHOICE <= bytes.length; i += BYTES_PER_CHOICE) sides += bytes[i] & 0x80 ? 'b' : 'a';
  return sides;
}

function wayOf({ ending }: EndedPathRecord): Path['way'] {
  if (ENDINGS[ending].fault) return 1;
  if (ending === 'pruned') return 2;
  return ending === 'exit' ? 0 : 3;
}
