/*
 * Mutexes, conditions, read-write and spin locks, semaphores, barriers and once, over the scheduler of threads.c. Before each call that
 * may wait another thread may go on, and before and after each call that lets others go on: between them, threads that share nothing but
 * what locks protect cannot tell.
 *
 * Waiting for a condition ends when it is signalled, never without a signal; of several that wait, the first is woken.
 */
#include "threads.h"

/* --- mutexes ----------------------------------------------------------------------------------------------------------------- */

enum { MUTEX_RECURSIVE = 1, MUTEX_CHECKED = 2 };

int pthread_mutex_init(pthread_mutex_t *restrict mutex, const int *restrict attributes) {
  mutex->count = mutex->owner = 0;
  mutex->type = attributes ? *attributes & MUTEX_TYPE : 0;
  return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex) {
  if (mutex->count) __pf_fail("lock", "a mutex is destroyed while a thread holds it", NULL, 0);
  return 0;
}

static bool mutex_take(pthread_mutex_t *mutex) {
  if (mutex->count > 0 && !(mutex->owner == __pfc_thread() && (mutex->type & 3) == MUTEX_RECURSIVE)) return false;
  mutex->count++;
  mutex->owner = __pfc_thread();
  return true;
}

static bool mutex_is_free(const void *mutex) { return ((const pthread_mutex_t *)mutex)->count == 0; }

static int mutex_lock(pthread_mutex_t *mutex, bool timed) {
  while (!mutex_take(mutex)) {
    if (mutex->owner == __pfc_thread()) {
      if ((mutex->type & 3) == MUTEX_CHECKED) return EDEADLK;
      if (!timed) __pf_fail("deadlock", "a thread locks a mutex that it holds", NULL, 0);
    }
    struct pf_wait wait = {mutex_is_free, mutex, "locks a mutex of thread ", &mutex->owner};
    if (!__pfc_thread_wait(wait, timed)) return ETIMEDOUT;
  }
  return 0;
}

static int mutex_unlock(pthread_mutex_t *mutex) {
  if (mutex->count == 0 || mutex->owner != __pfc_thread()) {
    if (mutex->type & 3) return EPERM;
    __pf_fail("lock", "a thread unlocks a mutex that it does not hold", NULL, 0);
  }
  mutex->count--;
  return 0;
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
  __pfc_thread_point("thread before pthread_mutex_lock()");
  return mutex_lock(mutex, false);
}

int pthread_mutex_timedlock(pthread_mutex_t *mutex, const void *until) {
  (void)until;
  __pfc_thread_point("thread before pthread_mutex_timedlock()");
  return mutex_lock(mutex, true);
}

int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  __pfc_thread_point("thread before pthread_mutex_trylock()");
  return mutex_take(mutex) ? 0 : EBUSY;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  __pfc_thread_point("thread before pthread_mutex_unlock()");
  int error = mutex_unlock(mutex);
  __pfc_thread_point("thread after pthread_mutex_unlock()");
  return error;
}

/* --- conditions: who waits is known to the scheduler --------------------------------------------------------------------------- */

int pthread_cond_init(void *condition, const void *attributes) { return (void)condition, (void)attributes, 0; }
int pthread_cond_destroy(void *condition) { return (void)condition, 0; }

int pthread_cond_signal(void *condition) {
  __pfc_thread_point("thread before pthread_cond_signal()");
  __pfc_thread_wake(condition, false);
  __pfc_thread_point("thread after pthread_cond_signal()");
  return 0;
}

int pthread_cond_broadcast(void *condition) {
  __pfc_thread_point("thread before pthread_cond_broadcast()");
  __pfc_thread_wake(condition, true);
  __pfc_thread_point("thread after pthread_cond_broadcast()");
  return 0;
}

static int condition_wait(void *condition, pthread_mutex_t *mutex, bool timed) {
  int error = mutex_unlock(mutex);
  if (error) return error;
  bool woken = __pfc_thread_wait((struct pf_wait){NULL, condition, "waits for a condition", NULL}, timed);
  error = mutex_lock(mutex, false);
  return woken || error ? error : ETIMEDOUT;
}

int pthread_cond_wait(void *condition, pthread_mutex_t *mutex) {
  __pfc_thread_point("thread before pthread_cond_wait()");
  return condition_wait(condition, mutex, false);
}

int pthread_cond_timedwait(void *condition, pthread_mutex_t *mutex, const void *until) {
  (void)until;
  __pfc_thread_point("thread before pthread_cond_timedwait()");
  return condition_wait(condition, mutex, true);
}

/* --- read and write locks, spin locks: a count of readers, or -1 ------------------------------------------------------------- */

static bool lock_has_no_writer(const void *lock) { return *(const int *)lock >= 0; }
static bool lock_is_free(const void *lock) { return *(const int *)lock == 0; }

int pthread_rwlock_init(int *lock, const void *attributes) { return (void)attributes, *lock = 0, 0; }

int pthread_rwlock_destroy(int *lock) {
  if (*lock) __pf_fail("lock", "a lock is destroyed while a thread holds it", NULL, 0);
  return 0;
}

static int lock_for(int *lock, bool writes, bool timed) {
  bool (*ready)(const void *) = writes ? lock_is_free : lock_has_no_writer;
  while (!ready(lock)) {
    if (!__pfc_thread_wait((struct pf_wait){ready, lock, "waits for a lock", NULL}, timed)) return ETIMEDOUT;
  }
  *lock = writes ? -1 : *lock + 1;
  return 0;
}

static int lock_leave(int *lock) {
  if (*lock == 0) __pf_fail("lock", "a thread unlocks a lock that nobody holds", NULL, 0);
  if (*lock < 0) *lock = 0;
  else (*lock)--;
  return 0;
}

