/* Signals that the program sends to itself. */
#include "internal.h"

typedef void (*signal_handler)(int number);

enum { SIGNAL_COUNT = 65, SIGNAL_DEFAULT = 0, SIGNAL_IGNORED = 1, SIGNAL_ABORT = 6 };

static signal_handler signal_handlers[SIGNAL_COUNT];

signal_handler signal(int number, signal_handler handler) {
  if (number <= 0 || number >= SIGNAL_COUNT || number == 9 || number == 19) {
    errno = EINVAL;
    return (signal_handler)(intptr_t)-1;
  }
  signal_handler old = signal_handlers[number];
  signal_handlers[number] = handler;
  return old;
}

signal_handler __sysv_signal(int number, signal_handler handler) { return signal(number, handler); }

/* Ignored by default: child status, continue, urgent data, window size. */
static bool signal_harmless(int number) { return number == 17 || number == 18 || number == 23 || number == 28; }

int raise(int number) {
  if (number <= 0 || number >= SIGNAL_COUNT) {
    errno = EINVAL;
    return -1;
  }
  intptr_t handler = (intptr_t)signal_handlers[number];
  if (handler == SIGNAL_IGNORED) return 0;
  if (handler != SIGNAL_DEFAULT) {
    ((signal_handler)handler)(number);
    return 0;
  }
  if (signal_harmless(number)) return 0;
  if (number == SIGNAL_ABORT) __pf_fail("abort", "raise(SIGABRT) was called", NULL, 0);
  __pf_fail("abort", "the program raised a deadly signal", NULL, 0);
}

int kill(int process, int number) {
  (void)process;
  return number ? raise(number) : 0;
}
