/* Names that match a pattern, component by component, in the order of strcmp. */
#include "posix.h"

typedef struct _DIR DIR;
DIR *opendir(const char *name);
struct dirent *readdir(DIR *stream);
int closedir(DIR *stream);
int lstat(const char *restrict name, struct stat *restrict result);
int stat(const char *restrict name, struct stat *restrict result);
int fnmatch(const char *pattern, const char *text, int flags);
char *getenv(const char *name);
char *strdup(const char *s);
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));

enum {
  GLOB_STOP_AT_ERRORS = 1,
  GLOB_MARK_DIRECTORIES = 2,
  GLOB_UNSORTED = 4,
  GLOB_LEAVE_SLOTS = 8,
  GLOB_PATTERN_IF_NONE = 16,
  GLOB_ADD = 32,
  GLOB_NO_ESCAPES = 64,
  GLOB_PERIODS = 128,
  GLOB_FOUND_MAGIC = 256,
  GLOB_BRACES = 1024,
  GLOB_PLAIN_IF_NONE = 2048,
  GLOB_HOME = 4096,
  GLOB_ONLY_DIRECTORIES = 8192
};
enum { GLOB_OUT_OF_SPACE = 1, GLOB_ABORTED = 2, GLOB_NOTHING = 3 };

struct glob_result {
  size_t count;
  char **names;
  size_t slots;
  int flags;
};

struct glob_search {
  struct glob_result *result;
  int flags;
  int (*complain)(const char *name, int error);
};

static bool glob_is_magic(const char *text, size_t n, int flags) {
  for (size_t i = 0; i < n; i++) {
    if (text[i] == '*' || text[i] == '?' || text[i] == '[') return true;
    if (text[i] == '\\' && !(flags & GLOB_NO_ESCAPES) && i + 1 < n) i++;
  }
  return false;
}

static char *glob_joined(const char *first, size_t n, const char *second, size_t m) {
  char *text = malloc(n + m + 1);
  if (!text) return NULL;
  __builtin_memcpy(text, first, n);
  __builtin_memcpy(text + n, second, m);
  text[n + m] = 0;
  return text;
}

static int glob_put(struct glob_result *result, char *name) {
  size_t first = result->flags & GLOB_LEAVE_SLOTS ? result->slots : 0;
  char **grown = name ? realloc(result->names, (first + result->count + 2) * sizeof *grown) : NULL;
  if (!grown) return free(name), GLOB_OUT_OF_SPACE;
  if (!result->names) __builtin_memset(grown, 0, first * sizeof *grown);
  result->names = grown;
  grown[first + result->count++] = name;
  grown[first + result->count] = NULL;
  return 0;
}

/* A whole name, if there is such a file. */
static int glob_found(struct glob_search *search, const char *name) {
  struct stat status;
  if (lstat(name, &status) != 0) return 0;
  bool directory = stat(name, &status) == 0 && (status.st_mode & S_IFMT) == S_IFDIR;
  if (search->flags & GLOB_ONLY_DIRECTORIES && !directory) return 0;
  size_t n = strlen(name);
  bool mark = directory && search->flags & GLOB_MARK_DIRECTORIES && n > 0 && name[n - 1] != '/';
  return glob_put(search->result, glob_joined(name, n, "/", mark));
}

static int glob_from(struct glob_search *search, const char *folder, const char *pattern);

/* A component without magic, its escapes taken off. */
static int glob_plain(struct glob_search *search, const char *folder, const char *pattern, size_t n) {
  char *name = glob_joined(folder, strlen(folder), pattern, n);
  if (!name) return GLOB_OUT_OF_SPACE;
  char *to = name + strlen(folder);
  for (size_t i = 0; i < n; i++) {
    if (pattern[i] == '\\' && !(search->flags & GLOB_NO_ESCAPES) && i + 1 < n) i++;
    *to++ = pattern[i];
  }
  *to = 0;
  int outcome = glob_from(search, name, pattern + n);
  free(name);
  return outcome;
}

static int glob_entries(struct glob_search *search, const char *folder, const char *pattern, size_t n) {
  DIR *stream = opendir(*folder ? folder : ".");
  if (!stream) {
    if ((search->complain && search->complain(folder, errno)) || search->flags & GLOB_STOP_AT_ERRORS) return GLOB_ABORTED;
    return 0;
  }
  enum { MATCH_NO_ESCAPES = 2, MATCH_PERIODS = 4 };
  int how = (search->flags & GLOB_NO_ESCAPES ? MATCH_NO_ESCAPES : 0) | (search->flags & GLOB_PERIODS ? 0 : MATCH_PERIODS);
  char *component = glob_joined(pattern, n, "", 0);
  int outcome = component ? 0 : GLOB_OUT_OF_SPACE;
  for (struct dirent *entry; !outcome && (entry = readdir(stream));) {
    if (fnmatch(component, entry->d_name, how) != 0) continue;
    char *name = glob_joined(folder, strlen(folder), entry->d_name, strlen(entry->d_name));
    outcome = name ? glob_from(search, name, pattern + n) : GLOB_OUT_OF_SPACE;
    free(name);
  }
  free(component);
  closedir(stream);
  return outcome;
}

