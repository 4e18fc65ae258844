/* Walks over file trees. */
#include "posix.h"

typedef struct _DIR DIR;
DIR *opendir(const char *name);
struct dirent *readdir(DIR *stream);
int closedir(DIR *stream);
int lstat(const char *restrict name, struct stat *restrict result);
int stat(const char *restrict name, struct stat *restrict result);

enum { WALK_PHYSICALLY = 1, WALK_ONE_DEVICE = 2, WALK_CHANGES_DIRECTORY = 4, WALK_CONTENTS_FIRST = 8, WALK_ASKS = 16 };
enum { FOUND_FILE, FOUND_DIRECTORY, FOUND_UNREADABLE, FOUND_WITHOUT_STATUS, FOUND_LINK, FOUND_AFTER_CONTENTS, FOUND_LOOSE_LINK };
enum { ANSWER_GO_ON, ANSWER_STOP, ANSWER_SKIP_CONTENTS, ANSWER_SKIP_SIBLINGS };

struct walk_place {
  int base, level;
};

struct walk {
  int (*visit)(const char *name, const struct stat *status, int type);
  int (*visit_place)(const char *name, const struct stat *status, int type, struct walk_place *place);
  int flags;
  dev_t device;
};

static int walk_visit(struct walk *walk, const char *name, const struct stat *status, int type, struct walk_place place) {
  if (walk->visit_place) return walk->visit_place(name, status, type, &place);
  return walk->visit(name, status, type == FOUND_LOOSE_LINK ? FOUND_LINK : type);
}

static int walk_from(struct walk *walk, char *name, struct walk_place place);

static int walk_contents(struct walk *walk, char *name, DIR *stream, struct walk_place place) {
  size_t n = strlen(name);
  int outcome = 0;
  for (struct dirent *entry; !outcome && (entry = readdir(stream));) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    bool slash = n > 0 && name[n - 1] != '/';
    size_t length = strlen(entry->d_name);
    if (n + slash + length >= PF_PATH_MAX) return pf_fail(ENAMETOOLONG);
    if (slash) name[n] = '/';
    __builtin_memcpy(name + n + slash, entry->d_name, length + 1);
    outcome = walk_from(walk, name, (struct walk_place){.base = (int)(n + slash), .level = place.level + 1});
    name[n] = 0;
    if (walk->flags & WALK_ASKS && outcome == ANSWER_SKIP_SIBLINGS) return 0;
  }
  return outcome;
}

static int walk_directory(struct walk *walk, char *name, const struct stat *status, struct walk_place place) {
  DIR *stream = opendir(name);
  if (!stream) return walk_visit(walk, name, status, FOUND_UNREADABLE, place);
  int outcome = 0;
  if (!(walk->flags & WALK_CONTENTS_FIRST)) outcome = walk_visit(walk, name, status, FOUND_DIRECTORY, place);
  bool skipped = walk->flags & WALK_ASKS && outcome == ANSWER_SKIP_CONTENTS;
  if (skipped) outcome = 0;
  if (!outcome && !skipped) outcome = walk_contents(walk, name, stream, place);
  closedir(stream);
  if (!outcome && walk->flags & WALK_CONTENTS_FIRST) outcome = walk_visit(walk, name, status, FOUND_AFTER_CONTENTS, place);
  return outcome;
}

static int walk_from(struct walk *walk, char *name, struct walk_place place) {
  struct stat status;
  bool physical = walk->flags & WALK_PHYSICALLY;
  int type = FOUND_FILE;
  if ((physical ? lstat(name, &status) : stat(name, &status)) != 0) {
    if (place.level == 0 && errno != EACCES) return -1;
    if (!physical && lstat(name, &status) == 0 && (status.st_mode & S_IFMT) == S_IFLNK) type = FOUND_LOOSE_LINK;
    else type = FOUND_WITHOUT_STATUS;
  } else if ((status.st_mode & S_IFMT) == S_IFDIR) {
    if (place.level == 0) walk->device = status.st_dev;
    if (walk->flags & WALK_ONE_DEVICE && status.st_dev != walk->device) return 0;
    return walk_directory(walk, name, &status, place);
  } else if ((status.st_mode & S_IFMT) == S_IFLNK) {
    type = FOUND_LINK;
  }
  return walk_visit(walk, name, &status, type, place);
}

static int walk_start(struct walk *walk, const char *root) {
  char name[PF_PATH_MAX + PF_NAME_MAX];
  size_t n = strlen(root);
  if (n == 0) return pf_fail(ENOENT);
  if (n >= PF_PATH_MAX) return pf_fail(ENAMETOOLONG);
  if (walk->flags & WALK_CHANGES_DIRECTORY) {
    __pf_absent("nftw");
    return pf_fail(EINVAL);
  }
  __builtin_memcpy(name, root, n + 1);
  while (n > 1 && name[n - 1] == '/') name[--n] = 0;
  while (n > 0 && name[n - 1] != '/') n--;
  return walk_from(walk, name, (struct walk_place){.base = (int)n, .level = 0});
}

int nftw(const char *root, int (*visit)(const char *, const struct stat *, int, struct walk_place *), int descriptors, int flags) {
  (void)descriptors;
  struct walk walk = {.visit_place = visit, .flags = flags};
  return walk_start(&walk, root);
}

int ftw(const char *root, int (*visit)(const char *, const struct stat *, int), int descriptors) {
  (void)descriptors;
  struct walk walk = {.visit = visit};
  return walk_start(&walk, root);
}

int nftw64(const char *root, int (*visit)(const char *, const struct stat *, int, struct walk_place *), int descriptors, int flags) {
  return nftw(root, visit, descriptors, flags);
}
int ftw64(const char *root, int (*visit)(const char *, const struct stat *, int), int descriptors) { return ftw(root, visit, descriptors); }
