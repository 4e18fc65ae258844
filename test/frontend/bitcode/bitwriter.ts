import { Encoding } from '../../../src/frontend/bitcode/abbreviation.ts';

export type Field =
  | { kind: 'literal'; value: bigint }
  | { kind: 'fixed' | 'vbr'; width: number }
  | { kind: 'char6' }
  | { kind: 'blob' }
  | { kind: 'array'; element: { kind: 'fixed' | 'vbr'; width: number } | { kind: 'char6' } };

const CHAR6 = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._';

/** Writes the container format, to test the reader with streams that no compiler writes. */
export class BitWriter {
  private readonly bits: number[] = [];
  private readonly open: number[] = [];
  private width = 2;
  private readonly widths: number[] = [];

  fixed(value: bigint, width: number): this {
    for (let i = 0; i < width; i++) this.bits.push(Number((value >> BigInt(i)) & 1n));
    return this;
  }

  vbr(value: bigint, width: number): this {
    const more = 1n << BigInt(width - 1);
    let rest = value;
    while (rest >= more) {
      this.fixed((rest & (more - 1n)) | more, width);
      rest >>= BigInt(width - 1);
    }
    return this.fixed(rest, width);
  }

  align(): this {
    while (this.bits.length % 32 !== 0) this.bits.push(0);
    return this;
  }

  enter(block: number, width: number): this {
    this.fixed(1n, this.width).vbr(BigInt(block), 8).vbr(BigInt(width), 4).align();
    this.open.push(this.bits.length);
    this.widths.push(this.width);
    this.width = width;
    return this.fixed(0n, 32);
  }

  leave(): this {
    this.fixed(0n, this.width).align();
    const start = this.open.pop()!;
    this.width = this.widths.pop()!;
    const words = (this.bits.length - start - 32) / 32;
    for (let i = 0; i < 32; i++) this.bits[start + i] = (words >>> i) & 1;
    return this;
  }

  plainRecord(code: number, operands: readonly bigint[]): this {
    this.fixed(3n, this.width).vbr(BigInt(code), 6).vbr(BigInt(operands.length), 6);
    for (const operand of operands) this.vbr(operand, 6);
    return this;
  }

  define(fields: readonly Field[]): this {
    const flat = fields.flatMap((field): Field[] => (field.kind === 'array' ? [field, field.element] : [field]));
    this.fixed(2n, this.width).vbr(BigInt(flat.length), 5);
    for (const field of flat) {
      if (field.kind === 'literal') this.fixed(1n, 1).vbr(field.value, 8);
      else if (field.kind === 'fixed') this.fixed(0n, 1).fixed(BigInt(Encoding.Fixed), 3).vbr(BigInt(field.width), 5);
      else if (field.kind === 'vbr') this.fixed(0n, 1).fixed(BigInt(Encoding.Vbr), 3).vbr(BigInt(field.width), 5);
      else if (field.kind === 'char6') this.fixed(0n, 1).fixed(BigInt(Encoding.Char6), 3);
      else if (field.kind === 'array') this.fixed(0n, 1).fixed(BigInt(Encoding.Array), 3);
      else this.fixed(0n, 1).fixed(BigInt(Encoding.Blob), 3);
    }
    return this;
  }

  /** A record whose shape is the abbreviation with this id; its code and operands in order, arrays and blobs last. */
  abbreviated(id: number, fields: readonly Field[], values: readonly (bigint | readonly bigint[])[]): this {
    this.fixed(BigInt(id), this.width);
    fields.forEach((field, i) => {
      const value = values[i];
      if (field.kind === 'array') {
        const elements = value as readonly bigint[];
        this.vbr(BigInt(elements.length), 6);
        for (const element of elements) this.scalar(field.element, element);
      } else if (field.kind === 'blob') {
        const bytes = value as readonly bigint[];
        this.vbr(BigInt(bytes.length), 6).align();
        for (const byte of bytes) this.fixed(byte, 8);
        this.align();
      } else this.scalar(field, value as bigint);
    });
    return this;
  }

  bytes(): Uint8Array {
    this.align();
    const bytes = new Uint8Array(this.bits.length / 8);
    this.bits.forEach((bit, i) => {
      bytes[i >> 3] |= bit << (i & 7);
    });
    return bytes;
  }

  private scalar(field: Exclude<Field, { kind: 'array' | 'blob' }>, value: bigint): void {
    if (field.kind === 'fixed') this.fixed(value, field.width);
    else if (field.kind === 'vbr') this.vbr(value, field.width);
    else if (field.kind === 'char6') this.fixed(BigInt(CHAR6.indexOf(String.fromCharCode(Number(value)))), 6);
  }
}
