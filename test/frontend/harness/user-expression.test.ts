import { describe, expect, it } from 'vitest';
import { readRange } from '../../../src/frontend/harness/harness-options.ts';
import { conjuncts, renamed } from '../../../src/frontend/harness/user-expression.ts';

describe('an expression that the user assumes', () => {
  it.each([
    ['rb->head < 16 && rb->tail < 16', ['rb->head < 16', 'rb->tail < 16']],
    ['((a || b) && c)', ['((a) != 0) | ((b) != 0)', 'c']],
    ['x < 0 || x > 10', ['((x < 0) != 0) | ((x > 10) != 0)']],
    ['(a > 0 && a < 5) || b == 9', ['(((a > 0) != 0) & ((a < 5) != 0)) | ((b == 9) != 0)']],
    ["c == '|' || c == '('", ["((c == '|') != 0) | ((c == '(') != 0)"]],
    ['a ? b && c : d', ['a ? b && c : d']],
  ])('%s splits no path', (expression, parts) => {
    expect(conjuncts(expression, '--assume')).toEqual(parts);
  });

  it.each(['p == 0 || p->x > 3', 'valid(x) || y', 'n == 0 || m / n > 2', '*p || c', 'a[i] || b'])(
    '%s is left as it is, because its second part must not always be evaluated',
    (expression) => expect(conjuncts(expression, '--assume')).toEqual([expression]),
  );

  it.each([
    ['a = 3', '= would change an input'],
    ['x++ < 3', '++ would change an input'],
    ['(a', 'the brackets do not match'],
    ['a)', 'the brackets do not match'],
    ['a; b', 'it must be one C expression'],
    ['  ', 'there is no expression'],
    ['a // b', 'comments and directives cannot stand in it'],
  ])('%s is refused', (expression, why) => {
    expect(() => conjuncts(expression, '--assume')).toThrow(`--assume: ${why}`);
  });

  it('keeps members when its variables get other names', () => {
    const names = new Map([['x', 'in_x']]);
    expect(renamed("x->x < 3 && in.x == 'x' && x", names)).toBe("in_x->x < 3 && in.x == 'x' && in_x");
  });
});

describe('a range', () => {
  it.each([
    ['-400..400', '-400', '400'],
    ['0..MAX', '0', 'MAX'],
    ["'a'..'z'", "'a'", "'z'"],
    ['1..', '1', null],
    ['..0x7F', null, '0x7F'],
    ['-0.5..2e3', '-0.5', '2e3'],
  ])('%s has its ends', (text, low, high) => expect(readRange(text)).toEqual({ low, high }));

  it.each(['..', '3', '1..2..3', 'f()..3', '1..2;'])('%s is none', (text) => expect(readRange(text)).toBeNull());

  it('must not be empty', () => expect(() => readRange('5..4')).toThrow('is empty'));
});
