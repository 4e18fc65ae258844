/* klee/klee.h on the machine. */
#include <klee/klee.h>

#include "internal.h"

void klee_make_symbolic(void *address, size_t n, const char *name) { __pf_make_symbolic(address, n, name); }

int klee_int(const char *name) { return (int)__pf_input(name, 32, 1); }

int klee_range(int begin, int end, const char *name) {
  int value = (int)__pf_input(name, 32, 1);
  __pf_assume((begin <= value) & (value < end));
  return value;
}

uintptr_t klee_choose(uintptr_t n) {
  uintptr_t value = (uintptr_t)__pf_input("klee_choose", sizeof(uintptr_t) * 8, 0);
  __pf_assume(value < n);
  return value;
}

void klee_assume(uintptr_t condition) { __pf_demand(condition != 0); }

void klee_prefer_cex(void *object, uintptr_t condition) {
  (void)object;
  __pf_prefer(condition != 0);
}

void klee_posix_prefer_cex(void *object, uintptr_t condition) {
  (void)object;
  __pf_prefer(condition != 0);
}

void klee_abort(void) { __pf_fail("abort", "klee_abort() was called", NULL, 0); }

void klee_silent_exit(int status) { __pf_silent_exit(status); }

void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
  __pf_fail(suffix, message, file, line);
}

void klee_assert_failed(const char *condition, const char *file, int line) {
  __pf_fail("assert", condition, file, line);
}

unsigned klee_is_symbolic(uintptr_t value) { return (unsigned)__pf_is_symbolic(value); }

unsigned klee_is_replay(void) { return 0; }

size_t klee_get_obj_size(void *pointer) { return __pf_object_size(pointer); }

void klee_check_memory_access(const void *address, size_t size) {
  if (size == 0) return;
  const volatile char *bytes = address;
  (void)bytes[0];
  (void)bytes[size - 1];
}

void klee_mark_global(void *object) { (void)object; }

void klee_define_fixed_object(void *address, size_t size) { __pf_memory((uintptr_t)address, size); }

#define KLEE_GET_VALUE(function, type) \
  type function(type value) { return (type)__pf_concretize((uint64_t)value); }

KLEE_GET_VALUE(klee_get_valuel, long)
KLEE_GET_VALUE(klee_get_valuell, long long)
KLEE_GET_VALUE(klee_get_value_i32, int32_t)
KLEE_GET_VALUE(klee_get_value_i64, int64_t)
KLEE_GET_VALUE(klee_get_value_u32, uint32_t)
KLEE_GET_VALUE(klee_get_value_u64, uint64_t)

float klee_get_valuef(float value) {
  uint32_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  bits = (uint32_t)__pf_concretize(bits);
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

double klee_get_valued(double value) {
  uint64_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  bits = __pf_concretize(bits);
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

void klee_warning(const char *message) { __pf_warning(message); }

void klee_warning_once(const char *message) { __pf_warning_once(message); }

/* Whoever watches sees these; in a summary they would have no reader. */
void klee_print_expr(const char *message, ...) { __pf_show_arguments(message); }

void klee_print_range(const char *name, int value) { __pf_show_range(name, value); }

void klee_stack_trace(void) { __pf_show_stack(); }

void klee_set_forking(unsigned enable) { (void)enable; }

void klee_open_merge(void) {}

void klee_close_merge(void) {}

void klee_alias_function(const char *function, const char *alias) { __pf_alias(function, alias); }
