import { describe, expect, it } from 'vitest';
import { kquery, kqueryExpression } from '../../src/expr/print-kquery.ts';
import { Terms } from '../../src/expr/terms.ts';

describe('KQuery', () => {
  const terms = new Terms();
  const x = terms.variable('x', 32);
  const text = terms.bytes('text', 3);
  const at = (index: number) => terms.read(text, terms.constant(32, index));

  it('reads inputs from arrays of bytes', () => {
    expect(kqueryExpression(x)).toBe('(ReadLSB w32 (w32 0) x)');
    expect(kqueryExpression(at(2))).toBe('(Read w8 (w32 2) text)');
  });

  it('writes a term that is used twice once, with a label', () => {
    const sum = terms.add(x, terms.constant(32, 7));
    const both = terms.and(
      terms.ult(terms.constant(32, 9), sum),
      terms.eq(terms.and(sum, terms.constant(32, 1)), terms.constant(32, 1)),
    );
    const written = kqueryExpression(both)!;
    expect(written.match(/N0:\(/g)).toHaveLength(1);
    expect(written.match(/N0\b/g)!.length).toBeGreaterThan(1);
    const labels = [...written.matchAll(/N(\d+)/g)].map(([label]) => label);
    for (const label of new Set(labels)) expect(written.indexOf(`${label}:`)).toBe(written.indexOf(label));
  });

  it('declares what conditions speak of', () => {
    const conditions = [terms.slt(x, terms.constant(32, 5)), terms.not(terms.eq(at(0), terms.constant(8, 65)))];
    expect(kquery(conditions)).toBe(
      [
        'array x[4] : w32 -> w8 = symbolic',
        'array text[3] : w32 -> w8 = symbolic',
        '(query [(Slt (ReadLSB w32 (w32 0) x) (w32 5))',
        '        (Eq false (Eq (Read w8 (w32 0) text) (w8 65)))]',
        '       false)',
        '',
      ].join('\n'),
    );
  });

  it('writes updates of arrays, the newest first', () => {
    const index = terms.zext(terms.extract(x, 0, 8), 32);
    const changed = terms.store(terms.store(text, index, terms.constant(8, 1)), terms.constant(32, 1), at(0));
    const read = terms.read(changed, terms.extract(terms.zext(x, 64), 0, 32));
    expect(kqueryExpression(read)).toMatch(/^\(Read w8 .* \[\(w32 1\)=\(Read w8 \(w32 0\) text\), .*\] @ text\)$/);
  });

  it('has no floats', () => {
    const f = terms.variable('f', 64);
    expect(kquery([terms.flt(f, terms.variable('g', 64))])).toBeNull();
  });
});
