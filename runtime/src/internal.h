/*
 * What the modules of the C library model share. Nothing here includes a libc header: the model is compiled against
 * the compiler's own headers only, so that it fits both wasi-libc's and glibc's declarations of the same functions.
 */
#ifndef PATHFOLD_INTERNAL_H
#define PATHFOLD_INTERNAL_H

#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "machine.h"

/* Where the two libraries differ observably, the model follows the one whose headers the program was compiled with: by
   default the target's own; whoever compiles for another target with wasi-libc's headers says so. */
#ifndef PF_WASI
#ifdef __wasm__
#define PF_WASI 1
#else
#define PF_WASI 0
#endif
#endif

typedef long ssize_t;
typedef int64_t pf_offset; /* off_t, time_t, clock_t: 64 bits on both targets */
typedef unsigned wint_t;
struct pf_conversion_state; /* mbstate_t: never looked into */

/* --- errno -------------------------------------------------------------------------------------------------------- */

/* The variable has this type, so that results name its values; one that is negative makes it an int, as callers see it. */
#if PF_WASI
enum error_number {
  NOT_AN_ERROR_NUMBER = -1,
  EPERM = 63,
  ENOENT = 44,
  ESRCH = 71,
  EINTR = 27,
  EIO = 29,
  ENXIO = 60,
  E2BIG = 1,
  EBADF = 8,
  ECHILD = 12,
  EAGAIN = 6,
  ENOMEM = 48,
  EACCES = 2,
  EBUSY = 10,
  EEXIST = 20,
  EXDEV = 75,
  ENODEV = 43,
  ENOTDIR = 54,
  EISDIR = 31,
  EINVAL = 28,
  EMFILE = 33,
  ENOTTY = 59,
  EFBIG = 22,
  ENOSPC = 51,
  ESPIPE = 70,
  EROFS = 69,
  EPIPE = 64,
  EDOM = 18,
  ERANGE = 68,
  EDEADLK = 16,
  ENAMETOOLONG = 37,
  ENOSYS = 52,
  ENOTEMPTY = 55,
  ELOOP = 32,
  EILSEQ = 25,
  EOVERFLOW = 61,
  ENOTSUP = 58,
  EAFNOSUPPORT = 5,
  ETIMEDOUT = 73,
  EADDRINUSE = 3,
  EADDRNOTAVAIL = 4,
  EALREADY = 7,
  EBADMSG = 9,
  ECANCELED = 11,
  ECONNABORTED = 13,
  ECONNREFUSED = 14,
  ECONNRESET = 15,
  EDESTADDRREQ = 17,
  EDQUOT = 19,
  EFAULT = 21,
  EHOSTUNREACH = 23,
  EIDRM = 24,
  EINPROGRESS = 26,
  EISCONN = 30,
  EMLINK = 34,
  EMSGSIZE = 35,
  EMULTIHOP = 36,
  ENETDOWN = 38,
  ENETRESET = 39,
  ENETUNREACH = 40,
  ENFILE = 41,
  ENOBUFS = 42,
  ENOEXEC = 45,
  ENOLCK = 46,
  ENOLINK = 47,
  ENOMSG = 49,
  ENOPROTOOPT = 50,
  ENOTCONN = 53,
  ENOTRECOVERABLE = 56,
  ENOTSOCK = 57,
  EOWNERDEAD = 62,
  EPROTO = 65,
  EPROTONOSUPPORT = 66,
  EPROTOTYPE = 67,
  ESTALE = 72,
  ETXTBSY = 74
};
extern _Thread_local enum error_number errno;
#else
int *__errno_location(void);
#define errno (*__errno_location())
enum error_number {
  NOT_AN_ERROR_NUMBER = -1,
  EPERM = 1,
  ENOENT = 2,
  ESRCH = 3,
  EINTR = 4,
  EIO = 5,
  ENXIO = 6,
  E2BIG = 7,
  EBADF = 9,
  ECHILD = 10,
  EAGAIN = 11,
  ENOMEM = 12,
  EACCES = 13,
  EBUSY = 16,
  EEXIST = 17,
  EXDEV = 18,
  ENODEV = 19,
  ENOTDIR = 20,
  EISDIR = 21,
  EINVAL = 22,
  EMFILE = 24,
  ENOTTY = 25,
  EFBIG = 27,
  ENOSPC = 28,
  ESPIPE = 29,
  EROFS = 30,
  EPIPE = 32,
  EDOM = 33,
  ERANGE = 34,
  EDEADLK = 35,
  ENAMETOOLONG = 36,
  ENOSYS = 38,
  ENOTEMPTY = 39,
  ELOOP = 40,
  EILSEQ = 84,
  EOVERFLOW = 75,
  ENOTSUP = 95,
  EAFNOSUPPORT = 97,
  ETIMEDOUT = 110,
  EADDRINUSE = 98,
  EADDRNOTAVAIL = 99,
  EALREADY = 114,
  EBADMSG = 74,
  ECANCELED = 125,
  ECONNABORTED = 103,
  ECONNREFUSED = 111,
  ECONNRESET = 104,
  EDESTADDRREQ = 89,
  EDQUOT = 122,
  EFAULT = 14,
  EHOSTUNREACH = 113,
  EIDRM = 43,
  EINPROGRESS = 115,
  EISCONN = 106,
  EMLINK = 31,
  EMSGSIZE = 90,
  EMULTIHOP = 72,
  ENETDOWN = 100,
  ENETRESET = 102,
  ENETUNREACH = 101,
  ENFILE = 23,
  ENOBUFS = 105,
  ENOEXEC = 8,
  ENOLCK = 37,
  ENOLINK = 67,
  ENOMSG = 42,
  ENOPROTOOPT = 92,
  ENOTCONN = 107,
  ENOTRECOVERABLE = 131,
  ENOTSOCK = 88,
  EOWNERDEAD = 130,
  EPROTO = 71,
  EPROTONOSUPPORT = 93,
  EPROTOTYPE = 91,
  ESTALE = 116,
  ETXTBSY = 26
};
#endif

