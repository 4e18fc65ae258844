/** One object's contents against the plainest model: an array of bytes, each concrete or evaluated. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/expr/evaluate.ts';
import { Term } from '../../../src/expr/term.ts';
import { ObjectState } from '../../../src/machine/memory/object-state.ts';
import { MemoryObject, Pointer, type Value } from '../../../src/machine/value.ts';
import { Bench, canonicalScalar } from '../bench.ts';

const SIZE = 24;

function newObject(bench: Bench, label = 'object'): ObjectState {
  const object = bench.machine.names.newObject('heap', label, null, null);
  const { memory } = bench.state;
  const state = new ObjectState(object, memory.owner, SIZE, 0x2000_0000 + object.id * 64, new Uint8Array(SIZE), true);
  memory.set(state);
  return state;
}

function bitsOf(bench: Bench, value: Value): bigint {
  if (value instanceof Pointer) return bitsOf(bench, bench.state.memory.address(value));
  return BigInt(value instanceof Term ? evaluate(value, bench.model) : (value as number));
}

type Action =
  | { kind: 'write'; at: number; size: number; value: bigint; symbolic: boolean }
  | { kind: 'index'; at: number; size: number; value: bigint }
  | { kind: 'pointer'; at: number }
  | { kind: 'copy' };

const sizes = fc.constantFrom(1, 2, 3, 4, 8, 16);
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    kind: fc.constant('write' as const),
    at: fc.nat(SIZE),
    size: sizes,
    value: fc.bigInt(0n, (1n << 128n) - 1n),
    symbolic: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('index' as const),
    at: fc.nat(SIZE),
    size: sizes,
    value: fc.bigInt(0n, (1n << 128n) - 1n),
  }),
  fc.record({ kind: fc.constant('pointer' as const), at: fc.nat(SIZE - 4) }),
  fc.record({ kind: fc.constant('copy' as const) }),
);

describe("an object's contents", () => {
  it('are the bytes that were stored, whatever stores were mixed', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 12 }), (actions) => {
        const bench = new Bench();
        const { memory } = bench.state;
        let state = newObject(bench);
        const other = newObject(bench, 'other');
        const bytes = new Uint8Array(SIZE);
        const store = (at: number, size: number, value: bigint) => {
          for (let i = 0; i < size; i++) bytes[at + i] = Number((value >> BigInt(8 * i)) & 255n);
        };
        const frozen: { copy: ObjectState; bytes: Uint8Array }[] = [];
        for (const each of actions) {
          if (each.kind === 'copy') {
            frozen.push({ copy: state, bytes: bytes.slice() });
            state = state.copy({});
            continue;
          }
          if (each.kind === 'pointer') {
            const pointer = new Pointer(other.object, each.at);
            state.write(each.at, 4, pointer, memory);
            store(each.at, 4, bitsOf(bench, pointer));
            expect(state.read(each.at, 4, memory)).toBe(pointer);
            continue;
          }
          const { at, size } = each;
          if (at + size > SIZE) continue;
          const value = BigInt.asUintN(8 * size, each.value);
          if (each.kind === 'write') {
            const input = each.symbolic ? bench.input(8 * size, value) : canonicalScalar(value);
            state.write(at, size, input, memory);
            if (input instanceof Term) expect(state.read(at, size, memory)).toBe(input);
          } else {
            state.writeAt(bench.input(32, at), size, bench.input(8 * size, value), memory);
          }
          store(at, size, value);
        }
        for (const { copy, bytes: expected } of [...frozen, { copy: state, bytes }]) {
          for (const size of [1, 2, 4, 8]) {
            for (let at = 0; at + size <= SIZE; at++) {
              let expectedValue = 0n;
              for (let i = size - 1; i >= 0; i--) expectedValue = (expectedValue << 8n) | BigInt(expected[at + i]);
              expect(bitsOf(bench, copy.read(at, size, memory))).toBe(expectedValue);
              if (size === 4) expect(bitsOf(bench, copy.readAt(bench.input(32, at), size, memory))).toBe(expectedValue);
            }
          }
        }
      }),
      { numRuns: 60, seed: 8 },
    );
  });
});

describe('memory', () => {
  it('is shared by forks until one of them writes', () => {
    const bench = new Bench();
    const object = newObject(bench);
    object.write(0, 4, 1, bench.state.memory);
    const child = bench.state.fork(99);
    const inChild = child.memory.get(object.object)!;
    expect(inChild).toBe(object);
    child.memory.own(inChild).write(0, 4, 2, child.memory);
    bench.state.memory.own(object).write(4, 4, 3, bench.state.memory);
    const read = (state: typeof child, at: number) => state.memory.get(object.object)!.read(at, 4, state.memory);
    expect([read(child, 0), read(child, 4)]).toEqual([2, 0]);
    expect([read(bench.state, 0), read(bench.state, 4)]).toEqual([1, 3]);
  });

  it('finds objects by address, and their ends', () => {
    const bench = new Bench();
    const object = newObject(bench);
    const { memory } = bench.state;
    expect(memory.pointerFrom(object.base + 5)).toEqual(new Pointer(object.object, 5));
    expect(memory.pointerFrom(object.base + SIZE)).toEqual(new Pointer(object.object, SIZE));
    expect(memory.pointerFrom(object.base + SIZE + 3)).toBe(object.base + SIZE + 3);
    expect(memory.pointerFrom(0)).toBe(0);
    expect(memory.address(new Pointer(object.object, -1))).toBe(object.base - 1);
  });

  it('gives a pointer to a local that is gone an address that is not null', () => {
    const bench = new Bench();
    const gone = new MemoryObject(5000, 'stack', 'local', null, null);
    gone.lastBase = 0xa000_0100;
    expect(bench.state.memory.address(new Pointer(gone, 4))).toBe(0xa000_0104);
  });
});
