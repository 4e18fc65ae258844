/*
 * Streams: standard input through the machine, standard output and error to the path's text, files through their descriptors, and
 * streams in memory. Nothing is buffered: what a path has written is there when it faults.
 */
#include "internal.h"

static FILE stdio_standard_input = {.flags = STREAM_OPEN | STREAM_READ, .descriptor = 0};
static FILE stdio_standard_output = {.flags = STREAM_OPEN | STREAM_WRITE, .descriptor = 1};
static FILE stdio_standard_error = {.flags = STREAM_OPEN | STREAM_WRITE, .descriptor = 2};

#if PF_WASI
FILE *const stdin = &stdio_standard_input;
FILE *const stdout = &stdio_standard_output;
FILE *const stderr = &stdio_standard_error;
#else
FILE *stdin = &stdio_standard_input;
FILE *stdout = &stdio_standard_output;
FILE *stderr = &stdio_standard_error;
#endif

const struct pf_descriptor_calls *__pfc_descriptor_calls;

/* --- streams in memory ------------------------------------------------------------------------------------------------ */

static bool stream_reserve(FILE *stream, size_t needed) {
  if (needed <= stream->capacity) return true;
  if (!(stream->flags & STREAM_GROWS)) return false;
  size_t capacity = stream->capacity ? stream->capacity : 64;
  while (capacity < needed) capacity *= 2;
  char *grown = realloc(stream->data, capacity);
  if (!grown) return false;
  stream->data = grown;
  stream->capacity = capacity;
  return true;
}

static void stream_report(FILE *stream) {
  if (!stream->report_data) return;
  *stream->report_data = stream->data;
  *stream->report_length = stream->position < stream->length ? stream->position : stream->length;
}

static bool stream_write_memory(FILE *stream, const char *bytes, size_t n) {
  if (stream->flags & STREAM_APPEND) stream->position = stream->length;
  /* A growing stream keeps a zero after its text; a fixed one has it where there is room. */
  size_t spare = stream->flags & STREAM_GROWS ? 1 : 0;
  if (!stream_reserve(stream, stream->position + n + spare)) {
    errno = ENOSPC;
    return false;
  }
  if (stream->position > stream->length) {
    __builtin_memset(stream->data + stream->length, 0, stream->position - stream->length);
  }
  __builtin_memcpy(stream->data + stream->position, bytes, n);
  stream->position += n;
  if (stream->position > stream->length) {
    stream->length = stream->position;
    if (stream->length < stream->capacity) stream->data[stream->length] = 0;
  }
  stream_report(stream);
  return true;
}

/* --- output -------------------------------------------------------------------------------------------------------------- */

static bool stream_write_descriptor(FILE *stream, const char *bytes, size_t n) {
  stream->flags = (stream->flags & ~STREAM_HAS_READ) | STREAM_HAS_WRITTEN;
  while (n > 0) {
    ssize_t put = __pfc_descriptor_calls->write(stream->descriptor, bytes, n);
    if (put <= 0) return false;
    bytes += put;
    n -= (size_t)put;
  }
  return true;
}

bool __pfc_stream_write(FILE *stream, const char *bytes, size_t n) {
  bool written = false;
  if (!PF_WASI && stream->orientation >= 0) {
    if (stream->orientation > 0) return false;
    stream->orientation = -1;
  }
  if (!(stream->flags & STREAM_WRITE)) {
    errno = EBADF;
  } else if (stream->descriptor == STREAM_IN_MEMORY) {
    written = stream_write_memory(stream, bytes, n);
  } else if (__pfc_descriptor_calls) {
    written = stream_write_descriptor(stream, bytes, n);
  } else {
    __pf_write(stream->descriptor, bytes, n);
    written = true;
  }
  if (!written) stream->flags |= STREAM_ERROR;
  return written;
}

int fputc(int c, FILE *stream) {
  char byte = (char)c;
  return __pfc_stream_write(stream, &byte, 1) ? (unsigned char)c : -1;
}

int putc(int c, FILE *stream) { return fputc(c, stream); }
int _IO_putc(int c, FILE *stream) { return fputc(c, stream); }
int putc_unlocked(int c, FILE *stream) { return fputc(c, stream); }
int fputc_unlocked(int c, FILE *stream) { return fputc(c, stream); }
int putchar(int c) { return fputc(c, stdout); }
int putchar_unlocked(int c) { return fputc(c, stdout); }
int __overflow(FILE *stream, int c) { return fputc(c, stream); }

