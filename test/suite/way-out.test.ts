import { describe, expect, it } from 'vitest';
import { wayOut } from '../../src/suite/way-out.ts';

const ASSUMED = [
  'in: points to 1 unsigned char (--array in=N or in=inlen); never null (--nullable in)',
  'p: a string of at most 8 characters (--string p=N); never null (--nullable p)',
  'v->items: points to 4 int, as declared; never null',
];

describe('the way out of an assumption', () => {
  const of = (message: string) => wayOut({ kind: 'out-of-bounds', message }, ASSUMED);

  it('is named beside a fault that goes beyond what was assumed', () => {
    expect(of('read of 1 byte at offset 1 of in (1 byte)')).toBe(
      'in is that large by assumption; if callers give more: --array in=N or in=inlen',
    );
    expect(of('write of 1 byte at an index beyond p (9 bytes)')).toContain('--string p=N');
    expect(of('write of 1 byte at offset -1 of p (9 bytes)')).toContain('--string p=N');
  });

  it('is not to make a string longer for one who reads beyond its end', () => {
    expect(of('read of 1 byte at offset 9 of p (9 bytes)')).toBeNull();
    const counted = ['b: a string of at most 8 characters (--string b=N or --array b=n); never null (--nullable b)'];
    expect(wayOut({ kind: 'out-of-bounds', message: 'read of 1 byte at offset 9 of b (9 bytes)' }, counted)).toContain(
      'give more: --array b=n',
    );
  });

  it('is not there for objects of the program, or where no option helps', () => {
    expect(of('read of 4 bytes at offset 16 of table (16 bytes)')).toBeNull();
    expect(of('read of 4 bytes at offset 16 of v->items (16 bytes)')).toBeNull();
    expect(wayOut({ kind: 'null-pointer', message: 'access through offset 4 of a null pointer' }, ASSUMED)).toBeNull();
  });
});
