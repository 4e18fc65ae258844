/*
 * The replay library: pathfold.h, klee/klee.h and __VERIFIER_* for really compiled programs. Inputs come from a generated
 * test, in the order in which the program asks for them:
 *
 *   cc -I runtime/include program.c test000001.c runtime/replay/pathfold_replay.c    the test's table is linked in
 *   KTEST_FILE=test000001.ktest ./a.out                                              or a .ktest file is read
 *
 * An input that the test does not have is zero, as everything is that a path never looked at. Values the program marks
 * as outputs are printed, or appended to the file that PATHFOLD_OUTPUTS names.
 *
 * The interfaces themselves are the ones the symbolic machine uses; only what lies below them differs. Like them, this
 * file includes no libc header, so that it compiles the same everywhere.
 */

/* Competition programs define some of these themselves; theirs count. */
#pragma weak reach_error
#pragma weak __VERIFIER_error
#pragma weak __VERIFIER_assert
#pragma weak __VERIFIER_assume
#pragma weak __VERIFIER_atomic_begin
#pragma weak __VERIFIER_atomic_end

/* The machine's answer to whether this is a replay is no. */
#define klee_is_replay pf_machine_is_replay
#include "../src/klee.c"
#undef klee_is_replay
#include "../src/pathfold.c"
#include "../src/verifier.c"

unsigned klee_is_replay(void);
unsigned klee_is_replay(void) { return 1; }

int printf(const char *restrict format, ...);
int fprintf(FILE *restrict stream, const char *restrict format, ...);
FILE *fopen(const char *restrict path, const char *restrict mode);
size_t fread(void *restrict to, size_t size, size_t count, FILE *restrict stream);
int fclose(FILE *stream);
int fflush(FILE *stream);
char *getenv(const char *name);

/* --- where inputs come from --------------------------------------------------------------------------------------- */

struct pf_replay_input {
  const char *name;
  unsigned size;
  const unsigned char *bytes;
};

/* A generated test, when one is linked in. */
extern const struct pf_replay_input __pf_replay_inputs[] __attribute__((weak));
extern const unsigned __pf_replay_count __attribute__((weak));
/* Takes outputs, when there is one who wants them. */
void __pf_replay_report(const char *name, const void *bytes, unsigned size) __attribute__((weak));

static const struct pf_replay_input *inputs;
static unsigned input_count;
static unsigned next_input;

static void give_up(const char *what, const char *which) {
  fprintf(stderr, "pathfold replay: %s %s\n", what, which);
  abort();
}

static unsigned ktest_word(FILE *file, const char *path) {
  unsigned char bytes[4];
  if (fread(bytes, 1, 4, file) != 4) give_up("cannot read", path);
  return (unsigned)bytes[0] << 24 | (unsigned)bytes[1] << 16 | (unsigned)bytes[2] << 8 | bytes[3];
}

/* A counted block with a zero behind it. */
static unsigned char *ktest_block(FILE *file, const char *path, unsigned *size) {
  *size = ktest_word(file, path);
  unsigned char *block = malloc((size_t)*size + 1);
  if (block == NULL || fread(block, 1, *size, file) != *size) give_up("cannot read", path);
  block[*size] = 0;
  return block;
}

static void read_ktest(const char *path) {
  FILE *file = fopen(path, "rb");
  char magic[5];
  if (file == NULL) give_up("cannot open", path);
  if (fread(magic, 1, 5, file) != 5 || memcmp(magic, "KTEST", 5) != 0) give_up("not a .ktest file:", path);
  unsigned version = ktest_word(file, path), size;
  for (unsigned left = ktest_word(file, path); left > 0; left--) free(ktest_block(file, path, &size));
  if (version >= 2) ktest_word(file, path), ktest_word(file, path);
  input_count = ktest_word(file, path);
  struct pf_replay_input *table = malloc(((size_t)input_count + 1) * sizeof *table);
  if (table == NULL) give_up("no memory for", path);
  for (unsigned i = 0; i < input_count; i++) {
    table[i].name = (const char *)ktest_block(file, path, &size);
    table[i].bytes = ktest_block(file, path, &table[i].size);
  }
  fclose(file);
  inputs = table;
}

static void find_inputs(void) {
  if (&__pf_replay_count != NULL) {
    inputs = __pf_replay_inputs;
    input_count = __pf_replay_count;
    return;
  }
  const char *path = getenv("KTEST_FILE");
  if (path != NULL) read_ktest(path);
}

/* Arguments and standard input are in a .ktest file too, but reach the program another way. */
static bool is_environment(const char *name) {
  if (strcmp(name, "n_args") == 0 || strcmp(name, "stdin") == 0 || strcmp(name, "model_version") == 0) return true;
  if (strncmp(name, "arg", 3) != 0 || name[3] == 0) return false;
  for (name += 3; *name != 0; name++) {
    if (!pf_is_digit(*name)) return false;
  }
  return true;
}

