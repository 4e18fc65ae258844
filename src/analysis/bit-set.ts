/** A growing set of small non-negative integers, one bit each. */
export class BitSet {
  private words: Uint32Array;

  constructor(capacity = 0) {
    this.words = new Uint32Array((capacity + 31) >>> 5);
  }

  static of(members: Iterable<number>): BitSet {
    const set = new BitSet();
    for (const member of members) set.add(member);
    return set;
  }

  has(member: number): boolean {
    const word = member >>> 5;
    return word < this.words.length && (this.words[word] & (1 << (member & 31))) !== 0;
  }

  /** Whether it was new. */
  add(member: number): boolean {
    const word = member >>> 5;
    if (word >= this.words.length) this.grow(word + 1);
    const bit = 1 << (member & 31);
    if ((this.words[word] & bit) !== 0) return false;
    this.words[word] |= bit;
    return true;
  }

  delete(member: number): void {
    const word = member >>> 5;
    if (word < this.words.length) this.words[word] &= ~(1 << (member & 31));
  }

  clear(): void {
    this.words.fill(0);
  }

  /** Whether anything was new. */
  addAll(other: BitSet): boolean {
    const { words: from } = other;
    if (from.length > this.words.length) {
      let last = from.length - 1;
      while (last >= this.words.length && from[last] === 0) last--;
      if (last >= this.words.length) this.grow(last + 1);
    }
    const into = this.words;
    const length = Math.min(from.length, into.length);
    let changed = 0;
    for (let word = 0; word < length; word++) {
      const joined = into[word] | from[word];
      changed |= joined ^ into[word];
      into[word] = joined;
    }
    return changed !== 0;
  }

  /** Moves to `known` what this set has and `known` has not, and returns that; null when there is nothing. */
  takeNew(known: BitSet): BitSet | null {
    const { words } = this;
    if (known.words.length < words.length) known.grow(words.length);
    let fresh: BitSet | null = null;
    for (let word = 0; word < words.length; word++) {
      const bits = words[word] & ~known.words[word];
      if (bits === 0) continue;
      if (fresh === null) {
        fresh = new BitSet();
        fresh.words = new Uint32Array(words.length);
      }
      fresh.words[word] = bits;
      known.words[word] |= bits;
    }
    return fresh;
  }

  /** Adds what both sets have; whether anything was new. */
  addCommon(left: BitSet, right: BitSet): boolean {
    const length = Math.min(left.words.length, right.words.length);
    if (length > this.words.length) this.grow(length);
    let changed = 0;
    for (let word = 0; word < length; word++) {
      const joined = this.words[word] | (left.words[word] & right.words[word]);
      changed |= joined ^ this.words[word];
      this.words[word] = joined;
    }
    return changed !== 0;
  }

  meets(other: BitSet): boolean {
    const length = Math.min(this.words.length, other.words.length);
    for (let word = 0; word < length; word++) if ((this.words[word] & other.words[word]) !== 0) return true;
    return false;
  }

  /** Whether it has all that the other has. */
  includes(other: BitSet): boolean {
    for (let word = 0; word < other.words.length; word++) {
      if ((other.words[word] & ~(this.words[word] ?? 0)) !== 0) return false;
    }
    return true;
  }

  equals(other: BitSet): boolean {
    const length = Math.max(this.words.length, other.words.length);
    for (let word = 0; word < length; word++) {
      if ((this.words[word] ?? 0) !== (other.words[word] ?? 0)) return false;
    }
    return true;
  }

  get isEmpty(): boolean {
    return this.words.every((word) => word === 0);
  }

  get size(): number {
    let count = 0;
    this.each(() => count++);
    return count;
  }

  /** Ascending. */
  each(visit: (member: number) => void): void {
    for (let word = 0; word < this.words.length; word++) {
      let bits = this.words[word];
      while (bits !== 0) {
        const bit = bits & -bits;
        visit((word << 5) + (31 - Math.clz32(bit)));
        bits ^= bit;
      }
    }
  }

  toArray(): number[] {
    const members: number[] = [];
    this.each((member) => members.push(member));
    return members;
  }

  copy(): BitSet {
    const result = new BitSet();
    result.words = this.words.slice();
    return result;
  }

  private grow(length: number): void {
    const words = new Uint32Array(Math.max(length, this.words.length * 2, 2));
    words.set(this.words);
    this.words = words;
  }
}
