/* The rest: sorting and searching, random numbers, time, options, exact mathematics, streams. */
#define _GNU_SOURCE
#include "compare.h"

#include <getopt.h>
#include <math.h>
#include <time.h>

void pf_qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *pf_bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
int pf_rand(void);
void pf_srand(unsigned);
long pf_random(void);
void pf_srandom(unsigned);
int pf_rand_r(unsigned *);
double pf_drand48(void);
void pf_srand48(long);
struct tm *pf_gmtime_r(const time_t *, struct tm *);
time_t pf_timegm(struct tm *);
size_t pf_strftime(char *, size_t, const char *, const struct tm *);
char *pf_asctime_r(const struct tm *, char *);

static int by_value(const void *left, const void *right) {
  const int *a = left, *b = right;
  return (a[0] > b[0]) - (a[0] < b[0]);
}

static void compare_sort(void) {
  int count = (int)below(60), elements[60][2];
  for (int i = 0; i < count; i++) {
    elements[i][0] = (int)below(20);
    elements[i][1] = i;
  }
  pf_qsort(elements, (size_t)count, sizeof elements[0], by_value);
  compare_calls++;
  for (int i = 1; i < count; i++) {
    int order = by_value(elements[i - 1], elements[i]);
    if (order > 0 || (order == 0 && elements[i - 1][1] > elements[i][1])) DIFFERENCE("qsort of %d elements is not a stable order", count);
  }
  int key[2] = {(int)below(20), 0};
  int *found = pf_bsearch(key, elements, (size_t)count, sizeof elements[0], by_value);
  int *real = bsearch(key, elements, (size_t)count, sizeof elements[0], by_value);
  compare_calls++;
  if (!found != !real || (found && found[0] != key[0])) DIFFERENCE("bsearch of %d among %d", key[0], count);
}

static void compare_random(void) {
  unsigned seed = (unsigned)draw();
  srand(seed);
  pf_srand(seed);
  for (int i = 0; i < 5; i++, compare_calls++) {
    int right = rand(), got = pf_rand();
    if (right != got) DIFFERENCE("rand() number %d after srand(%u): %d, model %d", i, seed, right, got);
  }
  srandom(seed);
  pf_srandom(seed);
  for (int i = 0; i < 40; i++, compare_calls++) {
    long right = random(), got = pf_random();
    if (right != got) DIFFERENCE("random() number %d after srandom(%u): %ld, model %ld", i, seed, right, got);
  }
  srand48((long)seed);
  pf_srand48((long)seed);
  unsigned right_seed = seed, got_seed = seed;
  for (int i = 0; i < 3; i++, compare_calls += 2) {
    if (drand48() != pf_drand48()) DIFFERENCE("drand48() after srand48(%u)", seed);
    int right = rand_r(&right_seed), got = pf_rand_r(&got_seed);
    if (right != got || right_seed != got_seed) DIFFERENCE("rand_r(%u): %d, model %d", seed, right, got);
  }
}

static void compare_time(void) {
  static const char *const formats[] = {"%a %A %b %B %c", "%C %d %D %e %F", "%g %G %h %H %I", "%j %k %l %m %M", "%n %p %r %R %s",
                                        "%S %t %T %u %U", "%V %w %W %x %X", "%y %Y %z %Z %%"};
  time_t seconds = (time_t)(draw() >> (20 + below(40)));
  if (below(2)) seconds = -seconds / 1000;
  if (seconds > 250000000000) seconds %= 250000000000;
  if (seconds < -60000000000) seconds %= 60000000000; /* years before 1 are printed differently everywhere */
  struct tm right, got;
  memset(&right, 0, sizeof right);
  memset(&got, 0, sizeof got);
  struct tm *result = gmtime_r(&seconds, &right), *model_result = pf_gmtime_r(&seconds, &got);
  compare_calls++;
  if (!result != !model_result || memcmp(&right, &got, 9 * sizeof(int)) != 0) {
    DIFFERENCE("gmtime(%lld): %d-%d-%d, model %d-%d-%d", (long long)seconds, right.tm_year, right.tm_mon, right.tm_mday, got.tm_year,
               got.tm_mon, got.tm_mday);
    return;
  }
  char right_text[300], got_text[300];
  const char *format = formats[below(8)];
#ifdef __wasm__
  if (strstr(format, "%k")) return; /* not in wasi-libc */
#endif
  size_t size = below(6) ? 300 : below(40);
  size_t n = strftime(right_text, size, format, &right), m = pf_strftime(got_text, size, format, &right);
  compare_calls++;
  if (n != m || (n && strcmp(right_text, got_text) != 0)) DIFFERENCE("strftime(\"%s\") of %lld: [%s], model [%s]", format, (long long)seconds, n ? right_text : "", m ? got_text : "");
  right.tm_mon += (int)below(40) - 20;
  right.tm_mday += (int)below(400) - 200;
  right.tm_sec += (int)below(100000) - 50000;
  got = right;
  time_t right_seconds = timegm(&right), got_seconds = pf_timegm(&got);
  compare_calls++;
  if (right_seconds != got_seconds || memcmp(&right, &got, 9 * sizeof(int)) != 0)
    DIFFERENCE("timegm: %lld, model %lld", (long long)right_seconds, (long long)got_seconds);
}

