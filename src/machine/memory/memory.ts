/**
 * All objects of one path: a table from object id to object state, shared between states until one writes.
 *
 * The table has two levels (pages of 64 objects). A fork gives both states a fresh owner token; a state that writes to a page
 * or an object whose owner is another token copies it first. So a fork is free, and costs later what was changed later.
 */

import type { Scalar } from '../../expr/scalar.ts';
import { wrap } from '../../expr/scalar.ts';
import { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import { roundUp } from '../../program/layout.ts';
import { type MemoryObject, Pointer } from '../value.ts';
import type { AddressSpace, ObjectState } from './object-state.ts';

/** Bytes between two objects: a pointer one past the end of one never equals the start of the next. */
export const GAP = 16;

const PAGE_BITS = 6;
const PAGE_SIZE = 1 << PAGE_BITS;

interface Page {
  owner: object;
  readonly slots: (ObjectState | undefined)[];
}

/** Where regions of the address space begin. Fits 32-bit pointers; the gaps make stray addresses land nowhere. */
export const REGION = { functions: 0x1000, globals: 0x10_0000, heap: 0x1000_0000, stack: 0xa000_0000 } as const;

/** Where the stacks of threads lie when there are several: the first goes up to the others, which are of one size. */
export const THREAD_STACK = {
  begin: (thread: number) => (thread === 0 ? REGION.stack : OTHER_STACKS + thread * STACK_BYTES),
  end: (thread: number) => (thread === 0 ? OTHER_STACKS : OTHER_STACKS + (thread + 1) * STACK_BYTES - STACK_GAP),
} as const;
const OTHER_STACKS = 0xc000_0000;
const STACK_BYTES = 0x80_0000;
const STACK_GAP = 0x1000;

export class Memory implements AddressSpace {
  private pages: (Page | undefined)[] = [];
  private pagesOwner: object;
  heapTop: number = REGION.heap;
  stackTop: number = REGION.stack;
  /** Where another thread's stack begins; infinite where there is none. */
  stackEnd = Number.POSITIVE_INFINITY;
  /** How often a pointer was turned into a number, and an address looked up among all objects, on this path. */
  addressesRead = 0;
  searches = 0;

  constructor(
    readonly terms: Terms,
    readonly pointerBytes: number,
    public owner: object,
  ) {
    this.pagesOwner = owner;
  }

  /** Both this memory and the copy must own nothing afterwards: the caller gives both fresh tokens. */
  fork(ownOwner: object, copyOwner: object): Memory {
    this.owner = ownOwner;
    const copy = new Memory(this.terms, this.pointerBytes, copyOwner);
    copy.pages = this.pages;
    copy.pagesOwner = this.pagesOwner;
    copy.heapTop = this.heapTop;
    copy.stackTop = this.stackTop;
    copy.stackEnd = this.stackEnd;
    copy.addressesRead = this.addressesRead;
    copy.searches = this.searches;
    return copy;
  }

  get(object: MemoryObject): ObjectState | undefined {
    return this.pages[object.id >> PAGE_BITS]?.slots[object.id & (PAGE_SIZE - 1)];
  }

  objectWith(id: number): MemoryObject | undefined {
    return this.pages[id >> PAGE_BITS]?.slots[id & (PAGE_SIZE - 1)]?.object;
  }

  /** The object state, made safe to write to. */
  own(state: ObjectState): ObjectState {
    if (state.owner === this.owner) return state;
    const copy = state.copy(this.owner);
    this.set(copy);
    return copy;
  }

  set(state: ObjectState): void {
    this.ownPage(state.object.id >> PAGE_BITS).slots[state.object.id & (PAGE_SIZE - 1)] = state;
  }

  /** Where an object of that size on the heap begins. */
  takeHeap(size: number): number {
    const base = roundUp(this.heapTop, 16);
    this.heapTop = base + size + GAP;
    return base;
  }

  /** Forgets an object: pointers to it are dangling from now on. */
  remove(object: MemoryObject): void {
    this.ownPage(object.id >> PAGE_BITS).slots[object.id & (PAGE_SIZE - 1)] = undefined;
  }

  private ownPage(number: number): Page {
    if (this.pagesOwner !== this.owner) {
      this.pages = this.pages.slice();
      this.pagesOwner = this.owner;
    }
    let page = this.pages[number];
    if (page === undefined) {
      page = { owner: this.owner, slots: new Array(PAGE_SIZE).fill(undefined) };
      this.pages[number] = page;
    } else if (page.owner !== this.owner) {
      page = { owner: this.owner, slots: page.slots.slice() };
      this.pages[number] = page;
    }
    return page;
  }

  /** Whether the same objects exist, each with the same contents; what is shared need not be compared. */
  isSame(other: Memory, same: (one: ObjectState, another: ObjectState) => boolean): boolean {
    if (this.pages === other.pages) return true;
    if (this.heapTop !== other.heapTop || this.stackTop !== other.stackTop) return false;
    for (let number = 0; number < Math.max(this.pages.length, other.pages.length); number++) {
      const [page, another] = [this.pages[number]?.slots, other.pages[number]?.slots];
      if (page === another) continue;
      for (let slot = 0; slot < PAGE_SIZE; slot++) {
        const [before, now] = [page?.[slot], another?.[slot]];
        if (before !== now && (before === undefined || now === undefined || !same(before, now))) return false;
      }
    }
    return true;
  }

  /** Every object that exists, in order of id. */
  *objects(): Generator<ObjectState> {
    this.searches++;
    for (const page of this.pages) {
      if (page === undefined) continue;
      for (const state of page.slots) if (state !== undefined) yield state;
    }
  }

  address(pointer: Pointer): Scalar | Term {
    this.addressesRead++;
    const base = this.get(pointer.object)?.base ?? pointer.object.lastBase;
    if (pointer.offset instanceof Term) {
      return this.terms.add(pointer.offset, this.terms.constant(pointer.offset.width, base));
    }
    const address = base + pointer.offset;
    if (address >= 0 && (this.pointerBytes > 4 || address <= 0xffff_ffff)) return address;
    return wrap(BigInt(address), this.pointerBytes * 8);
  }

  addressTerm(pointer: Pointer): Term {
    const address = this.address(pointer);
    return address instanceof Term ? address : this.terms.constant(this.pointerBytes * 8, address);
  }

  /** The object whose bytes (or whose end) an address names. */
  find(address: number): ObjectState | null {
    let atEnd: ObjectState | null = null;
    for (const state of this.objects()) {
      if (address >= state.base && address < state.base + Math.max(state.size, 1)) return state;
      if (address === state.base + state.size) atEnd = state;
    }
    return atEnd;
  }

  /** An integer address as a pointer, where it names an object; otherwise the integer itself. */
  pointerFrom(address: Scalar): Pointer | Scalar {
    if (typeof address === 'bigint' || address < REGION.functions) return address;
    const state = this.find(address);
    return state === null ? address : new Pointer(state.object, address - state.base);
  }
}
