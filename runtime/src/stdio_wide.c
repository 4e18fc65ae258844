/*
 * Wide characters on streams, in the C locale: each one is a byte. glibc writes something similar instead of a character that the
 * locale does not have; which, is decided by tables that are not here, so such a path ends by name.
 */
#include "scan_family.h"
#include "stdio_scan.h"

wint_t btowc(int c);
size_t wcslen(const wchar_t *s);
int fputc(int c, FILE *stream);
int vsnprintf(char *restrict buffer, size_t size, const char *restrict format, va_list arguments);

#define WIDE_END ((wint_t)-1)

/*
 * A stream of glibc takes either bytes or wide characters, whichever came first, and refuses the others without a word. While a wide
 * function runs, its stream has no orientation, so that it can use what writes bytes.
 */
static bool wide_begin(FILE *stream) {
  if (PF_WASI) return true;
  if (stream->orientation < 0) return false;
  stream->orientation = 0;
  return true;
}

static void wide_end(FILE *stream) {
  if (!PF_WASI) stream->orientation = 1;
}

/* --- input --------------------------------------------------------------------------------------------------------------- */

wint_t fgetwc(FILE *stream) {
  if (!wide_begin(stream)) return WIDE_END;
  int c = fgetc(stream);
  wide_end(stream);
  if (c == -1) return WIDE_END;
  wint_t wide = btowc(c);
  if (wide == WIDE_END) {
    errno = EILSEQ;
    stream->flags |= STREAM_ERROR;
  }
  return wide;
}

wint_t getwc(FILE *stream) { return fgetwc(stream); }
wint_t getwchar(void) { return fgetwc(stdin); }
wint_t fgetwc_unlocked(FILE *stream) { return fgetwc(stream); }
wint_t getwc_unlocked(FILE *stream) { return fgetwc(stream); }
wint_t getwchar_unlocked(void) { return fgetwc(stdin); }

wint_t ungetwc(wint_t c, FILE *stream) {
  char byte;
  if (c == WIDE_END || __pfc_wide_to_bytes(&byte, (wchar_t)c) != 1) return WIDE_END;
  return ungetc((unsigned char)byte, stream) == -1 ? WIDE_END : c;
}

wchar_t *fgetws(wchar_t *restrict buffer, int size, FILE *restrict stream) {
  int n = 0;
  if (size <= 0) return NULL;
  while (n < size - 1) {
    wint_t c = fgetwc(stream);
    if (c == WIDE_END) {
      if (n == 0 || (stream->flags & STREAM_ERROR)) return NULL;
      break;
    }
    buffer[n++] = (wchar_t)c;
    if (c == '\n') break;
  }
  buffer[n] = 0;
  return buffer;
}

wchar_t *fgetws_unlocked(wchar_t *restrict buffer, int size, FILE *restrict stream) { return fgetws(buffer, size, stream); }

/* --- output -------------------------------------------------------------------------------------------------------------- */

static bool wide_byte(char *byte, wchar_t c) {
  if (__pfc_wide_to_bytes(byte, c) == 1) return true;
  if (!PF_WASI) __pf_fail("model", "writing a wide character that the C locale does not have", NULL, 0);
  return false;
}

wint_t fputwc(wchar_t c, FILE *stream) {
  char byte;
  if (!wide_begin(stream)) return WIDE_END;
  bool exists = wide_byte(&byte, c);
  if (!exists) stream->flags |= STREAM_ERROR;
  bool written = exists && fputc(byte, stream) != -1;
  wide_end(stream);
  return written ? (wint_t)c : WIDE_END;
}

wint_t putwc(wchar_t c, FILE *stream) { return fputwc(c, stream); }
wint_t putwchar(wchar_t c) { return fputwc(c, stdout); }
wint_t fputwc_unlocked(wchar_t c, FILE *stream) { return fputwc(c, stream); }
wint_t putwc_unlocked(wchar_t c, FILE *stream) { return fputwc(c, stream); }
wint_t putwchar_unlocked(wchar_t c) { return fputwc(c, stdout); }

int fputws(const wchar_t *restrict text, FILE *restrict stream) {
  for (; *text; text++) {
    if (fputwc(*text, stream) == WIDE_END) return -1;
  }
  return 1;
}

int fputws_unlocked(const wchar_t *restrict text, FILE *restrict stream) { return fputws(text, stream); }

int fwide(FILE *stream, int mode) {
  if (stream->orientation == 0 && mode != 0) stream->orientation = mode > 0 ? 1 : -1;
  return stream->orientation;
}

/* --- formatted output ------------------------------------------------------------------------------------------------------ */

/* The format as bytes, on the heap; NULL with errno set. */
static char *wide_format(const wchar_t *format) {
  size_t n = wcslen(format);
  char *bytes = malloc(n + 1);
  if (!bytes) return NULL;
  for (size_t i = 0; i <= n; i++) {
    if (wide_byte(&bytes[i], format[i])) continue;
    free(bytes);
    return NULL;
  }
  return bytes;
}

