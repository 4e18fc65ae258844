/* Less common parts of POSIX and C: wide scanning, the 48-bit generators, complex numbers, attributes, semaphores with names. */
#define _GNU_SOURCE
#include "compare.h"

#include <complex.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <semaphore.h>
#include <uchar.h>
#include <wchar.h>

int pf_swscanf(const wchar_t *, const wchar_t *, ...);
unsigned short *pf_seed48(unsigned short *);
void pf_lcong48(unsigned short *);
long pf_lrand48(void);
void pf_srand48(long);
double complex pf___muldc3(double, double, double, double), pf___divdc3(double, double, double, double);
float complex pf___mulsc3(float, float, float, float);
double complex pf_csqrt(double complex), pf_cproj(double complex), pf_conj(double complex);
int *pf_sem_open(const char *, int, ...), pf_sem_close(int *), pf_sem_unlink(const char *), pf_sem_getvalue(int *, int *), pf_sem_trywait(int *);
size_t pf_mbrtoc16(char16_t *, const char *, size_t, mbstate_t *), pf_c32rtomb(char *, char32_t, mbstate_t *);

static void widen(wchar_t *to, const char *from) {
  while ((*to++ = (unsigned char)*from++)) continue;
}

static void compare_wide_scanning(void) {
  static const char *const directives[] = {"%d", "%i", "%3x", "%ls", "%2ls", "%lf", "%l[a-c]", "%l[0-9]", "%lc", "%*d", "%n", " ", ",", "%u"};
  char format[100] = "", text[100], *at = text;
  for (unsigned n = 1 + below(3); n > 0; n--) strcat(format, directives[below(sizeof directives / sizeof *directives)]);
  for (unsigned n = below(12); n > 0; n--) *at++ = "0123456789abc.,- xe"[below(19)];
  *at = 0;
  wchar_t wide_format[100], wide_text[100];
  widen(wide_format, format);
  widen(wide_text, text);
  static _Alignas(16) unsigned char right_values[3][512], got_values[3][512];
  memset(right_values, 0x55, sizeof right_values);
  memset(got_values, 0x55, sizeof got_values);
  int right = swscanf(wide_text, wide_format, right_values[0], right_values[1], right_values[2]);
  int got = pf_swscanf(wide_text, wide_format, got_values[0], got_values[1], got_values[2]);
  compare_calls++;
  if (right != got || memcmp(right_values, got_values, sizeof right_values) != 0)
    DIFFERENCE("swscanf(\"%s\", \"%s\"): %d, model %d", text, format, right, got);
}

static void compare_random_48(void) {
  unsigned short parts[7], *right_before, *got_before;
  for (int i = 0; i < 7; i++) parts[i] = (unsigned short)draw();
  if (below(2)) {
    lcong48(parts);
    pf_lcong48(parts);
  } else {
    right_before = seed48(parts);
    got_before = pf_seed48(parts);
    if (memcmp(right_before, got_before, 6) != 0) DIFFERENCE("seed48 tells another state");
  }
  for (int i = 0; i < 4; i++, compare_calls++) {
    long right = lrand48(), got = pf_lrand48();
    if (right != got) DIFFERENCE("lrand48(): %ld, model %ld", right, got);
  }
  if (below(3) == 0) {
    long seed = (long)draw();
    srand48(seed);
    pf_srand48(seed);
  }
}

static double some_part(void) {
  static const double special[] = {0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, 1e300, 1e-300, 0.5};
  return below(3) == 0 ? special[below(10)] : (double)(int)draw() / 1024;
}

/* To a few units in the last place: libraries scale differently. Infinite and zero parts have their signs, and NaN is NaN. */
static int near(double right, double got, double size) {
  if (isnan(right) || isnan(got)) return isnan(right) && isnan(got);
  if (isinf(right) || isinf(got)) return right == got;
  return fabs(right - got) <= 1e-14 * size || right == got;
}

static int near_complex(double complex right, double complex got) {
  double size = cabs(right);
  return near(creal(right), creal(got), size) && near(cimag(right), cimag(got), size);
}

#define SAME_COMPLEX(name, right, got)                                                                                        \
  do {                                                                                                                        \
    double complex r = right, g = got;                                                                                        \
    compare_calls++;                                                                                                          \
    if (!near_complex(r, g))                                                                                                  \
      DIFFERENCE("%s of %g%+gi and %g%+gi: %g%+gi, model %g%+gi", name, a, b, c, d, creal(r), cimag(r), creal(g), cimag(g));   \
  } while (0)

