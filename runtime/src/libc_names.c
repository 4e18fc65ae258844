/* glibc's second names for functions, which its headers, its inline functions or other libraries use. */
#include "posix.h"

struct tm;
char *stpcpy(char *restrict to, const char *restrict from);
void *rawmemchr(const void *bytes, int byte);
struct pollfd;
int poll(struct pollfd *asked, unsigned long count, int timeout);
long sysconf(int name);
int getpagesize(void);
struct tm *gmtime_r(const int64_t *restrict seconds, struct tm *restrict fields);
char *dcgettext(const char *domain, const char *text, int category);
size_t mbrlen(const char *restrict bytes, size_t n, struct pf_conversion_state *restrict state);
char *secure_getenv(const char *name);
int vasprintf(char **result, const char *format, va_list arguments);
int pthread_key_create(unsigned *key, void (*destructor)(void *));
int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void));
ssize_t pread(int descriptor, void *buffer, size_t n, off_t position);
long strtol(const char *restrict text, char **restrict end, int base);
unsigned long strtoul(const char *restrict text, char **restrict end, int base);
long long strtoll(const char *restrict text, char **restrict end, int base);
unsigned long long strtoull(const char *restrict text, char **restrict end, int base);
int iswctype(wint_t c, unsigned long type);
unsigned long wctype(const char *name);
wint_t towlower(wint_t c);
wint_t towupper(wint_t c);
void *memalign(size_t alignment, size_t size);
int fgetpos(FILE *restrict stream, pf_offset *restrict position);
int fsetpos(FILE *stream, const pf_offset *position);

char __libc_single_threaded = 1;

char *__stpcpy(char *restrict to, const char *restrict from) { return stpcpy(to, from); }
void *__mempcpy(void *restrict to, const void *restrict from, size_t n) { return (char *)memcpy(to, from, n) + n; }
void *__rawmemchr(const void *bytes, int byte) { return rawmemchr(bytes, byte); }
int __poll(struct pollfd *asked, unsigned long count, int timeout) { return poll(asked, count, timeout); }
long __sysconf(int name) { return sysconf(name); }
int __getpagesize(void) { return getpagesize(); }
struct tm *__gmtime_r(const int64_t *restrict seconds, struct tm *restrict fields) { return gmtime_r(seconds, fields); }
char *__dcgettext(const char *domain, const char *text, int category) { return dcgettext(domain, text, category); }
size_t __mbrlen(const char *restrict bytes, size_t n, struct pf_conversion_state *restrict state) { return mbrlen(bytes, n, state); }
char *__libc_secure_getenv(const char *name) { return secure_getenv(name); }
void *__libc_malloc(size_t size) { return malloc(size); }
void *__libc_realloc(void *old, size_t size) { return realloc(old, size); }
void *__libc_memalign(size_t alignment, size_t size) { return memalign(alignment, size); }
void __libc_free(void *p) { free(p); }
int __pthread_key_create(unsigned *key, void (*destructor)(void *)) { return pthread_key_create(key, destructor); }
int __register_atfork(void (*before)(void), void (*parent)(void), void (*child)(void), void *module) {
  return (void)module, pthread_atfork(before, parent, child);
}
ssize_t __pread_chk(int descriptor, void *buffer, size_t n, off_t position, size_t size) { return (void)size, pread(descriptor, buffer, n, position); }
ssize_t __pread64_chk(int descriptor, void *buffer, size_t n, off_t position, size_t size) { return (void)size, pread(descriptor, buffer, n, position); }
int fgetpos64(FILE *restrict stream, pf_offset *restrict position) { return fgetpos(stream, position); }
int fsetpos64(FILE *stream, const pf_offset *position) { return fsetpos(stream, position); }
int malloc_trim(size_t kept) { return (void)kept, 0; }
int mallopt(int parameter, int value) { return (void)parameter, (void)value, 1; }

int __asprintf(char **result, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vasprintf(result, format, arguments);
  va_end(arguments);
  return length;
}

/* There is one locale. */
long strtol_l(const char *restrict text, char **restrict end, int base, void *locale) { return (void)locale, strtol(text, end, base); }
long long strtoll_l(const char *restrict text, char **restrict end, int base, void *locale) { return (void)locale, strtoll(text, end, base); }
unsigned long strtoul_l(const char *restrict text, char **restrict end, int base, void *locale) { return (void)locale, strtoul(text, end, base); }
unsigned long long strtoull_l(const char *restrict text, char **restrict end, int base, void *locale) { return (void)locale, strtoull(text, end, base); }
int iswctype_l(wint_t c, unsigned long type, void *locale) { return (void)locale, iswctype(c, type); }
unsigned long wctype_l(const char *name, void *locale) { return (void)locale, wctype(name); }
wint_t towlower_l(wint_t c, void *locale) { return (void)locale, towlower(c); }
wint_t towupper_l(wint_t c, void *locale) { return (void)locale, towupper(c); }
