/** Bodies of `main` in which something is lost that a careless comparison of paths does not look at. */
export const TRICKY_BODIES: Record<string, string> = {
  'an input that another path has made already': `
  int x = 0;
  if (pathfold_int("a") > 0) x = pathfold_int("b");
  int y = pathfold_int("b");
  if (y > 5) x += 1;
  pathfold_assert(!(x == 7 && y == 9));`,
  'a pointer that means another object': `
  int u = 1, v = 0, *p = &u;
  if (pathfold_int("a") > 0) p = &v;
  if (pathfold_int("b") > 0) u = 2;
  return 10 / *p;`,
  'a block that was freed on the other path': `
  int *p = malloc(4);
  *p = 1;
  if (pathfold_int("a") > 0) free(p);
  if (pathfold_int("b") > 0) return *p;`,
  'a concrete counter that another path has moved': `
  int i = 0, t[4] = {0};
  if (pathfold_int("a") > 0) i = 3;
  if (pathfold_int("b") > 0) i++;
  t[i] = 1;
  return t[0];`,
  'a store at a symbolic index': `
  int t[4] = {1, 1, 1, 1};
  unsigned at = pathfold_unsigned("at");
  if (at < 4) t[at] = 0;
  if (pathfold_int("b") > 0) t[1] = 2;
  return 5 / t[2];`,
  'a read at a symbolic index': `
  int t[4] = {1, 2, 3, 4};
  if (pathfold_int("a") > 0) t[3] = 0;
  unsigned at = pathfold_unsigned("at");
  if (at >= 4) return 0;
  if (pathfold_int("b") > 0) at = 1;
  return 5 / t[at];`,
  'a callee that depends on the path': `
  int (*f)(int) = one;
  if (pathfold_int("a") > 0) f = two;
  int x = pathfold_int("b");
  return 8 / f(x);`,
  recursion: `return 4 / deep(pathfold_int("a"), 3);`,
  'a switch': `
  int s = 0;
  switch (pathfold_int("a")) { case 1: s = 1; break; case 2: case 3: s = 2; break; default: s = 3; }
  switch (pathfold_int("b")) { case 1: s += 1; break; case 2: s += 2; break; default: s += 3; }
  pathfold_assert(s != 5);`,
  'a struct that is copied': `
  struct pair { int x; short y; } p = {1, 2}, q;
  if (pathfold_int("a") > 0) p.y = 0;
  q = p;
  if (pathfold_int("b") > 0) q.x = 3;
  return 6 / q.y;`,
  'an assumption': `
  int x = pathfold_int("x"), y = 1;
  if (pathfold_int("a") > 0) y = 0;
  pathfold_assume(x > 2);
  if (x < 10) y += 1;
  return 3 / y;`,
};

export const programOf = (body: string) => `#include <pathfold.h>
#include <stdlib.h>
int one(int x) { return x > 3 ? 1 : 2; }
int two(int x) { return x > 3 ? 0 : 2; }
int deep(int x, int n) { if (n == 0) return 1; if (x > n) return deep(x - 1, n - 1); return deep(x, n - 1) - (x == 2); }
int main(void) {${body}
  return 0;
}`;