/* C says only that the result is not negative; it is what the C library of the default target gives. */
int fputs(const char *restrict text, FILE *restrict stream) {
  return __pfc_stream_write(stream, text, strlen(text)) ? 0 : -1;
}

int fputs_unlocked(const char *restrict text, FILE *restrict stream) { return fputs(text, stream); }

int puts(const char *text) {
  return fputs(text, stdout) == 0 && __pfc_stream_write(stdout, "\n", 1) ? 0 : -1;
}

size_t fwrite(const void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
  if (size == 0 || count == 0) return 0;
  return __pfc_stream_write(stream, bytes, size * count) ? count : 0;
}

size_t fwrite_unlocked(const void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
  return fwrite(bytes, size, count, stream);
}

int putw(int word, FILE *stream) { return fwrite(&word, sizeof word, 1, stream) == 1 ? 0 : -1; }

void perror(const char *text) {
  int number = errno;
  if (text && *text) {
    fputs(text, stderr);
    fputs(": ", stderr);
  }
  fputs(strerror(number), stderr);
  fputc('\n', stderr);
}

/* --- input ----------------------------------------------------------------------------------------------------------------- */

static size_t stream_read_descriptor(FILE *stream, unsigned char *bytes, size_t n) {
  size_t got = 0;
  stream->flags = (stream->flags & ~STREAM_HAS_WRITTEN) | STREAM_HAS_READ;
  while (got < n) {
    ssize_t now = __pfc_descriptor_calls->read(stream->descriptor, bytes + got, n - got);
    if (now <= 0) {
      stream->flags |= now < 0 ? STREAM_ERROR : STREAM_END;
      break;
    }
    got += (size_t)now;
  }
  return got;
}

/* As many of the n bytes as there are. Sets the end flag when there are fewer. */
static size_t stream_read(FILE *stream, unsigned char *bytes, size_t n) {
  size_t got = 0;
  if (!(stream->flags & STREAM_READ)) {
    errno = EBADF;
    stream->flags |= STREAM_ERROR;
    return 0;
  }
  while (got < n && stream->pushed_count > 0) bytes[got++] = stream->pushed[--stream->pushed_count];
  if (got == n || (stream->flags & STREAM_END)) return got;
  if (stream->descriptor == STREAM_IN_MEMORY) {
    size_t left = stream->position < stream->length ? stream->length - stream->position : 0;
    size_t now = n - got < left ? n - got : left;
    __builtin_memcpy(bytes + got, stream->data + stream->position, now);
    stream->position += now;
    got += now;
  } else if (__pfc_descriptor_calls) {
    return got + stream_read_descriptor(stream, bytes + got, n - got);
  } else {
    got += __pf_read(bytes + got, n - got);
  }
  if (got < n) stream->flags |= STREAM_END;
  return got;
}

int fgetc(FILE *stream) {
  unsigned char byte;
  return stream_read(stream, &byte, 1) == 1 ? byte : -1;
}

int getc(FILE *stream) { return fgetc(stream); }
int _IO_getc(FILE *stream) { return fgetc(stream); }
int getc_unlocked(FILE *stream) { return fgetc(stream); }
int fgetc_unlocked(FILE *stream) { return fgetc(stream); }
int getchar(void) { return fgetc(stdin); }
int getchar_unlocked(void) { return fgetc(stdin); }
int __uflow(FILE *stream) { return fgetc(stream); }

int ungetc(int c, FILE *stream) {
  if (c == -1 || stream->pushed_count == PUSHBACK_LIMIT || !(stream->flags & STREAM_READ)) return -1;
  stream->pushed[stream->pushed_count++] = (unsigned char)c;
  stream->flags &= ~STREAM_END;
  return (unsigned char)c;
}

size_t fread(void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
  if (size == 0 || count == 0) return 0;
  size_t got = stream_read(stream, bytes, size * count);
  return got == size * count ? count : got / size;
}

size_t fread_unlocked(void *restrict bytes, size_t size, size_t count, FILE *restrict stream) {
  return fread(bytes, size, count, stream);
}

int getw(FILE *stream) {
  int word;
  return fread(&word, sizeof word, 1, stream) == 1 ? word : -1;
}

char *fgets(char *restrict buffer, int size, FILE *restrict stream) {
  int n = 0;
  if (size <= 0) return NULL;
  while (n < size - 1) {
    int c = fgetc(stream);
    if (c == -1) {
      if (n == 0 || (stream->flags & STREAM_ERROR)) return NULL;
      break;
    }
    buffer[n++] = (char)c;
    if (c == '\n') break;
  }
  buffer[n] = 0;
  return buffer;
}

