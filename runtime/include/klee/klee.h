/*
 * klee/klee.h: the intrinsics that harnesses written for KLEE use, with pathfold's meaning of each.
 */
#ifndef KLEE_H
#define KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* n bytes at address become an input; any part of an object will do. */
void klee_make_symbolic(void *address, size_t n, const char *name);
/* An int from begin (included) to end (excluded). */
int klee_range(int begin, int end, const char *name);
int klee_int(const char *name);
/* A number below n. */
uintptr_t klee_choose(uintptr_t n);

/* The path ends silently unless the condition can hold; `pathfold klee` makes an error of that, as KLEE does. */
void klee_assume(uintptr_t condition);
/* Wishes for the values in tests. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);

void klee_abort(void) __attribute__((__noreturn__));
/* The path ends without a test. */
void klee_silent_exit(int status) __attribute__((__noreturn__));
void klee_report_error(const char *file, int line, const char *message, const char *suffix)
    __attribute__((__noreturn__));
void klee_assert_failed(const char *condition, const char *file, int line) __attribute__((__noreturn__));
#define klee_assert(condition) ((condition) ? (void)0 : klee_assert_failed(#condition, __FILE__, __LINE__))

unsigned klee_is_symbolic(uintptr_t value);
unsigned klee_is_replay(void);
size_t klee_get_obj_size(void *pointer);
void klee_check_memory_access(const void *address, size_t size);
void klee_mark_global(void *object);
void klee_define_fixed_object(void *address, size_t size);

/* A value the argument can have, assumed from then on. */
float klee_get_valuef(float value);
double klee_get_valued(double value);
long klee_get_valuel(long value);
long long klee_get_valuell(long long value);
int32_t klee_get_value_i32(int32_t value);
int64_t klee_get_value_i64(int64_t value);
uint32_t klee_get_value_u32(uint32_t value);
uint64_t klee_get_value_u64(uint64_t value);

/* For who watches: `pathfold klee` prints these while paths run. */
void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int value);
void klee_stack_trace(void);

/* Hints of KLEE's scheduler; accepted and without effect here. */
void klee_set_forking(unsigned enable);
void klee_open_merge(void);
void klee_close_merge(void);
/* From now on calls of the one lead to the other, in `pathfold klee`. */
void klee_alias_function(const char *function, const char *alias);

#ifdef __cplusplus
}
#endif

#endif
