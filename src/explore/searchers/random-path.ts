/**
 * Random path (KLEE's idea): walks the tree of forks from its root, taking a random side at each fork, to an open
 * state. States high in the tree are likelier, so a loop that forks without end does not starve the rest.
 */
import type { State } from '../../machine/state.ts';
import type { Random } from '../random.ts';
import type { Searcher } from './searcher.ts';

class TreeNode {
  left: TreeNode | null = null;
  right: TreeNode | null = null;
  state: State | null = null;
  /** Open states below that are in the searcher. */
  open = 0;

  constructor(readonly parent: TreeNode | null) {}
}

export class RandomPath implements Searcher {
  readonly choosesAtForks = true;
  private readonly roots: TreeNode[] = [];
  private readonly nodes = new Map<State, TreeNode>();
  size = 0;

  constructor(private readonly random: Random) {}

  fork(parent: State | null, child: State): void {
    const at = parent === null ? undefined : this.nodes.get(parent);
    if (at === undefined || parent === null) {
      const root = new TreeNode(null);
      this.roots.push(root);
      this.place(child, root);
    } else {
      // The parent goes on below its old node, beside the child.
      const isOpen = at.state === parent;
      if (isOpen) this.count(at, -1);
      at.left = new TreeNode(at);
      at.right = new TreeNode(at);
      at.state = null;
      this.nodes.set(parent, at.left);
      if (isOpen) {
        at.left.state = parent;
        this.count(at.left, 1);
      }
      this.place(child, at.right);
    }
  }

  private place(state: State, node: TreeNode): void {
    this.nodes.set(state, node);
    node.state = state;
    this.count(node, 1);
    this.size++;
  }

  add(state: State): void {
    const node = this.nodes.get(state)!;
    node.state = state;
    this.count(node, 1);
    this.size++;
  }

  next(): State | undefined {
    let node = this.pickRoot();
    if (node === undefined) return undefined;
    while (node.state === null) {
      const { left, right }: TreeNode = node;
      if (left === null || left.open === 0) node = right!;
      else if (right === null || right.open === 0) node = left;
      else node = this.random.below(2) === 0 ? left : right;
    }
    const { state } = node;
    node.state = null;
    this.count(node, -1);
    this.size--;
    return state;
  }

  ended(state: State): void {
    let node: TreeNode | null = this.nodes.get(state) ?? null;
    this.nodes.delete(state);
    // Branches in which everything has ended are dropped, so that the tree stays as large as what is open.
    while (node?.parent) {
      const { parent }: TreeNode = node;
      if (parent.left === node) parent.left = null;
      else parent.right = null;
      if (parent.left !== null || parent.right !== null) break;
      node = parent;
    }
  }

  private pickRoot(): TreeNode | undefined {
    const open = this.roots.filter((root) => root.open > 0);
    return open.length === 0 ? undefined : open[this.random.below(open.length)];
  }

  private count(from: TreeNode, by: number): void {
    for (let node: TreeNode | null = from; node !== null; node = node.parent) node.open += by;
  }
}
