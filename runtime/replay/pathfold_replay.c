/* pathfold.h, klee/klee.h and __VERIFIER_* on the inputs of one test: see pathfold_replay.h. */
/* Also where the program asks for C and nothing else. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
/* A build in which allocations may fail gives these other names, but not to us. */
#undef malloc
#undef calloc
#undef realloc
#undef aligned_alloc
#undef strdup
#undef strndup
#include "pathfold_replay.h"

#include <errno.h>
#include <klee/klee.h>
#include <pathfold.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef __wasm__
#include <sys/mman.h>
#endif

#define WEAK __attribute__((weak))

/* Absent unless a generated file defines them. */
extern const struct pf_replay_input __pf_replay_inputs[] WEAK;
extern const unsigned __pf_replay_count WEAK;
extern const struct pf_replay_expected __pf_replay_expected[] WEAK;
extern const unsigned __pf_replay_expected_count WEAK;
extern const int __pf_replay_expected_status WEAK;
void __pf_replay_channel(const char *bytes, size_t size) WEAK;

static const struct pf_replay_input *replay_inputs;
static unsigned replay_count, replay_next;
static bool replay_ready;

static FILE *replay_report;

__attribute__((constructor)) static void replay_open(void) {
  setvbuf(stdout, NULL, _IONBF, 0);
  const char *path = getenv("PATHFOLD_REPLAY_REPORT");
  if (path) replay_report = fopen(path, "ab");
  if (replay_report) setvbuf(replay_report, NULL, _IONBF, 0);
}

static void replay_write(const char *bytes, size_t size) {
  if (__pf_replay_channel) {
    __pf_replay_channel(bytes, size);
  } else {
    fwrite(bytes, 1, size, replay_report ? replay_report : stderr);
  }
}

__attribute__((format(printf, 1, 2))) static void replay_say(const char *format, ...) {
  va_list values;
  va_start(values, format);
  int size = vsnprintf(NULL, 0, format, values);
  va_end(values);
  char *text = size < 0 ? NULL : malloc((size_t)size + 1);
  if (!text) return;
  va_start(values, format);
  vsnprintf(text, (size_t)size + 1, format, values);
  va_end(values);
  replay_write(text, (size_t)size);
  free(text);
}

/* --- .ktest: big-endian numbers, see the format's description in the documentation ------------------------------------------- */

static void replay_unreadable(const char *path, const char *why) {
  replay_say("pathfold:unusable:cannot use the test file %s: %s\n", path, why);
  exit(PATHFOLD_REPLAY_UNREADABLE);
}

struct replay_reader {
  const char *path;
  const unsigned char *at, *end;
};

static unsigned replay_read_number(struct replay_reader *reader) {
  if (reader->end - reader->at < 4) replay_unreadable(reader->path, "it ends too early");
  const unsigned char *b = reader->at;
  reader->at += 4;
  return (unsigned)b[0] << 24 | (unsigned)b[1] << 16 | (unsigned)b[2] << 8 | b[3];
}

static const unsigned char *replay_read_bytes(struct replay_reader *reader, unsigned n) {
  if ((size_t)(reader->end - reader->at) < n) replay_unreadable(reader->path, "it ends too early");
  const unsigned char *bytes = reader->at;
  reader->at += n;
  return bytes;
}

static unsigned char *replay_read_file(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  if (!file) replay_unreadable(path, "it cannot be opened");
  size_t capacity = 4096;
  unsigned char *bytes = malloc(capacity);
  *length = 0;
  while (bytes) {
    size_t got = fread(bytes + *length, 1, capacity - *length, file);
    *length += got;
    if (*length < capacity) break;
    capacity *= 2;
    bytes = realloc(bytes, capacity);
  }
  fclose(file);
  if (!bytes) replay_unreadable(path, "there is not enough memory");
  return bytes;
}

