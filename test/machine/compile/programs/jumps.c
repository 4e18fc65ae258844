// Calls through pointers, longjmp out of nested loops, variable arguments, structures by value.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <pathfold.h>
struct pair { int a, b; };
static jmp_buf back;
static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static int (*const steps[])(int) = { twice, square };
static struct pair swap(struct pair p) { return (struct pair){ p.b, p.a }; }
static int total(int n, ...) {
  va_list list;
  int sum = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++) sum += va_arg(list, int);
  va_end(list);
  return sum;
}
static void search(int limit) {
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 20; j++)
      if (i * j > limit) longjmp(back, i);
}
int main(void) {
  int limit = pathfold_range("limit", 98, 101);
  volatile int rounds = 0;
  int x = 1;
  struct pair p = { 1, 2 };
  for (int i = 0; i < 40; i++) {
    x = steps[i % 2](x) % 1009;
    p = swap(p);
    p.a += total(3, i, x, p.b);
  }
  int found = setjmp(back);
  if (found == 0 || rounds < 3) {
    rounds++;
    search(rounds < 3 ? 50 : limit);
  }
  printf("%d %d %d\n", x, p.a, found);
  return found;
}
