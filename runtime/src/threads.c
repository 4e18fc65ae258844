/*
 * Threads, deterministically: a thread starts when another one has to wait (joins it, waits for a condition, a semaphore or a
 * mutex, sleeps or yields), in the order of creation, and then runs until it ends or has to wait itself. A thread that waits while
 * no other can be started, and so could only be woken by one that is itself suspended, ends the path by name. Waiting for a
 * condition may return without a signal, as POSIX allows: threads that ran meanwhile may have made it true.
 */
#include "posix.h"

enum { THREAD_LIMIT = 64, THREAD_KEYS = 128, MUTEX_RECURSIVE = 1, MUTEX_CHECKED = 2 };

struct thread {
  void *(*start)(void *);
  void *argument, *result;
  bool started, ended, detached;
  const void *values[THREAD_KEYS];
};

static struct thread threads[THREAD_LIMIT]; /* the first is the one that runs main */
static int threads_made = 1, thread_now;
static void (*thread_key_destructors[THREAD_KEYS])(void *);
static int thread_keys_made;

typedef unsigned long pthread_t;

static void thread_run(int number) {
  int before = thread_now;
  struct thread *thread = &threads[number];
  thread->started = true;
  thread_now = number;
  thread->result = thread->start(thread->argument);
  for (int key = 0; key < thread_keys_made; key++) {
    void *value = (void *)thread->values[key];
    thread->values[key] = NULL;
    if (value && thread_key_destructors[key]) thread_key_destructors[key](value);
  }
  thread->ended = true;
  thread_now = before;
}

/* Lets the next thread that has not started run; false when there is none. */
static bool thread_run_another(void) {
  for (int i = 1; i < threads_made; i++) {
    if (threads[i].started) continue;
    thread_run(i);
    return true;
  }
  return false;
}

static void thread_must_wait(const char *what) {
  if (!thread_run_another()) __pf_fail("model", what, NULL, 0);
}

int pthread_create(pthread_t *restrict thread, const void *restrict attributes, void *(*start)(void *), void *restrict argument) {
  (void)attributes;
  if (threads_made == THREAD_LIMIT) return EAGAIN;
  threads[threads_made].start = start;
  threads[threads_made].argument = argument;
  *thread = (pthread_t)threads_made++;
  return 0;
}

int pthread_join(pthread_t thread, void **result) {
  if (thread >= (pthread_t)threads_made || threads[thread].detached) return ESRCH;
  if ((int)thread == thread_now) return EDEADLK;
  if (!threads[thread].started) thread_run((int)thread);
  if (!threads[thread].ended) __pf_fail("model", "joining a thread that waits for this one", NULL, 0);
  if (result) *result = threads[thread].result;
  return 0;
}

int pthread_detach(pthread_t thread) {
  if (thread >= (pthread_t)threads_made) return ESRCH;
  threads[thread].detached = true;
  return 0;
}

void pthread_exit(void *result) {
  (void)result;
  if (thread_now == 0) {
    while (thread_run_another()) {
    }
    exit(0);
  }
  __pf_fail("model", "pthread_exit in a thread: return from its function instead", NULL, 0);
}

pthread_t pthread_self(void) { return (pthread_t)thread_now; }
int pthread_equal(pthread_t left, pthread_t right) { return left == right; }
int pthread_setname_np(pthread_t thread, const char *name) { return (void)thread, (void)name, 0; }
int pthread_kill(pthread_t thread, int number) { return (void)number, thread < (pthread_t)threads_made ? 0 : ESRCH; }
int pthread_cancel(pthread_t thread) { return (void)thread, ENOSYS; }
int pthread_setcancelstate(int state, int *old) { return (void)state, old ? *old = 0 : 0, 0; }
int pthread_setcanceltype(int type, int *old) { return (void)type, old ? *old = 0 : 0, 0; }
void pthread_testcancel(void) {}
int pthread_yield(void) { return thread_run_another(), 0; }

/* Attributes change nothing that can be seen here. */
int pthread_attr_init(void *attributes) { return (void)attributes, 0; }
int pthread_attr_destroy(void *attributes) { return (void)attributes, 0; }
int pthread_attr_setstacksize(void *attributes, size_t size) { return (void)attributes, (void)size, 0; }
int pthread_attr_setdetachstate(void *attributes, int state) { return (void)attributes, (void)state, 0; }
int pthread_condattr_init(void *attributes) { return (void)attributes, 0; }
int pthread_condattr_destroy(void *attributes) { return (void)attributes, 0; }
int pthread_mutexattr_init(int *attributes) { return *attributes = 0, 0; }
int pthread_mutexattr_destroy(int *attributes) { return (void)attributes, 0; }
int pthread_mutexattr_settype(int *attributes, int type) { return *attributes = type, 0; }
int pthread_mutexattr_gettype(const int *attributes, int *type) { return *type = *attributes, 0; }

/* --- mutexes ----------------------------------------------------------------------------------------------------------------- */

/* Both libraries initialise a plain one with zeros and keep its type in an int, each at its own place. */
typedef struct {
#if PF_WASI
  int type, count, owner, unused[3];
#else
  int count, unused, owner, unused_too, type;
#endif
} pthread_mutex_t;

int pthread_mutex_init(pthread_mutex_t *restrict mutex, const int *restrict attributes) {
  mutex->count = mutex->owner = 0;
  mutex->type = attributes ? *attributes : 0;
  return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex) { return mutex->count ? EBUSY : 0; }

static bool mutex_take(pthread_mutex_t *mutex) {
  if (mutex->count > 0 && !(mutex->owner == thread_now && (mutex->type & 3) == MUTEX_RECURSIVE)) return false;
  mutex->count++;
  mutex->owner = thread_now;
  return true;
}