int pthread_rwlock_tryrdlock(int *lock) {
  __pfc_thread_point("thread before pthread_rwlock_tryrdlock()");
  return *lock < 0 ? EBUSY : ((*lock)++, 0);
}

int pthread_rwlock_trywrlock(int *lock) {
  __pfc_thread_point("thread before pthread_rwlock_trywrlock()");
  return *lock ? EBUSY : (*lock = -1, 0);
}

int pthread_rwlock_rdlock(int *lock) {
  __pfc_thread_point("thread before pthread_rwlock_rdlock()");
  return lock_for(lock, false, false);
}

int pthread_rwlock_wrlock(int *lock) {
  __pfc_thread_point("thread before pthread_rwlock_wrlock()");
  return lock_for(lock, true, false);
}

int pthread_rwlock_timedrdlock(int *restrict lock, const struct timespec *restrict until) {
  (void)until;
  __pfc_thread_point("thread before pthread_rwlock_timedrdlock()");
  return lock_for(lock, false, true);
}

int pthread_rwlock_timedwrlock(int *restrict lock, const struct timespec *restrict until) {
  (void)until;
  __pfc_thread_point("thread before pthread_rwlock_timedwrlock()");
  return lock_for(lock, true, true);
}

int pthread_rwlock_unlock(int *lock) {
  __pfc_thread_point("thread before pthread_rwlock_unlock()");
  lock_leave(lock);
  __pfc_thread_point("thread after pthread_rwlock_unlock()");
  return 0;
}

int pthread_spin_init(int *lock, int shared) { return (void)shared, *lock = 0, 0; }
int pthread_spin_destroy(int *lock) { return (void)lock, 0; }

int pthread_spin_lock(int *lock) {
  __pfc_thread_point("thread before pthread_spin_lock()");
  return lock_for(lock, true, false);
}

int pthread_spin_trylock(int *lock) {
  __pfc_thread_point("thread before pthread_spin_trylock()");
  return *lock ? EBUSY : (*lock = -1, 0);
}

int pthread_spin_unlock(int *lock) {
  __pfc_thread_point("thread before pthread_spin_unlock()");
  lock_leave(lock);
  __pfc_thread_point("thread after pthread_spin_unlock()");
  return 0;
}

/* --- semaphores ------------------------------------------------------------------------------------------------------------------ */

static bool semaphore_is_up(const void *semaphore) { return *(const int *)semaphore > 0; }

int sem_init(int *semaphore, int shared, unsigned value) { return (void)shared, *semaphore = (int)value, 0; }
int sem_destroy(int *semaphore) { return (void)semaphore, 0; }
int sem_getvalue(int *semaphore, int *value) { return *value = *semaphore, 0; }

int sem_post(int *semaphore) {
  __pfc_thread_point("thread before sem_post()");
  (*semaphore)++;
  __pfc_thread_point("thread after sem_post()");
  return 0;
}

int sem_trywait(int *semaphore) {
  __pfc_thread_point("thread before sem_trywait()");
  return *semaphore > 0 ? ((*semaphore)--, 0) : pf_fail(EAGAIN);
}

static int semaphore_wait(int *semaphore, bool timed) {
  while (*semaphore <= 0) {
    struct pf_wait wait = {semaphore_is_up, semaphore, "waits for a semaphore", NULL};
    if (!__pfc_thread_wait(wait, timed)) return pf_fail(ETIMEDOUT);
  }
  (*semaphore)--;
  return 0;
}

int sem_wait(int *semaphore) {
  __pfc_thread_point("thread before sem_wait()");
  return semaphore_wait(semaphore, false);
}

int sem_timedwait(int *semaphore, const void *until) {
  (void)until;
  __pfc_thread_point("thread before sem_timedwait()");
  return semaphore_wait(semaphore, true);
}

/* --- barriers -------------------------------------------------------------------------------------------------------------------- */

struct barrier {
  unsigned size, waiting, rounds;
};

struct barrier_place {
  const struct barrier *barrier;
  unsigned round;
};

static bool barrier_is_over(const void *place) {
  const struct barrier_place *here = place;
  return here->barrier->rounds != here->round;
}

int pthread_barrier_init(struct barrier *barrier, const void *attributes, unsigned count) {
  (void)attributes;
  if (count == 0) return EINVAL;
  *barrier = (struct barrier){.size = count};
  return 0;
}

int pthread_barrier_destroy(struct barrier *barrier) {
  if (barrier->waiting) __pf_fail("lock", "a barrier is destroyed while threads wait at it", NULL, 0);
  return 0;
}

int pthread_barrier_wait(struct barrier *barrier) {
  __pfc_thread_point("thread before pthread_barrier_wait()");
  struct barrier_place place = {barrier, barrier->rounds};
  if (++barrier->waiting == barrier->size) {
    barrier->waiting = 0;
    barrier->rounds++;
    return -1; /* PTHREAD_BARRIER_SERIAL_THREAD */
  }
  __pfc_thread_wait((struct pf_wait){barrier_is_over, &place, "waits at a barrier", NULL}, false);
  return 0;
}

/* --- once ------------------------------------------------------------------------------------------------------------------------ */

enum { ONCE_RUNNING = 1, ONCE_DONE = 2 };

static bool once_is_done(const void *control) { return *(const int *)control == ONCE_DONE; }

int pthread_once(int *control, void (*function)(void)) {
  __pfc_thread_point("thread before pthread_once()");
  if (*control == ONCE_RUNNING) {
    __pfc_thread_wait((struct pf_wait){once_is_done, control, "waits for pthread_once()", NULL}, false);
  }
  if (*control == ONCE_DONE) return 0;
  *control = ONCE_RUNNING;
  function();
  *control = ONCE_DONE;
  return 0;
}
