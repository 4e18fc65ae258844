import { expect, it } from 'vitest';
import { declaredLengths } from '../../../src/frontend/harness/declared-lengths.ts';

function lengths(source: string): Record<string, number> {
  return Object.fromEntries(declaredLengths({ name: 'f' }, source));
}

it('declared lengths of array parameters are read off the definition', () => {
  expect(lengths('int f(int a[4]) { return a[3]; }')).toEqual({ a: 4 });
  expect(lengths('int g(void) { return f(0); }\nint f(int a[static 4], char b[0x10], int *c) {}')).toEqual({
    a: 4,
    b: 16,
  });
  expect(lengths('#define N 3\n#define M (N * 2)\nint f(int grid[M][N]) {}')).toEqual({ grid: 6 });
  expect(lengths('enum { SIZE = 8, MORE };\nint f(const int board[SIZE + 1]) {}')).toEqual({ board: 9 });
});

it('what cannot be read is left to the user', () => {
  expect(lengths('int f(int n, int a[n]) {}')).toEqual({});
  expect(lengths('int f(int a[]) {}')).toEqual({});
  expect(lengths('int f(int a[sizeof(int)]) {}')).toEqual({});
  expect(lengths('int f(int a[4]);')).toEqual({});
  expect(lengths('/* int f(int a[4]) {} */ int f(int *a) {}')).toEqual({});
});