/* folder is what is settled; pattern what is left, beginning with slashes or a component. */
static int glob_from(struct glob_search *search, const char *folder, const char *pattern) {
  size_t slashes = 0;
  while (pattern[slashes] == '/') slashes++;
  if (slashes > 0) {
    struct stat status;
    if (*folder && (stat(folder, &status) != 0 || (status.st_mode & S_IFMT) != S_IFDIR)) return 0;
    char *name = glob_joined(folder, strlen(folder), pattern, slashes);
    if (!name) return GLOB_OUT_OF_SPACE;
    int outcome = pattern[slashes] ? glob_from(search, name, pattern + slashes) : glob_found(search, name);
    free(name);
    return outcome;
  }
  if (!*pattern) return glob_found(search, folder);
  size_t n = (size_t)(strchrnul(pattern, '/') - pattern);
  if (!glob_is_magic(pattern, n, search->flags)) return glob_plain(search, folder, pattern, n);
  search->result->flags |= GLOB_FOUND_MAGIC;
  return glob_entries(search, folder, pattern, n);
}

/* Each alternative of the first braces, the rest as it is. */
static int glob_braces(struct glob_search *search, const char *pattern) {
  const char *open = strchr(pattern, '{'), *close = open, *start;
  int depth = 0;
  if (!(search->flags & GLOB_BRACES) || !open || open[1] == '}') return glob_from(search, "", pattern);
  do {
    if (*close == '{') depth++;
    if (*close == '}') depth--;
    if (!*close++) return glob_from(search, "", pattern);
  } while (depth > 0);
  start = open + 1;
  for (const char *at = start; at < close; at++) {
    if (*at == '{') depth++;
    if (*at == '}' && at < close - 1) depth--;
    if (depth > 0 || (*at != ',' && at != close - 1)) continue;
    char *front = glob_joined(pattern, (size_t)(open - pattern), start, (size_t)(at - start));
    char *whole = front ? glob_joined(front, strlen(front), close, strlen(close)) : NULL;
    int outcome = whole ? glob_braces(search, whole) : GLOB_OUT_OF_SPACE;
    free(front);
    free(whole);
    if (outcome) return outcome;
    start = at + 1;
  }
  return 0;
}

static int glob_order(const void *left, const void *right) { return strcmp(*(char *const *)left, *(char *const *)right); }

int glob(const char *restrict pattern, int flags, int (*complain)(const char *, int), struct glob_result *restrict result) {
  if (!(flags & GLOB_ADD)) {
    result->count = 0;
    result->names = NULL;
    if (!(flags & GLOB_LEAVE_SLOTS)) result->slots = 0;
  }
  result->flags = flags;
  struct glob_search search = {.result = result, .flags = flags, .complain = complain};
  size_t before = result->count, first = flags & GLOB_LEAVE_SLOTS ? result->slots : 0;
  const char *home = flags & GLOB_HOME && pattern[0] == '~' && (!pattern[1] || pattern[1] == '/') ? getenv("HOME") : NULL;
  char *expanded = home ? glob_joined(home, strlen(home), pattern + 1, strlen(pattern + 1)) : strdup(pattern);
  int outcome = expanded ? glob_braces(&search, expanded) : GLOB_OUT_OF_SPACE;
  bool magic = expanded && glob_is_magic(expanded, strlen(expanded), flags);
  free(expanded);
  if (outcome) return outcome;
  if (result->count > before) {
    if (!(flags & GLOB_UNSORTED)) qsort(result->names + first + before, result->count - before, sizeof(char *), glob_order);
    return 0;
  }
  if (flags & GLOB_PATTERN_IF_NONE || (flags & GLOB_PLAIN_IF_NONE && !magic)) return glob_put(result, strdup(pattern));
  return GLOB_NOTHING;
}

void globfree(struct glob_result *result) {
  size_t first = result->flags & GLOB_LEAVE_SLOTS ? result->slots : 0;
  for (size_t i = 0; result->names && i < result->count; i++) free(result->names[first + i]);
  free(result->names);
  result->names = NULL;
  result->count = 0;
}

int glob64(const char *restrict pattern, int flags, int (*complain)(const char *, int), struct glob_result *restrict result) {
  return glob(pattern, flags, complain, result);
}
void globfree64(struct glob_result *result) { globfree(result); }
