import type { Group } from './independence.ts';
import { IntMap } from './int-map.ts';
import { intersects, type Support } from './support.ts';

/** A range of more cells than this is looked up by comparing it with others, not cell by cell. */
const MOST_CELLS = 16;

/** Which clusters know an object: by cell, and those that know many cells of it. */
interface ObjectCells {
  readonly byCell: IntMap<number>;
  readonly wide: readonly number[];
}

const NO_GROUPS: readonly Group[] = [];
const NO_CELLS: ObjectCells = { byCell: IntMap.empty(), wide: [] };

/**
 * Groups of constraints by the inputs they mention, persistent like the path condition it belongs to. An input leads to a number, the
 * cluster, and that to its group: a group that only gets another constraint changes one entry, and of groups that are joined,
 * the smaller ones are entered anew. So adding constraints costs no more where there are many already.
 */
export class Partition {
  static readonly empty = new Partition(IntMap.empty(), IntMap.empty(), 0);

  private constructor(
    private readonly inputs: IntMap<ObjectCells>,
    private readonly clusters: IntMap<Group>,
    private readonly next: number,
  ) {}

  /** All groups, in the order they got their last constraint. */
  groups(): readonly Group[] {
    return this.clusters.values().sort(byAge);
  }

  /** The groups that mention any of these inputs. */
  touching(support: Support): readonly Group[] {
    if (support.length === 3 && support[2] - support[1] === 1) {
      const group = this.groupOf(support[0], support[1]);
      return group === undefined ? NO_GROUPS : [group];
    }
    const found: Group[] = [];
    const add = (cluster: number | undefined): void => {
      const group = cluster === undefined ? undefined : this.clusters.get(cluster);
      if (group !== undefined && !found.includes(group)) found.push(group);
    };
    for (let i = 0; i < support.length; i += 3) {
      const cells = this.inputs.get(support[i]);
      if (cells === undefined) continue;
      const [from, to] = [support[i + 1], support[i + 2]];
      if (to - from <= MOST_CELLS) for (let cell = from; cell < to; cell++) add(cells.byCell.get(cell));
      else for (const cluster of new Set(cells.byCell.values())) this.addIfIntersecting(cluster, support, add);
      for (const cluster of cells.wide) this.addIfIntersecting(cluster, support, add);
    }
    return found.length < 2 ? found : found.sort(byAge);
  }

  /** The group that mentions the cell of an input: no two do. */
  private groupOf(input: number, cell: number): Group | undefined {
    const cells = this.inputs.get(input);
    if (cells === undefined) return undefined;
    const cluster = cells.byCell.get(cell);
    const group = cluster === undefined ? undefined : this.clusters.get(cluster);
    if (group !== undefined || cells.wide.length === 0) return group;
    const support: Support = [input, cell, cell + 1];
    for (const each of cells.wide) {
      const wide = this.clusters.get(each);
      if (wide !== undefined && intersects(wide.support, support)) return wide;
    }
    return undefined;
  }

  private addIfIntersecting(cluster: number, support: Support, add: (cluster: number) => void): void {
    const group = this.clusters.get(cluster);
    if (group !== undefined && intersects(group.support, support)) add(cluster);
  }

  /** A group in place of those that went into it; `added` is what its last constraint mentions. */
  with(touched: readonly Group[], added: Support, make: (cluster: number, number: number) => Group): Partition {
    let { inputs, clusters } = this;
    let largest: Group | null = null;
    for (const group of touched) if (largest === null || group.support.length > largest.support.length) largest = group;
    const cluster = largest?.cluster ?? this.next;
    for (const group of touched) {
      if (group === largest) continue;
      clusters = clusters.without(group.cluster);
      inputs = entered(inputs, group.support, cluster, group.cluster);
    }
    inputs = entered(inputs, added, cluster, -1);
    return new Partition(inputs, clusters.with(cluster, make(cluster, this.next)), this.next + 1);
  }
}

const byAge = (a: Group, b: Group): number => a.number - b.number;

/** Leads these inputs to the cluster; those of wide ranges no longer to the one that it replaces. */
function entered(
  inputs: IntMap<ObjectCells>,
  support: Support,
  cluster: number,
  replaced: number,
): IntMap<ObjectCells> {
  let result = inputs;
  for (let i = 0; i < support.length; i += 3) {
    const [id, from, to] = [support[i], support[i + 1], support[i + 2]];
    let { byCell, wide } = result.get(id) ?? NO_CELLS;
    if (to - from <= MOST_CELLS) for (let cell = from; cell < to; cell++) byCell = byCell.with(cell, cluster);
    else if (!wide.includes(cluster)) wide = [...wide, cluster];
    if (replaced >= 0 && wide.includes(replaced)) wide = wide.filter((each) => each !== replaced);
    result = result.with(id, { byCell, wide });
  }
  return result;
}