char *fgets_unlocked(char *restrict buffer, int size, FILE *restrict stream) { return fgets(buffer, size, stream); }

char *gets(char *buffer) {
  size_t n = 0;
  for (;; n++) {
    int c = fgetc(stdin);
    if (c == -1 && n == 0) return NULL;
    if (c == -1 || c == '\n') break;
    buffer[n] = (char)c;
  }
  buffer[n] = 0;
  return buffer;
}

ssize_t getdelim(char **restrict line, size_t *restrict capacity, int delimiter, FILE *restrict stream) {
  size_t n = 0;
  if (!line || !capacity) {
    errno = EINVAL;
    return -1;
  }
  for (;;) {
    int c = fgetc(stream);
    if (c == -1 && n == 0) return -1;
    if (!*line || n + 2 > *capacity) {
      size_t grown_capacity = *line && *capacity ? *capacity * 2 : 120;
      char *grown = realloc(*line, grown_capacity);
      if (!grown) return -1;
      *line = grown;
      *capacity = grown_capacity;
    }
    if (c == -1) break;
    (*line)[n++] = (char)c;
    if (c == delimiter) break;
  }
  (*line)[n] = 0;
  return (ssize_t)n;
}

ssize_t __getdelim(char **restrict line, size_t *restrict capacity, int delimiter, FILE *restrict stream) {
  return getdelim(line, capacity, delimiter, stream);
}

ssize_t getline(char **restrict line, size_t *restrict capacity, FILE *restrict stream) {
  return getdelim(line, capacity, '\n', stream);
}

/* --- state ------------------------------------------------------------------------------------------------------------------- */

int feof(FILE *stream) { return (stream->flags & STREAM_END) != 0; }
int feof_unlocked(FILE *stream) { return feof(stream); }
int ferror(FILE *stream) { return (stream->flags & STREAM_ERROR) != 0; }
int ferror_unlocked(FILE *stream) { return ferror(stream); }
void clearerr(FILE *stream) { stream->flags &= ~(STREAM_END | STREAM_ERROR); }
void clearerr_unlocked(FILE *stream) { clearerr(stream); }

int fileno(FILE *stream) {
  if (stream->descriptor != STREAM_IN_MEMORY) return stream->descriptor;
  errno = EBADF;
  return -1;
}

int fileno_unlocked(FILE *stream) { return fileno(stream); }

/* There is no buffer to control or flush and only one thread. */
int fflush(FILE *stream) {
  (void)stream;
  return 0;
}

int fflush_unlocked(FILE *stream) { return fflush(stream); }

int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size) {
  (void)stream, (void)buffer, (void)mode, (void)size;
  return 0;
}

/* glibc's and musl's looks behind the curtain (stdio_ext.h). */
size_t __fpending(FILE *stream) { return (void)stream, 0; }
size_t __fbufsize(FILE *stream) { return (void)stream, 0; }
int __freading(FILE *stream) { return !(stream->flags & STREAM_WRITE) || stream->flags & STREAM_HAS_READ; }
int __fwriting(FILE *stream) { return !(stream->flags & STREAM_READ) || stream->flags & STREAM_HAS_WRITTEN; }
int __freadable(FILE *stream) { return (stream->flags & STREAM_READ) != 0; }
int __fwritable(FILE *stream) { return (stream->flags & STREAM_WRITE) != 0; }
int __flbf(FILE *stream) { return (void)stream, 0; }
int __fsetlocking(FILE *stream, int type) { return (void)stream, (void)type, 0; }
void __fpurge(FILE *stream) { stream->pushed_count = 0; }
int fpurge(FILE *stream) { return __fpurge(stream), 0; }
void _flushlbf(void) {}
size_t __freadahead(FILE *stream) { return (size_t)stream->pushed_count; }
void __fseterr(FILE *stream) { stream->flags |= STREAM_ERROR; }

void setbuf(FILE *restrict stream, char *restrict buffer) { (void)stream, (void)buffer; }
void setbuffer(FILE *restrict stream, char *restrict buffer, size_t size) { (void)stream, (void)buffer, (void)size; }
void setlinebuf(FILE *stream) { (void)stream; }
void flockfile(FILE *stream) { (void)stream; }
void funlockfile(FILE *stream) { (void)stream; }

int ftrylockfile(FILE *stream) {
  (void)stream;
  return 0;
}
