/*
 * Files: there are none. Opening one by name fails with ENOENT, as on a machine without that file; streams in memory and
 * temporary files, which nobody else can see, work.
 */
#include "internal.h"

static FILE *files_new(int flags) {
  FILE *stream = malloc(sizeof *stream);
  if (!stream) return NULL;
  FILE empty = {.flags = flags | STREAM_OPEN | STREAM_HEAP, .descriptor = STREAM_IN_MEMORY};
  *stream = empty;
  return stream;
}

static int files_mode(const char *mode) {
  bool both = strchr(mode, '+') != NULL;
  if (mode[0] == 'r') return both ? STREAM_READ | STREAM_WRITE : STREAM_READ;
  if (mode[0] == 'w') return both ? STREAM_READ | STREAM_WRITE : STREAM_WRITE;
  if (mode[0] == 'a') return STREAM_APPEND | (both ? STREAM_READ | STREAM_WRITE : STREAM_WRITE);
  errno = EINVAL;
  return 0;
}

FILE *fopen(const char *restrict name, const char *restrict mode) {
  (void)name;
  if (files_mode(mode)) errno = ENOENT;
  return NULL;
}

FILE *fopen64(const char *restrict name, const char *restrict mode) { return fopen(name, mode); }

FILE *freopen(const char *restrict name, const char *restrict mode, FILE *restrict stream) {
  if (!name) return stream;
  stream->flags = 0;
  return fopen(name, mode);
}

FILE *freopen64(const char *restrict name, const char *restrict mode, FILE *restrict stream) {
  return freopen(name, mode, stream);
}

FILE *fdopen(int descriptor, const char *mode) {
  int flags = files_mode(mode);
  if (!flags) return NULL;
  if (descriptor < 0 || descriptor > 2) {
    errno = EBADF;
    return NULL;
  }
  FILE *stream = files_new(flags);
  if (stream) stream->descriptor = descriptor;
  return stream;
}

FILE *fmemopen(void *restrict buffer, size_t size, const char *restrict mode) {
  int flags = files_mode(mode);
  if (!flags) return NULL;
  FILE *stream = files_new(flags);
  if (!stream) return NULL;
  stream->data = buffer;
  stream->capacity = size;
  if (!buffer) {
    stream->data = malloc(size);
    stream->flags |= STREAM_GROWS; /* owned: freed when closed */
    if (size > 0) stream->data[0] = 0;
  } else if (mode[0] == 'r') {
    stream->length = size;
  } else if (mode[0] == 'a') {
    stream->length = stream->position = strnlen(buffer, size);
  } else if (size > 0) {
    stream->data[0] = 0;
  }
  return stream;
}

FILE *open_memstream(char **data, size_t *length) {
  FILE *stream = files_new(STREAM_WRITE | STREAM_GROWS);
  if (!stream) return NULL;
  stream->capacity = 64;
  stream->data = malloc(stream->capacity);
  if (!stream->data) {
    free(stream);
    return NULL;
  }
  stream->data[0] = 0;
  stream->report_data = data;
  stream->report_length = length;
  *data = stream->data;
  *length = 0;
  return stream;
}

FILE *tmpfile(void) { return files_new(STREAM_READ | STREAM_WRITE | STREAM_GROWS); }

FILE *tmpfile64(void) { return tmpfile(); }

int fclose(FILE *stream) {
  if (!(stream->flags & STREAM_OPEN)) {
    errno = EBADF;
    return -1;
  }
  bool heap = stream->flags & STREAM_HEAP;
  /* The text of open_memstream belongs to its user. */
  if ((stream->flags & STREAM_GROWS) && !stream->report_data) free(stream->data);
  stream->flags = 0;
  if (heap) free(stream);
  return 0;
}

/* --- positions: in memory only ------------------------------------------------------------------------------------------- */

int fseeko(FILE *stream, pf_offset offset, int origin) {
  if (stream->descriptor != STREAM_IN_MEMORY) {
    errno = ESPIPE;
    return -1;
  }
  pf_offset base = origin == 0 ? 0 : origin == 1 ? (pf_offset)stream->position - stream->pushed_count : (pf_offset)stream->length;
  bool outside = offset < -base || (!(stream->flags & STREAM_GROWS) && base + offset > (pf_offset)stream->capacity);
  if (origin < 0 || origin > 2 || outside) {
    errno = EINVAL;
    return -1;
  }
  stream->position = (size_t)(base + offset);
  stream->pushed_count = 0;
  stream->flags &= ~STREAM_END;
  return 0;
}

int fseek(FILE *stream, long offset, int origin) { return fseeko(stream, offset, origin); }
int fseeko64(FILE *stream, pf_offset offset, int origin) { return fseeko(stream, offset, origin); }

pf_offset ftello(FILE *stream) {
  if (stream->descriptor != STREAM_IN_MEMORY) {
    errno = ESPIPE;
    return -1;
  }
  return (pf_offset)stream->position - stream->pushed_count;
}

long ftell(FILE *stream) { return (long)ftello(stream); }
pf_offset ftello64(FILE *stream) { return ftello(stream); }

void rewind(FILE *stream) {
  fseeko(stream, 0, 0);
  stream->flags &= ~STREAM_ERROR;
}

int fgetpos(FILE *restrict stream, pf_offset *restrict position) {
  pf_offset now = ftello(stream);
  if (now < 0) return -1;
  *position = now;
  return 0;
}

int fsetpos(FILE *stream, const pf_offset *position) { return fseeko(stream, *position, 0); }

/* --- names ------------------------------------------------------------------------------------------------------------------ */

static int files_missing(void) {
  errno = ENOENT;
  return -1;
}

int remove(const char *name) {
  (void)name;
  return files_missing();
}

int rename(const char *from, const char *to) {
  (void)from, (void)to;
  return files_missing();
}

FILE *popen(const char *command, const char *mode) {
  (void)command, (void)mode;
  errno = ENOSYS;
  return NULL;
}

int pclose(FILE *stream) { return fclose(stream); }
