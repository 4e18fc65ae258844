/**
 * Values of a path, each with the moment it came to be. Seen from a location before that moment a node is what its
 * instruction computes from other nodes; seen from a location after it, it is just what a register or some bytes hold.
 */
import type { Term } from '../../expr/term.ts';
import { Term as TermClass } from '../../expr/term.ts';
import { type MemoryObject, Pointer, type Value } from '../../machine/value.ts';
import type { Type } from '../../program/types.ts';
import type { CellPart, Cells } from './cells.ts';
import type { Definition } from './definitions.ts';
import type { SegmentRun, Write } from './path.ts';

/** Thrown where a weakest precondition cannot be expressed: the summary is dropped, which is always sound. */
export class Unknown {
  constructor(readonly reason: string) {}
}

/** What a node means in terms of others. */
export interface Meaning {
  readonly value: Value;
  /** Nodes that occur in the value. */
  readonly operands: readonly Node[];
  /** Nodes that must have the value they had: the meaning holds for that value only. */
  readonly pinned: readonly Node[];
}

export abstract class Node {
  private meaningMemo: Meaning | Unknown | null = null;
  private variableMemo: Term | null = null;

  constructor(
    readonly time: number,
    /** What it was on the path; undefined when that is not known. */
    readonly actual: Value | undefined,
  ) {}

  abstract part(cells: Cells, part: CellPart): Term;

  /** The variable that stands for its value, or for its offset when it is a pointer. */
  variable(cells: Cells): Term {
    this.variableMemo ??= this.part(cells, this.isPointer ? 'offset' : 'value');
    return this.variableMemo;
  }

  /** Its variables as a value. */
  leaf(cells: Cells): Value {
    const { actual } = this;
    if (actual instanceof Pointer) return new Pointer(actual.object, this.variable(cells));
    if (actual !== undefined && typeof actual === 'object' && !(actual instanceof TermClass)) {
      throw new Unknown('aggregate or undefined value');
    }
    return this.variable(cells);
  }

  get isPointer(): boolean {
    return this.actual instanceof Pointer;
  }

  get isConcrete(): boolean {
    const { actual } = this;
    return (
      typeof actual === 'number' ||
      typeof actual === 'bigint' ||
      (actual instanceof Pointer && typeof actual.offset === 'number')
    );
  }

  meaning(compute: (node: Node) => Meaning): Meaning {
    if (this.meaningMemo === null) {
      try {
        this.meaningMemo = compute(this);
      } catch (thrown) {
        if (!(thrown instanceof Unknown)) throw thrown;
        this.meaningMemo = thrown;
      }
    }
    if (this.meaningMemo instanceof Unknown) throw this.meaningMemo;
    return this.meaningMemo;
  }
}

export class RegisterNode extends Node {
  constructor(
    readonly run: SegmentRun,
    readonly definition: Definition,
    private readonly width: number,
  ) {
    super(run.timeAt(definition.order), run.values[definition.position]);
  }

  get type(): Type {
    return this.definition.type;
  }

  part(cells: Cells, part: CellPart): Term {
    return cells.register(
      this.run.activation.depth,
      this.definition.register,
      part,
      this.width,
      this.type.kind === 'float',
    );
  }
}

export class MemoryNode extends Node {
  constructor(
    readonly object: MemoryObject,
    readonly offset: number,
    readonly size: number,
    /** The write that set it, in part at least; null for what was there from the beginning. */
    readonly write: Write | null,
    actual: Value | undefined,
  ) {
    super(write === null ? -1 : write.time, actual);
  }

  part(cells: Cells, part: CellPart): Term {
    return cells.memory(this.object, this.offset, this.size, part);
  }
}

/** That an input was not made yet, here or at any earlier location. */
export class GuardNode extends Node {
  constructor(readonly made: Term) {
    super(-1, undefined);
  }

  part(): Term {
    return this.made;
  }
}
