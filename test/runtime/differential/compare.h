/*
 * For drivers that call the same function twice, in the real library and in the model (where it is named pf_...), and print the
 * calls on which they differ. Arguments: seed, number of rounds. The last line is "calls N differences M".
 */
#ifndef COMPARE_H
#define COMPARE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t compare_state;
static long compare_calls, compare_differences;

static uint64_t draw(void) {
  compare_state ^= compare_state << 13;
  compare_state ^= compare_state >> 7;
  compare_state ^= compare_state << 17;
  return compare_state;
}

static unsigned below(unsigned n) { return (unsigned)(draw() % n); }

#define DIFFERENCE(...)                     \
  do {                                      \
    if (compare_differences++ < 12) {       \
      printf("difference: " __VA_ARGS__);   \
      printf("\n");                         \
    }                                       \
  } while (0)

void compare_round(void);
void compare_fixed_cases(void);

int main(int argc, char **argv) {
  long rounds = argc > 2 ? atol(argv[2]) : 1000;
  compare_state = argc > 1 ? (uint64_t)atol(argv[1]) * 0x9e3779b97f4a7c15ull + 1 : 1;
  compare_fixed_cases();
  for (long i = 0; i < rounds; i++) compare_round();
  printf("calls %ld differences %ld\n", compare_calls, compare_differences);
  return 0;
}

#ifdef __wasm__
extern _Thread_local int pf_errno;
#define MODEL_ERRNO pf_errno
#else
int *pf___errno_location(void);
#define MODEL_ERRNO (*pf___errno_location())
#endif

#endif
