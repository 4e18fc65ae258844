/**
 * A graph of Boolean gates with structural hashing: asking twice for the same gate gives the same literal. It lives
 * across queries, so that a term met again costs nothing to encode; a query then writes only the cone it needs as
 * clauses (see `sat/cone.ts`). Gates for sums (`xor3`, `majority`) are kinds of their own, since a full adder written
 * with two of them has 14 clauses over two new variables, against 20 over five for one made of and/xor.
 *
 * A literal is a node number, negative when complemented. Node 1 is the constant true. Operands come before the gate
 * that uses them.
 */
export const TRUE = 1;
export const FALSE = -1;

export const Gate = { input: 0, and: 1, xor: 2, ite: 3, majority: 4, xor3: 5 } as const;
export type Gate = (typeof Gate)[keyof typeof Gate];

export class Gates {
  kinds = new Uint8Array(1024);
  first = new Int32Array(1024);
  second = new Int32Array(1024);
  third = new Int32Array(1024);
  /** One more than the highest node. */
  count = 2;
  private slots = new Int32Array(4096);
  private used = 0;

  input(): number {
    return this.append(Gate.input, 0, 0, 0);
  }

  and(a: number, b: number): number {
    if (a === b) return a;
    if (a === -b) return FALSE;
    if (a === TRUE) return b;
    if (b === TRUE) return a;
    if (a === FALSE || b === FALSE) return FALSE;
    const absorbed = this.absorb(a, b) || this.absorb(b, a);
    if (absorbed !== 0) return absorbed;
    return a < b ? this.intern(Gate.and, a, b, 0) : this.intern(Gate.and, b, a, 0);
  }

  or(a: number, b: number): number {
    return -this.and(-a, -b);
  }

  xor(a: number, b: number): number {
    if (a === b) return FALSE;
    if (a === -b) return TRUE;
    if (a === TRUE) return -b;
    if (a === FALSE) return b;
    if (b === TRUE) return -a;
    if (b === FALSE) return a;
    const x = Math.abs(a);
    const y = Math.abs(b);
    const gate = x < y ? this.intern(Gate.xor, x, y, 0) : this.intern(Gate.xor, y, x, 0);
    return a < 0 === b < 0 ? gate : -gate;
  }

  ite(condition: number, yes: number, no: number): number {
    if (condition === TRUE || yes === no) return yes;
    if (condition === FALSE) return no;
    if (condition < 0) return this.ite(-condition, no, yes);
    if (yes === -no) return -this.xor(condition, yes);
    if (yes === TRUE || yes === condition) return this.or(condition, no);
    if (yes === FALSE || yes === -condition) return this.and(-condition, no);
    if (no === TRUE || no === -condition) return this.or(-condition, yes);
    if (no === FALSE || no === condition) return this.and(condition, yes);
    if (yes < 0) return -this.intern(Gate.ite, condition, -yes, -no);
    return this.intern(Gate.ite, condition, yes, no);
  }

  /** The sum bit of a full adder. */
  xor3(a: number, b: number, c: number): number {
    if (isConstantGate(a) || Math.abs(a) === Math.abs(b)) return this.xor(this.xor(a, b), c);
    if (isConstantGate(b) || isConstantGate(c) || Math.abs(b) === Math.abs(c)) return this.xor(a, this.xor(b, c));
    if (Math.abs(a) === Math.abs(c)) return this.xor(this.xor(a, c), b);
    const negative = (a < 0 ? 1 : 0) ^ (b < 0 ? 1 : 0) ^ (c < 0 ? 1 : 0);
    const gate = this.internSorted(Gate.xor3, Math.abs(a), Math.abs(b), Math.abs(c));
    return negative === 0 ? gate : -gate;
  }

