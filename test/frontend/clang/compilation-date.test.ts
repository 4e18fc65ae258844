import { describe, expect, test } from 'vitest';
import { dateFlags, fixedDate, recordedDate } from '../../../src/frontend/clang/compilation-date.ts';

const file = (text: string) => ({ path: '/a.c', bytes: new TextEncoder().encode(text) });

describe('the date of a compilation', () => {
  test('is the same on every day where we compile', () => {
    expect(fixedDate()).toEqual({ date: 'Nov 14 2023', time: '22:13:20' });
    expect(fixedDate(5 * 86400)).toEqual({ date: 'Jan  6 1970', time: '00:00:00' });
  });

  test('is told to clang only where a file asks for it', () => {
    expect(dateFlags([file('int x;'), file('#define D __DATE__')], fixedDate)).toContain('-D__DATE__="Nov 14 2023"');
    expect(dateFlags([file('int x;')], fixedDate)).toEqual([]);
  });

  test('is the second before its record that stands in the program, or else that of the record', () => {
    const recordedAt = new Date(2026, 2, 1, 0, 0, 3).getTime();
    expect(recordedDate(recordedAt, (text) => text === '23:59:58')).toEqual({ date: 'Feb 28 2026', time: '23:59:58' });
    expect(recordedDate(recordedAt, () => false)).toEqual({ date: 'Mar  1 2026', time: '00:00:03' });
  });
});
