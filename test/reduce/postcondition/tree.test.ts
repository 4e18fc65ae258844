/** The tree of paths with everything around it made by hand: what a side's precondition is follows from its leaf's ending. */
import { describe, expect, it } from 'vitest';
import type { Term } from '../../../src/expr/term.ts';
import { Terms } from '../../../src/expr/terms.ts';
import type { Site } from '../../../src/machine/code.ts';
import type { Memory } from '../../../src/machine/memory/memory.ts';
import type { PathEnding } from '../../../src/machine/outcome.ts';
import type { State } from '../../../src/machine/state.ts';
import type { Instruction } from '../../../src/program/instructions.ts';
import type { Backward } from '../../../src/reduce/postcondition/backward.ts';
import { Location } from '../../../src/reduce/postcondition/locations.ts';
import { type Fork, type Leaf, PathRecord, type RecordEntry } from '../../../src/reduce/postcondition/record.ts';
import { Precondition } from '../../../src/reduce/postcondition/summary.ts';
import { PathTree, type TreeOptions } from '../../../src/reduce/postcondition/tree.ts';
import { Ledger } from '../../../src/reduce/postcondition/worth.ts';

const terms = new Terms();
const bit = (name: string) => terms.variable(name, 1);
const [a, b] = [bit('a'), bit('b')];
const both = (...branches: Term[]) => terms.andAll(branches);
const precondition = (...branches: Term[]) =>
  new Precondition(
    branches.toSorted((x, y) => x.id - y.id),
    [],
    new Map(),
    new Map(),
  );

/** What the walk back over an edge finds: by the name of the ending for a path, the same for a fork. Null cannot be said. */
type Found = Record<string, Precondition | null>;

class Grove {
  readonly counts = {
    added: 0,
    combined: 0,
    bounded: 0,
    forks: 0,
    edges: 0,
    skipped: 0,
    forgotten: 0,
  };
  readonly tree: PathTree;
  private next: Location | null = null;
  private readonly places = { place: () => this.next, meter: 0, isOn: true };

  constructor(found: Found, options: Partial<TreeOptions> = {}, work = 1_000_000) {
    const backward = {
      walked: 0,
      propagated: 0,
      fromEnd: (_: Fork, { ending }: Leaf) => found[ending.name],
      fromFork: (_: Fork, __: Fork, below: Precondition) => below,
    };
    const ledger = new Ledger(() => ({ instructions: work, paths: 0, decided: 0 }));
    const all = { sizeBound: 0, combine: true, reuse: true, lazy: true, adaptive: false, ...options };
    this.tree = new PathTree(terms, backward as unknown as Backward, ledger, all, this.counts);
  }

  start(): PathRecord {
    return new PathRecord(this.places);
  }

  /** The path parts at the location; the record goes on with one side, the result with the other. */
  part(record: PathRecord, at: Location): PathRecord {
    this.next = at;
    record.deciding = {} as State;
    record.decidingAt = {} as Site;
    return record.fork();
  }

  end(record: PathRecord, name: string, isKnown = true): void {
    this.tree.ended(record, { kind: 'exit', name } as PathEnding, {} as Memory, null, isKnown);
  }
}

const location = () => new Location({} as Instruction, true, []);
/** A path parts here, and both sides come to their ends. */
function parted(grove: Grove): Location {
  const here = location();
  const path = grove.start();
  const other = grove.part(path, here);
  grove.end(path, 'left');
  grove.end(other, 'right');
  return here;
}

const meanings = ({ summary }: Location) => summary.disjuncts.map(({ branches }) => both(...branches));