void __pf_replay_load(const char *path) {
  size_t length;
  unsigned char *bytes = replay_read_file(path, &length);
  struct replay_reader reader = {path, bytes, bytes + length};
  const unsigned char *magic = replay_read_bytes(&reader, 5);
  if (memcmp(magic, "KTEST", 5) != 0 && memcmp(magic, "BOUT\n", 5) != 0) replay_unreadable(path, "it is no .ktest file");
  unsigned version = replay_read_number(&reader);
  for (unsigned n = replay_read_number(&reader); n > 0; n--) replay_read_bytes(&reader, replay_read_number(&reader));
  if (version >= 2) {
    replay_read_number(&reader);
    replay_read_number(&reader);
  }
  unsigned count = replay_read_number(&reader);
  struct pf_replay_input *inputs = calloc(count ? count : 1, sizeof *inputs);
  if (!inputs) replay_unreadable(path, "there is not enough memory");
  for (unsigned i = 0; i < count; i++) {
    unsigned n = replay_read_number(&reader);
    const unsigned char *name = replay_read_bytes(&reader, n);
    char *copy = calloc(n + 1, 1);
    if (!copy) replay_unreadable(path, "there is not enough memory");
    memcpy(copy, name, n);
    inputs[i].name = copy;
    inputs[i].size = replay_read_number(&reader);
    inputs[i].bytes = replay_read_bytes(&reader, inputs[i].size);
  }
  replay_inputs = inputs;
  replay_count = count;
  replay_next = 0;
  replay_ready = true;
}

static void replay_prepare(void) {
  if (replay_ready) return;
  replay_ready = true;
  if (&__pf_replay_count) {
    replay_inputs = __pf_replay_inputs;
    replay_count = __pf_replay_count;
    return;
  }
  const char *path = getenv("PATHFOLD_TEST");
  if (!path) path = getenv("KTEST_FILE");
  if (path) {
    __pf_replay_load(path);
  } else {
    replay_say("pathfold:note:no test given; set PATHFOLD_TEST to a .ktest file. Inputs are zero.\n");
  }
}

/* --- inputs ------------------------------------------------------------------------------------------------------------------------ */

static void replay_input(void *to, size_t size, const char *name) {
  replay_prepare();
  if (size == 0) return;
  /* What KLEE's environment adds in front is not an input of the program. */
  while (replay_next < replay_count && strcmp(replay_inputs[replay_next].name, "model_version") == 0) replay_next++;
  if (replay_next >= replay_count) {
    replay_say("pathfold:note:input %u (%s) is not in the test; using zero\n", replay_next, name);
    replay_next++;
    memset(to, 0, size);
    return;
  }
  const struct pf_replay_input *input = &replay_inputs[replay_next];
  if (input->size != size) {
    replay_say("pathfold:unusable:input %u is %s with %u bytes in the test, the program asks for %s with %lu\n", replay_next,
               input->name, input->size, name, (unsigned long)size);
    exit(PATHFOLD_REPLAY_MISMATCH);
  }
  replay_next++;
  memcpy(to, input->bytes, size);
}

static void replay_assume(bool condition) {
  if (condition) return;
  replay_say("pathfold:unusable:an assumption does not hold\n");
  exit(PATHFOLD_REPLAY_ASSUMPTION);
}

static _Noreturn void replay_fault(const char *kind, const char *message, const char *file, int line) {
  replay_say("pathfold:fault:%s:%s:%d:%s\n", kind, file, line, message);
  abort();
}

#define REPLAY_INPUT(function, type)                 \
  WEAK type pathfold_##function(const char *name) {  \
    type value;                                      \
    replay_input(&value, sizeof value, name);        \
    return value;                                    \
  }

