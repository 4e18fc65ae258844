/*
 * Threads and who of them runs. One runs until it has to wait (joins another, waits for a condition, a semaphore or a mutex), sleeps,
 * yields or ends. Then one that has not begun goes on, in the order of creation; where there is none, the next that can. That is one
 * schedule, and the same in every run. With --interleavings N, a path may choose otherwise N times: at every call that synchronises
 * threads which of those that can run goes on is an input of its own, 0 for the usual one. When all wait for each other, that is a
 * deadlock.
 *
 * A thread has a call stack of its own where the machine can follow that (semantics/threads.ts). Where it cannot, a thread is called
 * like a function by the one that has to wait, and one that could only go on in the middle ends the path by name.
 */
#include "threads.h"

enum { THREAD_LIMIT = 64, THREAD_KEYS = 128, DESTRUCTOR_ROUNDS = 4, DETACHED = 1 };

/* What is to be done when a thread ends early, as the macros of the two libraries have it: to call, or to jump to. */
struct cleanup {
#if PF_WASI
  void (*function)(void *);
  void *argument;
  struct cleanup *next;
#else
  long place[8];
  int mask_was_saved;
  struct cleanup *next;
  void *unused[3];
#endif
};

struct thread {
  void *(*start)(void *);
  void *argument, *result;
  bool started, ended, detached, joined;
  int number, starter;
  bool waits, timed, timed_out;
  long since;
  struct pf_wait wait;
  struct cleanup *cleanup;
  const void *values[THREAD_KEYS];
};

static struct thread threads[THREAD_LIMIT] = {{.started = true}}; /* the first is the one that runs main */
static int threads_made = 1, thread_now, thread_switches;
static long thread_waits;
static bool thread_is_stuck; /* all of them wait, and one is told to say so */
static void (*thread_key_destructors[THREAD_KEYS])(void *);
static int thread_keys_made;

static unsigned long thread_number(pthread_t thread) { return (unsigned long)thread; }

int __pfc_thread(void) { return thread_now; }

static bool thread_has_stacks(void) { return __pf_setting(PF_THREAD_STACKS) != 0; }

static bool thread_can_run(const struct thread *thread) {
  if (thread->ended) return false;
  if (!thread->waits) return true;
  return thread->wait.ready && thread->wait.ready(thread->wait.what);
}

/* --- who goes on ------------------------------------------------------------------------------------------------------------- */

/* Who goes on when this one does not; -1 for nobody. A wait with a time limit ends when nothing else can happen. */
static int thread_usual(void) {
  if (threads[thread_now].ended) {
    int starter = threads[thread_now].starter;
    if (thread_can_run(&threads[starter])) return starter;
  }
  for (int i = 1; i < threads_made; i++) {
    if (!threads[i].started) return i;
  }
  for (int step = 1; step < threads_made; step++) {
    int i = (thread_now + step) % threads_made;
    if (thread_can_run(&threads[i])) return i;
  }
  for (int step = 0; step < threads_made; step++) {
    int i = (thread_now + step) % threads_made;
    if (threads[i].ended || !threads[i].waits || !threads[i].timed) continue;
    threads[i].timed_out = true;
    return i;
  }
  return -1;
}

/* The usual one, or with --interleavings any other that can run. */
static int thread_choose(const char *where, int usual) {
  if ((size_t)thread_switches >= __pf_setting(PF_INTERLEAVINGS)) return usual;
  int others = 0;
  for (int i = 0; i < threads_made; i++) others += i != usual && thread_can_run(&threads[i]);
  if (others == 0) return usual;
  unsigned chosen = __pf_choose(where, (unsigned)threads_made + 1);
  for (int i = 0; i < threads_made; i++) {
    if (i == usual || !thread_can_run(&threads[i])) continue;
    if (chosen == (unsigned)i + 1) {
      thread_switches++;
      return i;
    }
  }
  __pf_assume(chosen == 0);
  return usual;
}

static void thread_main(int number);

static void thread_go_to(int next) {
  if (next == thread_now) return;
  struct thread *thread = &threads[next];
  int before = thread_now;
  bool begins = !thread->started;
  if (begins) {
    thread->started = true;
    thread->starter = before;
  }
  if (thread_has_stacks()) {
    thread_now = next;
    __pf_switch(next);
  } else if (begins) {
    thread_now = next;
    thread_main(next);
    thread_now = before;
  } else {
    __pf_fail("model", "a thread that goes on in the middle, under this reduction (--reduce none or revisit runs it)", NULL, 0);
  }
}

/* --- deadlocks --------------------------------------------------------------------------------------------------------------- */

static char *text_append(char *end, const char *limit, const char *text) {
  while (*text && end < limit) *end++ = *text++;
  *end = 0;
  return end;
}

