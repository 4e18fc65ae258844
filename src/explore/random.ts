/** A seeded source of random numbers (Steele and others' SplitMix, 32-bit): same seed, same run. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** 0 <= result < 2^32. */
  next(): number {
    this.state = (this.state + 0x9e37_79b9) >>> 0;
    let z = this.state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0_aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a_2d97);
    return (z ^ (z >>> 15)) >>> 0;
  }

  /** 0 <= result < limit. */
  below(limit: number): number {
    return Math.floor((this.next() / 2 ** 32) * limit);
  }

  /** 0 <= result < 1. */
  fraction(): number {
    return this.next() / 2 ** 32;
  }
}
