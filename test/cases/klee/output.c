/*
 * What the program prints is printed.
 * klee: PROGRAM
 * done: 2 0 2
 * stdout: begin
 * stdout: one
 * stdout: two
 * stderr: complaint
 */
#include <klee/klee.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  write(1, "begin\n", 6);
  fprintf(stderr, "complaint\n");
  puts(klee_int("x") > 10 ? "one" : "two");
  return 0;
}
