/*
 * Signals: nobody but the program itself sends any. One that is blocked waits until it is let through, and is then delivered at
 * that very call, as POSIX has it for signals a thread sends to itself.
 */
#include "posix.h"

int kill(int process, int number);
int sighold(int number);
int sigrelse(int number);

enum { SIGNAL_COUNT = 65, SIGNAL_ABORT = 6, SIGNAL_KILL = 9, SIGNAL_STOP = 19 };
enum { SIGNALS_WITH_INFORMATION = 4, SIGNAL_NOT_BLOCKED_MEANWHILE = 0x40000000, SIGNAL_ONLY_ONCE = (int)0x80000000 };
enum { SIGNAL_BLOCK = 0, SIGNAL_UNBLOCK = 1, SIGNAL_SET_MASK = 2 };

typedef void (*signal_handler)(int number);
#define SIGNAL_DEFAULT ((signal_handler)(intptr_t)0)
#if PF_WASI
/* Numbers are functions there: 1 could be a handler. */
void __SIG_IGN(int number) { (void)number; }
void __SIG_ERR(int number) {
  (void)number;
  abort();
}
#define SIGNAL_IGNORED __SIG_IGN
#define SIGNAL_ERROR __SIG_ERR
#define SIGNAL_HELD ((signal_handler)(intptr_t)2)
#else
#define SIGNAL_IGNORED ((signal_handler)(intptr_t)1)
#define SIGNAL_ERROR ((signal_handler)(intptr_t)-1)
#define SIGNAL_HELD ((signal_handler)(intptr_t)2)
#endif

/* 1,024 signals, of which 64 exist: the first eight bytes. */
typedef struct {
  uint64_t bits;
  uint64_t unused[15];
} sigset_t;

struct sigaction {
  union {
    signal_handler plain;
    void (*informed)(int number, void *information, void *context);
  } handler;
  sigset_t mask;
  int flags;
  void (*restorer)(void);
};

static struct sigaction signal_actions[SIGNAL_COUNT];
static uint64_t signals_blocked, signals_waiting;

static bool signal_exists(int number) { return number > 0 && number < SIGNAL_COUNT; }
static uint64_t signal_bit(int number) { return (uint64_t)1 << (number - 1); }

/* --- sets ------------------------------------------------------------------------------------------------------------------ */

int sigemptyset(sigset_t *set) {
  static const sigset_t empty;
  *set = empty;
  return 0;
}

int sigfillset(sigset_t *set) {
  sigemptyset(set);
  set->bits = ~(uint64_t)0;
  return 0;
}

int sigaddset(sigset_t *set, int number) {
  if (!signal_exists(number)) return pf_fail(EINVAL);
  set->bits |= signal_bit(number);
  return 0;
}

int sigdelset(sigset_t *set, int number) {
  if (!signal_exists(number)) return pf_fail(EINVAL);
  set->bits &= ~signal_bit(number);
  return 0;
}

int sigismember(const sigset_t *set, int number) {
  if (!signal_exists(number)) return pf_fail(EINVAL);
  return (set->bits & signal_bit(number)) != 0;
}

int sigisemptyset(const sigset_t *set) { return set->bits == 0; }

/* --- what happens on delivery ------------------------------------------------------------------------------------------------- */

/* Ignored by default: child status, continue, urgent data, window size. */
static bool signal_harmless(int number) { return number == 17 || number == 18 || number == 23 || number == 28; }

struct signal_information {
  int number, error, code;
  int unused[29];
};

static void signal_deliver(int number) {
  struct sigaction action = signal_actions[number];
  signal_handler handler = action.handler.plain;
  if (handler == SIGNAL_IGNORED) return;
  if (handler == SIGNAL_DEFAULT) {
    if (signal_harmless(number)) return;
    if (number == SIGNAL_ABORT) __pf_fail("abort", "raise(SIGABRT) was called", NULL, 0);
    __pf_fail("abort", "the program raised a deadly signal", NULL, 0);
  }
  uint64_t before = signals_blocked;
  signals_blocked |= action.mask.bits;
  if (!(action.flags & SIGNAL_NOT_BLOCKED_MEANWHILE)) signals_blocked |= signal_bit(number);
  if (action.flags & SIGNAL_ONLY_ONCE) signal_actions[number].handler.plain = SIGNAL_DEFAULT;
  if (action.flags & SIGNALS_WITH_INFORMATION) {
    struct signal_information information = {.number = number, .code = -6};
    action.handler.informed(number, &information, NULL);
  } else {
    handler(number);
  }
  signals_blocked = before;
}

static void signals_deliver_waiting(void) {
  for (int number = 1; number < SIGNAL_COUNT && signals_waiting & ~signals_blocked; number++) {
    if (!(signals_waiting & ~signals_blocked & signal_bit(number))) continue;
    signals_waiting &= ~signal_bit(number);
    signal_deliver(number);
  }
}

int raise(int number) {
  if (!signal_exists(number)) return pf_fail(EINVAL);
  if (signals_blocked & signal_bit(number)) {
    if (signal_actions[number].handler.plain != SIGNAL_IGNORED) signals_waiting |= signal_bit(number);
  } else {
    signal_deliver(number);
  }
  return 0;
}

int kill(int process, int number) {
  if (process != 42 && number) __pf_absent("kill"); /* there are others on a real system */
  if (process > 1 && process != 42) return pf_fail(ESRCH);
  if (process == 1) return pf_fail(EPERM);
  return number ? raise(number) : 0;
}

int killpg(int group, int number) { return kill(-group, number); }

/* --- what a program says about them ---------------------------------------------------------------------------------------------- */