int pthread_mutex_trylock(pthread_mutex_t *mutex) { return mutex_take(mutex) ? 0 : EBUSY; }

int pthread_mutex_lock(pthread_mutex_t *mutex) {
  while (!mutex_take(mutex)) {
    if (mutex->owner == thread_now) {
      if ((mutex->type & 3) == MUTEX_CHECKED) return EDEADLK;
      __pf_fail("user", "deadlock: a thread locks a mutex that it holds", NULL, 0);
    }
    thread_must_wait("locking a mutex that a suspended thread holds");
  }
  return 0;
}

int pthread_mutex_timedlock(pthread_mutex_t *mutex, const void *until) { return (void)until, mutex_take(mutex) ? 0 : ETIMEDOUT; }

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  if (mutex->count == 0 || mutex->owner != thread_now) {
    if (mutex->type & 3) return EPERM;
    __pf_fail("user", "a thread unlocks a mutex that it does not hold", NULL, 0);
  }
  mutex->count--;
  return 0;
}

/* --- conditions --------------------------------------------------------------------------------------------------------------- */

int pthread_cond_init(void *condition, const void *attributes) { return (void)condition, (void)attributes, 0; }
int pthread_cond_destroy(void *condition) { return (void)condition, 0; }
int pthread_cond_signal(void *condition) { return (void)condition, 0; }
int pthread_cond_broadcast(void *condition) { return (void)condition, 0; }

int pthread_cond_wait(void *condition, pthread_mutex_t *mutex) {
  (void)condition;
  pthread_mutex_unlock(mutex);
  thread_must_wait("waiting for a condition that no other thread can make true");
  return pthread_mutex_lock(mutex);
}

int pthread_cond_timedwait(void *condition, pthread_mutex_t *mutex, const void *until) {
  (void)condition, (void)until;
  pthread_mutex_unlock(mutex);
  bool ran = thread_run_another();
  pthread_mutex_lock(mutex);
  return ran ? 0 : ETIMEDOUT;
}

/* --- read and write locks, spin locks: a count of readers, or -1 ------------------------------------------------------------- */

int pthread_rwlock_init(int *lock, const void *attributes) { return (void)attributes, *lock = 0, 0; }
int pthread_rwlock_destroy(int *lock) { return *lock ? EBUSY : 0; }
int pthread_rwlock_tryrdlock(int *lock) { return *lock < 0 ? EBUSY : ((*lock)++, 0); }
int pthread_rwlock_trywrlock(int *lock) { return *lock ? EBUSY : (*lock = -1, 0); }

int pthread_rwlock_rdlock(int *lock) {
  while (*lock < 0) thread_must_wait("waiting for a lock that a suspended thread holds");
  (*lock)++;
  return 0;
}

int pthread_rwlock_wrlock(int *lock) {
  while (*lock) thread_must_wait("waiting for a lock that a suspended thread holds");
  *lock = -1;
  return 0;
}

int pthread_rwlock_unlock(int *lock) {
  if (*lock == 0) __pf_fail("user", "a thread unlocks a lock that nobody holds", NULL, 0);
  if (*lock < 0) *lock = 0;
  else (*lock)--;
  return 0;
}

int pthread_spin_init(int *lock, int shared) { return (void)shared, *lock = 0, 0; }
int pthread_spin_destroy(int *lock) { return (void)lock, 0; }
int pthread_spin_lock(int *lock) { return pthread_rwlock_wrlock(lock); }
int pthread_spin_trylock(int *lock) { return pthread_rwlock_trywrlock(lock); }
int pthread_spin_unlock(int *lock) { return pthread_rwlock_unlock(lock); }

/* --- semaphores ------------------------------------------------------------------------------------------------------------------ */

int sem_init(int *semaphore, int shared, unsigned value) { return (void)shared, *semaphore = (int)value, 0; }
int sem_destroy(int *semaphore) { return (void)semaphore, 0; }
int sem_post(int *semaphore) { return (*semaphore)++, 0; }
int sem_getvalue(int *semaphore, int *value) { return *value = *semaphore, 0; }
int sem_trywait(int *semaphore) { return *semaphore > 0 ? ((*semaphore)--, 0) : pf_fail(EAGAIN); }

int sem_wait(int *semaphore) {
  while (*semaphore <= 0) thread_must_wait("waiting for a semaphore that no other thread can raise");
  (*semaphore)--;
  return 0;
}

int sem_timedwait(int *semaphore, const void *until) {
  (void)until;
  while (*semaphore <= 0) {
    if (!thread_run_another()) return pf_fail(ETIMEDOUT);
  }
  (*semaphore)--;
  return 0;
}

/* --- once, and values per thread ---------------------------------------------------------------------------------------------------- */

int pthread_once(int *control, void (*function)(void)) {
  if (*control) return 0;
  *control = 2;
  function();
  return 0;
}

int pthread_key_create(unsigned *key, void (*destructor)(void *)) {
  if (thread_keys_made == THREAD_KEYS) return EAGAIN;
  thread_key_destructors[thread_keys_made] = destructor;
  *key = (unsigned)thread_keys_made++;
  return 0;
}

int pthread_key_delete(unsigned key) { return key < (unsigned)thread_keys_made ? (thread_key_destructors[key] = NULL, 0) : EINVAL; }
void *pthread_getspecific(unsigned key) { return key < THREAD_KEYS ? (void *)threads[thread_now].values[key] : NULL; }
int pthread_setspecific(unsigned key, const void *value) { return key < THREAD_KEYS ? (threads[thread_now].values[key] = value, 0) : EINVAL; }
int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void)) { return (void)before, (void)parent, (void)child, 0; }