  /** The carry bit of a full adder. */
  majority(a: number, b: number, c: number): number {
    if (a === b) return a;
    if (a === c) return a;
    if (b === c) return b;
    if (a === -b) return c;
    if (a === -c) return b;
    if (b === -c) return a;
    if (isConstantGate(a)) return a === TRUE ? this.or(b, c) : this.and(b, c);
    if (isConstantGate(b)) return b === TRUE ? this.or(a, c) : this.and(a, c);
    if (isConstantGate(c)) return c === TRUE ? this.or(a, b) : this.and(a, b);
    if (this.hasCarried(c, a, b)) return c;
    if (this.hasCarried(b, a, c)) return b;
    if (this.hasCarried(a, b, c)) return a;
    const negatives = (a < 0 ? 1 : 0) + (b < 0 ? 1 : 0) + (c < 0 ? 1 : 0);
    if (negatives >= 2) return -this.internSorted(Gate.majority, -a, -b, -c);
    return this.internSorted(Gate.majority, a, b, c);
  }

  /** `a` and a gate that already says something about `a`: a and (a and c) is (a and c); a and not(a and c) is a and not c. */
  private absorb(a: number, gate: number): number {
    const node = Math.abs(gate);
    if (this.kinds[node] !== Gate.and) return 0;
    const x = this.first[node];
    const y = this.second[node];
    if (gate > 0) {
      if (a === x || a === y) return gate;
      if (a === -x || a === -y) return FALSE;
      return 0;
    }
    if (a === x) return this.and(a, -y);
    if (a === y) return this.and(a, -x);
    if (a === -x || a === -y) return a;
    return 0;
  }

  /**
   * Whether `carry` is the majority of `a`, `b` and a third already: then so is their majority with it. Adders of sign-extended numbers
   * come to that after the last bit that differs, and every bit above is the same gate.
   */
  private hasCarried(carry: number, a: number, b: number): boolean {
    const node = Math.abs(carry);
    if (this.kinds[node] !== Gate.majority) return false;
    const sign = carry < 0 ? -1 : 1;
    const [x, y, z] = [sign * this.first[node], sign * this.second[node], sign * this.third[node]];
    return (a === x || a === y || a === z) && (b === x || b === y || b === z);
  }

  private internSorted(kind: Gate, a: number, b: number, c: number): number {
    if (a > b) [a, b] = [b, a];
    if (b > c) [b, c] = [c, b];
    if (a > b) [a, b] = [b, a];
    return this.intern(kind, a, b, c);
  }

  private intern(kind: Gate, a: number, b: number, c: number): number {
    const { kinds, first, second, third, slots } = this;
    const mask = slots.length - 1;
    let slot = hash(kind, a, b, c) & mask;
    for (let node = slots[slot]; node !== 0; node = slots[(slot = (slot + 1) & mask)]) {
      if (kinds[node] === kind && first[node] === a && second[node] === b && third[node] === c) return node;
    }
    const node = this.append(kind, a, b, c);
    slots[slot] = node;
    if (++this.used * 2 > slots.length) this.rehash();
    return node;
  }

  private append(kind: Gate, a: number, b: number, c: number): number {
    const node = this.count++;
    if (node === this.kinds.length) this.grow();
    this.kinds[node] = kind;
    this.first[node] = a;
    this.second[node] = b;
    this.third[node] = c;
    return node;
  }

  private grow(): void {
    const capacity = this.kinds.length * 2;
    const kinds = new Uint8Array(capacity);
    kinds.set(this.kinds);
    this.kinds = kinds;
    this.first = widened(this.first, capacity);
    this.second = widened(this.second, capacity);
    this.third = widened(this.third, capacity);
  }

  private rehash(): void {
    const slots = new Int32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    for (let node = 2; node < this.count; node++) {
      if (this.kinds[node] === Gate.input) continue;
      let slot = hash(this.kinds[node], this.first[node], this.second[node], this.third[node]) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = node;
    }
    this.slots = slots;
  }
}

export function isConstantGate(literal: number): boolean {
  return literal === TRUE || literal === FALSE;
}

function hash(kind: number, a: number, b: number, c: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35) ^ kind;
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return h ^ (h >>> 13);
}

function widened(array: Int32Array, capacity: number): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(capacity);
  copy.set(array);
  return copy;
}
