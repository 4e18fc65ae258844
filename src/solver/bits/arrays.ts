import { Kind } from '../../expr/kinds.ts';
import type { Term } from '../../expr/term.ts';
import { InternalError } from '../../program/errors.ts';
import type { BitBlaster } from './blaster.ts';
import { FALSE, type Gates, TRUE } from './gates.ts';
import { type Bits, constantBits, constantValue, equal, iteBits, lessThan } from './vectors.ts';

/** Above this many cells a read at an unknown index becomes a fresh byte, tied to the other reads of its query. */
const LARGEST_TREE = 1024;

/** A byte read from a large object at an unknown index; see `ArrayReads.consistency`. */
interface LooseRead {
  readonly object: Term;
  readonly index: Bits;
  readonly byte: Bits;
}

/**
 * Reads, eliminated precisely. Reading through stores compares the index with each stored one, newest first; the chain
 * below a store is shared by all reads with the same index, so a term language that shares prefixes of memory shares
 * their circuits as well. At the bottom:
 *
 * - a table becomes a tree of multiplexers over the index bits, leaves first, so that equal subtables meet in the
 *   structural hash (64 KB of random bytes take about 60,000 gates, real tables far fewer);
 * - an object read at a constant index is eight inputs; at an unknown index it is a tree over its cells, or, when it is
 *   large, a fresh byte with Ackermann's constraint "equal indices, equal bytes" between the reads of one query.
 */
export class ArrayReads {
  private readonly cells = new Map<Term, Map<number, Bits>>();
  private readonly chains = new Map<Term, Map<Term, Bits>>();
  private readonly loose = new Map<number, LooseRead>();

  constructor(
    private readonly gates: Gates,
    private readonly blaster: BitBlaster,
  ) {}

  /** The bit-vector terms a read depends on: its index, and indices and values along the chain. */
  operands(read: Term, visit: (operand: Term) => void): void {
    const index = read.b!;
    visit(index);
    for (let array = read.a!; array.kind === Kind.store && !this.knows(array, index); array = array.a!) {
      visit(array.b!);
      visit(array.c!);
    }
  }

  read(term: Term): Bits {
    const index = term.b!;
    const chain: Term[] = [];
    for (let array = term.a!; !this.knows(array, index); array = array.a!) {
      chain.push(array);
      if (array.kind !== Kind.store || this.sameIndex(array, index) === TRUE) break;
    }
    for (let array = chain.pop(); array !== undefined; array = chain.pop()) {
      let known = this.chains.get(array);
      if (known === undefined) this.chains.set(array, (known = new Map()));
      known.set(index, this.readOnce(array, index));
    }
    return this.chains.get(term.a!)!.get(index)!;
  }

  private knows(array: Term, index: Term): boolean {
    return this.chains.get(array)?.has(index) ?? false;
  }

  private sameIndex(store: Term, index: Term): number {
    return store.b === index ? TRUE : equal(this.gates, this.blaster.done(store.b!), this.blaster.done(index));
  }

  private readOnce(array: Term, index: Term): Bits {
    switch (array.kind) {
      case Kind.store: {
        const hit = this.sameIndex(array, index);
        const value = this.blaster.done(array.c!);
        return hit === TRUE ? value : iteBits(this.gates, hit, value, this.chains.get(array.a!)!.get(index)!);
      }
      case Kind.table: {
        const table = array.bytes!;
        return this.tree(this.blaster.done(index), table.length, (cell) => byteBits(table[cell]));
      }
      case Kind.bytes:
        return this.readObject(array, this.blaster.done(index));
      default:
        throw new InternalError(`a read from a term of kind ${array.kind}`);
    }
  }

  private readObject(object: Term, index: Bits): Bits {
    const constant = constantValue(index);
    if (constant !== null) return constant < object.low ? this.cell(object, Number(constant)) : byteBits(0);
    if (object.low <= LARGEST_TREE) return this.tree(index, object.low, (cell) => this.cell(object, cell));
    const byte = Int32Array.from({ length: 8 }, () => this.gates.input());
    const read = { object, index, byte };
    for (const bit of byte) this.loose.set(bit, read);
    const inside = lessThan(this.gates, index, constantBits(BigInt(object.low), index.length));
    return iteBits(this.gates, inside, byte, byteBits(0));
  }

  private cell(object: Term, cell: number): Bits {
    let cells = this.cells.get(object);
    if (cells === undefined) this.cells.set(object, (cells = new Map()));
    let bits = cells.get(cell);
    if (bits === undefined) cells.set(cell, (bits = this.blaster.inputBits(object, cell, 8)));
    return bits;
  }

  /** Multiplexers, lowest index bit first. Known high bits cut the range before anything is built. */
  private tree(index: Bits, size: number, leaf: (cell: number) => Bits): Bits {
    const { gates } = this;
    let high = index.length;
    while (high > 0 && index[high - 1] === FALSE) high--;
    let levels = 0;
    while (levels < high && 2 ** levels < size) levels++;
    let row: Bits[] = [];
    const count = Math.min(size, 2 ** levels);
    for (let cell = 0; cell < count; cell++) row.push(leaf(cell));
    const zero = byteBits(0);
    for (let level = 0; level < levels; level++) {
      const next: Bits[] = [];
      for (let i = 0; i < row.length; i += 2) next.push(iteBits(gates, index[level], row[i + 1] ?? zero, row[i]));
      row = next;
    }
    let outside: number = FALSE;
    for (let bit = levels; bit < high; bit++) outside = gates.or(outside, index[bit]);
    return iteBits(gates, outside, zero, row[0] ?? zero);
  }

  /** Whether the node is a bit of a loose read. */
  isLoose(node: number): boolean {
    return this.loose.has(node);
  }

  looseIndex(node: number): Bits {
    return this.loose.get(node)!.index;
  }

  /**
   * What must hold between the loose reads of one query (given by their nodes), and between them and the cells that the
   * query mentions: other cells are free to be what the reads say.
   */
  consistency(nodes: Iterable<number>, mentions: (node: number) => boolean): number[] {
    const reads = new Set<LooseRead>();
    for (const node of nodes) reads.add(this.loose.get(node)!);
    const literals: number[] = [];
    const earlier: LooseRead[] = [];
    for (const read of reads) {
      for (const other of earlier) {
        if (other.object === read.object) literals.push(this.agree(read, other.index, other.byte));
      }
      for (const [cell, bits] of this.cells.get(read.object) ?? []) {
        if (bits.some(mentions)) literals.push(this.agree(read, constantBits(BigInt(cell), read.index.length), bits));
      }
      earlier.push(read);
    }
    return literals;
  }

  private agree(read: LooseRead, index: Bits, byte: Bits): number {
    const { gates } = this;
    return gates.or(-equal(gates, read.index, index), equal(gates, read.byte, byte));
  }

  /** The object's byte that a loose read stands for, given the values of literals; null when the index is outside. */
  looseByte(
    node: number,
    value: (literal: number) => boolean,
  ): { readonly object: Term; readonly cell: number; readonly byte: number } | null {
    const read = this.loose.get(node)!;
    let cell = 0;
    for (let i = read.index.length - 1; i >= 0; i--) cell = cell * 2 + (value(read.index[i]) ? 1 : 0);
    if (cell >= read.object.low) return null;
    let byte = 0;
    for (let i = 7; i >= 0; i--) byte = byte * 2 + (value(read.byte[i]) ? 1 : 0);
    return { object: read.object, cell, byte };
  }
}

const BYTES = Array.from({ length: 256 }, (_, byte) => constantBits(BigInt(byte), 8));

function byteBits(byte: number): Bits {
  return BYTES[byte];
}