/* --- options ------------------------------------------------------------------------------------------------------------------ */

int pf_getopt(int, char *const[], const char *);
int pf_getopt_long(int, char *const *, const char *, const struct option *, int *);
int pf_getopt_long_only(int, char *const *, const char *, const struct option *, int *);
extern char *pf_optarg;
extern int pf_optind, pf_opterr, pf_optopt;

static void compare_options(void) {
  static char *const words[] = {"-a", "-b", "-bx", "-ab", "-c", "-cx", "-abx", "--", "-", "file", "other", "--all", "--value", "--value=5",
                                "--opt", "--opt=7", "--va", "--v", "--unknown", "--all=3", "-z", "--verbose", "-value", "-x"};
  static const struct option longs[] = {{"all", no_argument, NULL, 'a'},       {"value", required_argument, NULL, 'v'},
                                        {"opt", optional_argument, NULL, 'o'}, {"verbose", no_argument, NULL, 'V'},
                                        {NULL, 0, NULL, 0}};
  static const char *const option_strings[] = {"ab:c::", ":ab:c::", "+ab:c::", "-ab:c::"};
  char *right_words[10] = {"prog"}, *got_words[10] = {"prog"};
  int count = 1 + (int)below(7), kind = (int)below(3);
  const char *options = option_strings[below(4)];
  for (int i = 1; i < count; i++) right_words[i] = got_words[i] = words[below(sizeof words / sizeof *words)];
  opterr = pf_opterr = 0;
  optind = pf_optind = 0;
  optopt = pf_optopt = 0;
  for (;;) {
    int right_index = -1, got_index = -1, right, got;
    if (kind == 0) {
      right = getopt(count, right_words, options);
      got = pf_getopt(count, got_words, options);
    } else if (kind == 1) {
      right = getopt_long(count, right_words, options, longs, &right_index);
      got = pf_getopt_long(count, got_words, options, longs, &got_index);
    } else {
      right = getopt_long_only(count, right_words, options, longs, &right_index);
      got = pf_getopt_long_only(count, got_words, options, longs, &got_index);
    }
    compare_calls++;
#ifdef __wasm__
    if (right > 1 && !strchr("bcvo", right)) optarg = pf_optarg; /* left over from before in wasi-libc */
    if (right == -1) optarg = pf_optarg;
#endif
    int same_argument = right == '?' || right == ':' || (!optarg == !pf_optarg && (!optarg || strcmp(optarg, pf_optarg) == 0));
    if (right != got || !same_argument || (right == -1 && optind != pf_optind) || (right > 0 && right != '?' && right != ':' && right_index != got_index)) {
      DIFFERENCE("getopt kind %d \"%s\": %d optind %d, model %d optind %d on %s %s %s %s %s %s", kind, options, right, optind, got,
                 pf_optind, count > 1 ? right_words[1] : "", count > 2 ? right_words[2] : "", count > 3 ? right_words[3] : "",
                 count > 4 ? right_words[4] : "", count > 5 ? right_words[5] : "", count > 6 ? right_words[6] : "");
      return;
    }
    if (right == -1) break;
  }
  if (memcmp(right_words, got_words, sizeof(char *) * (size_t)count) != 0) DIFFERENCE("getopt kind %d \"%s\" leaves %s %s %s %s %s %s, model %s %s %s %s %s %s", kind, options, right_words[1], count > 2 ? right_words[2] : "", count > 3 ? right_words[3] : "", count > 4 ? right_words[4] : "", count > 5 ? right_words[5] : "", count > 6 ? right_words[6] : "", got_words[1], count > 2 ? got_words[2] : "", count > 3 ? got_words[3] : "", count > 4 ? got_words[4] : "", count > 5 ? got_words[5] : "", count > 6 ? got_words[6] : "");
}

/* --- exact mathematics ------------------------------------------------------------------------------------------------------------ */

double pf_floor(double), pf_ceil(double), pf_trunc(double), pf_round(double), pf_rint(double), pf_fabs(double), pf_sqrt(double), pf_logb(double);
double pf_fmin(double, double), pf_fmax(double, double), pf_fdim(double, double), pf_fmod(double, double), pf_copysign(double, double);
double pf_remainder(double, double), pf_nextafter(double, double), pf_ldexp(double, int), pf_frexp(double, int *), pf_modf(double, double *);
double pf_remquo(double, double, int *);
float pf_nextafterf(float, float);
double pf_erf(double), pf_tgamma(double), pf_lgamma(double);