/* --- memory and strings ---------------------------------------------------------------------------------------------- */

void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
void *memchr(const void *bytes, int byte, size_t n);
int memcmp(const void *left, const void *right, size_t n);
size_t strlen(const char *s);
size_t strnlen(const char *s, size_t limit);
char *strchr(const char *s, int byte);
char *strchrnul(const char *s, int byte);
int strcmp(const char *left, const char *right);
int strncmp(const char *left, const char *right, size_t n);
char *strerror(int number);

void *malloc(size_t size);
void *realloc(void *old, size_t size);
void free(void *p);

/* --- process ------------------------------------------------------------------------------------------------------------ */

void exit(int status) __attribute__((noreturn));
int atexit(void (*function)(void));
void abort(void) __attribute__((noreturn));

/* --- characters ----------------------------------------------------------------------------------------------------------- */

static inline bool pf_is_space(int c) { return c == ' ' || (unsigned)c - '\t' < 5; }
static inline bool pf_is_digit(int c) { return (unsigned)c - '0' < 10; }
static inline int pf_to_lower(int c) { return (unsigned)c - 'A' < 26 ? c | 32 : c; }
/* Value of a digit in bases up to 36; 36 when c is none. */
static inline unsigned pf_digit_value(int c) {
  if ((unsigned)c - '0' < 10) return (unsigned)c - '0';
  unsigned letter = ((unsigned)c | 32) - 'a';
  return letter < 26 ? letter + 10 : 36;
}

/* --- streams ----------------------------------------------------------------------------------------------------------------- */

enum {
  /* glibc's inline feof_unlocked and ferror_unlocked test exactly these two bits of the first member. */
  STREAM_END = 0x10,
  STREAM_ERROR = 0x20,
  /* Ours are above all that programs which look into glibc's streams test. */
  STREAM_READ = 0x10000,
  STREAM_WRITE = 0x20000,
  STREAM_APPEND = 0x40000,
  STREAM_GROWS = 0x80000,
  STREAM_OPEN = 0x100000,
  STREAM_HEAP = 0x200000,
  /* What the stream did last: __freading and __fwriting ask. */
  STREAM_HAS_READ = 0x400000,
  STREAM_HAS_WRITTEN = 0x800000
};

enum { STREAM_IN_MEMORY = -1, PUSHBACK_LIMIT = 8 };

