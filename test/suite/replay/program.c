/* Does one thing or another, as told by the first byte of its standard input. */
#include <assert.h>
#include <pathfold.h>
#include <stdio.h>
#include <stdlib.h>

static int deeper(int n) { return n == 0 ? 0 : deeper(n - 1) + 1; }

int main(int argc, char **argv) {
  int x = pathfold_int("x");
  char s[4];
  pathfold_string(s, sizeof s, "s");
  long l = pathfold_long("l");
  bool b = pathfold_bool("b");
  float f = pathfold_float("f");
  printf("%d %s %ld %d %g %s\n", x, s, l, b, f, argc > 1 ? argv[1] : "-");
  pathfold_output("sum", x + l);
  pathfold_output("text", s);
  switch (getchar()) {
    case 'a':
      assert(x == 3);
      break;
    case 'A':
      abort();
    case 'd':
      return 7 / (b - 1);
    case 'e':
      fputs("failing\n", stderr);
      exit(-2);
    case 'l':
      for (volatile int i = 0;; i++) {
      }
    case 'n': {
      volatile int *volatile nowhere = NULL;
      return *nowhere + 100;
    }
    case 'o': {
      int *volatile p = malloc(4 * sizeof *p);
      p[x + 9] = 1;
      free(p);
      return 9;
    }
    case 'r':
      return deeper(x + 20000) != x + 20000;
    case 'u':
      pathfold_assume(x == 100);
  }
  return x;
}
