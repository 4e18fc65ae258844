import { Kind } from '../../expr/kinds.ts';
import type { Term } from '../../expr/term.ts';
import { InternalError } from '../../program/errors.ts';
import { ArrayReads } from './arrays.ts';
import { FloatCircuits } from './floats.ts';
import { FALSE, Gates } from './gates.ts';
import { absolute, type Division, divide, divideByConstant, multiply } from './multiply.ts';
import {
  add,
  andBits,
  any,
  type Bits,
  constantBits,
  constantValue,
  equal,
  iteBits,
  lessThan,
  negate,
  notBits,
  orBits,
  resized,
  shift,
  signExtended,
  signedLessThan,
  signedWidth,
  subtract,
  unsignedWidth,
  xorBits,
} from './vectors.ts';

/** Looking at the clock costs as much as encoding a small term; a large one (a division, a table) takes a millisecond. */
const TERMS_BETWEEN_LOOKS = 64;

/** What an input node is a bit of. */
export interface InputBit {
  /** The variable, or the object of bytes. */
  readonly input: Term;
  /** Byte of an object; 0 for a variable. */
  readonly cell: number;
  readonly bit: number;
}

interface DividedBits extends Division {
  readonly a: Bits;
  readonly b: Bits;
}

/**
 * Turns terms into gates. What was encoded once stays encoded, whatever query it came from; `reset` by making a new one
 * when `gates.count` has grown past what is worth keeping.
 */
export class BitBlaster {
  readonly gates = new Gates();
  /** Input nodes of the program's inputs. */
  readonly inputs = new Map<number, InputBit>();
  /** Literals that must hold whenever the (fresh) node is part of a query. */
  readonly definitions = new Map<number, number>();
  readonly arrays: ArrayReads;
  private readonly encoded = new Map<Term, Bits>();
  private readonly single = new FloatCircuits(this.gates, 32);
  private readonly double = new FloatCircuits(this.gates, 64);
  private readonly divisions = new Map<number, DividedBits[]>();

  constructor() {
    this.arrays = new ArrayReads(this.gates, this);
  }

  /** The literal of a one-bit term. */
  literal(term: Term): number {
    return this.bits(term)[0];
  }

  bits(root: Term): Bits {
    this.encodeWithin(root, () => false);
    return this.encoded.get(root)!;
  }

  /**
   * Encodes the term, unless the time is up first; what was encoded until then stays. Without recursion: terms of long
   * loops are deeper than the stack.
   */
  encodeWithin(root: Term, isLate: () => boolean): boolean {
    const { encoded } = this;
    if (encoded.has(root)) return true;
    const stack: Term[] = [root];
    for (let done = 1; stack.length > 0; ) {
      const term = stack[stack.length - 1];
      if (encoded.has(term)) {
        stack.pop();
        continue;
      }
      const before = stack.length;
      this.pushMissing(term, stack);
      if (stack.length > before) continue;
      encoded.set(term, this.encode(term));
      stack.pop();
      if (done++ % TERMS_BETWEEN_LOOKS === 0 && isLate()) return false;
    }
    return true;
  }

  /** A fresh byte of an object, or the bits of a variable. */
  inputBits(input: Term, cell: number, width: number): Bits {
    return Int32Array.from({ length: width }, (_, bit) => {
      const node = this.gates.input();
      this.inputs.set(node, { input, cell, bit });
      return node;
    });
  }

  private pushMissing(term: Term, stack: Term[]): void {
    if (term.kind === Kind.read) {
      this.arrays.operands(term, (operand) => {
        if (!this.encoded.has(operand)) stack.push(operand);
      });
      return;
    }
    if (term.a !== null && !this.encoded.has(term.a)) stack.push(term.a);
    if (term.b !== null && !this.encoded.has(term.b)) stack.push(term.b);
    if (term.c !== null && !this.encoded.has(term.c)) stack.push(term.c);
  }