REPLAY_INPUT(char, char)
REPLAY_INPUT(signed_char, signed char)
REPLAY_INPUT(unsigned_char, unsigned char)
REPLAY_INPUT(short, short)
REPLAY_INPUT(unsigned_short, unsigned short)
REPLAY_INPUT(int, int)
REPLAY_INPUT(unsigned, unsigned)
REPLAY_INPUT(long, long)
REPLAY_INPUT(unsigned_long, unsigned long)
REPLAY_INPUT(long_long, long long)
REPLAY_INPUT(unsigned_long_long, unsigned long long)
REPLAY_INPUT(size, size_t)
REPLAY_INPUT(int8, int8_t)
REPLAY_INPUT(uint8, uint8_t)
REPLAY_INPUT(int16, int16_t)
REPLAY_INPUT(uint16, uint16_t)
REPLAY_INPUT(int32, int32_t)
REPLAY_INPUT(uint32, uint32_t)
REPLAY_INPUT(int64, int64_t)
REPLAY_INPUT(uint64, uint64_t)
REPLAY_INPUT(float, float)
REPLAY_INPUT(double, double)

static bool replay_truth(const char *name) {
  unsigned char value;
  replay_input(&value, 1, name);
  replay_assume(value <= 1);
  return value;
}

WEAK bool pathfold_bool(const char *name) { return replay_truth(name); }

WEAK int pathfold_range(const char *name, int low, int high) {
  int value;
  replay_input(&value, sizeof value, name);
  replay_assume(low <= value && value <= high);
  return value;
}

WEAK size_t pathfold_choose(size_t count) {
  size_t value;
  replay_input(&value, sizeof value, "choose");
  replay_assume(value < count);
  return value;
}

WEAK void pathfold_bytes(void *address, size_t size, const char *name) { replay_input(address, size, name); }

WEAK void pathfold_string(char *buffer, size_t size, const char *name) {
  if (size == 0) return;
  replay_input(buffer, size - 1, name);
  buffer[size - 1] = 0;
}

WEAK void pathfold_memory(void *address, size_t size) {
#ifdef __wasm__
  size_t end = (size_t)address + size, pages = __builtin_wasm_memory_size(0);
  size_t missing = end > pages * 65536 ? (end - pages * 65536 + 65535) / 65536 : 0;
  bool made = missing == 0 || __builtin_wasm_memory_grow(0, missing) != (size_t)-1;
#else
  uintptr_t page = (uintptr_t)address & ~(uintptr_t)4095, end = (uintptr_t)address + size;
  void *at = mmap((void *)page, end - page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  bool made = at == (void *)page;
#endif
  if (made) return;
  replay_say("pathfold:unusable:there cannot be memory at this address here\n");
  exit(PATHFOLD_REPLAY_MISMATCH);
}

WEAK void pathfold_assume(bool condition) { replay_assume(condition); }

WEAK void pathfold_prefer(bool condition) { (void)condition; }

WEAK void pathfold_assert_failed(const char *condition, const char *file, int line) {
  replay_fault("assert", condition, file, line);
}

WEAK void pathfold_fail_at(const char *message, const char *file, int line) { replay_fault("user", message, file, line); }

/* --- what the test expects ------------------------------------------------------------------------------------------------------- */

static unsigned replay_outputs;
static bool replay_wrong;

static bool replay_checks(void) { return &__pf_replay_expected_count && !__pf_replay_channel && !replay_report; }

static void replay_complain(const char *name, const char *value, const char *expected) {
  replay_say("pathfold:wrong:%s is %s instead of %s\n", name, value, expected);
  replay_wrong = true;
}

static void replay_check(const char *name, const char *value, bool real) {
  if (!replay_checks()) return;
  unsigned at = replay_outputs++;
  if (at >= __pf_replay_expected_count || strcmp(__pf_replay_expected[at].name, name) != 0) {
    replay_complain(name, value, "not there");
    return;
  }
  const char *expected = __pf_replay_expected[at].value;
  double one = real ? strtod(value, NULL) : 0, other = real ? strtod(expected, NULL) : 0;
  bool same = real ? one == other || (one != one && other != other) : strcmp(value, expected) == 0;
  if (!same) replay_complain(name, value, expected);
}

#ifdef __GLIBC__
#include <unistd.h>

static void replay_judge(int status, void *unused) {
  (void)unused;
  if (!replay_checks() || (status >= PATHFOLD_REPLAY_ASSUMPTION && status <= PATHFOLD_REPLAY_UNREADABLE)) return;
  if (status != (__pf_replay_expected_status & 255)) {
    replay_say("pathfold:wrong:the exit status is %d instead of %d\n", status, __pf_replay_expected_status & 255);
    replay_wrong = true;
  }
  if (replay_outputs < __pf_replay_expected_count && !replay_wrong)
    replay_complain(__pf_replay_expected[replay_outputs].name, "missing", __pf_replay_expected[replay_outputs].value);
  fflush(NULL);
  _exit(replay_wrong ? PATHFOLD_REPLAY_WRONG : 0);
}

__attribute__((constructor)) static void replay_watch(void) {
  if (replay_checks()) on_exit(replay_judge, NULL);
}
#endif

/* --- outputs -------------------------------------------------------------------------------------------------------------------------- */

#define REPLAY_OUTPUT_SIGNED(function, type)                                                             \
  WEAK void pathfold_output_##function(const char *name, type value) {                                   \
    char text[32];                                                                                       \
    snprintf(text, sizeof text, "%lld", (long long)value);                                               \
    replay_say("pathfold:output:%s:i%u:%s\n", name, (unsigned)sizeof(type) * 8, text);                  \
    replay_check(name, text, false);                                                                     \
  }
