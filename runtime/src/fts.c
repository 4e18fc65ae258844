/*
 * Walks over file trees, entry by entry (BSD's fts). The working folder is never changed: fts_accpath is fts_path, which leads there from
 * where the program is, with and without FTS_NOCHDIR.
 */
#include "posix.h"

typedef struct _DIR DIR;
DIR *opendir(const char *name);
struct dirent *readdir(DIR *stream);
int closedir(DIR *stream);
int lstat(const char *restrict name, struct stat *restrict result);
int stat(const char *restrict name, struct stat *restrict result);
char *strrchr(const char *text, int c);
void *calloc(size_t count, size_t size);
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));

enum {
  FTS_COMFOLLOW = 0x1,
  FTS_LOGICAL = 0x2,
  FTS_NOCHDIR = 0x4,
  FTS_NOSTAT = 0x8,
  FTS_PHYSICAL = 0x10,
  FTS_SEEDOT = 0x20,
  FTS_XDEV = 0x40,
  FTS_OPTIONMASK = 0xff,
  FTS_NAMEONLY = 0x100
};
enum { FTS_D = 1, FTS_DC, FTS_DEFAULT, FTS_DNR, FTS_DOT, FTS_DP, FTS_ERR, FTS_F, FTS_INIT, FTS_NS, FTS_NSOK, FTS_SL, FTS_SLNONE };
enum { FTS_AGAIN = 1, FTS_FOLLOW, FTS_NOINSTR, FTS_SKIP };

/* musl's header has wider numbers. */
#if PF_WASI
typedef int64_t fts_number;
typedef size_t fts_length;
typedef int fts_depth;
#else
typedef long fts_number;
typedef unsigned short fts_length;
typedef short fts_depth;
#endif

typedef struct entry {
  struct entry *fts_cycle, *fts_parent, *fts_link;
  fts_number fts_number;
  void *fts_pointer;
  char *fts_accpath, *fts_path;
  int fts_errno, fts_symfd;
  fts_length fts_pathlen, fts_namelen;
  ino_t fts_ino;
  dev_t fts_dev;
  nlink_t fts_nlink;
  fts_depth fts_level;
  unsigned short fts_info, fts_flags, fts_instr;
  struct stat *fts_statp;
  char fts_name[];
} FTSENT;

typedef struct {
  FTSENT *fts_cur, *fts_child, **fts_array;
  dev_t fts_dev;
  char *fts_path;
  int fts_rfd, fts_pathlen, fts_nitems;
  int (*fts_compar)(const void *, const void *);
  int fts_options;
} FTS;

static void fts_drop(FTSENT *entry) {
  free(entry->fts_path);
  free(entry->fts_statp);
  free(entry);
}

static void fts_drop_all(FTSENT *first) {
  while (first) {
    FTSENT *next = first->fts_link;
    fts_drop(first);
    first = next;
  }
}

/* path: of the folder it is in; NULL for one that the program names. */
static FTSENT *fts_new(const char *path, const char *name, FTSENT *parent) {
  size_t length = strlen(name), before = path ? strlen(path) : 0;
  bool slash = before > 0 && path[before - 1] != '/';
  FTSENT *entry = calloc(1, sizeof *entry + length + 1);
  struct stat *status = calloc(1, sizeof *status);
  char *whole = malloc(before + slash + length + 1);
  if (!entry || !status || !whole) {
    free(entry);
    free(status);
    free(whole);
    return NULL;
  }
  if (before) __builtin_memcpy(whole, path, before);
  if (slash) whole[before] = '/';
  __builtin_memcpy(whole + before + slash, name, length + 1);
  __builtin_memcpy(entry->fts_name, name, length + 1);
  entry->fts_namelen = (fts_length)length;
  entry->fts_pathlen = (fts_length)(before + slash + length);
  entry->fts_path = entry->fts_accpath = whole;
  entry->fts_statp = status;
  entry->fts_parent = parent;
  entry->fts_level = (fts_depth)(parent->fts_level + 1);
  entry->fts_instr = FTS_NOINSTR;
  return entry;
}

