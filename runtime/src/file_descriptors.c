/* Descriptors: opening, reading, writing, moving. */
#include "files.h"

enum { DESCRIPTOR_COUNT = 1024, DESCRIPTOR_SIGPIPE = 13 };

struct descriptor_slot {
  struct pf_open_file *file;
  bool close_on_exec;
};

static struct descriptor_slot descriptor_slots[DESCRIPTOR_COUNT];
static bool descriptors_started;

int raise(int number);
int getentropy(void *buffer, size_t n);

/* --- failing on demand ------------------------------------------------------------------------------------------------------- */

static int descriptor_failures_left = -1;

bool __pfc_fails(const char *call, int first, int second) {
  if (descriptor_failures_left < 0) descriptor_failures_left = (int)__pf_setting(PF_MAX_FAIL);
  if (descriptor_failures_left == 0) return false;
  unsigned outcome = __pf_choose(call, first == second ? 2 : 3);
  if (outcome == 0) return false;
  descriptor_failures_left--;
  errno = outcome == 1 ? first : second;
  return true;
}

/* --- the table --------------------------------------------------------------------------------------------------------------- */

static struct pf_open_file *descriptor_new_file(struct pf_node *node, int flags) {
  struct pf_open_file *file = __pf_alloc_zeroed(sizeof *file);
  file->node = node;
  file->flags = flags;
  file->users = 1;
  if (pf_opens_for_reading(flags)) node->readers++;
  if (pf_opens_for_writing(flags)) node->writers++;
  return file;
}

static ssize_t descriptor_read(int descriptor, void *buffer, size_t n);
static ssize_t descriptor_write(int descriptor, const void *bytes, size_t n);
pf_offset lseek(int descriptor, pf_offset offset, int origin);
int close(int descriptor);

static const struct pf_descriptor_calls descriptor_calls = {
    .read = descriptor_read, .write = descriptor_write, .seek = lseek, .close = close};

/* The standard streams are pipes to whoever started the program. */
static void descriptors_start(void) {
  static const enum pf_device devices[3] = {DEVICE_INPUT, DEVICE_OUTPUT, DEVICE_ERROR};
  descriptors_started = true;
  __pfc_descriptor_calls = &descriptor_calls;
  __pfc_root();
  for (int i = 0; i < 3; i++) {
    struct pf_node *node = __pfc_new_node(S_IFIFO | 0600);
    node->device = devices[i];
    node->links = 1;
    descriptor_slots[i].file = descriptor_new_file(node, i == 0 ? O_RDONLY : O_WRONLY);
  }
  /* A WASI program reaches its files through a folder that was opened for it. */
  if (PF_WASI) descriptor_slots[3].file = descriptor_new_file(__pfc_root(), O_RDONLY | O_DIRECTORY);
}

struct pf_open_file *__pfc_open_file(int descriptor) {
  if (!descriptors_started) descriptors_start();
  if (descriptor >= 0 && descriptor < DESCRIPTOR_COUNT && descriptor_slots[descriptor].file) {
    return descriptor_slots[descriptor].file;
  }
  errno = EBADF;
  return NULL;
}

static int descriptor_place(struct pf_open_file *file, int lowest, bool close_on_exec) {
  for (int i = lowest; i < DESCRIPTOR_COUNT; i++) {
    if (descriptor_slots[i].file) continue;
    descriptor_slots[i].file = file;
    descriptor_slots[i].close_on_exec = close_on_exec;
    return i;
  }
  return pf_fail(EMFILE);
}

int __pfc_open_node(struct pf_node *node, int flags, int lowest) {
  if (!descriptors_started) descriptors_start();
  return descriptor_place(descriptor_new_file(node, flags), lowest, flags & O_CLOEXEC);
}

int close(int descriptor) {
  struct pf_open_file *file = __pfc_open_file(descriptor);
  if (!file) return -1;
  bool fails = __pfc_fails("close fails", EIO, EIO);
  descriptor_slots[descriptor].file = NULL;
  if (--file->users == 0) {
    if (pf_opens_for_reading(file->flags)) file->node->readers--;
    if (pf_opens_for_writing(file->flags)) file->node->writers--;
    bool pipe_forgets = pf_is(file->node, S_IFIFO) && file->node->readers == 0 && file->node->writers == 0;
    if (pipe_forgets) file->node->size = 0;
    if (pipe_forgets && file->node->device != DEVICE_NONE) file->node->links = 0; /* a standard stream has no name */
    __pfc_release(file->node);
    __pf_free(file);
  }
  return fails ? -1 : 0;
}

