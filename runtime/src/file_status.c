/* What files are and whose: the stat family, modes, owners, times, limits. */
#include "files.h"

enum { STATUS_DEVICE = 1, STATUS_BLOCK = 4096 };

static void status_fill(const struct pf_node *node, struct stat *status) {
  static const struct stat nothing;
  *status = nothing;
  status->st_dev = STATUS_DEVICE;
  status->st_ino = node->number;
  status->st_nlink = node->links;
  status->st_mode = node->mode;
  status->st_uid = node->owner;
  status->st_gid = node->group;
  if (pf_is(node, S_IFCHR)) status->st_rdev = 0x100 + node->device;
  status->st_size = pf_is(node, S_IFDIR) ? STATUS_BLOCK : pf_is(node, S_IFREG) || pf_is(node, S_IFLNK) ? (off_t)node->size : 0;
  status->st_blksize = STATUS_BLOCK;
  status->st_blocks = pf_is(node, S_IFLNK) ? 0 : (status->st_size + STATUS_BLOCK - 1) / STATUS_BLOCK * (STATUS_BLOCK / 512);
  status->st_atim = node->accessed;
  status->st_mtim = node->modified;
  status->st_ctim = node->changed;
}

static int status_of(struct pf_node *node, struct stat *status) {
  if (!node) return -1;
  status_fill(node, status);
  return 0;
}

static struct pf_node *status_open_node(int descriptor) {
  struct pf_open_file *file = __pfc_open_file(descriptor);
  return file ? file->node : NULL;
}

/* The node that the *at functions mean. */
static struct pf_node *status_node(int directory, const char *name, int flags) {
  if (flags & AT_EMPTY_PATH && !*name && directory != AT_FDCWD) return status_open_node(directory);
  return __pfc_node_at(directory, name, flags & AT_SYMLINK_NOFOLLOW ? 0 : FOLLOW_LAST);
}

int fstatat(int directory, const char *restrict name, struct stat *restrict status, int flags) {
  return status_of(status_node(directory, name, flags), status);
}

int stat(const char *restrict name, struct stat *restrict status) { return fstatat(AT_FDCWD, name, status, 0); }

int lstat(const char *restrict name, struct stat *restrict status) {
  return fstatat(AT_FDCWD, name, status, AT_SYMLINK_NOFOLLOW);
}

int fstat(int descriptor, struct stat *status) { return status_of(status_open_node(descriptor), status); }

int stat64(const char *restrict name, struct stat *restrict status) { return stat(name, status); }
int lstat64(const char *restrict name, struct stat *restrict status) { return lstat(name, status); }
int fstat64(int descriptor, struct stat *status) { return fstat(descriptor, status); }

int fstatat64(int directory, const char *restrict name, struct stat *restrict status, int flags) {
  return fstatat(directory, name, status, flags);
}

/* What glibc's headers called before version 2.33. */
int __xstat(int version, const char *name, struct stat *status) { return (void)version, stat(name, status); }
int __lxstat(int version, const char *name, struct stat *status) { return (void)version, lstat(name, status); }
int __fxstat(int version, int descriptor, struct stat *status) { return (void)version, fstat(descriptor, status); }
int __xstat64(int version, const char *name, struct stat *status) { return (void)version, stat(name, status); }
int __lxstat64(int version, const char *name, struct stat *status) { return (void)version, lstat(name, status); }
int __fxstat64(int version, int descriptor, struct stat *status) { return (void)version, fstat(descriptor, status); }

int __fxstatat(int version, int directory, const char *name, struct stat *status, int flags) {
  return (void)version, fstatat(directory, name, status, flags);
}

int __fxstatat64(int version, int directory, const char *name, struct stat *status, int flags) {
  return (void)version, fstatat(directory, name, status, flags);
}

struct statx_time {
  int64_t seconds;
  uint32_t nanoseconds;
  int32_t unused;
};

struct statx {
  uint32_t mask, block_size;
  uint64_t attributes;
  uint32_t links, owner, group;
  uint16_t mode, unused;
  uint64_t number, size, blocks, attributes_mask;
  struct statx_time accessed, born, changed, modified;
  uint32_t device_major, device_minor, file_system_major, file_system_minor;
  uint64_t unused_too[14];
};

static struct statx_time status_extended_time(struct timespec time) {
  return (struct statx_time){.seconds = time.tv_sec, .nanoseconds = (uint32_t)time.tv_nsec};
}