#define REPLAY_OUTPUT_UNSIGNED(function, type)                                                                    \
  WEAK void pathfold_output_##function(const char *name, type value) {                                            \
    char text[32];                                                                                                \
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);                                               \
    replay_say("pathfold:output:%s:u%u:%s\n", name, (unsigned)sizeof(type) * 8, text);                           \
    replay_check(name, text, false);                                                                              \
  }

REPLAY_OUTPUT_SIGNED(signed_char, signed char)
REPLAY_OUTPUT_SIGNED(short, short)
REPLAY_OUTPUT_SIGNED(int, int)
REPLAY_OUTPUT_SIGNED(long, long)
REPLAY_OUTPUT_SIGNED(long_long, long long)
REPLAY_OUTPUT_UNSIGNED(unsigned_char, unsigned char)
REPLAY_OUTPUT_UNSIGNED(unsigned_short, unsigned short)
REPLAY_OUTPUT_UNSIGNED(unsigned, unsigned)
REPLAY_OUTPUT_UNSIGNED(unsigned_long, unsigned long)
REPLAY_OUTPUT_UNSIGNED(unsigned_long_long, unsigned long long)

WEAK void pathfold_output_bool(const char *name, bool value) {
  replay_say("pathfold:output:%s:bool:%d\n", name, value);
  replay_check(name, value ? "1" : "0", false);
}

WEAK void pathfold_output_char(const char *name, char value) {
  char text[16];
  snprintf(text, sizeof text, "%d", value);
  replay_say("pathfold:output:%s:char:%s\n", name, text);
  replay_check(name, text, false);
}

WEAK void pathfold_output_float(const char *name, float value) {
  char text[48];
  snprintf(text, sizeof text, "%a", (double)value);
  replay_say("pathfold:output:%s:f32:%s\n", name, text);
  replay_check(name, text, true);
}

WEAK void pathfold_output_double(const char *name, double value) {
  char text[48];
  snprintf(text, sizeof text, "%a", value);
  replay_say("pathfold:output:%s:f64:%s\n", name, text);
  replay_check(name, text, true);
}

WEAK void pathfold_output_bytes(const char *name, const void *address, size_t size) {
  const unsigned char *bytes = address;
  char *text = malloc(2 * size + 1);
  if (!text) return;
  for (size_t i = 0; i < size; i++) snprintf(text + 2 * i, 3, "%02x", bytes[i]);
  text[2 * size] = 0;
  replay_say("pathfold:output:%s:bytes:%s\n", name, text);
  replay_check(name, text, false);
  free(text);
}

WEAK void pathfold_output_string(const char *name, const char *value) {
  pathfold_output_bytes(name, value, strlen(value));
}

