/*
 * Three values and no other.
 * klee: PROGRAM
 * done: 3 0 3
 * values: r 0 1 2
 */
#include <klee/klee.h>

int main(void) {
  switch (klee_range(0, 3, "r")) {
    case 0: return 0;
    case 1: return 1;
    case 2: return 2;
    default: klee_abort();
  }
}
