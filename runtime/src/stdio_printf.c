/* The printf family: every way to say where the text goes. */
#include "internal.h"

int vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments) {
  struct pf_sink sink = {.stream = stream};
  return __pfc_format(&sink, format, arguments);
}

int vsnprintf(char *restrict buffer, size_t size, const char *restrict format, va_list arguments) {
  struct pf_sink sink = {.buffer = buffer, .capacity = size > 0 ? size - 1 : 0};
  int length = __pfc_format(&sink, format, arguments);
  if (size > 0) buffer[sink.length < size ? sink.length : size - 1] = 0;
  return length;
}

int vsprintf(char *restrict buffer, const char *restrict format, va_list arguments) {
  return vsnprintf(buffer, INT_MAX, format, arguments);
}

int vprintf(const char *restrict format, va_list arguments) { return vfprintf(stdout, format, arguments); }

int vasprintf(char **result, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  if (length < 0) return -1;
  *result = malloc((size_t)length + 1);
  if (!*result) return -1;
  return vsnprintf(*result, (size_t)length + 1, format, arguments);
}

int vdprintf(int descriptor, const char *restrict format, va_list arguments) {
  FILE stream = {.flags = STREAM_OPEN | STREAM_WRITE, .descriptor = descriptor};
  if (!__pfc_descriptor_calls && descriptor != 1 && descriptor != 2) {
    errno = EBADF;
    return -1;
  }
  return vfprintf(&stream, format, arguments);
}

#define PRINTF_VARIADIC(call)    \
  va_list arguments;             \
  va_start(arguments, format);   \
  int length = call;             \
  va_end(arguments);             \
  return length

int printf(const char *restrict format, ...) { PRINTF_VARIADIC(vfprintf(stdout, format, arguments)); }

int fprintf(FILE *restrict stream, const char *restrict format, ...) {
  PRINTF_VARIADIC(vfprintf(stream, format, arguments));
}

int sprintf(char *restrict buffer, const char *restrict format, ...) {
  PRINTF_VARIADIC(vsprintf(buffer, format, arguments));
}

int snprintf(char *restrict buffer, size_t size, const char *restrict format, ...) {
  PRINTF_VARIADIC(vsnprintf(buffer, size, format, arguments));
}

int asprintf(char **result, const char *format, ...) { PRINTF_VARIADIC(vasprintf(result, format, arguments)); }

int dprintf(int descriptor, const char *restrict format, ...) {
  PRINTF_VARIADIC(vdprintf(descriptor, format, arguments));
}

/* Clang calls these instead when a program for WebAssembly prints no floats, or no long doubles. */
int iprintf(const char *restrict format, ...) { PRINTF_VARIADIC(vfprintf(stdout, format, arguments)); }

int __small_printf(const char *restrict format, ...) { PRINTF_VARIADIC(vfprintf(stdout, format, arguments)); }

int fiprintf(FILE *restrict stream, const char *restrict format, ...) {
  PRINTF_VARIADIC(vfprintf(stream, format, arguments));
}

int __small_fprintf(FILE *restrict stream, const char *restrict format, ...) {
  PRINTF_VARIADIC(vfprintf(stream, format, arguments));
}

int siprintf(char *restrict buffer, const char *restrict format, ...) {
  PRINTF_VARIADIC(vsprintf(buffer, format, arguments));
}

int __small_sprintf(char *restrict buffer, const char *restrict format, ...) {
  PRINTF_VARIADIC(vsprintf(buffer, format, arguments));
}