WEAK void pathfold_output_object(const char *name, const void *address, size_t size) {
  pathfold_output_bytes(name, address, size);
}

/* Compiled code does not know what is alive: the test says what the machine saw. */
static size_t replay_readable(void) {
  uint32_t size;
  replay_input(&size, sizeof size, "readable");
  return size;
}

WEAK void pathfold_name(const char *name, const void *address) { (void)name, (void)address; }
WEAK void pathfold_called(void) {}
WEAK size_t pathfold_given(const char *name, const void *address) {
  (void)name, (void)address;
  return replay_readable();
}
WEAK size_t pathfold_look(const char *name, const void *pointer) {
  (void)name, (void)pointer;
  return replay_readable();
}
WEAK size_t pathfold_holds_pointer(const void *place) {
  (void)place;
  return replay_readable();
}

/* --- allocations that may fail: runtime/src/failing_allocation.c ------------------------------------------------------------------------- */

static bool replay_fails(const char *name) {
  if (!replay_truth(name)) return false;
  errno = ENOMEM;
  return true;
}

void *pathfold_malloc(size_t size);
void *pathfold_calloc(size_t count, size_t size);
void *pathfold_realloc(void *old, size_t size);
void *pathfold_aligned_alloc(size_t alignment, size_t size);
char *pathfold_strdup(const char *text);
char *pathfold_strndup(const char *text, size_t most);
WEAK void *pathfold_malloc(size_t size) { return replay_fails("malloc fails") ? NULL : malloc(size); }
WEAK void *pathfold_calloc(size_t count, size_t size) { return replay_fails("calloc fails") ? NULL : calloc(count, size); }
WEAK void *pathfold_realloc(void *old, size_t size) { return replay_fails("realloc fails") ? NULL : realloc(old, size); }
WEAK void *pathfold_aligned_alloc(size_t alignment, size_t size) {
  return replay_fails("aligned_alloc fails") ? NULL : aligned_alloc(alignment, size);
}
WEAK char *pathfold_strdup(const char *text) { return replay_fails("strdup fails") ? NULL : strdup(text); }
WEAK char *pathfold_strndup(const char *text, size_t most) {
  return replay_fails("strndup fails") ? NULL : strndup(text, most);
}

/* --- klee/klee.h ------------------------------------------------------------------------------------------------------------------------- */

WEAK void klee_make_symbolic(void *address, size_t n, const char *name) { replay_input(address, n, name); }

WEAK int klee_int(const char *name) { return pathfold_int(name); }

WEAK int klee_range(int begin, int end, const char *name) {
  int value;
  replay_input(&value, sizeof value, name);
  replay_assume(begin <= value && value < end);
  return value;
}

WEAK uintptr_t klee_choose(uintptr_t n) {
  uintptr_t value;
  replay_input(&value, sizeof value, "klee_choose");
  replay_assume(value < n);
  return value;
}

WEAK void klee_assume(uintptr_t condition) { replay_assume(condition != 0); }
WEAK void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
WEAK void klee_posix_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
WEAK void klee_abort(void) { abort(); }
WEAK void klee_silent_exit(int status) { exit(status); }
WEAK void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
  replay_fault(suffix, message, file, line);
}
WEAK void klee_assert_failed(const char *condition, const char *file, int line) {
  replay_fault("assert", condition, file, line);
}
WEAK unsigned klee_is_symbolic(uintptr_t value) {
  (void)value;
  return 0;
}
WEAK unsigned klee_is_replay(void) { return 1; }
/* Compiled code does not know; zero says so. */
WEAK size_t klee_get_obj_size(void *pointer) {
  (void)pointer;
  return 0;
}
WEAK void klee_check_memory_access(const void *address, size_t size) {
  const volatile char *bytes = address;
  if (size > 0) (void)(bytes[0] + bytes[size - 1]);
}
WEAK void klee_mark_global(void *object) { (void)object; }
WEAK void klee_define_fixed_object(void *address, size_t size) { (void)address, (void)size; }
WEAK float klee_get_valuef(float value) { return value; }
WEAK double klee_get_valued(double value) { return value; }
WEAK long klee_get_valuel(long value) { return value; }
WEAK long long klee_get_valuell(long long value) { return value; }
WEAK int32_t klee_get_value_i32(int32_t value) { return value; }
WEAK int64_t klee_get_value_i64(int64_t value) { return value; }
WEAK uint32_t klee_get_value_u32(uint32_t value) { return value; }
WEAK uint64_t klee_get_value_u64(uint64_t value) { return value; }
WEAK void klee_warning(const char *message) { (void)message; }
WEAK void klee_warning_once(const char *message) { (void)message; }
WEAK void klee_print_expr(const char *message, ...) { (void)message; }
WEAK void klee_print_range(const char *name, int value) { (void)name, (void)value; }
WEAK void klee_stack_trace(void) {}
WEAK void klee_set_forking(unsigned enable) { (void)enable; }
WEAK void klee_open_merge(void) {}
WEAK void klee_close_merge(void) {}
WEAK void klee_alias_function(const char *function, const char *alias) { (void)function, (void)alias; }

