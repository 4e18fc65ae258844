/* What a function with variable arguments reads hangs on how many it was told to read. */
#include <pathfold.h>
#include <stdarg.h>

static int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int total = 0;
  for (int i = 0; i < count; i++) total += va_arg(list, int);
  va_end(list);
  return total;
}

static void store(int which, ...) {
  va_list list;
  va_start(list, which);
  int *target = va_arg(list, int *);
  if (which > 0) target = va_arg(list, int *);
  *target = 9;
  va_end(list);
}

int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y"), z = pathfold_int("z");
  int a = 1, b = 2;
  if (x > 0) a = 10;
  store(y, &a, &b);
  int result = sum(z > 0 ? 2 : 1, a, b);
  return result + a * 2;
}