static void compare_complex(void) {
  volatile double a = some_part(), b = some_part(), c = some_part(), d = some_part();
  double complex x = CMPLX(a, b), y = CMPLX(c, d);
  SAME_COMPLEX("product", x * y, pf___muldc3(a, b, c, d));
  SAME_COMPLEX("quotient", x / y, pf___divdc3(a, b, c, d));
  SAME_COMPLEX("projection", cproj(x), pf_cproj(x));
  SAME_COMPLEX("conjugate", conj(x), pf_conj(x));
  if (isfinite(a) && isfinite(b) && fabs(a) < 1e200 && fabs(b) < 1e200) SAME_COMPLEX("root", csqrt(x), pf_csqrt(x));
}

#define SAME_RESULT(right, got)                                                                  \
  do {                                                                                           \
    long r = (long)(right), g = (long)(got);                                                     \
    compare_calls++;                                                                             \
    if (r != g) DIFFERENCE("%s: %ld, model %ld", #right, r, g);                                  \
  } while (0)

int pf_pthread_attr_init(pthread_attr_t *), pf_pthread_attr_setstacksize(pthread_attr_t *, size_t), pf_pthread_attr_getstacksize(const pthread_attr_t *, size_t *);
int pf_pthread_attr_setdetachstate(pthread_attr_t *, int), pf_pthread_attr_setscope(pthread_attr_t *, int), pf_pthread_attr_setschedpolicy(pthread_attr_t *, int);
int pf_pthread_mutexattr_init(pthread_mutexattr_t *), pf_pthread_mutexattr_settype(pthread_mutexattr_t *, int), pf_pthread_mutexattr_gettype(const pthread_mutexattr_t *, int *);
int pf_pthread_mutexattr_setrobust(pthread_mutexattr_t *, int), pf_pthread_mutexattr_getrobust(const pthread_mutexattr_t *, int *);
int pf_pthread_mutexattr_setprotocol(pthread_mutexattr_t *, int), pf_pthread_mutexattr_getprotocol(const pthread_mutexattr_t *, int *);

static void compare_attributes(void) {
  pthread_attr_t right, got;
  pthread_attr_init(&right);
  pf_pthread_attr_init(&got);
  size_t size = below(2) ? below(20000) : below(1000000), right_size, got_size;
  SAME_RESULT(pthread_attr_setstacksize(&right, size), pf_pthread_attr_setstacksize(&got, size));
  pthread_attr_getstacksize(&right, &right_size);
  pf_pthread_attr_getstacksize(&got, &got_size);
  if (size >= 16384) SAME_RESULT(right_size, got_size);
  int value = (int)below(6) - 1, right_value, got_value;
  SAME_RESULT(pthread_attr_setdetachstate(&right, value), pf_pthread_attr_setdetachstate(&got, value));
  SAME_RESULT(pthread_attr_setscope(&right, value), pf_pthread_attr_setscope(&got, value));
  SAME_RESULT(pthread_attr_setschedpolicy(&right, value), pf_pthread_attr_setschedpolicy(&got, value));
  pthread_mutexattr_t right_mutex, got_mutex;
  pthread_mutexattr_init(&right_mutex);
  pf_pthread_mutexattr_init(&got_mutex);
  SAME_RESULT(pthread_mutexattr_settype(&right_mutex, value), pf_pthread_mutexattr_settype(&got_mutex, value));
  value = (int)below(5) - 1;
  SAME_RESULT(pthread_mutexattr_setrobust(&right_mutex, value), pf_pthread_mutexattr_setrobust(&got_mutex, value));
  value = (int)below(5) - 1;
  SAME_RESULT(pthread_mutexattr_setprotocol(&right_mutex, value), pf_pthread_mutexattr_setprotocol(&got_mutex, value));
  pthread_mutexattr_gettype(&right_mutex, &right_value), pf_pthread_mutexattr_gettype(&got_mutex, &got_value);
  SAME_RESULT(right_value, got_value);
  pthread_mutexattr_getrobust(&right_mutex, &right_value), pf_pthread_mutexattr_getrobust(&got_mutex, &got_value);
  SAME_RESULT(right_value, got_value);
  pthread_mutexattr_getprotocol(&right_mutex, &right_value), pf_pthread_mutexattr_getprotocol(&got_mutex, &got_value);
  SAME_RESULT(right_value, got_value);
}

void compare_round(void) {
  switch (below(8)) {
    case 0: compare_random_48(); break;
    case 1: compare_attributes(); break;
    case 2:
    case 3:
    case 4: compare_complex(); break;
    default: compare_wide_scanning();
  }
}

/* --- semaphores with names: the same calls on both, results and errors compared --------------------------------------------------------- */

#define SAME_ERROR(right, got)                                                              \
  do {                                                                                      \
    errno = MODEL_ERRNO = 0;                                                                \
    int right_fails = (right), right_error = right_fails ? errno : 0;                       \
    int got_fails = (got), got_error = got_fails ? MODEL_ERRNO : 0;                         \
    compare_calls++;                                                                        \
    if (right_fails != got_fails || right_error != got_error)                               \
      DIFFERENCE("%s: %d (errno %d), model %d (%d)", #right, right_fails, right_error, got_fails, got_error); \
  } while (0)

void compare_fixed_cases(void) {
  char name[40];
  snprintf(name, sizeof name, "/pathfold-%d", (int)(compare_state % 1000000));
  sem_t *right = NULL, *right_again = NULL;
  int *got = NULL, *got_again = NULL, right_value = -1, got_value = -1;
  SAME_ERROR(!sem_open(name, 0), !pf_sem_open(name, 0));
  SAME_ERROR(!sem_open("/a/b", O_CREAT, 0600, 1), !pf_sem_open("/a/b", O_CREAT, 0600, 1));
  SAME_ERROR(!sem_open("/", O_CREAT, 0600, 1), !pf_sem_open("/", O_CREAT, 0600, 1));
  SAME_ERROR(!sem_open(name, O_CREAT, 0600, 0x80000000u), !pf_sem_open(name, O_CREAT, 0600, 0x80000000u));
  SAME_ERROR(!(right = sem_open(name, O_CREAT | O_EXCL, 0600, 2)), !(got = pf_sem_open(name, O_CREAT | O_EXCL, 0600, 2)));
  SAME_ERROR(!sem_open(name, O_CREAT | O_EXCL, 0600, 2), !pf_sem_open(name, O_CREAT | O_EXCL, 0600, 2));
  if (!right || !got) return;
  SAME_ERROR(!(right_again = sem_open(name, 0)), !(got_again = pf_sem_open(name, 0)));
  SAME_RESULT(right == right_again, got == got_again);
  SAME_ERROR(sem_trywait(right_again), pf_sem_trywait(got_again));
  SAME_ERROR(sem_getvalue(right, &right_value), pf_sem_getvalue(got, &got_value));
  SAME_RESULT(right_value, got_value);
  SAME_ERROR(sem_close(right_again), pf_sem_close(got_again));
  SAME_ERROR(sem_unlink(name), pf_sem_unlink(name));
  SAME_ERROR(sem_unlink(name), pf_sem_unlink(name));
  SAME_ERROR(sem_unlink("/a/b"), pf_sem_unlink("/a/b"));
  SAME_ERROR(sem_trywait(right), pf_sem_trywait(got));
  SAME_ERROR(sem_trywait(right), pf_sem_trywait(got));
  SAME_ERROR(sem_close(right), pf_sem_close(got));

  /* glibc also writes behind the end of such a text. */
  char right_text[16], got_text[16];
  SAME_RESULT(swscanf(L" abc 7", L"%2s%15s", right_text, right_text + 8), pf_swscanf(L" abc 7", L"%2s%15s", got_text, got_text + 8));
  SAME_RESULT(strcmp(right_text, got_text) | strcmp(right_text + 8, got_text + 8), 0);

  char16_t right_unit = 0, got_unit = 0;
  mbstate_t right_state = {0}, got_state = {0};
  char right_bytes[16] = "", got_bytes[16] = "";
  SAME_RESULT(mbrtoc16(&right_unit, "Ab", 2, &right_state), pf_mbrtoc16(&got_unit, "Ab", 2, &got_state));
  SAME_RESULT(right_unit, got_unit);
  SAME_RESULT(mbrtoc16(&right_unit, "", 1, &right_state), pf_mbrtoc16(&got_unit, "", 1, &got_state));
  SAME_RESULT(mbrtoc16(&right_unit, "x", 0, &right_state), pf_mbrtoc16(&got_unit, "x", 0, &got_state));
  SAME_RESULT(c32rtomb(right_bytes, U'q', &right_state), pf_c32rtomb(got_bytes, U'q', &got_state));
  SAME_RESULT(right_bytes[0], got_bytes[0]);
}