typedef struct _IO_FILE FILE;
struct _IO_FILE {
  int flags;
  /* glibc's inline getc_unlocked and putc_unlocked compare pointers in here; all NULL makes them call us. Programs that look into
     glibc's streams (gnulib does) also find the descriptor where they expect it, and may write the position behind it. */
  char *always_null[13];
  int descriptor; /* or STREAM_IN_MEMORY */
  int unused_flags;
  int64_t unused[12];
  int orientation; /* of glibc's streams: 1 takes wide characters only, -1 bytes only, 0 whichever comes first */
  int pushed_count;
  unsigned char pushed[PUSHBACK_LIMIT];
  /* A stream in memory. */
  char *data;
  size_t length, capacity, position;
  char **report_data; /* open_memstream tells its user here */
  size_t *report_length;
};

#if PF_WASI
extern FILE *const stdin;
extern FILE *const stdout;
extern FILE *const stderr;
#else
extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;
#endif

/* What streams ask descriptors for. NULL until the program opens, closes or moves a descriptor: before that 0, 1 and 2 are the
   machine's own, and a program that only prints and reads carries no file system. */
struct pf_descriptor_calls {
  ssize_t (*read)(int descriptor, void *buffer, size_t n);
  ssize_t (*write)(int descriptor, const void *bytes, size_t n);
  pf_offset (*seek)(int descriptor, pf_offset offset, int origin);
  int (*close)(int descriptor);
};
extern const struct pf_descriptor_calls *__pfc_descriptor_calls;

int fgetc(FILE *stream);
int ungetc(int c, FILE *stream);
/* Writes all of the bytes, or sets the stream's error and returns false. */
bool __pfc_stream_write(FILE *stream, const char *bytes, size_t n);

/* --- formatted output ------------------------------------------------------------------------------------------------------------ */

/* Where formatted text goes: a stream, a descriptor, or a buffer that may be too small. length counts what was asked for. */
struct pf_sink {
  FILE *stream;
  char *buffer;
  size_t capacity;
  size_t length;
  int error; /* an errno value once something failed */
};

enum {
  FORMAT_LEFT = 1,
  FORMAT_PLUS = 2,
  FORMAT_SPACE = 4,
  FORMAT_ALTERNATE = 8,
  FORMAT_ZERO = 16,
  FORMAT_UPPER = 32
};

/* An option with a long name, of getopt_long. */
struct option {
  const char *name;
  int has_arg;
  int *flag;
  int val;
};

struct pf_format {
  unsigned flags;
  int width;
  int precision; /* -1: not given */
  int length;    /* one of the LENGTH_ values */
  char conversion;
};

enum { LENGTH_NONE, LENGTH_HH, LENGTH_H, LENGTH_L, LENGTH_LL, LENGTH_J, LENGTH_Z, LENGTH_T, LENGTH_LONG_DOUBLE };

void __pfc_emit(struct pf_sink *sink, const char *bytes, size_t n);
void __pfc_pad(struct pf_sink *sink, char byte, int64_t n);
/* Formats into the sink; the number of characters, or -1 with errno set. */
int __pfc_format(struct pf_sink *sink, const char *format, va_list arguments);
int snprintf(char *restrict buffer, size_t size, const char *restrict format, ...);
int vsnprintf(char *restrict buffer, size_t size, const char *restrict format, va_list arguments);

/* --- floats taken apart -------------------------------------------------------------------------------------------------------------- */

typedef unsigned __int128 pf_mantissa;

enum pf_float_class { FLOAT_ZERO, FLOAT_FINITE, FLOAT_INFINITE, FLOAT_NAN };

/* (-1)^negative * mantissa * 2^exponent */
struct pf_float {
  enum pf_float_class class;
  bool negative;
  int exponent;
  pf_mantissa mantissa;
};

/* The bytes of a wide character in the C locale: 1, or -1 when it has none. */
size_t __pfc_wide_to_bytes(char *to, wchar_t c);
void __pfc_emit_double(struct pf_sink *sink, const struct pf_format *format, double value);
void __pfc_emit_long_double(struct pf_sink *sink, const struct pf_format *format, const long double *value);

/* --- numbers from text ------------------------------------------------------------------------------------------------------------------ */

double strtod(const char *restrict text, char **restrict end);
float strtof(const char *restrict text, char **restrict end);
long double strtold(const char *restrict text, char **restrict end);
/* Text that is no number is an error for wasi-libc, and none for glibc. */
static inline void pf_no_number(void) {
  if (PF_WASI) errno = EINVAL;
}

/* Parses like strtoull. *negative tells about the sign, which has not been applied; *overflow about the magnitude. */
uint64_t __pfc_parse_integer(const char *text, char **end, int base, bool *negative, bool *overflow);

#endif
