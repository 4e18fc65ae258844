#include <pathfold.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int level;

static void handler(void) { puts("handler"); }

__attribute__((destructor)) static void last(void) {
  printf("last %d\n", level);
  if (level > 2) {
    fflush(stdout);
    _exit(3);
  }
}

__attribute__((destructor(200))) static void after_last(void) { puts("after last"); }

__attribute__((constructor)) static void first(void) { atexit(handler); }

int main(void) {
  level = pathfold_int("level") > 5 ? 3 : 1;
  atexit(handler);
  return 0;
}
