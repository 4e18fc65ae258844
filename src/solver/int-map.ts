/**
 * A persistent map from integers from 0 to 2^32 - 1: `with` and `without` give another map that shares all but one path with this one.
 * A trie over the bits of the key, five at a time and lowest first, whose nodes hold only the branches they have
 * (P. Bagwell, *Ideal Hash Trees*, 2001). A key lies as high as it is alone.
 */
interface Leaf<V> {
  readonly key: number;
  readonly value: V;
}

class Node<V> {
  constructor(
    readonly present: number,
    readonly branches: readonly (Leaf<V> | Node<V>)[],
  ) {}
}

const BITS = 5;

export class IntMap<V> {
  private constructor(
    private readonly root: Node<V>,
    readonly size: number,
  ) {}

  static empty<V>(): IntMap<V> {
    return new IntMap<V>(new Node<V>(0, []), 0);
  }

  get(key: number): V | undefined {
    let node = this.root;
    for (let rest = key; ; rest = rest >>> BITS) {
      const bit = 1 << (rest & 31);
      if ((node.present & bit) === 0) return undefined;
      const branch = node.branches[below(node.present, bit)];
      if (!(branch instanceof Node)) return branch.key === key ? branch.value : undefined;
      node = branch;
    }
  }

  has(key: number): boolean {
    return this.get(key) !== undefined;
  }

  with(key: number, value: V): IntMap<V> {
    const isNew = this.get(key) === undefined;
    return new IntMap(inserted(this.root, { key, value }, 0), isNew ? this.size + 1 : this.size);
  }

  without(key: number): IntMap<V> {
    if (this.get(key) === undefined) return this;
    return new IntMap(removed(this.root, key, key), this.size - 1);
  }

  values(): V[] {
    const found: V[] = [];
    eachLeaf(this.root, ({ value }) => found.push(value));
    return found;
  }

  keys(): number[] {
    const found: number[] = [];
    eachLeaf(this.root, ({ key }) => found.push(key));
    return found;
  }
}

function eachLeaf<V>(node: Node<V>, visit: (leaf: Leaf<V>) => void): void {
  for (const branch of node.branches) {
    if (branch instanceof Node) eachLeaf(branch, visit);
    else visit(branch);
  }
}

/** How many branches stand before that of the bit. */
function below(present: number, bit: number): number {
  let rest = present & (bit - 1);
  rest -= (rest >>> 1) & 0x55555555;
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function inserted<V>(node: Node<V>, leaf: Leaf<V>, shift: number): Node<V> {
  const bit = 1 << ((leaf.key >>> shift) & 31);
  const at = below(node.present, bit);
  const branches = node.branches.slice();
  if ((node.present & bit) === 0) {
    branches.splice(at, 0, leaf);
    return new Node(node.present | bit, branches);
  }
  const branch = branches[at];
  if (branch instanceof Node) branches[at] = inserted(branch, leaf, shift + BITS);
  else if (branch.key === leaf.key) branches[at] = leaf;
  else branches[at] = inserted(inserted(new Node<V>(0, []), branch, shift + BITS), leaf, shift + BITS);
  return new Node(node.present, branches);
}

function removed<V>(node: Node<V>, key: number, rest: number): Node<V> {
  const bit = 1 << (rest & 31);
  const at = below(node.present, bit);
  const branches = node.branches.slice();
  const branch = branches[at];
  const left = branch instanceof Node ? removed(branch, key, rest >>> BITS) : null;
  if (left === null || left.branches.length === 0) {
    branches.splice(at, 1);
    return new Node(node.present & ~bit, branches);
  }
  branches[at] = left;
  return new Node(node.present, branches);
}
