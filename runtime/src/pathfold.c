/* pathfold.h on the machine. */
#include <pathfold.h>

#include "internal.h"

enum { SHOWN_UNSIGNED = 0, SHOWN_SIGNED = 1, SHOWN_CHARACTER = 2, SHOWN_TRUTH = 3 };

#define PATHFOLD_INTEGER(function, type, shown)                           \
  type pathfold_##function(const char *name) {                            \
    return (type)__pf_input(name, sizeof(type) * 8, shown);                \
  }                                                                       \
  void pathfold_output_##function(const char *name, type value);          \
  void pathfold_output_##function(const char *name, type value) {         \
    __pf_output_int(name, (uint64_t)value, sizeof(type) * 8, shown);       \
  }

PATHFOLD_INTEGER(char, char, SHOWN_CHARACTER)
PATHFOLD_INTEGER(signed_char, signed char, SHOWN_SIGNED)
PATHFOLD_INTEGER(unsigned_char, unsigned char, SHOWN_UNSIGNED)
PATHFOLD_INTEGER(short, short, SHOWN_SIGNED)
PATHFOLD_INTEGER(unsigned_short, unsigned short, SHOWN_UNSIGNED)
PATHFOLD_INTEGER(int, int, SHOWN_SIGNED)
PATHFOLD_INTEGER(unsigned, unsigned, SHOWN_UNSIGNED)
PATHFOLD_INTEGER(long, long, SHOWN_SIGNED)
PATHFOLD_INTEGER(unsigned_long, unsigned long, SHOWN_UNSIGNED)
PATHFOLD_INTEGER(long_long, long long, SHOWN_SIGNED)
PATHFOLD_INTEGER(unsigned_long_long, unsigned long long, SHOWN_UNSIGNED)

#define PATHFOLD_FIXED(function, type, shown) \
  type pathfold_##function(const char *name) { return (type)__pf_input(name, sizeof(type) * 8, shown); }

PATHFOLD_FIXED(size, size_t, SHOWN_UNSIGNED)
PATHFOLD_FIXED(int8, int8_t, SHOWN_SIGNED)
PATHFOLD_FIXED(uint8, uint8_t, SHOWN_UNSIGNED)
PATHFOLD_FIXED(int16, int16_t, SHOWN_SIGNED)
PATHFOLD_FIXED(uint16, uint16_t, SHOWN_UNSIGNED)
PATHFOLD_FIXED(int32, int32_t, SHOWN_SIGNED)
PATHFOLD_FIXED(uint32, uint32_t, SHOWN_UNSIGNED)
PATHFOLD_FIXED(int64, int64_t, SHOWN_SIGNED)
PATHFOLD_FIXED(uint64, uint64_t, SHOWN_UNSIGNED)

/* One byte of input that is 0 or 1. */
bool pathfold_bool(const char *name) {
  uint64_t value = __pf_input(name, 8, SHOWN_TRUTH);
  __pf_assume(value <= 1);
  return value != 0;
}

float pathfold_float(const char *name) { return __pf_input_float(name); }

double pathfold_double(const char *name) { return __pf_input_double(name); }

int pathfold_range(const char *name, int low, int high) {
  int value = (int)__pf_input(name, sizeof(int) * 8, SHOWN_SIGNED);
  __pf_assume((low <= value) & (value <= high));
  return value;
}

size_t pathfold_choose(size_t count) {
  size_t value = (size_t)__pf_input("choose", sizeof(size_t) * 8, SHOWN_UNSIGNED);
  __pf_assume(value < count);
  return value;
}

void pathfold_bytes(void *address, size_t size, const char *name) { __pf_make_symbolic(address, size, name); }

void pathfold_string(char *buffer, size_t size, const char *name) {
  if (size == 0) return;
  __pf_make_symbolic(buffer, size - 1, name);
  buffer[size - 1] = 0;
}

void pathfold_memory(void *address, size_t size) { __pf_memory((uintptr_t)address, size); }

void pathfold_assume(bool condition) { __pf_assume(condition); }

void pathfold_prefer(bool condition) { __pf_prefer(condition); }

void pathfold_assert_failed(const char *condition, const char *file, int line) {
  __pf_fail("assert", condition, file, line);
}

void pathfold_fail_at(const char *message, const char *file, int line) { __pf_fail("user", message, file, line); }

void pathfold_output_bool(const char *name, bool value) { __pf_output_int(name, value, 8, SHOWN_TRUTH); }

void pathfold_output_float(const char *name, float value) { __pf_output_float(name, (double)value); }

void pathfold_output_double(const char *name, double value) { __pf_output_float(name, value); }

void pathfold_output_string(const char *name, const char *value) { __pf_output_bytes(name, value, strlen(value)); }

void pathfold_output_bytes(const char *name, const void *address, size_t size) {
  __pf_output_bytes(name, address, size);
}

void pathfold_output_object(const char *name, const void *address, size_t size) {
  __pf_output_object(name, address, size);
}

void pathfold_name(const char *name, const void *address) { __pf_name(name, address); }

void pathfold_called(void) { __pf_called(); }

size_t pathfold_given(const char *name, const void *address) { return __pf_given(name, address); }

size_t pathfold_look(const char *name, const void *pointer) { return __pf_look(name, pointer); }

size_t pathfold_holds_pointer(const void *place) { return __pf_holds_pointer(place); }