int statx(int directory, const char *restrict name, int flags, unsigned wanted, struct statx *restrict status) {
  enum { EVERYTHING_BUT_BIRTH = 0x7ff };
  struct stat plain;
  static const struct statx nothing;
  (void)wanted;
  if (fstatat(directory, name, &plain, flags & (AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)) < 0) return -1;
  *status = nothing;
  status->mask = EVERYTHING_BUT_BIRTH;
  status->block_size = STATUS_BLOCK;
  status->links = (uint32_t)plain.st_nlink;
  status->owner = plain.st_uid;
  status->group = plain.st_gid;
  status->mode = (uint16_t)plain.st_mode;
  status->number = plain.st_ino;
  status->size = (uint64_t)plain.st_size;
  status->blocks = (uint64_t)plain.st_blocks;
  status->accessed = status_extended_time(plain.st_atim);
  status->changed = status_extended_time(plain.st_ctim);
  status->modified = status_extended_time(plain.st_mtim);
  status->device_major = (uint32_t)(plain.st_rdev >> 8);
  status->device_minor = (uint32_t)(plain.st_rdev & 255);
  status->file_system_minor = STATUS_DEVICE;
  return 0;
}

/* --- access ------------------------------------------------------------------------------------------------------------------ */

int faccessat(int directory, const char *name, int access, int flags) {
  struct pf_node *node = status_node(directory, name, flags & AT_SYMLINK_NOFOLLOW);
  if (!node) return -1;
  return __pfc_permits(node, access & 7) ? 0 : pf_fail(EACCES);
}

int access(const char *name, int mode) { return faccessat(AT_FDCWD, name, mode, 0); }
int eaccess(const char *name, int mode) { return faccessat(AT_FDCWD, name, mode, 0); }
int euidaccess(const char *name, int mode) { return faccessat(AT_FDCWD, name, mode, 0); }

static int status_set_mode(struct pf_node *node, mode_t mode) {
  if (!node || __pfc_fails("chmod fails", EPERM, EIO)) return -1;
  if (geteuid() != 0 && geteuid() != node->owner) return pf_fail(EPERM);
  node->mode = (node->mode & S_IFMT) | (mode & 07777);
  node->changed = __pfc_now();
  return 0;
}

int fchmodat(int directory, const char *name, mode_t mode, int flags) {
  struct pf_node *node = status_node(directory, name, flags);
  if (node && pf_is(node, S_IFLNK)) return pf_fail(ENOTSUP);
  return status_set_mode(node, mode);
}

int chmod(const char *name, mode_t mode) { return fchmodat(AT_FDCWD, name, mode, 0); }
int lchmod(const char *name, mode_t mode) { return fchmodat(AT_FDCWD, name, mode, AT_SYMLINK_NOFOLLOW); }
int fchmod(int descriptor, mode_t mode) { return status_set_mode(status_open_node(descriptor), mode); }

/* Only the superuser gives files away. */
static int status_set_owner(struct pf_node *node, uid_t owner, gid_t group) {
  if (!node || __pfc_fails("chown fails", EPERM, EIO)) return -1;
  bool keeps_owner = owner == (uid_t)-1 || owner == node->owner, keeps_group = group == (gid_t)-1 || group == getegid();
  if (geteuid() != 0 && (node->owner != geteuid() || !keeps_owner || !keeps_group)) return pf_fail(EPERM);
  if (owner != (uid_t)-1) node->owner = owner;
  if (group != (gid_t)-1) node->group = group;
  if (node->mode & 0111 && pf_is(node, S_IFREG)) node->mode &= ~(mode_t)(S_ISUID | S_ISGID);
  node->changed = __pfc_now();
  return 0;
}

int fchownat(int directory, const char *name, uid_t owner, gid_t group, int flags) {
  return status_set_owner(status_node(directory, name, flags), owner, group);
}

int chown(const char *name, uid_t owner, gid_t group) { return fchownat(AT_FDCWD, name, owner, group, 0); }
int lchown(const char *name, uid_t owner, gid_t group) { return fchownat(AT_FDCWD, name, owner, group, AT_SYMLINK_NOFOLLOW); }
int fchown(int descriptor, uid_t owner, gid_t group) { return status_set_owner(status_open_node(descriptor), owner, group); }

/* --- times -------------------------------------------------------------------------------------------------------------------- */

static bool status_is_mark(const struct timespec *time) { return time->tv_nsec == UTIME_NOW || time->tv_nsec == UTIME_OMIT; }