#define SAME_MATH(name, ...)                                                                                     \
  do {                                                                                                           \
    double right = name(__VA_ARGS__), got = pf_##name(__VA_ARGS__);                                              \
    compare_calls++;                                                                                             \
    if (memcmp(&right, &got, 8) != 0 && !(right != right && got != got)) DIFFERENCE(#name "(%a, %a): %a, model %a", x, y, right, got); \
  } while (0)

static double some_double(void) {
  static const double special[] = {0, -0.0, INFINITY, -INFINITY, NAN, 1, -1, 0.5, -0.5, 2.5, 5e-324, 1.7976931348623157e308, 2.2250738585072014e-308};
  uint64_t bits = draw();
  double value;
  switch (below(4)) {
    case 0:
      memcpy(&value, &bits, 8);
      return value == value ? value : NAN; /* no signalling NaNs */
    case 1: return special[below(13)];
    case 2: return ((double)below(2000) - 1000) / 8;
    default:
      bits = (bits & 0x800fffffffffffffull) | (uint64_t)(1023 - 40 + below(80)) << 52;
      memcpy(&value, &bits, 8);
      return value;
  }
}

static int close_to(double right, double got) { return right == got || (right != right && got != got) || fabs(right - got) <= 1e-12 * fabs(right) + 1e-300; }

static void compare_mathematics(void) {
  double x = some_double(), y = below(3) ? some_double() : x / (1 + below(20)), right_part = 0, got_part = 0;
  int right_exponent = 0, got_exponent = 0, n = (int)below(4200) - 2100;
  SAME_MATH(floor, x);
  SAME_MATH(ceil, x);
  SAME_MATH(trunc, x);
  SAME_MATH(round, x);
  SAME_MATH(rint, x);
  SAME_MATH(fabs, x);
  SAME_MATH(sqrt, x);
  SAME_MATH(logb, x);
  if (x != y) SAME_MATH(fmin, x, y);
  if (x != y) SAME_MATH(fmax, x, y);
  SAME_MATH(fdim, x, y);
  SAME_MATH(fmod, x, y);
  /* glibc's result for tiny divisors has the wrong sign when it is zero. */
  int sound = !(fabs(y) < 1e-300);
  if (sound) SAME_MATH(remainder, x, y);
  SAME_MATH(copysign, x, y);
  SAME_MATH(nextafter, x, y);
  SAME_MATH(ldexp, x, n);
  double right = frexp(x, &right_exponent), got = pf_frexp(x, &got_exponent);
  compare_calls += 4;
  if (isfinite(x) && (right != got || right_exponent != got_exponent)) DIFFERENCE("frexp(%a): %a %d, model %a %d", x, right, right_exponent, got, got_exponent);
  right = modf(x, &right_part);
  got = pf_modf(x, &got_part);
  if (x == x && (memcmp(&right, &got, 8) != 0 || right_part != got_part)) DIFFERENCE("modf(%a): %a %a, model %a %a", x, right, right_part, got, got_part);
  right = remquo(x, y, &right_exponent);
  got = pf_remquo(x, y, &got_exponent);
  if (isfinite(x) && sound && y == y && (memcmp(&right, &got, 8) != 0 || (right_exponent & 7) != (got_exponent & 7)))
    DIFFERENCE("remquo(%a, %a): %a %d, model %a %d", x, y, right, right_exponent, got, got_exponent);
  float right_float = nextafterf((float)x, (float)y), got_float = pf_nextafterf((float)x, (float)y);
  if (memcmp(&right_float, &got_float, 4) != 0 && right_float == right_float) DIFFERENCE("nextafterf(%a, %a)", x, y);
  double small = ((double)below(4000) - 1000) / 128;
  compare_calls += 3;
  if (!close_to(erf(small), pf_erf(small))) DIFFERENCE("erf(%g): %.17g, model %.17g", small, erf(small), pf_erf(small));
  if (!close_to(tgamma(small), pf_tgamma(small))) DIFFERENCE("tgamma(%g): %.17g, model %.17g", small, tgamma(small), pf_tgamma(small));
  if (fabs(lgamma(small) - pf_lgamma(small)) > 1e-11 * (1 + fabs(lgamma(small)))) DIFFERENCE("lgamma(%g): %.17g, model %.17g", small, lgamma(small), pf_lgamma(small));
}

void compare_round(void) {
  switch (below(8)) {
    case 0: compare_sort(); break;
    case 1: compare_random(); break;
    case 2:
    case 3: compare_time(); break;
    case 4:
    case 5: compare_options(); break;
    default: compare_mathematics();
  }
}

/* --- streams: what a program sees of its standard input and output, and streams in memory ------------------------------------------- */

typedef struct model_file MODEL;
#ifdef __wasm__
extern MODEL *const pf_stdin, *const pf_stdout;
#else
extern MODEL *pf_stdin, *pf_stdout;
#endif
extern char machine_output[3][1 << 16];
extern const char *machine_input;
int pf_fgetc(MODEL *), pf_ungetc(int, MODEL *), pf_feof(MODEL *), pf_puts(const char *), pf_printf(const char *, ...), pf_putchar(int);
int pf_scanf(const char *, ...), pf_fclose(MODEL *), pf_fprintf(MODEL *, const char *, ...), pf_fseek(MODEL *, long, int);
char *pf_fgets(char *, int, MODEL *);
long pf_getline(char **, size_t *, MODEL *);
size_t pf_fread(void *, size_t, size_t, MODEL *), pf_fwrite(const void *, size_t, size_t, MODEL *);
MODEL *pf_open_memstream(char **, size_t *), *pf_tmpfile(void), *pf_fmemopen(void *, size_t, const char *), *pf_fopen(const char *, const char *);
char *pf_getenv(const char *);
int pf_setenv(const char *, const char *, int), pf_unsetenv(const char *);
void pf_free(void *), *pf_realloc(void *, size_t), *pf_calloc(size_t, size_t);

#define HOLDS(condition)                                                 \
  do {                                                                   \
    compare_calls++;                                                     \
    if (!(condition)) DIFFERENCE("%s does not hold", #condition);        \
  } while (0)

void compare_fixed_cases(void) {
  char buffer[16], *line = NULL;
  size_t capacity = 0;
  int number = 0, character;
  machine_input = "one\ntwo 42 x\nlast";
  HOLDS(pf_fgets(buffer, sizeof buffer, pf_stdin) == buffer && strcmp(buffer, "one\n") == 0);
  HOLDS(pf_scanf("%15s%d", buffer, &number) == 2 && strcmp(buffer, "two") == 0 && number == 42);
  character = pf_fgetc(pf_stdin);
  HOLDS(character == ' ' && pf_ungetc('y', pf_stdin) == 'y' && pf_fgetc(pf_stdin) == 'y');
  HOLDS(pf_getline(&line, &capacity, pf_stdin) == 2 && strcmp(line, "x\n") == 0);
  HOLDS(pf_fread(buffer, 1, 10, pf_stdin) == 4 && memcmp(buffer, "last", 4) == 0 && pf_feof(pf_stdin));
  HOLDS(pf_fgetc(pf_stdin) == EOF && pf_fgets(buffer, 5, pf_stdin) == NULL && pf_scanf("%d", &number) == EOF);
  pf_free(line);

  HOLDS(pf_puts("hello") == 0 && pf_printf("%d-%s", 5, "x") == 3 && pf_putchar('!') == '!' && pf_fwrite("ab", 2, 1, pf_stdout) == 1);
  HOLDS(strcmp(machine_output[1], "hello\n5-x!ab") == 0);

  char *text;
  size_t length;
  MODEL *stream = pf_open_memstream(&text, &length);
  for (int i = 0; i < 50; i++) pf_fprintf(stream, "%d,", i);
  pf_fclose(stream);
  HOLDS(length == 140 && strlen(text) == 140 && strncmp(text, "0,1,2,", 6) == 0);
  pf_free(text);
  stream = pf_tmpfile();
  HOLDS(pf_fprintf(stream, "line %d\n", 7) == 7 && pf_fseek(stream, 0, SEEK_SET) == 0);
  HOLDS(pf_fgets(buffer, sizeof buffer, stream) && strcmp(buffer, "line 7\n") == 0 && pf_fgetc(stream) == EOF);
  HOLDS(pf_fclose(stream) == 0);
  stream = pf_fmemopen("12 abc", 6, "r");
  HOLDS(pf_fgetc(stream) == '1' && pf_fclose(stream) == 0);
  HOLDS(pf_fopen("/etc/passwd", "r") == NULL);

  HOLDS(pf_getenv("HOME") == NULL && pf_setenv("A", "1", 0) == 0 && strcmp(pf_getenv("A"), "1") == 0);
  HOLDS(pf_setenv("A", "2", 0) == 0 && strcmp(pf_getenv("A"), "1") == 0 && pf_setenv("A", "2", 1) == 0);
  HOLDS(strcmp(pf_getenv("A"), "2") == 0 && pf_unsetenv("A") == 0 && pf_getenv("A") == NULL);

  char *block = pf_calloc(3, 4);
  HOLDS(block && block[11] == 0);
  memcpy(block, "abcdefghijk", 12);
  block = pf_realloc(block, 100);
  HOLDS(strcmp(block, "abcdefghijk") == 0);
  pf_free(block);
  HOLDS(pf_calloc((size_t)-1, 2) == NULL);
}
