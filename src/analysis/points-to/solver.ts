/**
 * Inclusion constraints over points-to sets, solved by difference propagation.
 *
 * Andersen's analysis: every value is a node with a set of places; copies are edges along which sets grow; loads,
 * stores, address arithmetic and calls through pointers are constraints attached to the node of the address, which add
 * edges as its set grows. Each place is handled once per constraint (only what is new is looked at). Cycles of copies,
 * which would pass the same sets round and round, are merged whenever the graph has grown by half: looking for a way back at
 * each edge that joins equal sets (Hardekopf and Lin) cost more than it saved on programs where much points to much.
 *
 * Memory is kept per (place, size) pair, here called a cell: what is stored through a cell may be loaded through
 * every cell that overlaps it. Copies of memory translate the cells stored at the source to the target, also those that come up
 * later.
 */
import { BitSet } from '../bit-set.ts';
import { stronglyConnected } from '../components.ts';
import { modulo, type ObjectPlace, overlap, type PlaceTable } from './places.ts';

/** Bytes of an object touched together. */
export interface Cell {
  readonly index: number;
  readonly place: ObjectPlace;
  /** Infinite when the extent is not known. */
  readonly size: number;
  /** Node of what is stored through it. */
  readonly stored: number;
  /** Node of what can be loaded through it. */
  readonly loaded: number;
}

/** Called once for each place an address may have. */
export type PlaceRule = (place: number) => void;

/** Beyond these numbers, per object and altogether, an access counts as one to the whole object. */
const MOST_CELLS = 96;
const CELL_BUDGET = 3000;
/** Beyond this many pairs of places, copies of memory no longer keep the distance of each cell from the start. */
const COPY_BUDGET = 2000;

export class PointsToSolver {
  private readonly parent: number[] = [];
  private readonly sets: BitSet[] = [];
  private readonly done: BitSet[] = [];
  private readonly edges: Set<number>[] = [];
  private readonly rules: PlaceRule[][] = [];
  private readonly queued: boolean[] = [];
  private work: number[] = [];
  private edgeCount = 0;
  private edgesAtMerge = 0;
  private rank: Int32Array = new Int32Array(0);
  readonly cells: Cell[] = [];
  private readonly cellsOf: Map<number, Cell[]> = new Map();
  private readonly cellKeys: Map<number, Map<number, Cell>> = new Map();
  private readonly copiesFrom: Map<number, ((cell: Cell) => void)[]> = new Map();

  private readonly copiesKnown = new Set<string>();

  constructor(readonly table: PlaceTable) {}

  newNode(): number {
    const node = this.parent.length;
    this.parent.push(node);
    this.sets.push(new BitSet());
    this.done.push(new BitSet());
    this.edges.push(new Set());
    this.rules.push([]);
    this.queued.push(false);
    return node;
  }

  find(node: number): number {
    let root = node;
    while (this.parent[root] !== root) root = this.parent[root];
    for (let step = node; step !== root; ) {
      const next = this.parent[step];
      this.parent[step] = root;
      step = next;
    }
    return root;
  }

  /** The places of a node, once solved. */
  placesOf(node: number): BitSet {
    return this.sets[this.find(node)];
  }

  addPlace(node: number, place: number): void {
    const root = this.find(node);
    if (this.sets[root].add(place)) this.enqueue(root);
  }

  addEdge(from: number, to: number): void {
    const source = this.find(from);
    const target = this.find(to);
    if (source === target || this.edges[source].has(target)) return;
    this.edges[source].add(target);
    this.edgeCount++;
    if (this.sets[target].addAll(this.sets[source])) this.enqueue(target);
  }

  /** `rule` runs for every place the node has or gets. */
  addRule(node: number, rule: PlaceRule): void {
    const root = this.find(node);
    this.rules[root].push(rule);
    for (const place of this.done[root].toArray()) rule(place);
  }

  solve(): void {
    while (this.work.length > 0) {
      if (this.edgeCount > 1.5 * this.edgesAtMerge + 1000) this.mergeCycles();
      const batch = this.work;
      this.work = [];
      const rank = this.rank;
      batch.sort((a, b) => (rank[b] ?? 0) - (rank[a] ?? 0) || a - b);
      for (const queued of batch) {
        this.queued[queued] = false;
        if (this.find(queued) === queued) this.visit(queued);
      }
    }
  }

  private enqueue(node: number): void {
    if (this.queued[node]) return;
    this.queued[node] = true;
    this.work.push(node);
  }

  private visit(node: number): void {
    const fresh = this.sets[node].takeNew(this.done[node]);
    if (fresh === null) return;
    const places = this.rules[node].length > 0 ? fresh.toArray() : [];
    for (const rule of [...this.rules[node]]) for (const place of places) rule(place);
    for (const next of [...this.edges[node]]) {
      const source = this.find(node);
      const target = this.find(next);
      if (target === source) continue;
      if (this.sets[target].addAll(fresh)) this.enqueue(target);
    }
  }

