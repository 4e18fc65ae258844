/*
 * Streams on files, and streams in memory. A temporary file, which nobody else can see, is a stream in memory.
 */
#include "posix.h"

int open(const char *name, int flags, ...);
int fcntl(int descriptor, int command, ...);
int dup2(int from, int to);

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

/* The flags of open for a mode of fopen: "r", "w" or "a", with "+", "x" and "e" behind. */
static int files_open_flags(const char *mode) {
  bool both = strchr(mode, '+') != NULL;
  int flags = both ? O_RDWR : mode[0] == 'r' ? O_RDONLY : O_WRONLY;
  if (mode[0] != 'r') flags |= O_CREAT | (mode[0] == 'w' ? O_TRUNC : O_APPEND);
  if (strchr(mode, 'x')) flags |= O_EXCL;
  if (strchr(mode, 'e')) flags |= O_CLOEXEC;
  return flags;
}

static FILE *files_of_descriptor(int descriptor, int flags) {
  FILE *stream = files_new(flags);
  if (stream) stream->descriptor = descriptor;
  return stream;
}

FILE *fopen(const char *restrict name, const char *restrict mode) {
  int flags = files_mode(mode);
  if (!flags) return NULL;
  int descriptor = open(name, files_open_flags(mode), 0666);
  return descriptor < 0 ? NULL : files_of_descriptor(descriptor, flags);
}

FILE *fopen64(const char *restrict name, const char *restrict mode) { return fopen(name, mode); }

/* The stream gets the descriptor it had, if it had one. Without a name only the mode may change, and any mode is allowed. */
FILE *freopen(const char *restrict name, const char *restrict mode, FILE *restrict stream) {
  int flags = files_mode(mode), old = stream->descriptor;
  if (!flags) return NULL;
  bool heap = stream->flags & STREAM_HEAP;
  if (name) {
    int descriptor = open(name, files_open_flags(mode), 0666);
    if (descriptor < 0) {
      if (old != STREAM_IN_MEMORY) __pfc_descriptor_calls->close(old);
      stream->flags = heap ? STREAM_HEAP : 0;
      return NULL;
    }
    if (old != STREAM_IN_MEMORY && descriptor != old) {
      dup2(descriptor, old);
      __pfc_descriptor_calls->close(descriptor);
      descriptor = old;
    }
    stream->descriptor = descriptor;
  }
  stream->flags = flags | STREAM_OPEN | (heap ? STREAM_HEAP : 0);
  stream->pushed_count = stream->orientation = 0;
  return stream;
}

FILE *freopen64(const char *restrict name, const char *restrict mode, FILE *restrict stream) {
  return freopen(name, mode, stream);
}

FILE *fdopen(int descriptor, const char *mode) {
  int flags = files_mode(mode);
  if (!flags || fcntl(descriptor, F_GETFL) == -1) return NULL;
  return files_of_descriptor(descriptor, flags);
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
  int result = 0;
  /* The text of open_memstream belongs to its user. */
  if ((stream->flags & STREAM_GROWS) && !stream->report_data) free(stream->data);
  if (stream->descriptor != STREAM_IN_MEMORY && __pfc_descriptor_calls) result = __pfc_descriptor_calls->close(stream->descriptor);
  stream->flags = 0;
  if (heap) free(stream);
  return result;
}

int fcloseall(void) { return 0; }

/* --- positions ---------------------------------------------------------------------------------------------------------------- */

int fseeko(FILE *stream, pf_offset offset, int origin) {
  if (stream->descriptor != STREAM_IN_MEMORY) {
    if (origin == SEEK_CUR) offset -= stream->pushed_count;
    pf_offset position = __pfc_descriptor_calls ? __pfc_descriptor_calls->seek(stream->descriptor, offset, origin) : pf_fail(ESPIPE);
    if (position < 0) return -1;
  } else {
    pf_offset base = origin == 0 ? 0 : origin == 1 ? (pf_offset)stream->position - stream->pushed_count : (pf_offset)stream->length;
    bool outside = offset < -base || (!(stream->flags & STREAM_GROWS) && base + offset > (pf_offset)stream->capacity);
    if (origin < 0 || origin > 2 || outside) {
      errno = EINVAL;
      return -1;
    }
    stream->position = (size_t)(base + offset);
  }
  stream->pushed_count = 0;
  stream->flags &= ~STREAM_END;
  return 0;
}

int fseek(FILE *stream, long offset, int origin) { return fseeko(stream, offset, origin); }
int fseeko64(FILE *stream, pf_offset offset, int origin) { return fseeko(stream, offset, origin); }

pf_offset ftello(FILE *stream) {
  if (stream->descriptor != STREAM_IN_MEMORY) {
    pf_offset position = __pfc_descriptor_calls ? __pfc_descriptor_calls->seek(stream->descriptor, 0, SEEK_CUR) : pf_fail(ESPIPE);
    return position < 0 ? -1 : position - stream->pushed_count;
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

/* --- other programs --------------------------------------------------------------------------------------------------------- */

FILE *popen(const char *command, const char *mode) {
  (void)command, (void)mode;
  __pf_absent("popen");
  errno = ENOSYS;
  return NULL;
}

int pclose(FILE *stream) { return fclose(stream); }
