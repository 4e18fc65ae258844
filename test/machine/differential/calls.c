/* Recursion, function pointers, variable arguments, switches, static and global state, goto. */
#include <stdarg.h>
#include <stdlib.h>
#include "checksum.h"

struct pair { int a; double b; };
struct large { int v[6]; };

static int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
static int is_odd(int n);
static int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }

static uint64_t variadic(const char *kinds, ...) {
  va_list list, again;
  va_start(list, kinds);
  va_copy(again, list);
  uint64_t result = 0;
  for (const char *k = kinds; *k; k++) {
    switch (*k) {
      case 'i': result = result * 31 + (uint64_t)va_arg(list, int); break;
      case 'l': result = result * 31 + (uint64_t)va_arg(list, long long); break;
      case 'd': result = result * 31 + (uint64_t)(va_arg(list, double) * 8); break;
      case 's': result = result * 31 + strlen(va_arg(list, char *)); break;
      case 'p': { struct pair p = va_arg(list, struct pair); result = result * 31 + (uint64_t)p.a + (uint64_t)p.b; break; }
      case 'L': { struct large p = va_arg(list, struct large); result = result * 31 + (uint64_t)(p.v[0] + p.v[5]); break; }
    }
  }
  if (kinds[0] == 'i') result += (uint64_t)va_arg(again, int);
  va_end(again);
  va_end(list);
  return result;
}

static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static int negate(int x) { return -x; }
static int (*const TABLE[])(int) = {twice, square, negate, abs};
typedef int (*maker(int))(int);
static int (*choose(int i))(int) { return TABLE[i & 3]; }

static int classify(int x) {
  switch (x) {
    case -5: return 1;
    case 0: case 1: case 2: x += 10; /* falls through */
    case 3: return x;
    case 100 ... 120: return 7;
    case 2147483647: return 9;
    default: return x % 7;
  }
}
static int classify_wide(unsigned long long x) {
  switch (x) { case 0: return 1; case 0xffffffffffffffffu: return 2; case 1ull << 40: return 3; default: return 4; }
}

static int counter(void) { static int count = 5; return count++; }

static int jumpy(int n) {
  int steps = 0;
again:
  if (n == 1) goto done;
  steps++;
  if (n % 2) { n = 3 * n + 1; goto again; }
  n /= 2;
  goto again;
done:
  return steps;
}

int main(int argc, char **argv) {
  mix((uint64_t)ackermann(2, 6)), mix((uint64_t)is_even(101)), mix((uint64_t)is_odd(77)), show("recursion");
  struct pair p = {3, 4.5};
  struct large l = {{1, 2, 3, 4, 5, 6}};
  mix(variadic("")), mix(variadic("iii", 1, -2, 3)), mix(variadic("ildslp", 5, -6LL, 2.5, "hello", 7LL, p)), mix(variadic("dLdi", 1.5, l, 2.5, 9));
  mix(variadic("iiiiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)), show("variadic");
  for (int i = 0; i < 12; i++) mix((uint64_t)choose(i)(i - 6)), mix((uint64_t)(choose(i) == choose(i + 4))), mix((uint64_t)(choose(i) == twice));
  show("pointers");
  for (int i = -10; i < 130; i++) mix((uint64_t)classify(i));
  mix((uint64_t)classify(2147483647)), mix((uint64_t)(classify_wide(0) + classify_wide(-1ull) * 10 + classify_wide(1ull << 40) * 100 + classify_wide(5) * 1000)), show("switch");
  for (int i = 0; i < 5; i++) mix((uint64_t)counter());
  for (int i = 1; i < 40; i++) mix((uint64_t)jumpy(i));
  show("state");
  mix((uint64_t)argc), mix(argv[argc] == NULL), show("arguments");
  return 42;
}
