/*
 * Linked into programs measured with gcov: a program that a signal ends still leaves its counters behind. SIGVTALRM is for
 * whoever runs it and has waited long enough; without one who does, define ALARM as the seconds to wait.
 */
#include <signal.h>
#include <unistd.h>

void __gcov_dump(void);

static void flush(int number) {
  __gcov_dump();
  _exit(128 + number);
}

__attribute__((constructor)) static void install(void) {
  signal(SIGABRT, flush);
  signal(SIGSEGV, flush);
  signal(SIGFPE, flush);
  signal(SIGILL, flush);
  signal(SIGVTALRM, flush);
#ifdef ALARM
  signal(SIGALRM, flush);
  alarm(ALARM);
#endif
}