int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict old) {
  if (!signal_exists(number)) return pf_fail(EINVAL);
  if (action && (number == SIGNAL_KILL || number == SIGNAL_STOP)) return pf_fail(EINVAL);
  struct sigaction before = signal_actions[number];
  if (action) signal_actions[number] = *action;
  if (old) *old = before;
  return 0;
}

static signal_handler signal_set(int number, signal_handler handler, int flags) {
  struct sigaction action = {.handler.plain = handler, .flags = flags}, old;
  return sigaction(number, &action, &old) < 0 ? SIGNAL_ERROR : old.handler.plain;
}

signal_handler signal(int number, signal_handler handler) { return signal_set(number, handler, 0); }
signal_handler bsd_signal(int number, signal_handler handler) { return signal_set(number, handler, 0); }

signal_handler __sysv_signal(int number, signal_handler handler) {
  return signal_set(number, handler, SIGNAL_ONLY_ONCE | SIGNAL_NOT_BLOCKED_MEANWHILE);
}

signal_handler sysv_signal(int number, signal_handler handler) { return __sysv_signal(number, handler); }

int siginterrupt(int number, int interrupts) {
  (void)interrupts;
  return signal_exists(number) ? 0 : pf_fail(EINVAL);
}

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
  uint64_t before = signals_blocked;
  if (set) {
    if (how < SIGNAL_BLOCK || how > SIGNAL_SET_MASK) return pf_fail(EINVAL);
    signals_blocked = how == SIGNAL_BLOCK ? before | set->bits : how == SIGNAL_UNBLOCK ? before & ~set->bits : set->bits;
    signals_blocked &= ~(signal_bit(SIGNAL_KILL) | signal_bit(SIGNAL_STOP));
  }
  if (old) {
    sigemptyset(old);
    old->bits = before;
  }
  if (set) signals_deliver_waiting();
  return 0;
}

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
  return sigprocmask(how, set, old) < 0 ? EINVAL : 0;
}

int sigpending(sigset_t *set) {
  sigemptyset(set);
  set->bits = signals_waiting;
  return 0;
}

/* Nobody sends anything while a program waits, unless it has sent it before. */
int sigsuspend(const sigset_t *mask) {
  uint64_t before = signals_blocked;
  signals_blocked = mask->bits;
  if (!(signals_waiting & ~signals_blocked)) __pf_fail("model", "waiting for a signal that nobody sends", NULL, 0);
  signals_deliver_waiting();
  signals_blocked = before;
  return pf_fail(EINTR);
}

int pause(void) { __pf_fail("model", "waiting for a signal that nobody sends", NULL, 0); }

int sigaltstack(const void *stack, void *old) {
  (void)stack, (void)old;
  return 0;
}

int __libc_current_sigrtmin(void) { return 34; }
int __libc_current_sigrtmax(void) { return 64; }

/* One of the set that waits already; nobody sends another. */
int sigtimedwait(const sigset_t *restrict set, void *restrict information, const struct timespec *restrict timeout) {
  uint64_t wanted = signals_waiting & set->bits;
  if (!wanted && timeout) return pf_fail(EAGAIN);
  if (!wanted) __pf_fail("model", "waiting for a signal that nobody sends", NULL, 0);
  int number = __builtin_ctzll(wanted) + 1;
  signals_waiting &= ~signal_bit(number);
  if (information) *(int *)information = number;
  return number;
}

int sigwaitinfo(const sigset_t *restrict set, void *restrict information) { return sigtimedwait(set, information, NULL); }

int sigwait(const sigset_t *restrict set, int *restrict number) {
  *number = sigtimedwait(set, NULL, NULL);
  return 0;
}

int sigandset(sigset_t *result, const sigset_t *left, const sigset_t *right) { return result->bits = left->bits & right->bits, 0; }
int sigorset(sigset_t *result, const sigset_t *left, const sigset_t *right) { return result->bits = left->bits | right->bits, 0; }

static int signal_change_one(int number, int how) {
  sigset_t one;
  return sigemptyset(&one) | sigaddset(&one, number) ? -1 : sigprocmask(how, &one, NULL);
}
int sighold(int number) { return signal_change_one(number, SIGNAL_BLOCK); }
int sigrelse(int number) { return signal_change_one(number, SIGNAL_UNBLOCK); }
int sigignore(int number) { return signal(number, SIGNAL_IGNORED) == SIGNAL_ERROR ? -1 : 0; }

/* What sigset() says of a signal that is blocked, and is told to block it. */
signal_handler sigset(int number, signal_handler handler) {
  if (!signal_exists(number)) return errno = EINVAL, SIGNAL_ERROR;
  bool held = (signals_blocked & signal_bit(number)) != 0;
  struct sigaction old;
  if (handler == SIGNAL_HELD) {
    if (sigaction(number, NULL, &old) < 0 || sighold(number) < 0) return SIGNAL_ERROR;
  } else {
    struct sigaction action = {.handler.plain = handler};
    if (sigaction(number, &action, &old) < 0 || sigrelse(number) < 0) return SIGNAL_ERROR;
  }
  return held ? SIGNAL_HELD : old.handler.plain;
}

/* POSIX's: waits with that one signal let through. */
int __xpg_sigpause(int number) {
  if (!signal_exists(number)) return pf_fail(EINVAL);
  sigset_t mask = {.bits = signals_blocked & ~signal_bit(number)};
  return sigsuspend(&mask);
}
int sigpause(int number) { return __xpg_sigpause(number); }

union signal_value {
  int number;
  void *pointer;
};
int sigqueue(int process, int number, union signal_value value) { return (void)value, kill(process, number); }

int sigsetmask(int mask) {
  int before = (int)signals_blocked;
  signals_blocked = (unsigned)mask;
  signals_deliver_waiting();
  return before;
}
int sigblock(int mask) {
  int before = (int)signals_blocked;
  signals_blocked |= (unsigned)mask;
  return before;
}
