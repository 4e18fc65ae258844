import { describe, expect, it } from 'vitest';
import { shortest } from '../../src/machine/endless-text.ts';

const bytes = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const textOf = (parts: readonly unknown[]) => String.fromCharCode(...(parts as number[]));

function circle(written: string, repeated: number): string {
  const { before, again } = shortest(bytes(written), repeated);
  return `${textOf(before)}(${textOf(again)})`;
}

describe('text that is written again and again', () => {
  it('does not depend on how many turns were seen, nor on where the circle was noticed', () => {
    expect(circle('xabab', 2)).toBe('x(ab)');
    expect(circle('xababab', 4)).toBe('x(ab)');
    expect(circle('xababa', 2)).toBe('x(ab)');
  });

  it('keeps what comes before the circle', () => {
    expect(circle('xaabab', 2)).toBe('xa(ab)');
    expect(circle('aaaa', 1)).toBe('(a)');
  });
});