  /** Of an operand that is encoded already. */
  done(term: Term): Bits {
    const bits = this.encoded.get(term);
    if (bits === undefined) throw new InternalError(`term ${term.id} is used before it is encoded`);
    return bits;
  }

  private encode(term: Term): Bits {
    const { gates } = this;
    switch (term.kind) {
      case Kind.constant:
        return constantBits(BigInt(term.value), term.width);
      case Kind.variable:
        return this.inputBits(term, 0, term.width);
      case Kind.not:
        return notBits(this.done(term.a!));
      case Kind.neg:
        return negate(gates, this.done(term.a!));
      case Kind.and:
        return andBits(gates, this.done(term.a!), this.done(term.b!));
      case Kind.or:
        return orBits(gates, this.done(term.a!), this.done(term.b!));
      case Kind.xor:
        return xorBits(gates, this.done(term.a!), this.done(term.b!));
      case Kind.add:
        return this.sum(term.a!, term.b!);
      case Kind.mul:
        return multiply(gates, this.done(term.a!), this.done(term.b!));
      case Kind.udiv:
        return this.divided(this.done(term.a!), this.done(term.b!)).quotient;
      case Kind.urem:
        return this.divided(this.done(term.a!), this.done(term.b!)).remainder;
      case Kind.sdiv:
        return this.signedDivision(term, true);
      case Kind.srem:
        return this.signedDivision(term, false);
      case Kind.shl:
        return shift(gates, this.done(term.a!), this.done(term.b!), true, FALSE);
      case Kind.lshr:
        return shift(gates, this.done(term.a!), this.done(term.b!), false, FALSE);
      case Kind.ashr: {
        const a = this.done(term.a!);
        return shift(gates, a, this.done(term.b!), false, a[a.length - 1]);
      }
      case Kind.eq:
        return oneBit(equal(gates, this.done(term.a!), this.done(term.b!)));
      case Kind.ult:
        return oneBit(lessThan(gates, this.done(term.a!), this.done(term.b!)));
      case Kind.ule:
        return oneBit(lessThan(gates, this.done(term.a!), this.done(term.b!), true));
      case Kind.slt:
        return oneBit(signedLessThan(gates, this.done(term.a!), this.done(term.b!)));
      case Kind.sle:
        return oneBit(signedLessThan(gates, this.done(term.a!), this.done(term.b!), true));
      case Kind.ite:
        return iteBits(gates, this.done(term.a!)[0], this.done(term.b!), this.done(term.c!));
      case Kind.concat: {
        const low = this.done(term.b!);
        const bits = resized(low, term.width, FALSE);
        bits.set(this.done(term.a!), low.length);
        return bits;
      }
      case Kind.extract:
        return this.done(term.a!).slice(term.low, term.low + term.width);
      case Kind.zext:
        return resized(this.done(term.a!), term.width, FALSE);
      case Kind.sext: {
        const a = this.done(term.a!);
        return resized(a, term.width, a[a.length - 1]);
      }
      case Kind.read:
        return this.arrays.read(term);
      case Kind.fadd:
        return this.floats(term.width).add(this.done(term.a!), this.done(term.b!));
      case Kind.fsub: {
        const floats = this.floats(term.width);
        return floats.add(this.done(term.a!), floats.negate(this.done(term.b!)));
      }
      case Kind.fmul:
        return this.floats(term.width).multiply(this.done(term.a!), this.done(term.b!));
      case Kind.fdiv:
        return this.floats(term.width).divide(this.done(term.a!), this.done(term.b!));
      case Kind.feq:
        return oneBit(this.floats(term.a!.width).equal(this.done(term.a!), this.done(term.b!)));
      case Kind.flt:
        return oneBit(this.floats(term.a!.width).less(this.done(term.a!), this.done(term.b!), false));
      case Kind.fle:
        return oneBit(this.floats(term.a!.width).less(this.done(term.a!), this.done(term.b!), true));
      case Kind.fconvert:
        return this.floats(term.width).convert(this.floats(term.a!.width).unpack(this.done(term.a!)));
      case Kind.stof:
      case Kind.utof:
        return this.floats(term.width).fromInteger(this.done(term.a!), term.kind === Kind.stof);
      case Kind.ftos:
      case Kind.ftou:
        return this.floats(term.a!.width).toInteger(this.done(term.a!), term.width, term.kind === Kind.ftos);
      default:
        throw new InternalError(`the bit-blaster does not know terms of kind ${term.kind}`);
    }
  }

