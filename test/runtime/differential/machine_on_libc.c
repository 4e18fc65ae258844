/* The machine's primitives on a real library, concretely: enough to run the model outside the symbolic machine. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER = 16 };

void *__pf_alloc(size_t size) {
  if (size > (size_t)1 << 28) return NULL;
  char *p = malloc(size + HEADER);
  memcpy(p, &size, sizeof size);
  return p + HEADER;
}

void *__pf_alloc_zeroed(size_t size) {
  void *p = __pf_alloc(size);
  return p ? memset(p, 0, size) : NULL;
}

void __pf_free(void *p) { free((char *)p - HEADER); }

size_t __pf_object_size(const void *p) {
  size_t size;
  memcpy(&size, (const char *)p - HEADER, sizeof size);
  return size;
}

/* Output is collected, input is given: drivers look at both. */
char machine_output[3][1 << 16];
size_t machine_output_length[3];
const char *machine_input = "";

void __pf_write(int fd, const void *p, size_t n) {
  if (machine_output_length[fd] + n >= sizeof machine_output[fd]) abort();
  memcpy(machine_output[fd] + machine_output_length[fd], p, n);
  machine_output_length[fd] += n;
  machine_output[fd][machine_output_length[fd]] = 0;
}

size_t __pf_read(void *p, size_t n) {
  size_t left = strlen(machine_input), now = n < left ? n : left;
  memcpy(p, machine_input, now);
  machine_input += now;
  return now;
}

/* No file is given and nothing fails without a reason. */
const char *__pf_file_name(size_t index) { return (void)index, NULL; }
const void *__pf_file_data(size_t index) { return (void)index, NULL; }
size_t __pf_file_size(size_t index) { return (void)index, 0; }
int __pf_looks_for_undefined(void) { return 0; }
size_t __pf_setting(int setting) { return (void)setting, 0; }
unsigned __pf_choose(const char *name, unsigned count) { return (void)name, (void)count, 0; }

/* There is one thread. */
void __pf_thread(int number, void (*begin)(int)) { (void)number, (void)begin; }
void __pf_switch(int number) { (void)number; }
_Noreturn void __pf_end_thread(int number) { exit(number); }

_Noreturn void __pf_fail(const char *kind, const char *message, const char *file, int line) {
  printf("fault %s: %s at %s:%d\n", kind, message, file ? file : "?", line);
  exit(1);
}

_Noreturn void __pf_exit(int status) { exit(status); }
_Noreturn void __pf_silent_exit(int status) { exit(status); }
void __pf_warning(const char *message) { (void)message; }
void __pf_absent(const char *function) { (void)function; }
void __pf_warning_once(const char *message) { (void)message; }
void __pf_alias(const char *function, const char *alias) { (void)function, (void)alias; }
void __pf_show_arguments(const char *label) { (void)label; }
void __pf_show_range(const char *label, int value) { (void)label, (void)value; }
void __pf_show_stack(void) {}
void __pf_make_symbolic(void *p, size_t n, const char *name) { (void)name, memset(p, 0, n); }
uint64_t __pf_input(const char *name, unsigned bits, int is_signed) { return (void)name, (void)bits, (void)is_signed, 0; }
float __pf_input_float(const char *name) { return (void)name, 0; }
double __pf_input_double(const char *name) { return (void)name, 0; }
void __pf_assume(int c) { (void)c; }
void __pf_demand(int c) { (void)c; }
void __pf_prefer(int c) { (void)c; }
int __pf_is_symbolic(uint64_t v) { return (void)v, 0; }
uint64_t __pf_concretize(uint64_t v) { return v; }
void __pf_output_int(const char *name, uint64_t v, unsigned bits, int s) { (void)name, (void)v, (void)bits, (void)s; }
void __pf_output_float(const char *name, double value) { (void)name, (void)value; }
void __pf_output_bytes(const char *name, const void *p, size_t n) { (void)name, (void)p, (void)n; }
void __pf_output_object(const char *name, const void *p, size_t n) { (void)name, (void)p, (void)n; }
void __pf_name(const char *name, const void *p) { (void)name, (void)p; }
void __pf_left(const char *name, size_t length, int kind, const void *data, size_t size) {
  (void)name, (void)length, (void)kind, (void)data, (void)size;
}
void __pf_memory(uintptr_t address, size_t size) { (void)address, (void)size; }
void __pf_called(void) {}
size_t __pf_given(const char *name, const void *p) { return (void)name, (void)p, 0; }
size_t __pf_look(const char *name, const void *p) { return (void)name, (void)p, 0; }
size_t __pf_holds_pointer(const void *p) { return (void)p, 0; }

double __pf_math1(int op, double x) {
  double (*const functions[])(double) = {sin,  cos,   tan,   asin, acos, atan,  sinh, cosh, tanh,  asinh,
                                         acosh, atanh, exp,   exp2, expm1, log,  log2, log10, log1p, cbrt};
  return functions[op](x);
}

double __pf_math2(int op, double x, double y) {
  double (*const functions[])(double, double) = {pow, atan2, hypot};
  return functions[op](x, y);
}

/* Compiler builtins that would otherwise be calls of the very functions the model defines. */
void *native_memcpy(void *to, const void *from, size_t n) { return memcpy(to, from, n); }
void *native_memmove(void *to, const void *from, size_t n) { return memmove(to, from, n); }
void *native_memset(void *to, int byte, size_t n) { return memset(to, byte, n); }

#define NATIVE_1(name)                          \
  double native_##name(double x) { return name(x); } \
  float native_##name##f(float x) { return name##f(x); }
NATIVE_1(fabs)
NATIVE_1(floor)
NATIVE_1(ceil)
NATIVE_1(trunc)
NATIVE_1(round)
NATIVE_1(rint)
NATIVE_1(nearbyint)
NATIVE_1(sqrt)
double native_copysign(double x, double y) { return copysign(x, y); }
float native_copysignf(float x, float y) { return copysignf(x, y); }
double native_fma(double x, double y, double z) { return fma(x, y, z); }
float native_fmaf(float x, float y, float z) { return fmaf(x, y, z); }
double native_fmod(double x, double y) { return fmod(x, y); }
