/* C11's threads, by POSIX's: the codes and kinds are the same in glibc and musl. */
#include "threads.h"

enum { THRD_SUCCESS, THRD_BUSY, THRD_ERROR, THRD_NOMEM, THRD_TIMEDOUT };
enum { MTX_RECURSIVE = 1 };

typedef pthread_t thrd_t;

int pthread_create(thrd_t *thread, const int *attributes, void *(*start)(void *), void *argument);
int pthread_join(thrd_t thread, void **result);
int pthread_detach(thrd_t thread);
thrd_t pthread_self(void);
_Noreturn void pthread_exit(void *result);
int sched_yield(void);
int nanosleep(const struct timespec *duration, struct timespec *left);
int pthread_mutex_init(pthread_mutex_t *mutex, const int *attributes);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_timedlock(pthread_mutex_t *mutex, const void *until);
int pthread_mutex_trylock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
int pthread_mutex_destroy(pthread_mutex_t *mutex);
int pthread_cond_init(void *condition, const void *attributes);
int pthread_cond_wait(void *condition, pthread_mutex_t *mutex);
int pthread_cond_timedwait(void *condition, pthread_mutex_t *mutex, const void *until);
int pthread_cond_signal(void *condition);
int pthread_cond_broadcast(void *condition);
int pthread_cond_destroy(void *condition);
int pthread_once(int *control, void (*function)(void));
int pthread_key_create(unsigned *key, void (*destructor)(void *));
int pthread_key_delete(unsigned key);
void *pthread_getspecific(unsigned key);
int pthread_setspecific(unsigned key, const void *value);

static int c11_code(int error) {
  if (error == 0) return THRD_SUCCESS;
  if (error == EBUSY) return THRD_BUSY;
  return error == ETIMEDOUT ? THRD_TIMEDOUT : THRD_ERROR;
}

/* What starts such a thread: its function returns an int. */
struct c11_start {
  int (*function)(void *);
  void *argument;
};

static void *c11_run(void *given) {
  struct c11_start start = *(struct c11_start *)given;
  __pf_free(given);
  return (void *)(intptr_t)start.function(start.argument);
}

int thrd_create(thrd_t *thread, int (*function)(void *), void *argument) {
  struct c11_start *start = __pf_alloc(sizeof *start);
  if (!start) return THRD_NOMEM;
  *start = (struct c11_start){function, argument};
  return c11_code(pthread_create(thread, NULL, c11_run, start));
}

int thrd_join(thrd_t thread, int *result) {
  void *value = NULL;
  int error = pthread_join(thread, &value);
  if (!error && result) *result = (int)(intptr_t)value;
  return c11_code(error);
}

int thrd_detach(thrd_t thread) { return c11_code(pthread_detach(thread)); }
thrd_t thrd_current(void) { return pthread_self(); }
int thrd_equal(thrd_t left, thrd_t right) { return left == right; }
_Noreturn void thrd_exit(int result) { pthread_exit((void *)(intptr_t)result); }
void thrd_yield(void) { sched_yield(); }
int thrd_sleep(const struct timespec *duration, struct timespec *left) { return nanosleep(duration, left); }

int mtx_init(pthread_mutex_t *mutex, int type) {
  int attributes = type & MTX_RECURSIVE;
  return c11_code(pthread_mutex_init(mutex, &attributes));
}

int mtx_lock(pthread_mutex_t *mutex) { return c11_code(pthread_mutex_lock(mutex)); }
int mtx_timedlock(pthread_mutex_t *mutex, const void *until) { return c11_code(pthread_mutex_timedlock(mutex, until)); }
int mtx_trylock(pthread_mutex_t *mutex) { return c11_code(pthread_mutex_trylock(mutex)); }
int mtx_unlock(pthread_mutex_t *mutex) { return c11_code(pthread_mutex_unlock(mutex)); }
void mtx_destroy(pthread_mutex_t *mutex) { pthread_mutex_destroy(mutex); }

int cnd_init(void *condition) { return c11_code(pthread_cond_init(condition, NULL)); }
int cnd_wait(void *condition, pthread_mutex_t *mutex) { return c11_code(pthread_cond_wait(condition, mutex)); }
int cnd_timedwait(void *condition, pthread_mutex_t *mutex, const void *until) { return c11_code(pthread_cond_timedwait(condition, mutex, until)); }
int cnd_signal(void *condition) { return c11_code(pthread_cond_signal(condition)); }
int cnd_broadcast(void *condition) { return c11_code(pthread_cond_broadcast(condition)); }
void cnd_destroy(void *condition) { pthread_cond_destroy(condition); }

void call_once(int *flag, void (*function)(void)) { pthread_once(flag, function); }
int tss_create(unsigned *key, void (*destructor)(void *)) { return c11_code(pthread_key_create(key, destructor)); }
void tss_delete(unsigned key) { pthread_key_delete(key); }
void *tss_get(unsigned key) { return pthread_getspecific(key); }
int tss_set(unsigned key, void *value) { return c11_code(pthread_setspecific(key, value)); }
