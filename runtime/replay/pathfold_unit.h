/*
 * What exported unit tests need of pathfold.h: each test gives the inputs of one call, in order, and the outputs that must come out.
 * The text of this file becomes part of an exported test, which then needs nothing of pathfold.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pf_value {
  const char *name;
  enum { PF_IS_INT, PF_IS_REAL, PF_IS_BYTES } kind;
  long long number;
  double real;
  const char *bytes;
  size_t size;
};
#define PF_INT(name, value) {name, PF_IS_INT, value, 0, 0, 0}
#define PF_REAL(name, value) {name, PF_IS_REAL, 0, value, 0, 0}
#define PF_BYTES(name, text) {name, PF_IS_BYTES, 0, 0, text, sizeof(text) - 1}

static const struct pf_value *pf_input, *pf_input_end, *pf_output, *pf_output_end;
static const unsigned *pf_size, *pf_size_end;
static char pf_wrong[400];
/* An object has another size here than where the test was made: what lies behind it may come out, or not. */
static bool pf_resized;

__attribute__((format(printf, 1, 2))) static void pf_complain(const char *format, ...) {
  __builtin_va_list values;
  if (pf_wrong[0]) return;
  __builtin_va_start(values, format);
  vsnprintf(pf_wrong, sizeof pf_wrong, format, values);
  __builtin_va_end(values);
}

static const struct pf_value *pf_next_input(const char *name) {
  static const struct pf_value zero = PF_INT("", 0);
  if (pf_input < pf_input_end && strcmp(pf_input->name, name) == 0) return pf_input++;
  pf_complain("the function asks for the input %s, the test has none", name);
  return &zero;
}

static const struct pf_value *pf_next_output(const char *name) {
  const struct pf_value *later = pf_output;
  if (pf_resized) {
    while (later < pf_output_end && strcmp(later->name, name) != 0) later++;
    if (later == pf_output_end) return NULL;
    pf_output = later;
  }
  if (pf_output < pf_output_end && strcmp(pf_output->name, name) == 0) return pf_output++;
  pf_complain("%s was not expected", name);
  return NULL;
}

#define PF_NUMBER(word, type)                                                                                       \
  __attribute__((unused)) static type pathfold_##word(const char *name) {                                           \
    return (type)pf_next_input(name)->number;                                                                       \
  }                                                                                                                 \
  __attribute__((unused)) static void pathfold_output_##word(const char *name, type value) {                        \
    const struct pf_value *expected = pf_next_output(name);                                                         \
    if (expected && value != (type)expected->number)                                                                \
      pf_complain("%s is %lld instead of %lld", name, (long long)value, (long long)(type)expected->number);         \
  }
PF_NUMBER(bool, bool)
PF_NUMBER(char, char)
PF_NUMBER(signed_char, signed char)
PF_NUMBER(unsigned_char, unsigned char)
PF_NUMBER(short, short)
PF_NUMBER(unsigned_short, unsigned short)
PF_NUMBER(int, int)
PF_NUMBER(unsigned, unsigned)
PF_NUMBER(long, long)
PF_NUMBER(unsigned_long, unsigned long)
PF_NUMBER(long_long, long long)
PF_NUMBER(unsigned_long_long, unsigned long long)
PF_NUMBER(int32, int32_t)
PF_NUMBER(uint32, uint32_t)
PF_NUMBER(int64, int64_t)
PF_NUMBER(uint64, uint64_t)

#define PF_FLOAT(type)                                                                                 \
  __attribute__((unused)) static type pathfold_##type(const char *name) {                              \
    return (type)pf_next_input(name)->real;                                                            \
  }                                                                                                    \
  __attribute__((unused)) static void pathfold_output_##type(const char *name, type value) {           \
    const struct pf_value *expected = pf_next_output(name);                                            \
    if (expected && value != (type)expected->real && (value == value || expected->real == expected->real)) \
      pf_complain("%s is %g instead of %g", name, (double)value, expected->real);                      \
  }
PF_FLOAT(float)
PF_FLOAT(double)

__attribute__((unused)) static int pathfold_range(const char *name, int low, int high) {
  (void)low, (void)high;
  return (int)pf_next_input(name)->number;
}

__attribute__((unused)) static void pathfold_bytes(void *address, size_t size, const char *name) {
  const struct pf_value *input = pf_next_input(name);
  memset(address, 0, size);
  if (input->kind == PF_IS_BYTES) memcpy(address, input->bytes, input->size < size ? input->size : size);
}

__attribute__((unused)) static void pathfold_string(char *buffer, size_t size, const char *name) {
  pathfold_bytes(buffer, size - 1, name);
  buffer[size - 1] = 0;
}

__attribute__((unused)) static void pathfold_output_bytes(const char *name, const void *address, size_t size) {
  const struct pf_value *expected = pf_next_output(name);
  if (expected && (expected->size != size || memcmp(expected->bytes, address, size) != 0))
    pf_complain("%s holds other bytes than expected", name);
}

__attribute__((unused)) static void pathfold_output_object(const char *name, const void *address, size_t size) {
  pathfold_output_bytes(name, address, size);
}

__attribute__((unused)) static void pathfold_output_string(const char *name, const char *value) {
  pathfold_output_bytes(name, value, strlen(value));
}

__attribute__((unused)) static void pathfold_assume(bool condition) { (void)condition; }
__attribute__((unused)) static void pathfold_name(const char *name, const void *address) { (void)name, (void)address; }
__attribute__((unused)) static void pathfold_called(void) {}

/* How much of an object can be looked at is what was seen when the test was made. */
__attribute__((unused)) static size_t pathfold_given(const char *name, const void *address) {
  (void)name, (void)address;
  return pf_size < pf_size_end ? *pf_size++ : 0;
}

__attribute__((unused)) static size_t pathfold_look(const char *name, const void *pointer) {
  return pathfold_given(name, pointer);
}

__attribute__((unused)) static size_t pathfold_holds_pointer(const void *place) { return pathfold_given("", place); }

__attribute__((unused)) static size_t pf_look_at(const char *name, const void *pointer, size_t each) {
  size_t size = pathfold_given(name, pointer);
  if (size == 0 || (each > 0 && size % each == 0)) return size;
  pf_resized = true;
  return each;
}