static int status_set_times(struct pf_node *node, const struct timespec times[2]) {
  struct timespec now = __pfc_now();
  if (!node) return -1;
  for (int i = 0; times && i < 2; i++) {
    if (!status_is_mark(&times[i]) && (times[i].tv_nsec < 0 || times[i].tv_nsec > 999999999)) return pf_fail(EINVAL);
  }
  bool both_now = !times || (times[0].tv_nsec == UTIME_NOW && times[1].tv_nsec == UTIME_NOW);
  bool none = times && times[0].tv_nsec == UTIME_OMIT && times[1].tv_nsec == UTIME_OMIT;
  if (none) return 0;
  if (geteuid() != 0 && geteuid() != node->owner && !(both_now && __pfc_permits(node, W_OK))) {
    return pf_fail(both_now ? EACCES : EPERM);
  }
  if (!times || times[0].tv_nsec != UTIME_OMIT) node->accessed = both_now || times[0].tv_nsec == UTIME_NOW ? now : times[0];
  if (!times || times[1].tv_nsec != UTIME_OMIT) node->modified = both_now || times[1].tv_nsec == UTIME_NOW ? now : times[1];
  node->changed = now;
  return 0;
}

int futimens(int descriptor, const struct timespec times[2]) { return status_set_times(status_open_node(descriptor), times); }

int utimensat(int directory, const char *name, const struct timespec times[2], int flags) {
  return status_set_times(name ? status_node(directory, name, flags) : status_open_node(directory), times);
}

static int status_set_microseconds(struct pf_node *node, const struct timeval times[2]) {
  struct timespec exact[2];
  for (int i = 0; times && i < 2; i++) {
    if (times[i].tv_usec < 0 || times[i].tv_usec > 999999) return pf_fail(EINVAL);
    exact[i].tv_sec = times[i].tv_sec;
    exact[i].tv_nsec = (long)times[i].tv_usec * 1000;
  }
  return status_set_times(node, times ? exact : NULL);
}

int futimesat(int directory, const char *name, const struct timeval times[2]) {
  return status_set_microseconds(status_node(directory, name, 0), times);
}

int utimes(const char *name, const struct timeval times[2]) { return futimesat(AT_FDCWD, name, times); }
int lutimes(const char *name, const struct timeval times[2]) {
  return status_set_microseconds(status_node(AT_FDCWD, name, AT_SYMLINK_NOFOLLOW), times);
}
int futimes(int descriptor, const struct timeval times[2]) { return status_set_microseconds(status_open_node(descriptor), times); }

int utime(const char *name, const int64_t times[2]) {
  struct timespec exact[2] = {{.tv_nsec = UTIME_NOW}, {.tv_nsec = UTIME_NOW}};
  for (int i = 0; times && i < 2; i++) exact[i] = (struct timespec){.tv_sec = times[i]};
  return utimensat(AT_FDCWD, name, exact, 0);
}

int truncate(const char *name, off_t length) {
  struct pf_node *node = __pfc_node_at(AT_FDCWD, name, FOLLOW_LAST);
  if (!node) return -1;
  if (pf_is(node, S_IFDIR)) return pf_fail(EISDIR);
  if (length < 0 || !pf_is(node, S_IFREG)) return pf_fail(EINVAL);
  if (!__pfc_permits(node, W_OK)) return pf_fail(EACCES);
  return __pfc_resize(node, (size_t)length) ? 0 : -1;
}

int truncate64(const char *name, off_t length) { return truncate(name, length); }

/* --- the file system ------------------------------------------------------------------------------------------------------------ */

enum { STATUS_BLOCKS = 1 << 20, STATUS_FILES = 1 << 16, STATUS_MAGIC = 0x01021994 };

/* glibc's struct statfs on x86_64; wasi-libc has none, and our header gives it this shape. */
struct statfs {
  long type, block_size;
  uint64_t blocks, free_blocks, available_blocks, files, free_files;
  int identity[2];
  long name_length, fragment_size, flags, unused[4];
};

static int status_file_system(const struct pf_node *node, struct statfs *system) {
  static const struct statfs nothing;
  if (!node) return -1;
  *system = nothing;
  system->type = STATUS_MAGIC;
  system->block_size = system->fragment_size = STATUS_BLOCK;
  system->blocks = STATUS_BLOCKS;
  system->free_blocks = system->available_blocks = STATUS_BLOCKS / 2;
  system->files = STATUS_FILES;
  system->free_files = STATUS_FILES / 2;
  system->name_length = PF_NAME_MAX;
  return 0;
}

int statfs(const char *name, struct statfs *system) { return status_file_system(__pfc_node_at(AT_FDCWD, name, FOLLOW_LAST), system); }
int fstatfs(int descriptor, struct statfs *system) { return status_file_system(status_open_node(descriptor), system); }
int statfs64(const char *name, struct statfs *system) { return statfs(name, system); }
int fstatfs64(int descriptor, struct statfs *system) { return fstatfs(descriptor, system); }

