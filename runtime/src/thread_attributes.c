/*
 * Attributes of threads and locks. What they ask for is kept and told, but only whether a thread can be joined and the type of a mutex
 * make a difference here: there is one processor, stacks have no limit, and no memory is shared with other processes.
 */
#include "threads.h"

struct thread_attributes {
  int detached; /* read by pthread_create */
  int policy, priority, explicit, scope;
  size_t guard, stack_size;
  void *stack;
};

enum { THREAD_GUARD = 4096, THREAD_STACK = 8 << 20, THREAD_LEAST_STACK = 16384, THREAD_POLICIES = 3 };

int pthread_attr_init(struct thread_attributes *attributes) {
  *attributes = (struct thread_attributes){.guard = THREAD_GUARD, .stack_size = THREAD_STACK};
  return 0;
}
int pthread_attr_destroy(struct thread_attributes *attributes) { return (void)attributes, 0; }

#define ATTRIBUTE(name, type, field, valid)                                                                 \
  int pthread_attr_set##name(struct thread_attributes *attributes, type value) {                            \
    return valid ? (attributes->field = value, 0) : EINVAL;                                                 \
  }                                                                                                         \
  int pthread_attr_get##name(const struct thread_attributes *restrict attributes, type *restrict value) {   \
    return *value = attributes->field, 0;                                                                   \
  }

ATTRIBUTE(detachstate, int, detached, (value == 0 || value == 1))
ATTRIBUTE(guardsize, size_t, guard, true)
ATTRIBUTE(stacksize, size_t, stack_size, (value >= THREAD_LEAST_STACK))
ATTRIBUTE(schedpolicy, int, policy, (value >= 0 && value < THREAD_POLICIES))
ATTRIBUTE(inheritsched, int, explicit, (value == 0 || value == 1))

int pthread_attr_setscope(struct thread_attributes *attributes, int scope) {
  if (scope == 1) return ENOTSUP; /* only within the process */
  return scope ? EINVAL : (attributes->scope = 0);
}
int pthread_attr_getscope(const struct thread_attributes *attributes, int *scope) { return *scope = attributes->scope, 0; }

int pthread_attr_setstack(struct thread_attributes *attributes, void *stack, size_t size) {
  if (size < THREAD_LEAST_STACK) return EINVAL;
  attributes->stack = stack;
  attributes->stack_size = size;
  return 0;
}
int pthread_attr_getstack(const struct thread_attributes *attributes, void **stack, size_t *size) {
  *stack = attributes->stack;
  *size = attributes->stack_size;
  return 0;
}

/* struct sched_param begins with the priority. */
static bool thread_priority_is_valid(int policy, int priority) { return policy ? priority > 0 && priority < 100 : priority == 0; }

int pthread_attr_setschedparam(struct thread_attributes *restrict attributes, const int *restrict priority) {
  return thread_priority_is_valid(attributes->policy, *priority) ? (attributes->priority = *priority, 0) : EINVAL;
}
int pthread_attr_getschedparam(const struct thread_attributes *restrict attributes, int *restrict priority) {
  return *priority = attributes->priority, 0;
}

int pthread_getschedparam(pthread_t thread, int *restrict policy, int *restrict priority) { return (void)thread, *policy = *priority = 0; }
int pthread_setschedparam(pthread_t thread, int policy, const int *priority) {
  (void)thread;
  return !thread_priority_is_valid(policy, *priority) ? EINVAL : policy ? EPERM : 0;
}
int pthread_setschedprio(pthread_t thread, int priority) { return (void)thread, priority ? EINVAL : 0; }
static int thread_concurrency;
int pthread_getconcurrency(void) { return thread_concurrency; }
int pthread_setconcurrency(int level) { return level < 0 ? EINVAL : (thread_concurrency = level, 0); }

/* --- locks: one number that POSIX lets nobody look into ---------------------------------------------------------------------------- */

enum { MUTEX_ROBUST = 4, MUTEX_SHARED = 8, MUTEX_PROTOCOL = 16, MUTEX_PROTOCOLS = 3 * MUTEX_PROTOCOL };

int pthread_mutexattr_init(int *attributes) { return *attributes = 0, 0; }
int pthread_mutexattr_destroy(int *attributes) { return (void)attributes, 0; }
int pthread_mutexattr_settype(int *attributes, int type) {
  if (type < 0 || type > MUTEX_TYPE) return EINVAL;
  return *attributes = (*attributes & ~MUTEX_TYPE) | type, 0;
}
int pthread_mutexattr_gettype(const int *attributes, int *type) { return *type = *attributes & MUTEX_TYPE, 0; }

