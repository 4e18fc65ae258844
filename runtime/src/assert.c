/* Failed assertions become faults at the assertion's own line. */
#include "internal.h"

void __assert_fail(const char *condition, const char *file, int line, const char *function)
    __attribute__((noreturn));

void __assert_fail(const char *condition, const char *file, int line, const char *function) {
  (void)function;
  __pf_fail("assert", condition, file, line);
}

void __assert(const char *condition, const char *file, int line) { __pf_fail("assert", condition, file, line); }

void __assert_perror_fail(int number, const char *file, unsigned line, const char *function) {
  (void)function;
  __pf_fail("assert", strerror(number), file, (int)line);
}