  /** Merges the nodes of each cycle of copies. */
  private mergeCycles(): void {
    const size = this.parent.length;
    const start = new Int32Array(size + 1);
    const targets: number[] = [];
    const roots: number[] = [];
    for (let node = 0; node < size; node++) {
      start[node] = targets.length;
      if (this.parent[node] !== node) continue;
      roots.push(node);
      const joined = new Set<number>();
      for (const edge of this.edges[node]) {
        const target = this.find(edge);
        if (target !== node) joined.add(target);
      }
      this.edges[node] = joined;
      targets.push(...joined);
    }
    start[size] = targets.length;
    this.edgesAtMerge = this.edgeCount = targets.length;
    const flow = { size, successorStart: start, successors: Int32Array.from(targets) };
    // A component comes after those it leads to: the higher, the earlier its sets should be passed on.
    const { component, members } = stronglyConnected(flow, roots);
    this.rank = component;
    for (const group of members) {
      for (let member = 1; member < group.length; member++) this.merge(group[0], group[member]);
    }
  }

  private merge(into: number, other: number): void {
    const target = this.find(into);
    const source = this.find(other);
    if (target === source) return;
    this.parent[source] = target;
    this.sets[target].addAll(this.sets[source]);
    // What one of the two has not handled yet, the merged node must handle for both.
    const both = new BitSet();
    this.done[target].each((place) => {
      if (this.done[source].has(place)) both.add(place);
    });
    this.done[target] = both;
    for (const edge of this.edges[source]) this.edges[target].add(edge);
    this.rules[target].push(...this.rules[source]);
    this.edges[source] = new Set();
    this.rules[source] = [];
    this.enqueue(target);
  }

  /** The cell for an access of some size at a place. */
  cell(placeIndex: number, size: number): Cell {
    const place = this.table.places[placeIndex];
    const { object } = place;
    let keyed = this.cellKeys.get(object.index);
    if (keyed === undefined) {
      keyed = new Map();
      this.cellKeys.set(object.index, keyed);
      this.cellsOf.set(object.index, []);
    }
    const key = placeIndex * 4096 + (size === Number.POSITIVE_INFINITY || size > 4094 ? 4095 : size);
    const known = keyed.get(key);
    if (known !== undefined) return known;
    const siblings = this.cellsOf.get(object.index)!;
    const full = siblings.length >= MOST_CELLS || this.cells.length >= CELL_BUDGET;
    if (full && !(place.stride === 1 && size === Number.POSITIVE_INFINITY)) {
      const whole = this.cell(this.table.anywhere(object), Number.POSITIVE_INFINITY);
      keyed.set(key, whole);
      return whole;
    }
    const extent = size > 4094 ? Number.POSITIVE_INFINITY : size;
    const cell: Cell = {
      index: this.cells.length,
      place,
      size: extent,
      stored: this.newNode(),
      loaded: this.newNode(),
    };
    this.cells.push(cell);
    keyed.set(key, cell);
    this.addEdge(cell.stored, cell.loaded);
    for (const other of siblings) {
      if (!overlap(place, extent, other.place, other.size)) continue;
      this.addEdge(cell.stored, other.loaded);
      this.addEdge(other.stored, cell.loaded);
    }
    siblings.push(cell);
    for (const copy of [...(this.copiesFrom.get(object.index) ?? [])]) copy(cell);
    return cell;
  }

  /** Bytes at `from` may arrive at `to`; each cell keeps its distance from the start where both starts are exact. */
  copyMemory(to: number, from: number, length: number): void {
    const key = `${to}<${from}:${length}`;
    if (this.copiesKnown.has(key)) return;
    this.copiesKnown.add(key);
    const source = this.table.places[from];
    const target = this.table.places[to];
    const carry = (cell: Cell) => {
      if (!overlap(source, length, cell.place, cell.size)) return;
      const exact = source.stride === 0 && target.stride === 0;
      if (!exact || cell.size === Number.POSITIVE_INFINITY) {
        this.addEdge(cell.stored, this.cell(to, length).stored);
        return;
      }
      const arrived =
        cell.place.stride === 0
          ? this.table.shifted(to, cell.place.offset - source.offset, 0)
          : this.table.shifted(to, modulo(cell.place.offset - source.offset, cell.place.stride), cell.place.stride);
      this.addEdge(cell.stored, this.cell(arrived, cell.size).stored);
    };
    const { index } = source.object;
    const listeners = this.copiesFrom.get(index);
    if (listeners === undefined) this.copiesFrom.set(index, [carry]);
    else listeners.push(carry);
    for (const cell of [...(this.cellsOf.get(index) ?? [])]) carry(cell);
  }

  /** Bytes at any place of `from` may arrive at any place of `to`; reports the cells read and written. */
  copyBetween(
    to: number,
    from: number,
    length: number,
    onWrite: (cell: Cell) => void,
    onRead: (cell: Cell) => void,
  ): void {
    const hub = this.newNode();
    let pooled = false;
    const pool = (place: number) => {
      this.addEdge(this.cell(place, length).loaded, hub);
    };
    this.addRule(from, (place) => onRead(this.cell(place, length)));
    this.addRule(to, (target) => {
      const written = this.cell(target, length);
      onWrite(written);
      if (pooled || this.copiesKnown.size >= COPY_BUDGET) {
        this.addEdge(hub, written.stored);
        if (!pooled) {
          pooled = true;
          this.addRule(from, pool);
        }
        return;
      }
      this.addRule(from, (source) => {
        if (this.copiesKnown.size < COPY_BUDGET) {
          this.copyMemory(target, source, length);
          return;
        }
        pool(source);
        this.addEdge(hub, written.stored);
      });
    });
  }

  /** Cells of the same object that share a byte with this one. */
  overlapping(cell: Cell): Cell[] {
    const siblings = this.cellsOf.get(cell.place.object.index) ?? [];
    return siblings.filter((other) => overlap(cell.place, cell.size, other.place, other.size));
  }
}