static int attribute_set(int *attributes, int bit, int value) {
  if (value != 0 && value != 1) return EINVAL;
  return *attributes = (*attributes & ~bit) | (value ? bit : 0), 0;
}

int pthread_mutexattr_setrobust(int *attributes, int robust) { return attribute_set(attributes, MUTEX_ROBUST, robust); }
int pthread_mutexattr_getrobust(const int *attributes, int *robust) { return *robust = (*attributes & MUTEX_ROBUST) != 0, 0; }
int pthread_mutexattr_setpshared(int *attributes, int shared) { return attribute_set(attributes, MUTEX_SHARED, shared); }
int pthread_mutexattr_getpshared(const int *attributes, int *shared) { return *shared = (*attributes & MUTEX_SHARED) != 0, 0; }
int pthread_mutexattr_setprotocol(int *attributes, int protocol) {
  if (protocol < 0 || protocol > 2) return EINVAL;
  return *attributes = (*attributes & ~MUTEX_PROTOCOLS) | protocol * MUTEX_PROTOCOL, 0;
}
int pthread_mutexattr_getprotocol(const int *attributes, int *protocol) {
  return *protocol = (*attributes & MUTEX_PROTOCOLS) / MUTEX_PROTOCOL, 0;
}
int pthread_mutexattr_setprioceiling(int *attributes, int priority) { return (void)attributes, priority > 0 && priority < 100 ? 0 : EINVAL; }
int pthread_mutexattr_getprioceiling(const int *attributes, int *priority) { return (void)attributes, *priority = 1, 0; }
int pthread_mutex_getprioceiling(const void *mutex, int *priority) { return (void)mutex, (void)priority, EINVAL; }
int pthread_mutex_setprioceiling(void *mutex, int priority, int *old) { return (void)mutex, (void)priority, (void)old, EINVAL; }
/* Nobody dies while holding one. */
int pthread_mutex_consistent(void *mutex) { return (void)mutex, EINVAL; }

enum { CONDITION_SHARED = 1, CONDITION_MONOTONIC = 2 };
#if PF_WASI
struct __clockid;
extern const struct __clockid _CLOCK_REALTIME, _CLOCK_MONOTONIC;
typedef const struct __clockid *thread_clock;
#define THREAD_CLOCK(monotonic) ((monotonic) ? &_CLOCK_MONOTONIC : &_CLOCK_REALTIME)
#else
typedef int thread_clock;
#define THREAD_CLOCK(monotonic) ((monotonic) ? 1 : 0)
#endif

int pthread_condattr_init(int *attributes) { return *attributes = 0, 0; }
int pthread_condattr_destroy(int *attributes) { return (void)attributes, 0; }
int pthread_condattr_setclock(int *attributes, thread_clock clock) {
  bool monotonic = clock == THREAD_CLOCK(true);
  return monotonic || clock == THREAD_CLOCK(false) ? attribute_set(attributes, CONDITION_MONOTONIC, monotonic) : EINVAL;
}
int pthread_condattr_getclock(const int *restrict attributes, thread_clock *restrict clock) {
  return *clock = THREAD_CLOCK(*attributes & CONDITION_MONOTONIC), 0;
}
int pthread_condattr_setpshared(int *attributes, int shared) { return attribute_set(attributes, CONDITION_SHARED, shared); }
int pthread_condattr_getpshared(const int *attributes, int *shared) { return *shared = *attributes & CONDITION_SHARED, 0; }

int pthread_rwlockattr_init(int *attributes) { return *attributes = 0, 0; }
int pthread_rwlockattr_destroy(int *attributes) { return (void)attributes, 0; }
int pthread_rwlockattr_setpshared(int *attributes, int shared) { return attribute_set(attributes, 1, shared); }
int pthread_rwlockattr_getpshared(const int *attributes, int *shared) { return *shared = *attributes & 1, 0; }

int pthread_barrierattr_init(int *attributes) { return *attributes = 0, 0; }
int pthread_barrierattr_destroy(int *attributes) { return (void)attributes, 0; }
int pthread_barrierattr_setpshared(int *attributes, int shared) { return attribute_set(attributes, 1, shared); }
int pthread_barrierattr_getpshared(const int *attributes, int *shared) { return *shared = *attributes & 1, 0; }
