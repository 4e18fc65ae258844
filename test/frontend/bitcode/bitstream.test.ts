import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bitstream, Entry } from '../../../src/frontend/bitcode/bitstream.ts';
import { BitcodeProblem } from '../../../src/frontend/bitcode/problem.ts';
import { BitWriter, type Field } from './bitwriter.ts';

const BLOCK = 9;

/** The stream, moved into its first block. */
function inside(writer: BitWriter): Bitstream {
  const stream = new Bitstream(writer.bytes());
  expect(stream.next()).toBe(Entry.Block);
  stream.enter();
  return stream;
}

function operands(stream: Bitstream): bigint[] {
  return Array.from({ length: stream.length }, (_, i) => stream.wide(i));
}

describe('plain records', () => {
  it('keep all 64 bits of an operand', () => {
    const values = [0n, 31n, 32n, (1n << 32n) - 1n, 1n << 32n, (1n << 53n) + 1n, (1n << 64n) - 1n];
    const stream = inside(new BitWriter().enter(BLOCK, 3).plainRecord(70, values).leave());
    expect(stream.next()).toBe(Entry.Record);
    expect(stream.code).toBe(70);
    expect(operands(stream)).toEqual(values);
    expect(stream.next()).toBe(Entry.End);
  });

  it('survive the round trip for any operands and block width', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 12 }),
        fc.array(fc.tuple(fc.nat(4000), fc.array(fc.bigInt(0n, (1n << 64n) - 1n), { maxLength: 80 }))),
        (width, records) => {
          const writer = new BitWriter().enter(BLOCK, width);
          for (const [code, values] of records) writer.plainRecord(code, values);
          const stream = inside(writer.leave());
          for (const [code, values] of records) {
            expect(stream.next()).toBe(Entry.Record);
            expect([stream.code, ...operands(stream)]).toEqual([code, ...values]);
          }
          expect(stream.next()).toBe(Entry.End);
        },
      ),
    );
  });
});

const width = fc.integer({ min: 2, max: 32 });
const numeric = fc.oneof(
  width.map((bits) => ({ kind: 'fixed' as const, width: bits })),
  width.map((bits) => ({ kind: 'vbr' as const, width: bits })),
);
const char6 = fc.constant({ kind: 'char6' as const });
const tail = fc.oneof(
  fc.constant(null),
  fc.constant({ kind: 'blob' as const }),
  fc.oneof(numeric, char6).map((element) => ({ kind: 'array' as const, element })),
);
const literal = fc.bigInt(0n, (1n << 64n) - 1n).map((value) => ({ kind: 'literal' as const, value }));

function valueFor(field: Field): fc.Arbitrary<bigint | bigint[]> {
  switch (field.kind) {
    case 'literal':
      return fc.constant(field.value);
    case 'fixed':
      return fc.bigInt(0n, (1n << BigInt(field.width)) - 1n);
    case 'vbr':
      return fc.bigInt(0n, (1n << 64n) - 1n);
    case 'char6':
      return fc.constantFrom(...'azAZ09._').map((c) => BigInt(c.charCodeAt(0)));
    case 'blob':
      return fc.array(fc.bigInt(0n, 255n), { maxLength: 40 });
    case 'array':
      return fc.array(valueFor(field.element) as fc.Arbitrary<bigint>, { maxLength: 90 });
  }
}

const abbreviation = fc
  .tuple(fc.array(fc.oneof(numeric, char6, literal), { maxLength: 6 }), tail)
  .map(([fields, last]): Field[] => [{ kind: 'vbr', width: 6 }, ...fields, ...(last === null ? [] : [last])]);
const shapedRecord = abbreviation.chain((fields) =>
  fc.record({
    fields: fc.constant(fields),
    code: fc.bigInt(0n, 5000n),
    values: fc.tuple(...fields.slice(1).map(valueFor)) as fc.Arbitrary<(bigint | bigint[])[]>,
  }),
);