struct statvfs {
  unsigned long block_size, fragment_size;
  uint64_t blocks, free_blocks, available_blocks, files, free_files, available_files;
  unsigned long identity;
#if PF_WASI && __LONG_MAX__ == __INT_MAX__
  unsigned identity_too;
#endif
  unsigned long flags, name_length;
  int unused[6];
};

static int status_file_system_plainly(const struct pf_node *node, struct statvfs *system) {
  static const struct statvfs nothing;
  if (!node) return -1;
  *system = nothing;
  system->block_size = system->fragment_size = STATUS_BLOCK;
  system->blocks = STATUS_BLOCKS;
  system->free_blocks = system->available_blocks = STATUS_BLOCKS / 2;
  system->files = STATUS_FILES;
  system->free_files = system->available_files = STATUS_FILES / 2;
  system->name_length = PF_NAME_MAX;
  return 0;
}

int statvfs(const char *restrict name, struct statvfs *restrict system) {
  return status_file_system_plainly(__pfc_node_at(AT_FDCWD, name, FOLLOW_LAST), system);
}

int fstatvfs(int descriptor, struct statvfs *system) { return status_file_system_plainly(status_open_node(descriptor), system); }
int statvfs64(const char *restrict name, struct statvfs *restrict system) { return statvfs(name, system); }
int fstatvfs64(int descriptor, struct statvfs *system) { return fstatvfs(descriptor, system); }

/* Names of limits, the same in glibc and musl. */
static long status_limit(int name) {
  enum { LIMIT_LINK_MAX, LIMIT_MAX_CANON, LIMIT_MAX_INPUT, LIMIT_NAME_MAX, LIMIT_PATH_MAX, LIMIT_PIPE_BUF, LIMIT_CHOWN_RESTRICTED, LIMIT_NO_TRUNC, LIMIT_VDISABLE };
  switch (name) {
    case LIMIT_LINK_MAX:
      return 127;
    case LIMIT_MAX_CANON:
    case LIMIT_MAX_INPUT:
      return 255;
    case LIMIT_NAME_MAX:
      return PF_NAME_MAX;
    case LIMIT_PATH_MAX:
    case LIMIT_PIPE_BUF:
      return 4096;
    case LIMIT_CHOWN_RESTRICTED:
    case LIMIT_NO_TRUNC:
      return 1;
    case LIMIT_VDISABLE:
      return 0;
    default:
      return name > 0 && name <= 20 ? -1 : pf_fail(EINVAL);
  }
}

long pathconf(const char *name, int limit) { return __pfc_node_at(AT_FDCWD, name, FOLLOW_LAST) ? status_limit(limit) : -1; }
long fpathconf(int descriptor, int limit) { return __pfc_open_file(descriptor) ? status_limit(limit) : -1; }

/* --- numbers of devices ----------------------------------------------------------------------------------------------------------- */

unsigned gnu_dev_major(dev_t device) { return (unsigned)((device >> 8 & 0xfff) | (device >> 32 & 0xfffff000)); }
unsigned gnu_dev_minor(dev_t device) { return (unsigned)((device & 0xff) | (device >> 12 & 0xffffff00)); }

dev_t gnu_dev_makedev(unsigned major, unsigned minor) {
  return (minor & 0xff) | ((dev_t)(major & 0xfff) << 8) | ((dev_t)(minor & ~0xffu) << 12) | ((dev_t)(major & ~0xfffu) << 32);
}

/* Attributes beyond these do not exist here. */
ssize_t getxattr(const char *name, const char *attribute, void *value, size_t size) {
  return (void)name, (void)attribute, (void)value, (void)size, pf_fail(ENOTSUP);
}
ssize_t lgetxattr(const char *name, const char *attribute, void *value, size_t size) {
  return (void)name, (void)attribute, (void)value, (void)size, pf_fail(ENOTSUP);
}
ssize_t listxattr(const char *name, char *list, size_t size) { return (void)name, (void)list, (void)size, pf_fail(ENOTSUP); }
ssize_t llistxattr(const char *name, char *list, size_t size) { return (void)name, (void)list, (void)size, pf_fail(ENOTSUP); }

int ftok(const char *name, int project) {
  int stat(const char *restrict name, struct stat *restrict status);
  struct stat status;
  if (stat(name, &status) < 0) return -1;
  return (int)((unsigned)(status.st_ino & 0xffff) | (unsigned)(status.st_dev & 0xff) << 16 | (unsigned)(project & 0xff) << 24);
}
