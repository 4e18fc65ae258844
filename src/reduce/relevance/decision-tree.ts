/**
 * Finds, among many sets of (location, value) pairs, one that a state satisfies (section 3.7 of the redundant states
 * paper).
 *
 * A node asks for one location; an edge per value leads to the sets that demand that value, and one edge to those that do
 * not mention the location. A node asks for the location with the most distinct values among its sets, so that each
 * answer leaves as few sets as possible; a set that is alone stays where it is. Sets are added one by one; when another
 * location would now separate better, only the subtree below is made anew. Sets wait in a list until the next search.
 *
 * The paper's search follows the edge of the state's value only, and so never looks at sets that do not mention the
 * location (in its own example it misses { x = 2, u = 11 }); this one looks at both.
 */
export type Key = number | string | bigint | object;

export interface ValueSet<Location> {
  /** In a fixed order. */
  readonly pairs: ReadonlyMap<Location, Key>;
}

export interface TreeNode<Location, Item extends ValueSet<Location>> {
  /** Null for a leaf. */
  location: Location | null;
  readonly sets: Item[];
  /** Sets here and below. */
  size: number;
  readonly edges: Map<Key, TreeNode<Location, Item>>;
  undefinedEdge: TreeNode<Location, Item> | null;
}

export class DecisionTree<Location, Item extends ValueSet<Location>> {
  root: TreeNode<Location, Item> = leaf();
  private waiting: Item[] = [];
  /** Values asked for so far. */
  lookups = 0;

  constructor(
    /** Sets that stay together unasked: telling a few apart costs more than comparing them. */
    private readonly together = 1,
  ) {}

  get isEmpty(): boolean {
    return this.root.size === 0 && this.waiting.length === 0;
  }

  add(set: Item): void {
    this.waiting.push(set);
  }

  /** The first set for which `accepts` holds among those whose pairs all agree with the state. */
  find(read: (location: Location) => Key | undefined, accepts: (set: Item) => boolean): Item | null {
    this.insertWaiting();
    return this.search(this.root, read, accepts);
  }

  *all(): Generator<Item> {
    this.insertWaiting();
    yield* setsBelow(this.root);
  }

  replaceAll(sets: readonly Item[]): void {
    this.root = leaf();
    this.waiting = [...sets];
  }

  /** Puts in what was added since the last search. */
  insertWaiting(): void {
    for (const set of this.waiting) this.root = this.insert(this.root, set, new Set());
    this.waiting = [];
  }

  private search(
    node: TreeNode<Location, Item>,
    read: (location: Location) => Key | undefined,
    accepts: (set: Item) => boolean,
  ): Item | null {
    for (const set of node.sets) if (this.agrees(set, read) && accepts(set)) return set;
    if (node.location === null) return null;
    this.lookups++;
    const value = read(node.location);
    const next = value === undefined ? [...node.edges.values()] : [node.edges.get(value)];
    for (const child of [...next, node.undefinedEdge]) {
      const found = child === undefined || child === null ? null : this.search(child, read, accepts);
      if (found !== null) return found;
    }
    return null;
  }

  private agrees(set: Item, read: (location: Location) => Key | undefined): boolean {
    for (const [location, value] of set.pairs) {
      this.lookups++;
      const actual = read(location);
      if (actual !== undefined && actual !== value) return false;
    }
    return true;
  }

  private insert(node: TreeNode<Location, Item>, set: Item, asked: Set<Location>): TreeNode<Location, Item> {
    node.size++;
    // Large leaves and subtrees are looked at again only each time they have doubled.
    const due = (this.together === 1 && node.size <= 16) || (node.size & (node.size - 1)) === 0;
    if (node.location === null) {
      if (due) return this.build([...node.sets, set], asked);
      node.sets.push(set);
      return node;
    }
    // As in the paper's figure, the sets that are there already decide whether another location separates better.
    if (due) {
      const sets = [...setsBelow(node)];
      const best = bestLocation(sets, asked);
      if (best !== null && best.count > distinct<Location>(sets, node.location))
        return this.build([...sets, set], asked);
    }
    const { location } = node;
    const below = new Set<Location>(asked).add(location);
    const value = set.pairs.get(location);
    if (value === undefined) {
      const holder = node.undefinedEdge;
      if (holder === null && node.sets.length === 0) node.sets.push(set);
      else if (holder === null) node.undefinedEdge = this.build([...node.sets.splice(0), set], below);
      else node.undefinedEdge = this.insert(holder, set, below);
    } else {
      const child = node.edges.get(value);
      node.edges.set(value, child === undefined ? leaf(set) : this.insert(child, set, below));
    }
    return node;
  }

  private build(sets: readonly Item[], asked: ReadonlySet<Location>): TreeNode<Location, Item> {
    const best = sets.length <= this.together ? null : bestLocation(sets, asked);
    if (best === null) return leaf(...sets);
    const below = new Set(asked).add(best.location);
    const groups = new Map<Key, Item[]>();
    const others: Item[] = [];
    for (const set of sets) {
      const value = set.pairs.get(best.location);
      if (value === undefined) others.push(set);
      else if (groups.has(value)) groups.get(value)!.push(set);
      else groups.set(value, [set]);
    }
    const node: TreeNode<Location, Item> = leaf();
    node.location = best.location;
    node.size = sets.length;
    for (const [value, group] of groups) node.edges.set(value, this.build(group, below));
    if (others.length === 1) node.sets.push(...others);
    else if (others.length > 1) node.undefinedEdge = this.build(others, below);
    return node;
  }
}

function leaf<Location, Item extends ValueSet<Location>>(...sets: Item[]): TreeNode<Location, Item> {
  return { location: null, sets, size: sets.length, edges: new Map(), undefinedEdge: null };
}

function* setsBelow<Location, Item extends ValueSet<Location>>(node: TreeNode<Location, Item>): Generator<Item> {
  yield* node.sets;
  for (const child of node.edges.values()) yield* setsBelow(child);
  if (node.undefinedEdge !== null) yield* setsBelow(node.undefinedEdge);
}

function distinct<Location>(sets: readonly ValueSet<Location>[], location: Location): number {
  const values = new Set<Key>();
  const step = Math.ceil(sets.length / SETS_SAMPLED);
  for (let i = 0; i < sets.length; i += step) {
    const value = sets[i].pairs.get(location);
    if (value !== undefined) values.add(value);
  }
  return values.size;
}

/** Sets that are looked at to choose a location: more hardly choose better. */
const SETS_SAMPLED = 16;

/** The location with the most distinct values, if that separates anything; the first mentioned among equals. */
function bestLocation<Location, Item extends ValueSet<Location>>(
  sets: readonly Item[],
  asked: ReadonlySet<Location>,
): { readonly location: Location; readonly count: number } | null {
  const values = new Map<Location, Set<Key>>();
  const step = Math.ceil(sets.length / SETS_SAMPLED);
  for (let i = 0; i < sets.length; i += step) {
    for (const [location, value] of sets[i].pairs) {
      if (asked.has(location)) continue;
      const known = values.get(location);
      if (known === undefined) values.set(location, new Set([value]));
      else known.add(value);
    }
  }
  let best: { location: Location; count: number } | null = null;
  for (const [location, { size }] of values) if (size > (best?.count ?? 1)) best = { location, count: size };
  return best;
}
