/**
 * The container format: a stream of bits holding nested blocks of records, each record a code and 64-bit operands.
 *
 * A block says how wide its abbreviation ids are; ids 0 to 3 are built in (end of block, nested block, new
 * abbreviation, plain record), higher ones refer to shapes defined earlier in the block or, for every block of a kind,
 * in the BLOCKINFO block. The reader hands out one record at a time through the same buffers: operand `i` has its low
 * and high 32 bits in `low[i]` and `high[i]`, so that reading a module allocates nothing per record and 64-bit
 * constants stay exact without bigints. Every length is checked against the bits that are left, so a damaged file
 * cannot make the reader allocate more than a fixed multiple of the file's own size.
 */
import { type Abbreviation, Encoding } from './abbreviation.ts';
import { corrupt, unsupported } from './problem.ts';
import { decodeText } from './text.ts';

export const Entry = { End: 0, Block: 1, Record: 2 } as const;
export type Entry = (typeof Entry)[keyof typeof Entry];

const END_BLOCK = 0;
const ENTER_SUBBLOCK = 1;
const DEFINE_ABBREVIATION = 2;
const UNABBREVIATED_RECORD = 3;
const FIRST_APPLICATION_ABBREVIATION = 4;

const BLOCKINFO_SET_BLOCK = 1;
const TOP_LEVEL_WIDTH = 2;
const MAX_WIDTH = 32;
const HIGH = 4294967296;
/** Bit positions must fit 32 bits. */
const MAX_BYTES = 256 * 1024 * 1024;

const LITTLE_ENDIAN_HOST = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

const CHAR6 = new TextEncoder().encode('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._');

interface Scope {
  readonly width: number;
  readonly abbreviations: Abbreviation[];
  readonly end: number;
}

export class Bitstream {
  /** The current record. */
  code = 0;
  length = 0;
  low = new Uint32Array(64);
  high = new Uint32Array(64);
  /** The current record's blob, if its abbreviation has one. */
  blob: Uint8Array | null = null;
  /** The block that `next` announced: call `enter` or `skip`. */
  blockId = 0;

  private readonly words: Uint32Array;
  private bit = 0;
  private end: number;
  private width = TOP_LEVEL_WIDTH;
  private abbreviations: Abbreviation[] = [];
  private readonly scopes: Scope[] = [];
  private readonly shared = new Map<number, Abbreviation[]>();
  private announcedWidth = 0;
  private announcedEnd = 0;
  private upper = 0;

  constructor(private readonly bytes: Uint8Array) {
    if (bytes.byteLength > MAX_BYTES) unsupported('it is larger than 256 MB');
    // Padded so that a field at the very end can be taken from two words.
    const padded = new Uint8Array((bytes.byteLength >>> 2) * 4 + 8);
    padded.set(bytes);
    this.words = new Uint32Array(padded.buffer);
    if (!LITTLE_ENDIAN_HOST) {
      const view = new DataView(padded.buffer);
      for (let i = 0; i < this.words.length; i++) this.words[i] = view.getUint32(i * 4, true);
    }
    this.end = bytes.byteLength * 8;
  }

  /** Whether the stream's top level has nothing more than padding left. */
  get exhausted(): boolean {
    return this.end - this.bit < 32;
  }

  get position(): number {
    return this.bit;
  }

  get bitsLeft(): number {
    return this.end - this.bit;
  }

  /** Goes back to a block start remembered from `position` before `next` announced it; only at the top level. */
  seekTopLevel(position: number): void {
    this.bit = position;
    this.width = TOP_LEVEL_WIDTH;
  }

  /** Operand `i` of the current record; exact up to 2^53. */
  operand(i: number): number {
    if (i >= this.length) corrupt('a record is too short');
    return this.high[i] * HIGH + this.low[i];
  }

  /** Operand `i`, or 0 when the record ends before it: how newer fields are optional. */
  optional(i: number): number {
    return i < this.length ? this.high[i] * HIGH + this.low[i] : 0;
  }

  /** All 64 bits of operand `i`. */
  wide(i: number): bigint {
    if (i >= this.length) corrupt('a record is too short');
    return (BigInt(this.high[i]) << 32n) | BigInt(this.low[i]);
  }

  /** The operands from `start` on, as characters. */
  text(start: number, end = this.length): string {
    if (start > end || end > this.length) corrupt('a string runs past its record');
    return decodeText(this.low, start, end);
  }