/* What it is; a folder that is around itself is a cycle. */
static unsigned short fts_look(FTS *walk, FTSENT *entry, bool follow) {
  struct stat *status = entry->fts_statp;
  if (walk->fts_options & FTS_LOGICAL || follow) {
    if (stat(entry->fts_accpath, status) != 0) {
      int error = errno;
      if (lstat(entry->fts_accpath, status) == 0) {
        errno = 0;
        return FTS_SLNONE;
      }
      entry->fts_errno = error;
      __builtin_memset(status, 0, sizeof *status);
      return FTS_NS;
    }
  } else if (lstat(entry->fts_accpath, status) != 0) {
    entry->fts_errno = errno;
    __builtin_memset(status, 0, sizeof *status);
    return FTS_NS;
  }
  switch (status->st_mode & S_IFMT) {
    case S_IFDIR:
      entry->fts_dev = status->st_dev;
      entry->fts_ino = status->st_ino;
      entry->fts_nlink = status->st_nlink;
      if (strcmp(entry->fts_name, ".") == 0 || strcmp(entry->fts_name, "..") == 0) return FTS_DOT;
      for (FTSENT *above = entry->fts_parent; above->fts_level >= 0; above = above->fts_parent) {
        if (above->fts_ino != entry->fts_ino || above->fts_dev != entry->fts_dev) continue;
        entry->fts_cycle = above;
        return FTS_DC;
      }
      return FTS_D;
    case S_IFLNK: return FTS_SL;
    case S_IFREG: return FTS_F;
    default: return FTS_DEFAULT;
  }
}

static FTSENT *fts_sorted(FTS *walk, FTSENT *first, size_t count) {
  FTSENT **array = malloc(count * sizeof *array);
  if (!array) return first;
  size_t used = 0;
  for (FTSENT *entry = first; entry; entry = entry->fts_link) array[used++] = entry;
  qsort(array, count, sizeof *array, walk->fts_compar);
  for (size_t i = 0; i + 1 < count; i++) array[i]->fts_link = array[i + 1];
  array[count - 1]->fts_link = NULL;
  first = array[0];
  free(array);
  return first;
}

FTS *fts_open(char *const *names, int options, int (*compare)(const FTSENT **, const FTSENT **)) {
  if (options & ~FTS_OPTIONMASK || !(options & (FTS_LOGICAL | FTS_PHYSICAL))) {
    errno = EINVAL;
    return NULL;
  }
  for (char *const *name = names; *name; name++) {
    if (**name) continue;
    errno = ENOENT;
    return NULL;
  }
  FTS *walk = calloc(1, sizeof *walk);
  FTSENT *above = calloc(1, sizeof *above + 1);
  if (!walk || !above) {
    free(walk);
    free(above);
    return NULL;
  }
  walk->fts_options = options & FTS_LOGICAL ? options | FTS_NOCHDIR : options;
  walk->fts_compar = (int (*)(const void *, const void *))compare;
  walk->fts_cur = above;
  above->fts_level = -1;
  above->fts_info = FTS_INIT;
  above->fts_instr = FTS_NOINSTR;
  FTSENT *last = NULL;
  size_t count = 0;
  for (; *names; names++, count++) {
    FTSENT *root = fts_new(NULL, *names, above);
    if (!root) {
      fts_drop_all(above->fts_link);
      free(above);
      free(walk);
      return NULL;
    }
    root->fts_info = fts_look(walk, root, options & FTS_COMFOLLOW);
    if (root->fts_info == FTS_DOT) root->fts_info = FTS_D;
    if (last) last->fts_link = root;
    else above->fts_link = root;
    last = root;
  }
  if (compare && count > 1) above->fts_link = fts_sorted(walk, above->fts_link, count);
  return walk;
}

/* The entries of the current folder, in the order that the program wants. */
static FTSENT *fts_build(FTS *walk, bool reads) {
  FTSENT *folder = walk->fts_cur, *first = NULL, *last = NULL;
  DIR *stream = opendir(folder->fts_accpath);
  if (!stream) {
    if (reads) {
      folder->fts_info = FTS_DNR;
      folder->fts_errno = errno;
    }
    return NULL;
  }
  size_t count = 0;
  bool quick = walk->fts_options & FTS_NOSTAT && walk->fts_options & FTS_PHYSICAL;
  for (struct dirent *found; (found = readdir(stream));) {
    bool dot = strcmp(found->d_name, ".") == 0 || strcmp(found->d_name, "..") == 0;
    if (dot && !(walk->fts_options & FTS_SEEDOT)) continue;
    FTSENT *entry = fts_new(folder->fts_path, found->d_name, folder);
    if (!entry) break;
    if (quick && found->d_type != 0 && found->d_type != DT_DIR) entry->fts_info = FTS_NSOK;
    else entry->fts_info = fts_look(walk, entry, false);
    if (last) last->fts_link = entry;
    else first = entry;
    last = entry;
    count++;
  }
  closedir(stream);
  if (count == 0 && reads) folder->fts_info = FTS_DP;
  return walk->fts_compar && count > 1 ? fts_sorted(walk, first, count) : first;
}