/* --- opening --------------------------------------------------------------------------------------------------------------------- */

static int descriptor_open(int directory, const char *name, int flags, mode_t mode) {
  struct pf_place place;
  if (!descriptors_started) descriptors_start();
  if (__pfc_fails("open fails", EACCES, EMFILE)) return -1;
  bool exclusive = flags & O_CREAT && flags & O_EXCL;
  int how = (exclusive || flags & O_NOFOLLOW ? 0 : FOLLOW_LAST) | (flags & O_CREAT ? FOR_CREATION : 0);
  if (!__pfc_find(directory, name, how, &place)) return -1;
  if (!place.node) {
    if (!(flags & O_CREAT)) return pf_fail(ENOENT);
    if (place.directory->links == 0) return pf_fail(ENOENT);
    if (!__pfc_permits(place.directory, W_OK)) return pf_fail(EACCES);
    return __pfc_open_node(__pfc_add(&place, __pfc_new_node(S_IFREG | __pfc_masked(mode))), flags, 0);
  }
  if (exclusive) return pf_fail(EEXIST);
  if (pf_is(place.node, S_IFLNK) && !(flags & O_PATH)) return pf_fail(ELOOP);
  bool directory_wanted = flags & O_DIRECTORY, is_directory = pf_is(place.node, S_IFDIR);
  if (directory_wanted && !is_directory) return pf_fail(ENOTDIR);
  if (is_directory && (pf_opens_for_writing(flags) || flags & (O_CREAT | O_TRUNC))) return pf_fail(EISDIR);
  int access = (pf_opens_for_reading(flags) ? R_OK : 0) | (pf_opens_for_writing(flags) ? W_OK : 0);
  if (!(flags & O_PATH) && !__pfc_permits(place.node, access)) return pf_fail(EACCES);
  if (place.node->device == DEVICE_TERMINAL) return pf_fail(ENXIO);
  bool pipe_alone = pf_is(place.node, S_IFIFO) && place.node->device == DEVICE_NONE && access != (R_OK | W_OK) &&
                    !(access & R_OK ? place.node->writers : place.node->readers);
  if (pipe_alone && access == W_OK && flags & O_NONBLOCK) return pf_fail(ENXIO);
  if (pipe_alone && !(flags & O_NONBLOCK)) __pf_fail("model", "opening a pipe that nobody opens at its other end", NULL, 0);
  if (flags & O_TRUNC && pf_is(place.node, S_IFREG)) {
    if (!__pfc_permits(place.node, W_OK)) return pf_fail(EACCES);
    __pfc_resize(place.node, 0);
  }
  return __pfc_open_node(place.node, flags, 0);
}

#define DESCRIPTOR_MODE              \
  mode_t mode = 0;                   \
  if (flags & O_CREAT) {             \
    va_list arguments;               \
    va_start(arguments, flags);      \
    mode = va_arg(arguments, mode_t); \
    va_end(arguments);               \
  }

int open(const char *name, int flags, ...) {
  DESCRIPTOR_MODE
  return descriptor_open(AT_FDCWD, name, flags, mode);
}

int open64(const char *name, int flags, ...) {
  DESCRIPTOR_MODE
  return descriptor_open(AT_FDCWD, name, flags, mode);
}

int openat(int directory, const char *name, int flags, ...) {
  DESCRIPTOR_MODE
  return descriptor_open(directory, name, flags, mode);
}

int openat64(int directory, const char *name, int flags, ...) {
  DESCRIPTOR_MODE
  return descriptor_open(directory, name, flags, mode);
}

int __open_2(const char *name, int flags) { return descriptor_open(AT_FDCWD, name, flags, 0); }
int __open64_2(const char *name, int flags) { return descriptor_open(AT_FDCWD, name, flags, 0); }
int __openat_2(int directory, const char *name, int flags) { return descriptor_open(directory, name, flags, 0); }
int __openat64_2(int directory, const char *name, int flags) { return descriptor_open(directory, name, flags, 0); }
int __wasilibc_open_nomode(const char *name, int flags) { return descriptor_open(AT_FDCWD, name, flags, 0); }

