/**
 * Conditions as numbers. A literal is the id of a one-bit term that holds. Sets of literals are recognised by a hash that
 * does not depend on their order.
 */
import type { Terms } from '../../expr/terms.ts';
import type { TraceNode } from '../../trace/trace.ts';

export type Literal = number;

/** What a decision has settled. */
export function literalOf({ decision }: TraceNode, terms: Terms): Literal {
  const { condition, value } = decision!;
  return (value ? condition : terms.not(condition)).id;
}

export function opposite(literal: Literal, terms: Terms): Literal {
  return terms.not(terms.byId(literal)).id;
}

/** 64 bits in two halves; adding literals one by one, in any order, gives the same. */
export class SetHash {
  private low = 0;
  private high = 0;

  add(literal: Literal): void {
    this.low = (this.low + mix(literal, 0x85eb_ca6b)) | 0;
    this.high = (this.high + mix(literal, 0xc2b2_ae35)) | 0;
  }

  /** Of the set with one more. */
  with(literal: Literal): string {
    return keyOf(this.low + mix(literal, 0x85eb_ca6b), this.high + mix(literal, 0xc2b2_ae35));
  }

  get key(): string {
    return keyOf(this.low, this.high);
  }
}

export function keyOfSet(literals: Iterable<Literal>): string {
  const hash = new SetHash();
  for (const literal of new Set(literals)) hash.add(literal);
  return hash.key;
}

/** Of the literals at some positions, in their order. */
export function keyOfSequence(positions: readonly number[], literals: readonly Literal[]): string {
  let low = positions.length;
  let high = 1;
  for (const position of positions) {
    low = (Math.imul(low, 0x0100_0193) + mix(literals[position], 0x85eb_ca6b)) | 0;
    high = (Math.imul(high, 0x5bd1_e995) + mix(literals[position], 0xc2b2_ae35)) | 0;
  }
  return keyOf(low, high);
}

function keyOf(low: number, high: number): string {
  return `${low | 0},${high | 0}`;
}

function mix(literal: number, factor: number): number {
  let hash = Math.imul(literal + 1, factor);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a_2d39);
  return hash ^ (hash >>> 15);
}
