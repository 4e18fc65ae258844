/*
 * pathfold.h: symbolic inputs, assumptions and outputs for programs explored with pathfold.
 *
 *   int n = pathfold_int("n");                     an input that can be any int
 *   int d = pathfold_range("d", 1, 31);            any int from 1 to 31
 *   char s[8]; pathfold_string(s, sizeof s, "s");  any string of at most 7 characters
 *   pathfold_assume(n != d);                       only behaviours with n != d are of interest
 *   pathfold_output("sum", n + d);                 a value that summaries and comparisons look at
 *
 * Names are labels in tests and reports and need not be unique. The same program, linked with
 * runtime/replay/pathfold_replay.c, runs natively on the inputs of a generated test.
 */
#ifndef PATHFOLD_H
#define PATHFOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Inputs by type: each call is a new input that can have every value of its type. */
bool pathfold_bool(const char *name);
char pathfold_char(const char *name);
signed char pathfold_signed_char(const char *name);
unsigned char pathfold_unsigned_char(const char *name);
short pathfold_short(const char *name);
unsigned short pathfold_unsigned_short(const char *name);
int pathfold_int(const char *name);
unsigned pathfold_unsigned(const char *name);
long pathfold_long(const char *name);
unsigned long pathfold_unsigned_long(const char *name);
long long pathfold_long_long(const char *name);
unsigned long long pathfold_unsigned_long_long(const char *name);
size_t pathfold_size(const char *name);
int8_t pathfold_int8(const char *name);
uint8_t pathfold_uint8(const char *name);
int16_t pathfold_int16(const char *name);
uint16_t pathfold_uint16(const char *name);
int32_t pathfold_int32(const char *name);
uint32_t pathfold_uint32(const char *name);
int64_t pathfold_int64(const char *name);
uint64_t pathfold_uint64(const char *name);
float pathfold_float(const char *name);
double pathfold_double(const char *name);

/* An int from low to high, both included. */
int pathfold_range(const char *name, int low, int high);
/* A number below count: an arbitrary choice among count alternatives. */
size_t pathfold_choose(size_t count);

/* Makes size bytes at address an input: the whole of an object or a part of it. */
void pathfold_bytes(void *address, size_t size, const char *name);
/* Makes buffer a string of at most size - 1 arbitrary characters: size - 1 bytes are input, the last one is zero. */
void pathfold_string(char *buffer, size_t size, const char *name);

/* From now on there are size bytes of memory at a fixed address, such as the registers of a device. */
void pathfold_memory(void *address, size_t size);

/* Only executions on which the condition holds are explored further. */
void pathfold_assume(bool condition);
/* A wish for the values in generated tests; nothing is excluded. */
void pathfold_prefer(bool condition);

/* A fault unless the condition holds; active even with NDEBUG. */
#define pathfold_assert(condition) \
  ((condition) ? (void)0 : pathfold_assert_failed(#condition, __FILE__, __LINE__))
/* Code that must not be reached. */
#define pathfold_unreachable() pathfold_fail_at("pathfold_unreachable() was reached", __FILE__, __LINE__)
/* A fault with a message of your own. */
#define pathfold_fail(message) pathfold_fail_at((message), __FILE__, __LINE__)

void pathfold_assert_failed(const char *condition, const char *file, int line) __attribute__((__noreturn__));
void pathfold_fail_at(const char *message, const char *file, int line) __attribute__((__noreturn__));

/* Output marks. pathfold_output(name, value) chooses by type; strings are recorded up to their end. */
void pathfold_output_bool(const char *name, bool value);
void pathfold_output_char(const char *name, char value);
void pathfold_output_signed_char(const char *name, signed char value);
void pathfold_output_unsigned_char(const char *name, unsigned char value);
void pathfold_output_short(const char *name, short value);
void pathfold_output_unsigned_short(const char *name, unsigned short value);
void pathfold_output_int(const char *name, int value);
void pathfold_output_unsigned(const char *name, unsigned value);
void pathfold_output_long(const char *name, long value);
void pathfold_output_unsigned_long(const char *name, unsigned long value);
void pathfold_output_long_long(const char *name, long long value);
void pathfold_output_unsigned_long_long(const char *name, unsigned long long value);
void pathfold_output_float(const char *name, float value);
void pathfold_output_double(const char *name, double value);
void pathfold_output_string(const char *name, const char *value);
void pathfold_output_bytes(const char *name, const void *address, size_t size);

/*
 * What a caller can look at after a call: generated harnesses use these. Only the machine knows what is alive and how large
 * it is; compiled code gets the answers that a test recorded.
 */
/* From now on pointers into the object at address are shown under this name. */
void pathfold_name(const char *name, const void *address);
/* The call is over and the caller looks at what it left: what it did not initialise reads as zero. */
void pathfold_called(void);
/* How many bytes an object that pathfold_name named has; none, and an output that says so, when it was freed. */
size_t pathfold_given(const char *name, const void *address);
/* Marks where a pointer leads. For an object not met before, how many bytes can be read from there on; otherwise none. */
size_t pathfold_look(const char *name, const void *pointer);
/* Whether a pointer was stored at this place, which a union leaves open. */
size_t pathfold_holds_pointer(const void *place);
/* Bytes of an object whose size nobody asked for: zeros behind its last byte would make no difference. */
void pathfold_output_object(const char *name, const void *address, size_t size);

#ifdef __cplusplus
}

inline void pathfold_output(const char *name, bool value) { pathfold_output_bool(name, value); }
inline void pathfold_output(const char *name, char value) { pathfold_output_char(name, value); }
inline void pathfold_output(const char *name, signed char value) { pathfold_output_signed_char(name, value); }
inline void pathfold_output(const char *name, unsigned char value) { pathfold_output_unsigned_char(name, value); }
inline void pathfold_output(const char *name, short value) { pathfold_output_short(name, value); }
inline void pathfold_output(const char *name, unsigned short value) { pathfold_output_unsigned_short(name, value); }
inline void pathfold_output(const char *name, int value) { pathfold_output_int(name, value); }
inline void pathfold_output(const char *name, unsigned value) { pathfold_output_unsigned(name, value); }
inline void pathfold_output(const char *name, long value) { pathfold_output_long(name, value); }
inline void pathfold_output(const char *name, unsigned long value) { pathfold_output_unsigned_long(name, value); }
inline void pathfold_output(const char *name, long long value) { pathfold_output_long_long(name, value); }
inline void pathfold_output(const char *name, unsigned long long value) {
  pathfold_output_unsigned_long_long(name, value);
}
inline void pathfold_output(const char *name, float value) { pathfold_output_float(name, value); }
inline void pathfold_output(const char *name, double value) { pathfold_output_double(name, value); }
inline void pathfold_output(const char *name, const char *value) { pathfold_output_string(name, value); }
#else
#define pathfold_output(name, value)                       \
  _Generic((value),                                        \
      bool: pathfold_output_bool,                          \
      char: pathfold_output_char,                          \
      signed char: pathfold_output_signed_char,            \
      unsigned char: pathfold_output_unsigned_char,        \
      short: pathfold_output_short,                        \
      unsigned short: pathfold_output_unsigned_short,      \
      int: pathfold_output_int,                            \
      unsigned: pathfold_output_unsigned,                  \
      long: pathfold_output_long,                          \
      unsigned long: pathfold_output_unsigned_long,        \
      long long: pathfold_output_long_long,                \
      unsigned long long: pathfold_output_unsigned_long_long, \
      float: pathfold_output_float,                        \
      double: pathfold_output_double,                      \
      char *: pathfold_output_string,                      \
      const char *: pathfold_output_string)(name, value)
#endif

#endif
