/*
 * Bytes of an array, and a second object of the same name.
 * klee: PROGRAM
 * done: 3 0 3
 * object: text 3
 * object: text_1 1
 */
#include <klee/klee.h>

int main(void) {
  char text[3], other;
  klee_make_symbolic(text, sizeof text, "text");
  klee_make_symbolic(&other, sizeof other, "text");
  if (text[0] != 'k') return 1;
  if (text[2] == other) return 2;
  return 3;
}