describe('abbreviated records', () => {
  it('survive the round trip for any shape', () => {
    fc.assert(
      fc.property(shapedRecord, fc.boolean(), ({ fields, code, values }, fromBlockInfo) => {
        const writer = new BitWriter();
        if (fromBlockInfo) {
          writer
            .enter(0, 2)
            .plainRecord(1, [BigInt(BLOCK)])
            .define(fields)
            .leave()
            .enter(BLOCK, 4);
        } else writer.enter(BLOCK, 4).define(fields);
        writer
          .abbreviated(4, fields, [code, ...values])
          .plainRecord(1, [2n])
          .leave();
        const stream = new Bitstream(writer.bytes());
        if (fromBlockInfo) {
          expect(stream.next()).toBe(Entry.Block);
          stream.readBlockInfo();
        }
        expect(stream.next()).toBe(Entry.Block);
        stream.enter();
        expect(stream.next()).toBe(Entry.Record);
        expect(BigInt(stream.code)).toBe(code);
        const hasBlob = fields[fields.length - 1].kind === 'blob';
        expect(operands(stream)).toEqual((hasBlob ? values.slice(0, -1) : values).flat());
        const blob = hasBlob ? Uint8Array.from((values[values.length - 1] as bigint[]).map(Number)) : null;
        expect(stream.blob).toEqual(blob);
        // What follows is still in step.
        expect(stream.next()).toBe(Entry.Record);
        expect(operands(stream)).toEqual([2n]);
        expect(stream.next()).toBe(Entry.End);
      }),
    );
  });

  it('read an empty field as nothing, as LLVM writes it', () => {
    const fields: Field[] = [
      { kind: 'literal', value: 3n },
      { kind: 'fixed', width: 0 },
      { kind: 'fixed', width: 4 },
    ];
    const stream = inside(new BitWriter().enter(BLOCK, 4).define(fields).abbreviated(4, fields, [3n, 0n, 9n]).leave());
    stream.next();
    expect([stream.code, ...operands(stream)]).toEqual([3, 0n, 9n]);
  });
});

describe('blocks', () => {
  it('nest, and can be skipped', () => {
    const writer = new BitWriter().enter(BLOCK, 3).enter(20, 5).plainRecord(1, [1n]).leave();
    const stream = inside(writer.plainRecord(2, []).leave());
    expect(stream.next()).toBe(Entry.Block);
    expect(stream.blockId).toBe(20);
    stream.skip();
    expect(stream.next()).toBe(Entry.Record);
    expect(stream.code).toBe(2);
    expect(stream.next()).toBe(Entry.End);
  });

  it('forget their own abbreviations at their end', () => {
    const fields: Field[] = [{ kind: 'literal', value: 3n }];
    const writer = new BitWriter().enter(BLOCK, 4).enter(BLOCK, 4).define(fields).leave();
    const stream = inside(writer.abbreviated(4, fields, [3n]).leave());
    stream.next();
    stream.enter();
    expect(stream.next()).toBe(Entry.End);
    expect(() => stream.next()).toThrow('unknown abbreviation');
  });
});

describe('damaged streams', () => {
  const damages: [string, BitWriter, string][] = [
    ['an array longer than the file', arrayOfLength(1n << 31n), 'longer than its block'],
    ['an array of empty elements longer than the file', arrayOfLength(1n << 31n, 0), 'longer than its block'],
    ['a record longer than its block', recordOfLength(1n << 40n), 'longer than its block'],
    [
      'a number of more than 64 bits',
      new BitWriter()
        .enter(BLOCK, 3)
        .plainRecord(1, [1n << 70n])
        .leave(),
      '64 bits',
    ],
  ];
  it.each(damages)('with %s are refused without allocating', (_, writer, message) => {
    const stream = inside(writer);
    expect(() => stream.next()).toThrow(BitcodeProblem);
    expect(() => inside(writer).next()).toThrow(message);
  });

  it('refuse a block that is longer than what is left', () => {
    const bytes = new BitWriter().enter(BLOCK, 3).plainRecord(1, [1n]).leave().bytes();
    new DataView(bytes.buffer).setUint32(4, 1000, true);
    expect(() => new Bitstream(bytes).next()).toThrow('middle of a block');
  });
});

function arrayOfLength(length: bigint, elementWidth = 8): BitWriter {
  const fields: Field[] = [
    { kind: 'literal', value: 1n },
    { kind: 'array', element: { kind: 'fixed', width: elementWidth } },
  ];
  return new BitWriter().enter(BLOCK, 4).define(fields).fixed(4n, 4).vbr(length, 6).leave();
}

function recordOfLength(length: bigint): BitWriter {
  return new BitWriter().enter(BLOCK, 3).fixed(3n, 3).vbr(1n, 6).vbr(length, 6).leave();
}