  /** Moves to the next block or record of the current block, or to its end. */
  next(): Entry {
    for (;;) {
      const id = this.fixed(this.width);
      switch (id) {
        case END_BLOCK:
          this.leave();
          return Entry.End;
        case ENTER_SUBBLOCK:
          this.announceBlock();
          return Entry.Block;
        case DEFINE_ABBREVIATION:
          this.abbreviations.push(this.readAbbreviation());
          break;
        case UNABBREVIATED_RECORD:
          this.readPlainRecord();
          return Entry.Record;
        default:
          this.readAbbreviatedRecord(id);
          return Entry.Record;
      }
    }
  }

  /** Enters the announced block. */
  enter(): void {
    this.scopes.push({ width: this.width, abbreviations: this.abbreviations, end: this.end });
    this.width = this.announcedWidth;
    this.end = this.announcedEnd;
    this.abbreviations = [...(this.shared.get(this.blockId) ?? [])];
  }

  /** Passes over the announced block. */
  skip(): void {
    this.bit = this.announcedEnd;
  }

  /** Leaves the current block without reading the rest of it. */
  abandon(): void {
    this.bit = this.end;
    this.leave();
  }

  /** Reads the announced BLOCKINFO block: abbreviations for all later blocks of the kinds it names. */
  readBlockInfo(): void {
    this.enter();
    let target: Abbreviation[] | null = null;
    for (;;) {
      const id = this.fixed(this.width);
      if (id === END_BLOCK) {
        this.leave();
        return;
      }
      if (id === DEFINE_ABBREVIATION) {
        if (target === null) corrupt('an abbreviation is defined for no block');
        target.push(this.readAbbreviation());
      } else if (id === UNABBREVIATED_RECORD) {
        this.readPlainRecord();
        if (this.code !== BLOCKINFO_SET_BLOCK) continue;
        const block = this.operand(0);
        target = this.shared.get(block) ?? [];
        this.shared.set(block, target);
      } else {
        corrupt('the block of abbreviations holds something else');
      }
    }
  }

  private leave(): void {
    const scope = this.scopes.pop();
    if (scope === undefined) corrupt('a block ends that never began');
    this.align();
    // Trust the announced length: it is what a reader that skips the block would use.
    if (this.bit > this.end) corrupt('a block is longer than it says');
    this.bit = this.end;
    this.end = scope.end;
    this.width = scope.width;
    this.abbreviations = scope.abbreviations;
  }

  private announceBlock(): void {
    this.blockId = this.vbr(8);
    this.announcedWidth = this.vbr(4);
    this.align();
    const words = this.fixed(32);
    this.announcedEnd = this.bit + words * 32;
    if (this.announcedWidth < 2 || this.announcedWidth > MAX_WIDTH) corrupt('a block has an impossible header');
    if (this.announcedEnd > this.end) corrupt('it ends in the middle of a block');
  }

  private align(): void {
    this.bit = Math.min(Math.ceil(this.bit / 32) * 32, this.end);
  }

  private readAbbreviation(): Abbreviation {
    const encodings: number[] = [];
    const values: number[] = [];
    const highs: number[] = [];
    const count = this.vbr(5);
    if (count > this.bitsLeft) corrupt('an abbreviation is longer than the file');
    for (let i = 0; i < count; i++) {
      const literal = this.fixed(1) === 1;
      const encoding = literal ? Encoding.Literal : this.fixed(3);
      let value = 0;
      let high = 0;
      if (literal) {
        value = this.vbr(8);
        high = this.upper;
      } else if (encoding === Encoding.Fixed || encoding === Encoding.Vbr) {
        value = this.vbr(5);
        if (value > MAX_WIDTH || (encoding === Encoding.Vbr && value === 1)) corrupt('an abbreviation has a bad width');
      } else if (encoding === Encoding.Array) {
        if (i !== count - 2) corrupt('an array is not the last part of its abbreviation');
      } else if (encoding === Encoding.Blob) {
        if (i !== count - 1) corrupt('a blob is not the last part of its abbreviation');
      } else if (encoding !== Encoding.Char6) {
        corrupt('an abbreviation has an unknown encoding');
      }
      encodings.push(encoding);
      values.push(value);
      highs.push(high);
    }
    if (count === 0 || encodings[0] === Encoding.Array || encodings[0] === Encoding.Blob) {
      corrupt('an abbreviation has no record code');
    }
    if (count > 1 && encodings[count - 2] === Encoding.Array && isCompound(encodings[count - 1])) {
      corrupt('an array has no plain elements');
    }
    return { encodings, values, highs };
  }