/* Fills n bytes from the next input and returns how many of them it had. */
static size_t take_input(void *to, size_t n) {
  static bool ready;
  if (!ready) find_inputs();
  ready = true;
  memset(to, 0, n);
  while (next_input < input_count && is_environment(inputs[next_input].name)) next_input++;
  if (next_input >= input_count) return 0;
  const struct pf_replay_input *input = &inputs[next_input++];
  size_t size = input->size < n ? input->size : n;
  memcpy(to, input->bytes, size);
  return size;
}

void __pf_make_symbolic(void *p, size_t n, const char *name) {
  (void)name;
  if (n > 0) take_input(p, n);
}

/* A test made for a target with a shorter long or pointer still means the same number. */
uint64_t __pf_input(const char *name, unsigned bits, int is_signed) {
  unsigned char bytes[8];
  size_t size = take_input(bytes, bits / 8);
  uint64_t value = 0;
  (void)name;
  for (size_t i = size; i > 0; i--) value = value << 8 | bytes[i - 1];
  if (is_signed == 1 && size > 0 && size < 8 && (value >> (8 * size - 1) & 1)) value |= ~(uint64_t)0 << (8 * size);
  return bits < 64 ? value & (((uint64_t)1 << bits) - 1) : value;
}

float __pf_input_float(const char *name) {
  float value;
  (void)name;
  take_input(&value, sizeof value);
  return value;
}

double __pf_input_double(const char *name) {
  double value;
  (void)name;
  take_input(&value, sizeof value);
  return value;
}

/* --- assumptions and ends ------------------------------------------------------------------------------------------- */

enum { ASSUMPTION_NOT_MET = 77 };

void __pf_assume(int c) {
  if (c) return;
  fprintf(stderr, "pathfold replay: an assumption does not hold\n");
  exit(ASSUMPTION_NOT_MET);
}

void __pf_prefer(int c) { (void)c; }

void __pf_fail(const char *kind, const char *message, const char *file, int line) {
  fflush(NULL);
  if (file != NULL) fprintf(stderr, "%s:%d: ", file, line);
  fprintf(stderr, "%s: %s\n", kind, message);
  abort();
}

void __pf_silent_exit(int status) { exit(status); }

/* --- outputs ---------------------------------------------------------------------------------------------------------- */

/* Whether someone wants the value as bytes; otherwise it is printed. */
static bool reported(const char *name, const void *bytes, size_t size) {
  if (__pf_replay_report != NULL) {
    __pf_replay_report(name, bytes, (unsigned)size);
    return true;
  }
  const char *path = getenv("PATHFOLD_OUTPUTS");
  if (path == NULL) return false;
  FILE *file = fopen(path, "ab");
  if (file == NULL) give_up("cannot open", path);
  const unsigned char *at = bytes;
  for (size_t i = 0; i < size; i++) fprintf(file, "%02x", at[i]);
  fprintf(file, " %s\n", name);
  fclose(file);
  return true;
}

void __pf_output_int(const char *name, uint64_t value, unsigned bits, int is_signed) {
  unsigned char bytes[8];
  for (unsigned i = 0; i < bits / 8; i++) bytes[i] = (unsigned char)(value >> (8 * i));
  if (reported(name, bytes, bits / 8)) return;
  if (is_signed == 1) printf("%s = %lld\n", name, (long long)(value << (64 - bits)) >> (64 - bits));
  else printf("%s = %llu\n", name, (unsigned long long)(bits < 64 ? value & (((uint64_t)1 << bits) - 1) : value));
}

void __pf_output_float(const char *name, double value) {
  if (!reported(name, &value, sizeof value)) printf("%s = %.17g\n", name, value);
}

void __pf_output_bytes(const char *name, const void *p, size_t n) {
  if (reported(name, p, n)) return;
  const unsigned char *at = p;
  printf("%s = \"", name);
  for (size_t i = 0; i < n; i++) {
    if (at[i] >= ' ' && at[i] < 127 && at[i] != '"' && at[i] != '\\') printf("%c", at[i]);
    else printf("\\%03o", at[i]);
  }
  printf("\"\n");
}

/* --- introspection ------------------------------------------------------------------------------------------------------ */

int __pf_is_symbolic(uint64_t v) {
  (void)v;
  return 0;
}

uint64_t __pf_concretize(uint64_t v) { return v; }

/* Not known of compiled objects. */
size_t __pf_object_size(const void *p) {
  (void)p;
  return 0;
}

void __pf_warning(const char *message) { (void)message; }