/* One that the program named is called by the end of its name from now on. */
static void fts_begin_root(FTS *walk, FTSENT *root) {
  char *slash = strrchr(root->fts_name, '/');
  if (slash && (slash != root->fts_name || slash[1])) {
    size_t length = strlen(slash + 1);
    __builtin_memmove(root->fts_name, slash + 1, length + 1);
    root->fts_namelen = (fts_length)length;
  }
  walk->fts_dev = root->fts_dev;
}

FTSENT *fts_read(FTS *walk) {
  FTSENT *entry = walk->fts_cur;
  if (!entry) return NULL;
  int instruction = entry->fts_instr;
  entry->fts_instr = FTS_NOINSTR;
  if (instruction == FTS_AGAIN) {
    entry->fts_info = fts_look(walk, entry, false);
    return entry;
  }
  if (instruction == FTS_FOLLOW && (entry->fts_info == FTS_SL || entry->fts_info == FTS_SLNONE)) {
    entry->fts_info = fts_look(walk, entry, true);
    return entry;
  }
  if (entry->fts_info == FTS_D) {
    bool elsewhere = walk->fts_options & FTS_XDEV && entry->fts_dev != walk->fts_dev;
    if (instruction == FTS_SKIP || elsewhere) {
      fts_drop_all(walk->fts_child);
      walk->fts_child = NULL;
      entry->fts_info = FTS_DP;
      return entry;
    }
    FTSENT *child = walk->fts_child ? walk->fts_child : fts_build(walk, true);
    walk->fts_child = NULL;
    if (!child) return entry;
    return walk->fts_cur = child;
  }
  for (;;) {
    FTSENT *before = entry;
    entry = entry->fts_link;
    if (!entry) {
      FTSENT *parent = before->fts_parent;
      if (!parent) { /* nothing was named */
        free(before);
        errno = 0;
        return walk->fts_cur = NULL;
      }
      fts_drop(before);
      if (parent->fts_level < 0) {
        free(parent);
        errno = 0;
        return walk->fts_cur = NULL;
      }
      parent->fts_info = parent->fts_errno ? FTS_ERR : FTS_DP;
      return walk->fts_cur = parent;
    }
    if (before->fts_level >= 0) fts_drop(before);
    if (entry->fts_level == 0) {
      fts_begin_root(walk, entry);
      return walk->fts_cur = entry;
    }
    if (entry->fts_instr == FTS_SKIP) continue;
    if (entry->fts_instr == FTS_FOLLOW) {
      entry->fts_info = fts_look(walk, entry, true);
      entry->fts_instr = FTS_NOINSTR;
    }
    return walk->fts_cur = entry;
  }
}

int fts_set(FTS *walk, FTSENT *entry, int instruction) {
  (void)walk;
  if (instruction && (instruction < FTS_AGAIN || instruction > FTS_SKIP)) {
    errno = EINVAL;
    return 1;
  }
  entry->fts_instr = (unsigned short)instruction;
  return 0;
}

FTSENT *fts_children(FTS *walk, int instruction) {
  FTSENT *entry = walk->fts_cur;
  if (instruction && instruction != FTS_NAMEONLY) {
    errno = EINVAL;
    return NULL;
  }
  errno = 0;
  if (!entry) return NULL;
  if (entry->fts_info == FTS_INIT) return entry->fts_link;
  if (entry->fts_info != FTS_D) return NULL;
  fts_drop_all(walk->fts_child);
  return walk->fts_child = fts_build(walk, false);
}

int fts_close(FTS *walk) {
  FTSENT *entry = walk->fts_cur;
  fts_drop_all(walk->fts_child);
  while (entry && entry->fts_level >= 0) {
    FTSENT *parent = entry->fts_parent;
    fts_drop_all(entry);
    entry = parent;
  }
  if (entry) {
    if (walk->fts_cur == entry) fts_drop_all(entry->fts_link);
    free(entry);
  }
  free(walk);
  return 0;
}

/* glibc's names for files of any size, which all are here. */
#if !PF_WASI
FTS *fts64_open(char *const *names, int options, int (*compare)(const FTSENT **, const FTSENT **)) { return fts_open(names, options, compare); }
FTSENT *fts64_read(FTS *walk) { return fts_read(walk); }
FTSENT *fts64_children(FTS *walk, int instruction) { return fts_children(walk, instruction); }
int fts64_set(FTS *walk, FTSENT *entry, int instruction) { return fts_set(walk, entry, instruction); }
int fts64_close(FTS *walk) { return fts_close(walk); }
#endif
