/**
 * Which bytes of an object have been written, for the check of uninitialised reads.
 *
 * Of most bytes that is known, so it is a bit per byte. A store at a symbolic index may have written any of them: which one is
 * then said by an array term of zeros and ones, and a byte asks it where nothing newer is known. A byte that was certainly
 * written stays so, whatever is stored at symbolic indices later, so that the term is rarely asked.
 */
import { Kind } from '../../expr/kinds.ts';
import type { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';

/** The byte is certainly written. */
const WRITTEN = 1;
/** The array term is up to date for the byte; without `WRITTEN`, it alone knows. */
const IN_ARRAY = 2;

/** Whether something was written: known, or a condition. */
export type Writtenness = boolean | Term;

export class WrittenBytes {
  private constructor(
    private readonly marks: Uint8Array,
    private array: Term | null,
  ) {}

  static none(size: number): WrittenBytes {
    return new WrittenBytes(new Uint8Array(size), null);
  }

  copy(): WrittenBytes {
    return new WrittenBytes(this.marks.slice(), this.array);
  }

  isSame(other: WrittenBytes): boolean {
    return this.array === other.array && this.marks.every((mark, i) => mark === other.marks[i]);
  }

  set(offset: number, size: number, isWritten: boolean): void {
    this.marks.fill(isWritten ? WRITTEN : 0, offset, offset + size);
  }

  /** The byte is as written as another one was. */
  setTo(offset: number, written: Writtenness, terms: Terms): void {
    if (typeof written === 'boolean') {
      this.set(offset, 1, written);
      return;
    }
    this.array = terms.store(this.asArray(terms), terms.constant(32, offset), terms.zext(written, 8));
    this.marks[offset] = IN_ARRAY;
  }

  /** The same at a symbolic 32-bit index, for all bytes of a value. */
  setAt(index: Term, size: number, written: Writtenness, terms: Terms): void {
    const bit = typeof written === 'boolean' ? terms.bool(written) : written;
    let array = this.asArray(terms);
    for (let i = 0; i < size; i++) {
      array = terms.store(array, terms.add(index, terms.constant(32, i)), terms.zext(bit, 8));
    }
    this.array = array;
    const kept = written === true ? WRITTEN | IN_ARRAY : IN_ARRAY;
    for (let i = 0; i < this.marks.length; i++) this.marks[i] = (this.marks[i] | IN_ARRAY) & kept;
  }

  /** Whether all of the bytes are written. */
  at(offset: number, size: number, terms: Terms): Writtenness {
    const { marks } = this;
    let open: Term[] | null = null;
    for (let i = offset; i < offset + size; i++) {
      if ((marks[i] & WRITTEN) !== 0) continue;
      if (marks[i] === 0) return false;
      open ??= [];
      open.push(isOne(terms.read(this.array!, terms.constant(32, i)), terms));
    }
    return open === null ? true : settled(terms.andAll(open));
  }

  /** The same at a symbolic 32-bit index. */
  atIndex(index: Term, size: number, terms: Terms): Writtenness {
    if (this.marks.every((mark) => (mark & WRITTEN) !== 0)) return true;
    const array = this.asArray(terms);
    const bytes = Array.from({ length: size }, (_, i) => {
      return isOne(terms.read(array, i === 0 ? index : terms.add(index, terms.constant(32, i))), terms);
    });
    return settled(terms.andAll(bytes));
  }

  /** All that is known as one term; bytes that changed since the last time are folded into it. */
  private asArray(terms: Terms): Term {
    const { marks } = this;
    if (this.array === null) this.array = terms.table(marks.map((mark) => mark & WRITTEN));
    else {
      for (let i = 0; i < marks.length; i++) {
        if ((marks[i] & IN_ARRAY) !== 0) continue;
        this.array = terms.store(this.array, terms.constant(32, i), terms.constant(8, marks[i] & WRITTEN));
      }
    }
    for (let i = 0; i < marks.length; i++) marks[i] |= IN_ARRAY;
    return this.array;
  }
}

function isOne(byte: Term, terms: Terms): Term {
  return terms.extract(byte, 0, 1);
}

function settled(condition: Term): Writtenness {
  return condition.kind === Kind.constant ? condition.value === 1 : condition;
}