/* --- __VERIFIER_* --------------------------------------------------------------------------------------------------------------------------- */

#define REPLAY_NONDET(suffix, type)               \
  WEAK type __VERIFIER_nondet_##suffix(void) {    \
    type value;                                   \
    replay_input(&value, sizeof value, #suffix);  \
    return value;                                 \
  }

typedef void *replay_pointer;
typedef char *replay_pchar;

REPLAY_NONDET(char, char)
REPLAY_NONDET(schar, signed char)
REPLAY_NONDET(uchar, unsigned char)
REPLAY_NONDET(short, short)
REPLAY_NONDET(ushort, unsigned short)
REPLAY_NONDET(int, int)
REPLAY_NONDET(uint, unsigned)
REPLAY_NONDET(unsigned, unsigned)
REPLAY_NONDET(long, long)
REPLAY_NONDET(ulong, unsigned long)
REPLAY_NONDET(longlong, long long)
REPLAY_NONDET(ulonglong, unsigned long long)
REPLAY_NONDET(size_t, size_t)
REPLAY_NONDET(ssize_t, long)
REPLAY_NONDET(loff_t, int64_t)
REPLAY_NONDET(pthread_t, unsigned long)
REPLAY_NONDET(sector_t, unsigned long)
REPLAY_NONDET(S8, int8_t)
REPLAY_NONDET(u8, uint8_t)
REPLAY_NONDET(U8, uint8_t)
REPLAY_NONDET(u16, uint16_t)
REPLAY_NONDET(U16, uint16_t)
REPLAY_NONDET(u32, uint32_t)
REPLAY_NONDET(U32, uint32_t)
REPLAY_NONDET(float, float)
REPLAY_NONDET(double, double)
REPLAY_NONDET(pointer, replay_pointer)
REPLAY_NONDET(pchar, replay_pchar)
#ifdef __SIZEOF_INT128__
REPLAY_NONDET(int128, __int128)
REPLAY_NONDET(uint128, unsigned __int128)
#endif

WEAK _Bool __VERIFIER_nondet_bool(void) { return replay_truth("bool"); }
WEAK _Bool __VERIFIER_nondet__Bool(void) { return replay_truth("bool"); }
WEAK void __VERIFIER_nondet_memory(void *address, size_t n) { replay_input(address, n, "memory"); }
WEAK void __VERIFIER_assume(int condition) { replay_assume(condition != 0); }
WEAK void __VERIFIER_error(void) { replay_fault("target-reached", "__VERIFIER_error() was reached", "", 0); }
WEAK void reach_error(void) { replay_fault("target-reached", "reach_error() was reached", "", 0); }
WEAK void __VERIFIER_assert(int condition) {
  if (!condition) replay_fault("assert", "__VERIFIER_assert", "", 0);
}
WEAK void __VERIFIER_atomic_begin(void) {}
WEAK void __VERIFIER_atomic_end(void) {}