static char *text_append_number(char *end, const char *limit, int number) {
  char digits[4] = {(char)('0' + number / 10), (char)('0' + number % 10)};
  return text_append(end, limit, number < 10 ? digits + 1 : digits);
}

static void thread_deadlock(void) {
  static char message[400];
  const char *limit = message + sizeof message - 1;
  char *end = message;
  bool first = true;
  for (int i = 0; i < threads_made; i++) {
    const struct thread *thread = &threads[i];
    if (thread->ended || !thread->waits) continue;
    end = text_append(end, limit, first ? "thread " : ", thread ");
    end = text_append_number(end, limit, i + 1);
    end = text_append(end, limit, " ");
    end = text_append(end, limit, thread->wait.text);
    if (thread->wait.holder) end = text_append_number(end, limit, *thread->wait.holder + 1);
    first = false;
  }
  __pf_fail("deadlock", message, NULL, 0);
}

/* --- waiting ----------------------------------------------------------------------------------------------------------------- */

void __pfc_thread_point(const char *where) { thread_go_to(thread_choose(where, thread_now)); }

bool __pfc_thread_wait(struct pf_wait wait, bool timed) {
  struct thread *self = &threads[thread_now];
  self->wait = wait;
  self->waits = true;
  self->timed = timed;
  self->timed_out = false;
  self->since = thread_waits++;
  while (!self->timed_out && !thread_can_run(self)) {
    int next = thread_usual();
    if (next < 0) thread_deadlock();
    if (self->timed_out) break;
    thread_go_to(thread_choose("thread that goes on", next));
    if (thread_is_stuck) thread_deadlock();
  }
  self->waits = false;
  return !self->timed_out;
}

void __pfc_thread_wake(const void *what, bool all) {
  for (;;) {
    struct thread *first = NULL;
    for (int i = 0; i < threads_made; i++) {
      struct thread *thread = &threads[i];
      if (thread->ended || !thread->waits || thread->wait.ready || thread->wait.what != what) continue;
      if (!first || thread->since < first->since) first = thread;
    }
    if (!first) return;
    first->waits = false;
    if (!all) return;
  }
}

int sched_yield(void) {
  int next = thread_now;
  for (int step = 1; step < threads_made && next == thread_now; step++) {
    int i = (thread_now + step) % threads_made;
    if (threads[i].started ? thread_has_stacks() && thread_can_run(&threads[i]) : true) next = i;
  }
  thread_go_to(thread_choose("thread after sched_yield()", next));
  return 0;
}

int pthread_yield(void) { return sched_yield(); }

static void thread_sleep(void) { sched_yield(); }

/* --- making and ending them -------------------------------------------------------------------------------------------------- */

static void thread_forget_values(struct thread *self) {
  bool again = true;
  for (int round = 0; again && round < DESTRUCTOR_ROUNDS; round++) {
    again = false;
    for (int key = 0; key < thread_keys_made; key++) {
      void *value = (void *)self->values[key];
      self->values[key] = NULL;
      if (!value || !thread_key_destructors[key]) continue;
      thread_key_destructors[key](value);
      again = true;
    }
  }
}

/* Returns where it was called like a function. */
static void thread_end(void *result) {
  struct thread *self = &threads[thread_now];
  thread_forget_values(self);
  self->result = result;
  self->ended = true;
  if (!thread_has_stacks()) return;
  bool alone = true;
  for (int i = 0; i < threads_made; i++) alone = alone && threads[i].ended;
  if (alone) exit(0);
  int next = thread_usual();
  if (next >= 0) next = thread_choose("thread that goes on after one has ended", next);
  /* The fault is where somebody waits, not here. */
  thread_is_stuck = next < 0;
  for (int i = 0; next < 0; i++) {
    if (!threads[i].ended) next = i;
  }
  if (!threads[next].started) {
    threads[next].started = true;
    threads[next].starter = thread_now;
  }
  thread_now = next;
  __pf_end_thread(next);
}

static void thread_main(int number) {
  struct thread *self = &threads[number];
  thread_end(self->start(self->argument));
}

int pthread_create(pthread_t *restrict thread, const int *restrict attributes, void *(*start)(void *), void *restrict argument) {
  if (threads_made == THREAD_LIMIT) return EAGAIN;
  int number = threads_made++;
  threads[number].number = number;
  threads[number].start = start;
  threads[number].argument = argument;
  threads[number].detached = attributes && *attributes == DETACHED;
  *thread = (pthread_t)(unsigned long)number;
  __pfc_on_sleep = thread_sleep;
  __pf_thread(number, thread_main);
  if (__pf_setting(PF_INTERLEAVINGS) && !thread_has_stacks())
    __pf_fail("model", "threads that give way to others, under this reduction", NULL, 0);
  __pfc_thread_point("thread after pthread_create()");
  return 0;
}

static bool thread_has_ended(const void *thread) { return ((const struct thread *)thread)->ended; }

