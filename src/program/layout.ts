import { FLOAT_BITS, type StructType, type Type } from './types.ts';

/**
 * Sizes and offsets as the module's `datalayout` string defines them. Nothing in pathfold assumes a size: it asks here.
 */
export class DataLayout {
  readonly pointerBytes: number;
  readonly pointerBits: number;
  readonly bigEndian: boolean;
  private readonly pointerAlign: number;
  private readonly intAligns = new Map<number, number>([
    [1, 1],
    [8, 1],
    [16, 2],
    [32, 4],
    [64, 4],
  ]);
  private readonly floatAligns = new Map<number, number>([
    [16, 2],
    [32, 4],
    [64, 8],
    [128, 16],
  ]);
  private readonly vectorAligns = new Map<number, number>([
    [64, 8],
    [128, 16],
  ]);
  private readonly structs = new Map<StructType, { size: number; align: number; offsets: readonly number[] }>();

  /** `text` is LLVM's layout string, e.g. `e-m:e-p:32:32-p10:8:8-i64:64-n32:64-S128`. */
  constructor(readonly text: string) {
    let pointerBits = 64;
    let pointerAlignBits = 64;
    let bigEndian = false;
    for (const part of text.split('-')) {
      const fields = part.split(':');
      const head = fields[0];
      if (head === 'E') bigEndian = true;
      else if (head === 'p' || head === 'p0') {
        pointerBits = Number(fields[1]);
        pointerAlignBits = Number(fields[2]);
      } else if (/^i\d+$/.test(head)) this.intAligns.set(Number(head.slice(1)), Number(fields[1]) / 8);
      else if (/^f\d+$/.test(head)) this.floatAligns.set(Number(head.slice(1)), Number(fields[1]) / 8);
      else if (/^v\d+$/.test(head)) this.vectorAligns.set(Number(head.slice(1)), Number(fields[1]) / 8);
    }
    this.bigEndian = bigEndian;
    this.pointerBits = pointerBits;
    this.pointerBytes = pointerBits / 8;
    this.pointerAlign = pointerAlignBits / 8;
  }

  /** Bits of a first-class value: what arithmetic sees. */
  bitsOf(type: Type): number {
    switch (type.kind) {
      case 'int':
        return type.bits;
      case 'float':
        return FLOAT_BITS[type.format];
      case 'pointer':
        return this.pointerBits;
      case 'vector':
        return type.length * this.bitsOf(type.element);
      default:
        return this.sizeOf(type) * 8;
    }
  }

  /** Bytes that a load or store of the type touches. */
  storeSizeOf(type: Type): number {
    switch (type.kind) {
      case 'array':
      case 'struct':
        return this.sizeOf(type);
      default:
        return Math.ceil(this.bitsOf(type) / 8);
    }
  }

  /** Bytes from one array element to the next: the store size rounded up to the alignment. */
  sizeOf(type: Type): number {
    switch (type.kind) {
      case 'void':
      case 'function':
        return 1;
      case 'array':
        return type.length * this.sizeOf(type.element);
      case 'struct':
        return this.structLayout(type).size;
      case 'label':
      case 'metadata':
      case 'token':
      case 'other':
        return 0;
      default:
        return roundUp(this.storeSizeOf(type), this.alignOf(type));
    }
  }

  alignOf(type: Type): number {
    switch (type.kind) {
      case 'int':
        return this.intAlign(type.bits);
      case 'float':
        return this.floatAligns.get(FLOAT_BITS[type.format]) ?? 16;
      case 'pointer':
        return this.pointerAlign;
      case 'array':
        return this.alignOf(type.element);
      case 'vector': {
        const bits = this.bitsOf(type);
        return this.vectorAligns.get(bits) ?? nextPowerOfTwo(Math.ceil(bits / 8));
      }
      case 'struct':
        return this.structLayout(type).align;
      default:
        return 1;
    }
  }

  fieldOffset(type: StructType, index: number): number {
    return this.structLayout(type).offsets[index];
  }

  private intAlign(bits: number): number {
    const exact = this.intAligns.get(bits);
    if (exact !== undefined) return exact;
    // LLVM: the next larger known integer; beyond the largest, the largest known.
    let best = 0;
    let largest = 0;
    for (const known of this.intAligns.keys()) {
      if (known > bits && (best === 0 || known < best)) best = known;
      if (known > largest) largest = known;
    }
    return this.intAligns.get(best === 0 ? largest : best)!;
  }

  private structLayout(type: StructType): { size: number; align: number; offsets: readonly number[] } {
    const known = this.structs.get(type);
    if (known !== undefined) return known;
    const offsets: number[] = [];
    let size = 0;
    let align = 1;
    for (const field of type.fields ?? []) {
      const fieldAlign = type.packed ? 1 : this.alignOf(field);
      size = roundUp(size, fieldAlign);
      offsets.push(size);
      size += this.sizeOf(field);
      align = Math.max(align, fieldAlign);
    }
    const layout = { size: roundUp(size, align), align, offsets };
    this.structs.set(type, layout);
    return layout;
  }
}

export function roundUp(value: number, multiple: number): number {
  return Math.ceil(value / multiple) * multiple;
}

function nextPowerOfTwo(value: number): number {
  let power = 1;
  while (power < value) power *= 2;
  return power;
}