int creat(const char *name, mode_t mode) { return descriptor_open(AT_FDCWD, name, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat64(const char *name, mode_t mode) { return creat(name, mode); }

int pipe2(int ends[2], int flags) {
  struct pf_node *node = __pfc_new_node(S_IFIFO | 0600);
  int reading = __pfc_open_node(node, O_RDONLY | flags, 0);
  if (reading < 0) return -1;
  int writing = __pfc_open_node(node, O_WRONLY | flags, 0);
  if (writing < 0) {
    close(reading);
    return pf_fail(EMFILE);
  }
  ends[0] = reading;
  ends[1] = writing;
  return 0;
}

int pipe(int ends[2]) { return pipe2(ends, 0); }

/* --- duplicates -------------------------------------------------------------------------------------------------------------------- */

static int descriptor_duplicate(int descriptor, int lowest, bool close_on_exec) {
  struct pf_open_file *file = __pfc_open_file(descriptor);
  if (!file) return -1;
  if (lowest < 0 || lowest >= DESCRIPTOR_COUNT) return pf_fail(EINVAL);
  int copy = descriptor_place(file, lowest, close_on_exec);
  if (copy >= 0) file->users++;
  return copy;
}

int dup(int descriptor) { return descriptor_duplicate(descriptor, 0, false); }

int dup3(int from, int to, int flags) {
  struct pf_open_file *file = __pfc_open_file(from);
  if (!file) return -1;
  if (to < 0 || to >= DESCRIPTOR_COUNT) return pf_fail(EBADF);
  if (from == to) return pf_fail(EINVAL);
  if (descriptor_slots[to].file) close(to);
  descriptor_slots[to].file = file;
  descriptor_slots[to].close_on_exec = flags & O_CLOEXEC;
  file->users++;
  return to;
}

int dup2(int from, int to) {
  if (from == to) return __pfc_open_file(from) ? to : -1;
  return dup3(from, to, 0);
}

struct descriptor_lock {
  short type, whence;
  off_t start, length;
  pid_t owner;
};

static int descriptor_control(int descriptor, int command, intptr_t argument) {
  struct pf_open_file *file = __pfc_open_file(descriptor);
  if (!file) return -1;
  /* wasi-libc knows no duplicates and no locks; our headers give them the numbers they have elsewhere. */
  const int changeable = O_APPEND | O_NONBLOCK;
  switch (command) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC:
      return descriptor_duplicate(descriptor, (int)argument, command == F_DUPFD_CLOEXEC);
    case F_GETFD:
      return descriptor_slots[descriptor].close_on_exec ? FD_CLOEXEC : 0;
    case F_SETFD:
      descriptor_slots[descriptor].close_on_exec = argument & FD_CLOEXEC;
      return 0;
    case F_GETFL:
      return file->flags & ~(O_CREAT | O_EXCL | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_DIRECTORY);
    case F_SETFL:
      file->flags = (file->flags & ~changeable) | ((int)argument & changeable);
      return 0;
    case F_GETLK:
      ((struct descriptor_lock *)argument)->type = F_UNLCK;
      return 0;
    case F_SETLK:
    case F_SETLKW:
      return 0; /* nobody else holds one */
    default:
      return pf_fail(EINVAL);
  }
}

#define DESCRIPTOR_CONTROL                        \
  va_list arguments;                              \
  va_start(arguments, command);                   \
  intptr_t argument = va_arg(arguments, intptr_t); \
  va_end(arguments);                              \
  return descriptor_control(descriptor, command, argument)

int fcntl(int descriptor, int command, ...) {
  if (command == F_GETFD || command == F_GETFL) return descriptor_control(descriptor, command, 0);
  DESCRIPTOR_CONTROL;
}

int fcntl64(int descriptor, int command, ...) {
  if (command == F_GETFD || command == F_GETFL) return descriptor_control(descriptor, command, 0);
  DESCRIPTOR_CONTROL;
}

int lockf(int descriptor, int command, off_t length) {
  (void)command, (void)length;
  return __pfc_open_file(descriptor) ? 0 : -1;
}

int lockf64(int descriptor, int command, off_t length) { return lockf(descriptor, command, length); }

int flock(int descriptor, int operation) {
  (void)operation;
  return __pfc_open_file(descriptor) ? 0 : -1;
}

/* --- reading ---------------------------------------------------------------------------------------------------------------------- */

static ssize_t descriptor_read_pipe(struct pf_open_file *file, void *buffer, size_t n) {
  struct pf_node *node = file->node;
  if (node->size == 0 && n > 0 && node->writers > 0) {
    if (file->flags & O_NONBLOCK) return pf_fail(EAGAIN);
    __pf_fail("model", "reading from a pipe that nobody writes to any more", NULL, 0);
  }
  size_t now = n < node->size ? n : node->size;
  if (now == 0) return 0;
  __builtin_memcpy(buffer, node->data, now);
  __builtin_memmove(node->data, node->data + now, node->size - now);
  node->size -= now;
  return (ssize_t)now;
}

static ssize_t descriptor_read_device(struct pf_open_file *file, void *buffer, size_t n) {
  switch (file->node->device) {
    case DEVICE_INPUT:
      return (ssize_t)__pf_read(buffer, n);
    case DEVICE_ZERO:
    case DEVICE_FULL:
      __builtin_memset(buffer, 0, n);
      return (ssize_t)n;
    case DEVICE_RANDOM:
      for (size_t i = 0; i < n; i += 256) getentropy((char *)buffer + i, n - i < 256 ? n - i : 256);
      return (ssize_t)n;
    default:
      return 0;
  }
}

static ssize_t descriptor_read_file(struct pf_node *node, void *buffer, size_t n, off_t position) {
  if (position >= (off_t)node->size) return 0;
  size_t left = node->size - (size_t)position, now = n < left ? n : left;
  __builtin_memcpy(buffer, node->data + position, now);
  return (ssize_t)now;
}

static struct pf_open_file *descriptor_readable(int descriptor) {
  struct pf_open_file *file = __pfc_open_file(descriptor);
  if (!file) return NULL;
  if (!pf_opens_for_reading(file->flags) || file->flags & O_PATH) return errno = EBADF, NULL;
  if (pf_is(file->node, S_IFDIR)) return errno = EISDIR, NULL;
  return __pfc_fails("read fails", EIO, EINTR) ? NULL : file;
}

static ssize_t descriptor_read(int descriptor, void *buffer, size_t n) {
  struct pf_open_file *file = descriptor_readable(descriptor);
  if (!file) return -1;
  if (file->node->device != DEVICE_NONE) return descriptor_read_device(file, buffer, n);
  if (pf_is(file->node, S_IFIFO)) return descriptor_read_pipe(file, buffer, n);
  ssize_t got = descriptor_read_file(file->node, buffer, n, file->position);
  file->position += got;
  return got;
}

ssize_t read(int descriptor, void *buffer, size_t n) { return descriptor_read(descriptor, buffer, n); }

static bool descriptor_is_pipe(int descriptor) {
  struct pf_open_file *file = __pfc_open_file(descriptor);
  return file && pf_is(file->node, S_IFIFO);
}

ssize_t pread(int descriptor, void *buffer, size_t n, off_t position) {
  if (descriptor_is_pipe(descriptor)) return pf_fail(ESPIPE);
  struct pf_open_file *file = descriptor_readable(descriptor);
  if (!file) return -1;
  if (file->node->device != DEVICE_NONE) return descriptor_read_device(file, buffer, n);
  if (position < 0) return pf_fail(EINVAL);
  return descriptor_read_file(file->node, buffer, n, position);
}

ssize_t pread64(int descriptor, void *buffer, size_t n, off_t position) { return pread(descriptor, buffer, n, position); }

/* --- writing --------------------------------------------------------------------------------------------------------------------------- */

static ssize_t descriptor_write_device(struct pf_open_file *file, const void *bytes, size_t n) {
  switch (file->node->device) {
    case DEVICE_OUTPUT:
      __pf_write(1, bytes, n);
      return (ssize_t)n;
    case DEVICE_ERROR:
      __pf_write(2, bytes, n);
      return (ssize_t)n;
    case DEVICE_FULL:
      return pf_fail(ENOSPC);
    default:
      return (ssize_t)n;
  }
}

static ssize_t descriptor_write_file(struct pf_node *node, const void *bytes, size_t n, off_t position) {
  if (n == 0) return 0;
  size_t end = (size_t)position + n;
  if (!__pfc_reserve(node, end > node->size ? end : node->size)) return -1;
  if ((size_t)position > node->size) __builtin_memset(node->data + node->size, 0, (size_t)position - node->size);
  __builtin_memcpy(node->data + position, bytes, n);
  if (end > node->size) node->size = end;
  __pfc_touched(node);
  return (ssize_t)n;
}

static struct pf_open_file *descriptor_writable(int descriptor) {
  struct pf_open_file *file = __pfc_open_file(descriptor);
  if (!file) return NULL;
  if (!pf_opens_for_writing(file->flags)) return errno = EBADF, NULL;
  return __pfc_fails("write fails", ENOSPC, EIO) ? NULL : file;
}

static ssize_t descriptor_write(int descriptor, const void *bytes, size_t n) {
  struct pf_open_file *file = descriptor_writable(descriptor);
  if (!file) return -1;
  struct pf_node *node = file->node;
  if (node->device != DEVICE_NONE) return descriptor_write_device(file, bytes, n);
  if (pf_is(node, S_IFIFO)) {
    if (node->readers == 0) {
      raise(DESCRIPTOR_SIGPIPE);
      return pf_fail(EPIPE);
    }
    return descriptor_write_file(node, bytes, n, (off_t)node->size);
  }
  if (file->flags & O_APPEND && n > 0) file->position = (off_t)node->size;
  ssize_t put = descriptor_write_file(node, bytes, n, file->position);
  if (put > 0) file->position += put;
  return put;
}

ssize_t write(int descriptor, const void *bytes, size_t n) { return descriptor_write(descriptor, bytes, n); }

ssize_t pwrite(int descriptor, const void *bytes, size_t n, off_t position) {
  if (descriptor_is_pipe(descriptor)) return pf_fail(ESPIPE);
  struct pf_open_file *file = descriptor_writable(descriptor);
  if (!file) return -1;
  if (position < 0) return pf_fail(EINVAL);
  if (file->node->device != DEVICE_NONE) return descriptor_write_device(file, bytes, n);
  if (file->flags & O_APPEND) position = (off_t)file->node->size; /* as Linux does */
  return descriptor_write_file(file->node, bytes, n, position);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t n, off_t position) {
  return pwrite(descriptor, bytes, n, position);
}

struct iovec {
  void *base;
  size_t length;
};

ssize_t readv(int descriptor, const struct iovec *parts, int count) {
  ssize_t total = 0;
  for (int i = 0; i < count; i++) {
    ssize_t got = read(descriptor, parts[i].base, parts[i].length);
    if (got < 0) return total ? total : -1;
    total += got;
    if ((size_t)got < parts[i].length) break;
  }
  return total;
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  ssize_t total = 0;
  for (int i = 0; i < count; i++) {
    ssize_t put = write(descriptor, parts[i].base, parts[i].length);
    if (put < 0) return total ? total : -1;
    total += put;
  }
  return total;
}

ssize_t copy_file_range(int from, off_t *from_at, int to, off_t *to_at, size_t n, unsigned flags) {
  struct pf_open_file *source = descriptor_readable(from), *target = source ? descriptor_writable(to) : NULL;
  if (!source || !target) return -1;
  if (flags || !pf_is(source->node, S_IFREG) || !pf_is(target->node, S_IFREG)) return pf_fail(EINVAL);
  if (target->flags & O_APPEND) return pf_fail(EBADF);
  off_t *read_at = from_at ? from_at : &source->position, *write_at = to_at ? to_at : &target->position;
  if (*read_at >= (off_t)source->node->size) return 0;
  size_t left = source->node->size - (size_t)*read_at, now = n < left ? n : left;
  ssize_t put = descriptor_write_file(target->node, source->node->data + *read_at, now, *write_at);
  if (put > 0) *read_at += put, *write_at += put;
  return put;
}

ssize_t sendfile(int to, int from, off_t *at, size_t n) {
  struct pf_open_file *source = descriptor_readable(from);
  if (!source) return -1;
  if (!pf_is(source->node, S_IFREG)) return pf_fail(EINVAL);
  off_t *read_at = at ? at : &source->position;
  if (*read_at >= (off_t)source->node->size) return 0;
  size_t left = source->node->size - (size_t)*read_at;
  ssize_t put = write(to, source->node->data + *read_at, n < left ? n : left);
  if (put > 0) *read_at += put;
  return put;
}

ssize_t sendfile64(int to, int from, off_t *at, size_t n) { return sendfile(to, from, at, n); }

/* --- positions and sizes ---------------------------------------------------------------------------------------------------------------- */

pf_offset lseek(int descriptor, pf_offset offset, int origin) {
  struct pf_open_file *file = __pfc_open_file(descriptor);
  if (!file) return -1;
  if (pf_is(file->node, S_IFIFO)) return pf_fail(ESPIPE);
  if (file->node->device != DEVICE_NONE) return 0;
  off_t size = (off_t)file->node->size, base = 0;
  if (origin == SEEK_CUR) base = file->position;
  if (origin == SEEK_END) base = size;
  if (!PF_WASI && (origin == SEEK_DATA || origin == SEEK_HOLE)) {
    /* Files have no holes but the one behind their end. */
    if (offset < 0 || offset >= size) return pf_fail(ENXIO);
    return file->position = origin == SEEK_DATA ? offset : size;
  }
  if (origin < 0 || origin > SEEK_END || offset < -base) return pf_fail(EINVAL);
  return file->position = base + offset;
}

pf_offset lseek64(int descriptor, pf_offset offset, int origin) { return lseek(descriptor, offset, origin); }

pf_offset __wasilibc_tell(int descriptor) { return lseek(descriptor, 0, SEEK_CUR); }

int ftruncate(int descriptor, off_t length) {
  struct pf_open_file *file = __pfc_open_file(descriptor);
  if (!file) return -1;
  if (length < 0 || !pf_opens_for_writing(file->flags) || !pf_is(file->node, S_IFREG)) return pf_fail(EINVAL);
  if (__pfc_fails("ftruncate fails", EIO, EIO)) return -1;
  return __pfc_resize(file->node, (size_t)length) ? 0 : -1;
}

int ftruncate64(int descriptor, off_t length) { return ftruncate(descriptor, length); }

int posix_fallocate(int descriptor, off_t offset, off_t length) {
  struct pf_open_file *file = __pfc_open_file(descriptor);
  if (!file || !pf_opens_for_writing(file->flags)) return EBADF;
  if (offset < 0 || length <= 0) return EINVAL;
  if ((size_t)(offset + length) > file->node->size && !__pfc_resize(file->node, (size_t)(offset + length))) return errno;
  return 0;
}

int posix_fallocate64(int descriptor, off_t offset, off_t length) { return posix_fallocate(descriptor, offset, length); }

int fallocate(int descriptor, int mode, off_t offset, off_t length) {
  if (mode) return pf_fail(ENOTSUP);
  int number = posix_fallocate(descriptor, offset, length);
  return number ? pf_fail(number) : 0;
}

int fallocate64(int descriptor, int mode, off_t offset, off_t length) { return fallocate(descriptor, mode, offset, length); }

/* Advice that changes nothing. */
int posix_fadvise(int descriptor, off_t offset, off_t length, int advice) {
  (void)offset, (void)length, (void)advice;
  struct pf_open_file *file = __pfc_open_file(descriptor);
  if (!file) return EBADF;
  return pf_is(file->node, S_IFIFO) ? ESPIPE : 0;
}

int posix_fadvise64(int descriptor, off_t offset, off_t length, int advice) {
  return posix_fadvise(descriptor, offset, length, advice);
}

int fsync(int descriptor) {
  struct pf_open_file *file = __pfc_open_file(descriptor);
  if (!file) return -1;
  return pf_is(file->node, S_IFIFO) ? pf_fail(EINVAL) : 0;
}

int fdatasync(int descriptor) { return fsync(descriptor); }
int syncfs(int descriptor) { return __pfc_open_file(descriptor) ? 0 : -1; }
void sync(void) {}

int close_range(unsigned first, unsigned last, int flags) {
  enum { LARGEST = 1023 };
  (void)flags;
  if (first > last) return pf_fail(EINVAL);
  int saved = errno;
  for (unsigned i = first; i <= last && i <= LARGEST; i++) close((int)i);
  errno = saved;
  return 0;
}

void closefrom(int first) { close_range(first < 0 ? 0 : (unsigned)first, UINT_MAX, 0); }