int pthread_join(pthread_t thread, void **result) {
  unsigned long number = thread_number(thread);
  if (number >= (unsigned long)threads_made || threads[number].joined) return ESRCH;
  if (threads[number].detached) return EINVAL;
  if ((int)number == thread_now) return EDEADLK;
  __pfc_thread_point("thread before pthread_join()");
  struct thread *other = &threads[number], *self = &threads[thread_now];
  struct pf_wait wait = {thread_has_ended, other, "joins thread ", &other->number};
  /* One that has not begun is the one to begin. */
  if (!other->started) {
    self->wait = wait;
    self->waits = true;
    thread_go_to(thread_choose("thread that goes on", (int)number));
    if (thread_is_stuck) thread_deadlock();
    self->waits = false;
  }
  if (!other->ended) __pfc_thread_wait(wait, false);
  other->joined = true;
  if (result) *result = other->result;
  return 0;
}

int pthread_tryjoin_np(pthread_t thread, void **result) {
  unsigned long number = thread_number(thread);
  if (number < (unsigned long)threads_made && !threads[number].ended) return EBUSY;
  return pthread_join(thread, result);
}

int pthread_detach(pthread_t thread) {
  unsigned long number = thread_number(thread);
  if (number >= (unsigned long)threads_made) return ESRCH;
  if (threads[number].detached) return EINVAL;
  threads[number].detached = true;
  return 0;
}

#if PF_WASI
void _pthread_cleanup_push(struct cleanup *cleanup, void (*function)(void *), void *argument) {
  *cleanup = (struct cleanup){function, argument, threads[thread_now].cleanup};
  threads[thread_now].cleanup = cleanup;
}

void _pthread_cleanup_pop(struct cleanup *cleanup, int runs) {
  threads[thread_now].cleanup = cleanup->next;
  if (runs) cleanup->function(cleanup->argument);
}

static void thread_clean_up(struct thread *self) {
  while (self->cleanup) _pthread_cleanup_pop(self->cleanup, 1);
}
#else
_Noreturn void longjmp(void *place, int value);
_Noreturn void pthread_exit(void *result);

void __pthread_register_cancel(struct cleanup *cleanup) {
  cleanup->next = threads[thread_now].cleanup;
  threads[thread_now].cleanup = cleanup;
}

void __pthread_unregister_cancel(struct cleanup *cleanup) { threads[thread_now].cleanup = cleanup->next; }

_Noreturn void __pthread_unwind_next(struct cleanup *cleanup) {
  __pthread_unregister_cancel(cleanup);
  pthread_exit(threads[thread_now].result);
}

static void thread_clean_up(struct thread *self) {
  if (self->cleanup) longjmp(self->cleanup->place, 1);
}
#endif

_Noreturn void pthread_exit(void *result) {
  threads[thread_now].result = result;
  thread_clean_up(&threads[thread_now]);
  if (thread_has_stacks()) thread_end(result);
  if (thread_now == 0) {
    thread_forget_values(&threads[0]);
    for (int i = 1; i < threads_made; i++) {
      if (!threads[i].started) thread_go_to(i);
    }
    exit(0);
  }
  __pf_fail("model", "pthread_exit in a thread, under this reduction (--reduce none or revisit runs it)", NULL, 0);
}

pthread_t pthread_self(void) { return (pthread_t)(unsigned long)thread_now; }
int pthread_equal(pthread_t left, pthread_t right) { return left == right; }
int pthread_setname_np(pthread_t thread, const char *name) { return (void)thread, (void)name, 0; }
int pthread_kill(pthread_t thread, int number) { return (void)number, thread_number(thread) < (unsigned long)threads_made ? 0 : ESRCH; }
int pthread_cancel(pthread_t thread) { return (void)thread, ENOSYS; }
int pthread_setcancelstate(int state, int *old) { return (void)state, old ? *old = 0 : 0, 0; }
int pthread_setcanceltype(int type, int *old) { return (void)type, old ? *old = 0 : 0, 0; }
void pthread_testcancel(void) {}
int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void)) { return (void)before, (void)parent, (void)child, 0; }

/* --- values per thread -------------------------------------------------------------------------------------------------------- */

int pthread_key_create(unsigned *key, void (*destructor)(void *)) {
  if (thread_keys_made == THREAD_KEYS) return EAGAIN;
  thread_key_destructors[thread_keys_made] = destructor;
  *key = (unsigned)thread_keys_made++;
  return 0;
}

int pthread_key_delete(unsigned key) { return key < (unsigned)thread_keys_made ? (thread_key_destructors[key] = NULL, 0) : EINVAL; }
void *pthread_getspecific(unsigned key) { return key < THREAD_KEYS ? (void *)threads[thread_now].values[key] : NULL; }
int pthread_setspecific(unsigned key, const void *value) { return key < THREAD_KEYS ? (threads[thread_now].values[key] = value, 0) : EINVAL; }