  private readPlainRecord(): void {
    this.blob = null;
    this.code = this.vbr(6);
    const count = this.vbr(6);
    if (this.upper !== 0 || count > this.bitsLeft) corrupt('a record is longer than its block');
    this.reserve(count);
    for (let i = 0; i < count; i++) {
      this.low[i] = this.vbr(6);
      this.high[i] = this.upper;
    }
    this.length = count;
  }

  private readAbbreviatedRecord(id: number): void {
    const abbreviation = this.abbreviations[id - FIRST_APPLICATION_ABBREVIATION];
    if (abbreviation === undefined) corrupt('a record has an unknown abbreviation');
    const { encodings, values, highs } = abbreviation;
    this.blob = null;
    this.code = this.scalar(encodings[0], values[0], highs[0]);
    const count = encodings.length;
    this.reserve(count);
    let length = 0;
    for (let i = 1; i < count; i++) {
      const encoding = encodings[i];
      if (encoding === Encoding.Array) {
        this.readArray(encodings[i + 1], values[i + 1], highs[i + 1], length);
        return;
      }
      if (encoding === Encoding.Blob) {
        this.readBlob();
        break;
      }
      this.low[length] = this.scalar(encoding, values[i], highs[i]);
      this.high[length] = this.upper;
      length++;
    }
    this.length = length;
  }

  private readArray(encoding: number, value: number, highValue: number, start: number): void {
    const count = this.vbr(6);
    if (this.upper !== 0 || count > this.bitsLeft) corrupt('an array is longer than its block');
    this.reserve(start + count);
    const { low, high } = this;
    for (let i = start; i < start + count; i++) {
      low[i] = this.scalar(encoding, value, highValue);
      high[i] = this.upper;
    }
    this.length = start + count;
  }

  private readBlob(): void {
    const count = this.vbr(6);
    this.align();
    if (this.upper !== 0 || count * 8 > this.bitsLeft) corrupt('a blob is longer than its block');
    const start = this.bit >>> 3;
    this.blob = this.bytes.subarray(start, start + count);
    this.bit += count * 8;
    this.align();
  }

  /** The low half of a value; the high half is left in `upper`. */
  private scalar(encoding: number, value: number, high: number): number {
    switch (encoding) {
      case Encoding.Fixed:
        this.upper = 0;
        return this.fixed(value);
      case Encoding.Vbr:
        return this.vbr(value);
      case Encoding.Char6:
        this.upper = 0;
        return CHAR6[this.fixed(6)];
      default:
        this.upper = high;
        return value;
    }
  }

  private reserve(count: number): void {
    if (count <= this.low.length) return;
    const size = Math.max(count, this.low.length * 2);
    const low = new Uint32Array(size);
    const high = new Uint32Array(size);
    low.set(this.low);
    high.set(this.high);
    this.low = low;
    this.high = high;
  }

  private fixed(width: number): number {
    const at = this.bit;
    if (at + width > this.end) corrupt('it ends in the middle of a record');
    this.bit = at + width;
    const word = at >>> 5;
    const shift = at & 31;
    let value = this.words[word] >>> shift;
    if (shift + width > 32) value |= this.words[word + 1] << (32 - shift);
    return width === 32 ? value >>> 0 : value & ((1 << width) - 1);
  }

  /** A number in chunks of `width` bits, the top bit of each saying that another follows. */
  vbr(width: number): number {
    this.upper = 0;
    if (width === 0) return 0;
    const chunk = this.fixed(width);
    const more = (1 << (width - 1)) >>> 0;
    if (chunk < more) return chunk;
    return this.longVbr(chunk - more, width, more);
  }

  private longVbr(first: number, width: number, more: number): number {
    let low = first;
    let high = 0;
    let shift = width - 1;
    for (;;) {
      const chunk = this.fixed(width);
      const part = chunk < more ? chunk : chunk - more;
      if (shift < 32) {
        low = (low | (part << shift)) >>> 0;
        if (shift + width - 1 > 32) high |= part >>> (32 - shift);
      } else if (shift < 64) {
        high |= part << (shift - 32);
      } else if (part !== 0) {
        corrupt('a number has more than 64 bits');
      }
      if (chunk < more) break;
      shift += width - 1;
    }
    this.upper = high >>> 0;
    return low;
  }
}

function isCompound(encoding: number): boolean {
  return encoding === Encoding.Array || encoding === Encoding.Blob;
}
