/*
 * What glibc's headers call under _FORTIFY_SOURCE. The sizes they pass are ignored: the machine checks every access against the
 * real object, which finds more.
 */
#include "internal.h"

char *strcpy(char *restrict to, const char *restrict from);
char *strncpy(char *restrict to, const char *restrict from, size_t n);
char *stpcpy(char *restrict to, const char *restrict from);
char *stpncpy(char *restrict to, const char *restrict from, size_t n);
char *strcat(char *restrict to, const char *restrict from);
char *strncat(char *restrict to, const char *restrict from, size_t n);
int vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments);
int vsprintf(char *restrict buffer, const char *restrict format, va_list arguments);
int vasprintf(char **result, const char *format, va_list arguments);
int vdprintf(int descriptor, const char *restrict format, va_list arguments);
char *fgets(char *restrict buffer, int size, FILE *restrict stream);
char *gets(char *buffer);
size_t fread(void *restrict bytes, size_t size, size_t count, FILE *restrict stream);
ssize_t read(int descriptor, void *buffer, size_t n);

void *__memcpy_chk(void *to, const void *from, size_t n, size_t size) {
  (void)size;
  __builtin_memcpy(to, from, n);
  return to;
}

void *__memmove_chk(void *to, const void *from, size_t n, size_t size) {
  (void)size;
  __builtin_memmove(to, from, n);
  return to;
}

void *__memset_chk(void *to, int byte, size_t n, size_t size) {
  (void)size;
  __builtin_memset(to, byte, n);
  return to;
}

void *__mempcpy_chk(void *to, const void *from, size_t n, size_t size) {
  (void)size;
  __builtin_memcpy(to, from, n);
  return (char *)to + n;
}

void __explicit_bzero_chk(void *to, size_t n, size_t size) {
  (void)size;
  __builtin_memset(to, 0, n);
}

char *__strcpy_chk(char *to, const char *from, size_t size) {
  (void)size;
  return strcpy(to, from);
}

char *__stpcpy_chk(char *to, const char *from, size_t size) {
  (void)size;
  return stpcpy(to, from);
}

char *__strcat_chk(char *to, const char *from, size_t size) {
  (void)size;
  return strcat(to, from);
}

char *__strncpy_chk(char *to, const char *from, size_t n, size_t size) {
  (void)size;
  return strncpy(to, from, n);
}

char *__stpncpy_chk(char *to, const char *from, size_t n, size_t size) {
  (void)size;
  return stpncpy(to, from, n);
}

char *__strncat_chk(char *to, const char *from, size_t n, size_t size) {
  (void)size;
  return strncat(to, from, n);
}

int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list arguments) {
  (void)flag;
  return vfprintf(stream, format, arguments);
}

int __vprintf_chk(int flag, const char *format, va_list arguments) {
  (void)flag;
  return vfprintf(stdout, format, arguments);
}

int __vsprintf_chk(char *buffer, int flag, size_t size, const char *format, va_list arguments) {
  (void)flag, (void)size;
  return vsprintf(buffer, format, arguments);
}

int __vsnprintf_chk(char *buffer, size_t limit, int flag, size_t size, const char *format, va_list arguments) {
  (void)flag, (void)size;
  return vsnprintf(buffer, limit, format, arguments);
}

int __vasprintf_chk(char **result, int flag, const char *format, va_list arguments) {
  (void)flag;
  return vasprintf(result, format, arguments);
}

int __vdprintf_chk(int descriptor, int flag, const char *format, va_list arguments) {
  (void)flag;
  return vdprintf(descriptor, format, arguments);
}

#define FORTIFY_VARIADIC(call)  \
  va_list arguments;            \
  va_start(arguments, format);  \
  int length = call;            \
  va_end(arguments);            \
  return length

int __printf_chk(int flag, const char *format, ...) {
  (void)flag;
  FORTIFY_VARIADIC(vfprintf(stdout, format, arguments));
}

int __fprintf_chk(FILE *stream, int flag, const char *format, ...) {
  (void)flag;
  FORTIFY_VARIADIC(vfprintf(stream, format, arguments));
}

int __sprintf_chk(char *buffer, int flag, size_t size, const char *format, ...) {
  (void)flag, (void)size;
  FORTIFY_VARIADIC(vsprintf(buffer, format, arguments));
}

int __snprintf_chk(char *buffer, size_t limit, int flag, size_t size, const char *format, ...) {
  (void)flag, (void)size;
  FORTIFY_VARIADIC(vsnprintf(buffer, limit, format, arguments));
}

int __asprintf_chk(char **result, int flag, const char *format, ...) {
  (void)flag;
  FORTIFY_VARIADIC(vasprintf(result, format, arguments));
}

int __dprintf_chk(int descriptor, int flag, const char *format, ...) {
  (void)flag;
  FORTIFY_VARIADIC(vdprintf(descriptor, format, arguments));
}

char *__fgets_chk(char *buffer, size_t size, int limit, FILE *stream) {
  (void)size;
  return fgets(buffer, limit, stream);
}

char *__gets_chk(char *buffer, size_t size) {
  (void)size;
  return gets(buffer);
}

size_t __fread_chk(void *bytes, size_t room, size_t size, size_t count, FILE *stream) {
  (void)room;
  return fread(bytes, size, count, stream);
}

ssize_t __read_chk(int descriptor, void *buffer, size_t n, size_t size) {
  (void)size;
  return read(descriptor, buffer, n);
}