describe('a fork of the tree of paths', () => {
  const found = { left: precondition(a, b), right: precondition(terms.not(a), b) };

  it('belongs to its location once both of its sides have ended, and not before', () => {
    const grove = new Grove(found);
    const here = location();
    const path = grove.start();
    const other = grove.part(path, here);
    grove.end(path, 'left');
    expect(here.forks).toEqual([]);
    grove.end(other, 'right');
    expect(here.forks).toHaveLength(1);
  });

  it('is summarised when a second path asks, as what its sides need apart from what told them apart', () => {
    const grove = new Grove(found);
    const here = parted(grove);
    expect(grove.counts.edges).toBe(0);
    grove.tree.summarize(here);
    expect(meanings(here)).toEqual([b]);
  });

  it('is summarised at once where that is not left to the second path', () => {
    const grove = new Grove(found, { lazy: false });
    const here = parted(grove);
    expect(meanings(here)).toEqual([b]);
  });

  it('joins what forks below it need', () => {
    const grove = new Grove({ ...found, late: precondition(terms.not(a)) });
    const [above, below] = [location(), location()];
    const path = grove.start();
    const late = grove.part(path, above);
    const other = grove.part(path, below);
    grove.end(path, 'left');
    grove.end(other, 'right');
    grove.end(late, 'late');
    grove.tree.summarize(above);
    expect(meanings(above)).toEqual([terms.or(b, terms.not(a))]);
    grove.tree.summarize(below);
    expect(meanings(below)).toEqual([b]);
  });

  it('has path by path what each of them needs, where nothing is reused', () => {
    const grove = new Grove({ left: precondition(a), right: precondition(b) }, { reuse: false, combine: false });
    const here = parted(grove);
    grove.tree.summarize(here);
    expect(meanings(here)).toHaveLength(2);
    expect(meanings(here)).toEqual(expect.arrayContaining([a, b]));
  });
});

describe('a fork that cannot be summarised', () => {
  const nested = (grove: Grove) => {
    const [above, below] = [location(), location()];
    const path = grove.start();
    const late = grove.part(path, above);
    const other = grove.part(path, below);
    return { above, below, path, other, late };
  };

  it('loses all forks above it, because a path below did not come to its end', () => {
    const grove = new Grove({ left: precondition(a), late: precondition(b) });
    const { above, below, path, other, late } = nested(grove);
    grove.end(path, 'left');
    grove.end(other, 'limit', false);
    grove.end(late, 'late');
    expect([above.forks, below.forks]).toEqual([[], []]);
  });

  it('loses all forks above it, because a side cannot be said in terms', () => {
    const grove = new Grove({ left: precondition(a), right: null, late: precondition(b) });
    const { above, below, path, other, late } = nested(grove);
    grove.end(path, 'left');
    grove.end(other, 'right');
    grove.end(late, 'late');
    grove.tree.summarize(below);
    grove.tree.summarize(above);
    expect([meanings(above), meanings(below)]).toEqual([[], []]);
  });

  it('loses all forks above it, because it would be too large', () => {
    const grove = new Grove(
      { left: precondition(a, b), right: precondition(a), late: precondition(b) },
      { sizeBound: 1 },
    );
    const { above, below, path, other, late } = nested(grove);
    grove.end(path, 'left');
    grove.end(other, 'right');
    grove.end(late, 'late');
    grove.tree.summarize(below);
    grove.tree.summarize(above);
    expect([meanings(above), meanings(below)]).toEqual([[], []]);
    expect(grove.counts.bounded).toBe(1);
  });

  it('loses nothing beside it', () => {
    const grove = new Grove({ left: precondition(a, b), right: precondition(terms.not(a), b) });
    const { above, below, path, other, late } = nested(grove);
    grove.end(late, 'limit', false);
    grove.end(path, 'left');
    grove.end(other, 'right');
    grove.tree.summarize(below);
    expect(above.forks).toEqual([]);
    expect(meanings(below)).toEqual([b]);
  });
});

describe('what summaries cost', () => {
  const found = { left: precondition(a, b), right: precondition(terms.not(a), b) };

  it('is not spent where the search has done too little, and the fork waits', () => {
    const grove = new Grove(found, { adaptive: true }, 0);
    const here = location();
    const path = grove.start();
    const other = grove.part(path, here);
    for (let i = 0; i < 400; i++) grove.end(grove.part(path, location()), 'right');
    grove.end(path, 'left');
    grove.end(other, 'right');
    grove.tree.summarize(here);
    expect(grove.counts.skipped).toBe(1);
    expect(here.forks).toHaveLength(1);
  });

  it('is bounded in memory: what the oldest paths did is forgotten, with the forks above them', () => {
    const grove = new Grove(found);
    const here = location();
    const path = grove.start();
    const other = grove.part(path, here);
    for (let i = 0; i < 600_000; i++) path.append({} as RecordEntry);
    for (let i = 0; i < 600_000; i++) other.append({} as RecordEntry);
    grove.end(path, 'left');
    grove.end(other, 'right');
    grove.tree.summarize(here);
    expect(meanings(here)).toEqual([]);
    expect(grove.counts.forgotten).toBe(1);
  });
});