int vfwprintf(FILE *restrict stream, const wchar_t *restrict format, va_list arguments) {
  char *bytes = wide_format(format);
  if (!bytes) return -1;
  struct pf_sink sink = {.stream = stream};
  int length = -1;
  if (wide_begin(stream)) {
    length = __pfc_format(&sink, bytes, arguments);
    wide_end(stream);
  }
  free(bytes);
  return length;
}

/* Unlike the other kind, this one fails where there is not enough room. */
int vswprintf(wchar_t *restrict buffer, size_t size, const wchar_t *restrict format, va_list arguments) {
  if (size == 0) return -1;
  char *bytes = wide_format(format), *text = malloc(size);
  int length = bytes && text ? vsnprintf(text, size, bytes, arguments) : -1;
  size_t written = length < 0 ? 0 : (size_t)length < size ? (size_t)length : size - 1;
  for (size_t i = 0; i < written; i++) {
    buffer[i] = (wchar_t)btowc((unsigned char)text[i]);
    if (buffer[i] != (wchar_t)WIDE_END) continue;
    errno = EILSEQ;
    length = -1;
    break;
  }
  if (length >= 0) buffer[written] = 0;
  if (length >= 0 && (size_t)length >= size) {
    errno = PF_WASI ? EOVERFLOW : errno;
    length = -1;
  }
  free(bytes);
  free(text);
  return length;
}

int vwprintf(const wchar_t *restrict format, va_list arguments) { return vfwprintf(stdout, format, arguments); }

#define WPRINTF_VARIADIC(call)   \
  va_list arguments;             \
  va_start(arguments, format);   \
  int length = call;             \
  va_end(arguments);             \
  return length

int fwprintf(FILE *restrict stream, const wchar_t *restrict format, ...) { WPRINTF_VARIADIC(vfwprintf(stream, format, arguments)); }
int wprintf(const wchar_t *restrict format, ...) { WPRINTF_VARIADIC(vfwprintf(stdout, format, arguments)); }
int swprintf(wchar_t *restrict buffer, size_t size, const wchar_t *restrict format, ...) {
  WPRINTF_VARIADIC(vswprintf(buffer, size, format, arguments));
}

/* What glibc's headers call under _FORTIFY_SOURCE. */
int __fwprintf_chk(FILE *stream, int flag, const wchar_t *format, ...) {
  (void)flag;
  WPRINTF_VARIADIC(vfwprintf(stream, format, arguments));
}
int __wprintf_chk(int flag, const wchar_t *format, ...) {
  (void)flag;
  WPRINTF_VARIADIC(vfwprintf(stdout, format, arguments));
}
int __swprintf_chk(wchar_t *buffer, size_t size, int flag, size_t room, const wchar_t *format, ...) {
  (void)flag, (void)room;
  WPRINTF_VARIADIC(vswprintf(buffer, size, format, arguments));
}
int __vfwprintf_chk(FILE *stream, int flag, const wchar_t *format, va_list arguments) {
  return (void)flag, vfwprintf(stream, format, arguments);
}
int __vwprintf_chk(int flag, const wchar_t *format, va_list arguments) { return (void)flag, vfwprintf(stdout, format, arguments); }
int __vswprintf_chk(wchar_t *buffer, size_t size, int flag, size_t room, const wchar_t *format, va_list arguments) {
  return (void)flag, (void)room, vswprintf(buffer, size, format, arguments);
}
wchar_t *__fgetws_chk(wchar_t *buffer, size_t room, int size, FILE *stream) { return (void)room, fgetws(buffer, size, stream); }

/* --- formatted input: in the C locale a wide character is a byte, so the other kind's reading is this one's ------------------------- */

int vfwscanf(FILE *restrict stream, const wchar_t *restrict format, va_list arguments) {
  char *bytes = wide_format(format);
  if (!bytes) return -1;
  int assigned = -1;
  if (wide_begin(stream)) {
    struct pf_scan_source source = {stream, NULL, 0};
    assigned = __pfc_scan(&source, bytes, arguments);
    wide_end(stream);
  }
  free(bytes);
  return assigned;
}

int vswscanf(const wchar_t *restrict text, const wchar_t *restrict format, va_list arguments) {
  size_t n = wcslen(text);
  char *bytes = wide_format(format), *input = malloc(n + 1);
  int assigned = -1;
  if (bytes && input) {
    for (size_t i = 0; i <= n; i++) {
      if (__pfc_wide_to_bytes(&input[i], text[i]) != 1)
        __pf_fail("model", "reading a wide character that the C locale does not have", NULL, 0);
    }
    struct pf_scan_source source = {NULL, input, 0};
    assigned = __pfc_scan(&source, bytes, arguments);
  }
  free(input);
  free(bytes);
  return assigned;
}

int vwscanf(const wchar_t *restrict format, va_list arguments) { return vfwscanf(stdin, format, arguments); }

SCAN_FAMILY(, w, wchar_t)
SCAN_FAMILY(__isoc99_, w, wchar_t)
SCAN_FAMILY(__isoc23_, w, wchar_t)
SCAN_FAMILY_V(__isoc99_, w, wchar_t)
SCAN_FAMILY_V(__isoc23_, w, wchar_t)
