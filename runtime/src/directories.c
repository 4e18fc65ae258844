/* Reading directories. A stream takes a copy of the entries when it is opened or rewound, so that what happens meanwhile cannot confuse it. */
#include "files.h"

int close(int descriptor);
int open(const char *name, int flags, ...);
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));

struct _DIR {
  int descriptor;
  size_t count, next;
  struct dirent *entries;
};
typedef struct _DIR DIR;

static unsigned char directory_type(const struct pf_node *node) {
  switch (node->mode & S_IFMT) {
    case S_IFDIR:
      return DT_DIR;
    case S_IFLNK:
      return DT_LNK;
    case S_IFCHR:
      return DT_CHR;
    case S_IFIFO:
      return DT_FIFO;
    default:
      return DT_REG;
  }
}

static void directory_put(struct dirent *entry, const char *name, size_t length, const struct pf_node *node, size_t at) {
  entry->d_ino = node->number;
  entry->d_type = directory_type(node);
#if !PF_WASI
  entry->d_off = (off_t)at + 1;
  entry->d_reclen = sizeof *entry;
#else
  (void)at;
#endif
  __builtin_memcpy(entry->d_name, name, length);
  entry->d_name[length] = 0;
}

void rewinddir(DIR *stream) {
  struct pf_node *node = __pfc_open_file(stream->descriptor)->node;
  size_t count = 2, at = 2;
  for (struct pf_entry *entry = node->entries; entry; entry = entry->next) count++;
  free(stream->entries);
  stream->entries = malloc(count * sizeof *stream->entries);
  directory_put(&stream->entries[0], ".", 1, node, 0);
  directory_put(&stream->entries[1], "..", 2, node->parent, 1);
  for (struct pf_entry *entry = node->entries; entry; entry = entry->next, at++) {
    directory_put(&stream->entries[at], entry->name, entry->length, entry->node, at);
  }
  stream->count = count;
  stream->next = 0;
}

DIR *fdopendir(int descriptor) {
  struct pf_open_file *file = __pfc_open_file(descriptor);
  if (!file) return NULL;
  if (!pf_is(file->node, S_IFDIR)) return errno = ENOTDIR, NULL;
  DIR *stream = malloc(sizeof *stream);
  if (!stream) return NULL;
  stream->descriptor = descriptor;
  stream->entries = NULL;
  rewinddir(stream);
  return stream;
}

DIR *opendir(const char *name) {
  int descriptor = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return descriptor < 0 ? NULL : fdopendir(descriptor);
}

int closedir(DIR *stream) {
  int descriptor = stream->descriptor;
  free(stream->entries);
  free(stream);
  return close(descriptor);
}

int fdclosedir(DIR *stream) {
  int descriptor = stream->descriptor;
  free(stream->entries);
  free(stream);
  return descriptor;
}

int dirfd(DIR *stream) { return stream->descriptor; }

struct dirent *readdir(DIR *stream) { return stream->next < stream->count ? &stream->entries[stream->next++] : NULL; }
struct dirent *readdir64(DIR *stream) { return readdir(stream); }

int readdir_r(DIR *restrict stream, struct dirent *restrict entry, struct dirent **restrict result) {
  struct dirent *next = readdir(stream);
  *result = next ? entry : NULL;
  if (next) *entry = *next;
  return 0;
}

long telldir(DIR *stream) { return (long)stream->next; }
void seekdir(DIR *stream, long position) { stream->next = (size_t)position; }

int alphasort(const struct dirent **left, const struct dirent **right) { return strcmp((*left)->d_name, (*right)->d_name); }
int alphasort64(const struct dirent **left, const struct dirent **right) { return alphasort(left, right); }

typedef int (*directory_order)(const struct dirent **, const struct dirent **);

static int directory_collect(DIR *stream, struct dirent ***result, int (*wanted)(const struct dirent *), directory_order order) {
  if (!stream) return -1;
  struct dirent **list = malloc((stream->count + 1) * sizeof *list);
  int count = 0;
  for (struct dirent *entry; list && (entry = readdir(stream));) {
    if (wanted && !wanted(entry)) continue;
    struct dirent *copy = malloc(sizeof *copy);
    if (!copy) return -1;
    *copy = *entry;
    list[count++] = copy;
  }
  closedir(stream);
  if (!list) return -1;
  if (order) qsort(list, (size_t)count, sizeof *list, (int (*)(const void *, const void *))(void (*)(void))order);
  *result = list;
  return count;
}

int scandir(const char *name, struct dirent ***result, int (*wanted)(const struct dirent *), directory_order order) {
  return directory_collect(opendir(name), result, wanted, order);
}

int scandir64(const char *name, struct dirent ***result, int (*wanted)(const struct dirent *), directory_order order) {
  return scandir(name, result, wanted, order);
}

#if PF_WASI
int openat(int directory, const char *name, int flags, ...);

DIR *opendirat(int directory, const char *name) {
  int descriptor = openat(directory, name, O_RDONLY | O_DIRECTORY);
  return descriptor < 0 ? NULL : fdopendir(descriptor);
}

int scandirat(int directory, const char *name, struct dirent ***result, int (*wanted)(const struct dirent *), directory_order order) {
  return directory_collect(opendirat(directory, name), result, wanted, order);
}

int __wasilibc_iftodt(int mode) {
  struct pf_node node = {.mode = (mode_t)mode};
  return directory_type(&node);
}

int __wasilibc_dttoif(int type) {
  return type == DT_DIR ? S_IFDIR : type == DT_LNK ? S_IFLNK : type == DT_CHR ? S_IFCHR : type == DT_FIFO ? S_IFIFO : type == DT_REG ? S_IFREG : 0;
}
#endif