  private floats(width: number): FloatCircuits {
    return width === 32 ? this.single : this.double;
  }

  /** The carry that a negation needs is one that an adder has to spare. */
  private sum(a: Term, b: Term): Bits {
    if (b.kind === Kind.neg) return subtract(this.gates, this.done(a), this.done(b.a!));
    if (a.kind === Kind.neg) return subtract(this.gates, this.done(b), this.done(a.a!));
    return add(this.gates, this.done(a), this.done(b));
  }

  /** Quotient and remainder of the same operands share one circuit, as wide as the wider of them needs. */
  private divided(a: Bits, b: Bits): Division {
    const width = a.length;
    const divisor = constantValue(b);
    if (divisor !== null && divisor > 0n && (divisor & (divisor - 1n)) === 0n) {
      const distance = divisor.toString(2).length - 1;
      return {
        quotient: resized(a.slice(distance), width, FALSE),
        remainder: resized(a.slice(0, distance), width, FALSE),
      };
    }
    const needed = Math.max(1, unsignedWidth(a), unsignedWidth(b));
    const { quotient, remainder } = this.dividedOnce(a.slice(0, needed), b.slice(0, needed), divisor);
    // Divided by zero, all bits of a quotient are ones.
    const above = needed < width ? -any(this.gates, b) : FALSE;
    return { quotient: resized(quotient, width, above), remainder: resized(remainder, width, FALSE) };
  }

  private dividedOnce(a: Bits, b: Bits, divisor: bigint | null): Division {
    const key = hashBits(a) * 31 + hashBits(b);
    const bucket = this.divisions.get(key) ?? [];
    for (const entry of bucket) if (sameBits(entry.a, a) && sameBits(entry.b, b)) return entry;
    const entry = {
      a,
      b,
      ...(divisor === null || divisor === 0n ? divide(this.gates, a, b) : this.defined(a, divisor)),
    };
    bucket.push(entry);
    this.divisions.set(key, bucket);
    return entry;
  }

  private defined(a: Bits, divisor: bigint): Division {
    const { quotient, remainder, definition } = divideByConstant(this.gates, a, divisor);
    for (const node of [...quotient, ...remainder]) if (node !== FALSE) this.definitions.set(node, definition);
    return { quotient, remainder };
  }

  /**
   * SMT-LIB's bvsdiv and bvsrem: by magnitudes; the quotient is negative when the signs differ, the remainder follows the dividend.
   * One bit more than the operands need holds the one quotient that is larger than them, of the least number and -1.
   */
  private signedDivision(term: Term, wantQuotient: boolean): Bits {
    const { gates } = this;
    const { width } = term;
    const needed = Math.min(width, Math.max(signedWidth(this.done(term.a!)), signedWidth(this.done(term.b!))) + 1);
    const a = this.done(term.a!).slice(0, needed);
    const b = this.done(term.b!).slice(0, needed);
    const signA = a[needed - 1];
    const signB = b[needed - 1];
    const { quotient, remainder } = this.divided(absolute(gates, a), absolute(gates, b));
    const result = wantQuotient
      ? iteBits(gates, gates.xor(signA, signB), negate(gates, quotient), quotient)
      : iteBits(gates, signA, negate(gates, remainder), remainder);
    return signExtended(result, width);
  }
}

function oneBit(literal: number): Bits {
  return Int32Array.of(literal);
}

function sameBits(a: Bits, b: Bits): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function hashBits(bits: Bits): number {
  let h = bits.length;
  for (const bit of bits) h = (Math.imul(h, 0x01000193) ^ bit) >>> 0;
  return h;
}
