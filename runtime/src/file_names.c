/* What happens to names in the tree: making, linking, moving, removing. */
#include "files.h"

/* A place for something new; false with errno set when the name is taken or the folder may not be written. */
static bool names_free_place(int directory, const char *name, struct pf_place *place) {
  if (!__pfc_find(directory, name, FOR_A_NAME, place)) return false;
  if (place->node) return errno = EEXIST, false;
  if (place->directory->links == 0) return errno = ENOENT, false;
  if (!__pfc_permits(place->directory, W_OK)) return errno = EACCES, false;
  return true;
}

/* The same for anything but a directory, which alone may have slashes behind its name. */
static bool names_free_file_place(int directory, const char *name, struct pf_place *place) {
  if (!names_free_place(directory, name, place)) return false;
  return place->name[place->length] == '/' ? (errno = ENOENT, false) : true;
}

static bool names_removable(const struct pf_place *place) {
  if (!__pfc_permits(place->directory, W_OK)) return errno = EACCES, false;
  uid_t user = geteuid();
  bool sticky = place->directory->mode & S_ISVTX && user != 0 && user != place->node->owner && user != place->directory->owner;
  if (sticky) return errno = EPERM, false;
  return true;
}

static bool names_is_dot(const struct pf_place *place) {
  return (place->length == 1 && place->name[0] == '.') ||
         (place->length == 2 && place->name[0] == '.' && place->name[1] == '.');
}

/* --- making -------------------------------------------------------------------------------------------------------------- */

int mkdirat(int directory, const char *name, mode_t mode) {
  struct pf_place place;
  if (__pfc_fails("mkdir fails", EACCES, ENOSPC)) return -1;
  if (!names_free_place(directory, name, &place)) return -1;
  __pfc_add(&place, __pfc_new_node(S_IFDIR | __pfc_masked(mode)));
  return 0;
}

int mkdir(const char *name, mode_t mode) { return mkdirat(AT_FDCWD, name, mode); }

int mknodat(int directory, const char *name, mode_t mode, dev_t device) {
  struct pf_place place;
  (void)device;
  mode_t type = mode & S_IFMT;
  if (type == 0) type = S_IFREG;
  if (type == S_IFCHR || type == S_IFBLK) return pf_fail(EPERM); /* only for the superuser */
  if (type != S_IFREG && type != S_IFIFO) return pf_fail(EINVAL);
  if (!names_free_file_place(directory, name, &place)) return -1;
  __pfc_add(&place, __pfc_new_node(type | __pfc_masked(mode)));
  return 0;
}

int mknod(const char *name, mode_t mode, dev_t device) { return mknodat(AT_FDCWD, name, mode, device); }
int mkfifoat(int directory, const char *name, mode_t mode) { return mknodat(directory, name, S_IFIFO | (mode & 07777), 0); }
int mkfifo(const char *name, mode_t mode) { return mkfifoat(AT_FDCWD, name, mode); }

int symlinkat(const char *target, int directory, const char *name) {
  struct pf_place place;
  if (!*target) return pf_fail(ENOENT);
  if (!names_free_file_place(directory, name, &place)) return -1;
  struct pf_node *node = __pfc_new_node(S_IFLNK | 0777);
  size_t size = strlen(target);
  if (!__pfc_reserve(node, size + 1)) return -1;
  __builtin_memcpy(node->data, target, size + 1);
  node->size = size;
  __pfc_add(&place, node);
  return 0;
}

int symlink(const char *target, const char *name) { return symlinkat(target, AT_FDCWD, name); }

ssize_t readlinkat(int directory, const char *restrict name, char *restrict buffer, size_t size) {
  struct pf_node *node = __pfc_node_at(directory, name, directory == AT_FDCWD ? 0 : MAY_BE_EMPTY);
  if (!node) return -1;
  if (!pf_is(node, S_IFLNK) || size == 0) return pf_fail(EINVAL);
  size_t n = node->size < size ? node->size : size;
  __builtin_memcpy(buffer, node->data, n);
  return (ssize_t)n;
}

ssize_t readlink(const char *restrict name, char *restrict buffer, size_t size) {
  return readlinkat(AT_FDCWD, name, buffer, size);
}

ssize_t __readlink_chk(const char *name, char *buffer, size_t size, size_t room) {
  (void)room;
  return readlink(name, buffer, size);
}

ssize_t __readlinkat_chk(int directory, const char *name, char *buffer, size_t size, size_t room) {
  (void)room;
  return readlinkat(directory, name, buffer, size);
}

int linkat(int from_directory, const char *from, int to_directory, const char *to, int flags) {
  struct pf_place place;
  struct pf_node *node = __pfc_node_at(from_directory, from, flags & AT_SYMLINK_FOLLOW ? FOLLOW_LAST : 0);
  if (!node || !names_free_file_place(to_directory, to, &place)) return -1;
  if (pf_is(node, S_IFDIR)) return pf_fail(EPERM);
  __pfc_add(&place, node);
  return 0;
}

int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }

/* --- removing ----------------------------------------------------------------------------------------------------------------- */

static int names_remove_directory(int directory, const char *name) {
  struct pf_place place;
  if (!__pfc_find(directory, name, FOR_A_NAME, &place)) return -1;
  if (!place.node) return pf_fail(ENOENT);
  if (!pf_is(place.node, S_IFDIR)) return pf_fail(ENOTDIR);
  if (place.node == __pfc_root()) return pf_fail(EBUSY);
  if (names_is_dot(&place)) return pf_fail(place.length == 1 ? EINVAL : ENOTEMPTY);
  if (place.node->entries) return pf_fail(ENOTEMPTY);
  return names_removable(&place) && __pfc_remove(&place) ? 0 : -1;
}

int unlinkat(int directory, const char *name, int flags) {
  struct pf_place place;
  if (__pfc_fails("unlink fails", EACCES, EACCES)) return -1;
  if (flags & AT_REMOVEDIR) return names_remove_directory(directory, name);
  if (!__pfc_find(directory, name, FOR_A_NAME, &place)) return -1;
  if (!place.node) return pf_fail(ENOENT);
  if (pf_is(place.node, S_IFDIR)) return pf_fail(EISDIR);
  if (place.name[place.length] == '/') return pf_fail(ENOTDIR);
  return names_removable(&place) && __pfc_remove(&place) ? 0 : -1;
}

int unlink(const char *name) { return unlinkat(AT_FDCWD, name, 0); }
int rmdir(const char *name) { return unlinkat(AT_FDCWD, name, AT_REMOVEDIR); }

int remove(const char *name) {
  if (unlink(name) == 0) return 0;
  return errno == EISDIR ? rmdir(name) : -1;
}

/* --- moving ----------------------------------------------------------------------------------------------------------------------- */

enum { NAMES_NOREPLACE = 1, NAMES_EXCHANGE = 2 };

static bool names_is_inside(const struct pf_node *inner, const struct pf_node *outer) {
  for (;; inner = inner->parent) {
    if (inner == outer) return true;
    if (inner == __pfc_root()) return false;
  }
}

int renameat2(int from_directory, const char *from, int to_directory, const char *to, unsigned flags) {
  struct pf_place source, target;
  if (__pfc_fails("rename fails", EACCES, EXDEV)) return -1;
  if (flags & ~(unsigned)NAMES_NOREPLACE) return pf_fail(flags & NAMES_EXCHANGE ? ENOTSUP : EINVAL);
  if (!__pfc_find(from_directory, from, FOR_A_NAME, &source) || !__pfc_find(to_directory, to, FOR_A_NAME, &target)) return -1;
  if (names_is_dot(&source) || names_is_dot(&target)) return pf_fail(EBUSY);
  if (!source.node) return pf_fail(ENOENT);
  bool moves_directory = pf_is(source.node, S_IFDIR);
  if (target.node && flags & NAMES_NOREPLACE) return pf_fail(EEXIST);
  bool slash_behind = source.name[source.length] == '/' || target.name[target.length] == '/';
  if (!moves_directory && slash_behind) return pf_fail(ENOTDIR);
  if (moves_directory && names_is_inside(target.directory, source.node)) return pf_fail(EINVAL);
  if (target.node && pf_is(target.node, S_IFDIR) && names_is_inside(source.directory, target.node)) return pf_fail(ENOTEMPTY);
  if (!names_removable(&source) || !__pfc_permits(target.directory, W_OK)) return pf_fail(EACCES);
  if (target.node == source.node) return 0;
  if (target.node) {
    bool onto_directory = pf_is(target.node, S_IFDIR);
    if (moves_directory && !onto_directory) return pf_fail(ENOTDIR);
    if (!moves_directory && onto_directory) return pf_fail(EISDIR);
    if (onto_directory && target.node->entries) return pf_fail(ENOTEMPTY);
    __pfc_remove(&target);
  }
  struct pf_node *node = source.node;
  node->links++; /* while it has no name */
  __pfc_remove(&source);
  if (moves_directory) node->links++; /* "." stays: adding counts the new name only */
  __pfc_add(&target, node);
  node->links--;
  return 0;
}

int renameat(int from_directory, const char *from, int to_directory, const char *to) {
  return renameat2(from_directory, from, to_directory, to, 0);
}

int rename(const char *from, const char *to) { return renameat2(AT_FDCWD, from, AT_FDCWD, to, 0); }

/* --- the working directory --------------------------------------------------------------------------------------------------------- */

static int names_change_directory(struct pf_node *node) {
  if (!node) return -1;
  if (!pf_is(node, S_IFDIR)) return pf_fail(ENOTDIR);
  if (!__pfc_permits(node, X_OK)) return pf_fail(EACCES);
  __pfc_set_working_directory(node);
  return 0;
}

int chdir(const char *name) { return names_change_directory(__pfc_node_at(AT_FDCWD, name, FOLLOW_LAST)); }

int fchdir(int descriptor) {
  struct pf_open_file *file = __pfc_open_file(descriptor);
  return names_change_directory(file ? file->node : NULL);
}

int chroot(const char *name) {
  (void)name;
  return pf_fail(EPERM);
}

char *getcwd(char *buffer, size_t size) {
  char name[PF_PATH_MAX];
  if (buffer && size == 0) {
    errno = EINVAL;
    return NULL;
  }
  if (__pfc_fails("getcwd fails", ENOENT, EACCES) || !__pfc_name_of(__pfc_working_directory(), name, sizeof name)) return NULL;
  size_t needed = strlen(name) + 1;
  if (!buffer) buffer = malloc(size = size ? size : needed);
  if (!buffer) return NULL;
  if (size < needed) {
    errno = ERANGE;
    return NULL;
  }
  __builtin_memcpy(buffer, name, needed);
  return buffer;
}

char *__getcwd_chk(char *buffer, size_t size, size_t room) {
  (void)room;
  return getcwd(buffer, size);
}

char *get_current_dir_name(void) { return getcwd(NULL, 0); }

/* --- names made up ------------------------------------------------------------------------------------------------------------------ */

/* The first free name of a fixed series, so that runs repeat. */
static bool names_fill_template(char *template, int suffix_length, bool (*take)(const char *name, void *data), void *data) {
  size_t length = strlen(template);
  char *end = template + length - suffix_length;
  if (suffix_length < 0 || length < (size_t)suffix_length + 6 || strncmp(end - 6, "XXXXXX", 6) != 0) {
    errno = EINVAL;
    return false;
  }
  for (unsigned number = 0; number < 1000000; number++) {
    unsigned rest = number;
    for (int i = 1; i <= 6; i++, rest /= 26) end[-i] = (char)('a' + rest % 26);
    if (take(template, data)) return true;
    if (errno != EEXIST) return false;
  }
  return false;
}

int open(const char *name, int flags, ...);

struct names_new_file {
  int flags, descriptor;
};

static bool names_take_file(const char *name, void *data) {
  struct names_new_file *file = data;
  file->descriptor = open(name, file->flags | O_RDWR | O_CREAT | O_EXCL, 0600);
  return file->descriptor >= 0;
}

int mkostemps(char *template, int suffix_length, int flags) {
  struct names_new_file file = {.flags = flags};
  return names_fill_template(template, suffix_length, names_take_file, &file) ? file.descriptor : -1;
}

int mkostemp(char *template, int flags) { return mkostemps(template, 0, flags); }
int mkstemps(char *template, int suffix_length) { return mkostemps(template, suffix_length, 0); }
int mkstemp(char *template) { return mkostemps(template, 0, 0); }
int mkstemp64(char *template) { return mkstemp(template); }
int mkostemp64(char *template, int flags) { return mkostemp(template, flags); }

static bool names_take_directory(const char *name, void *data) {
  (void)data;
  return mkdir(name, 0700) == 0;
}

char *mkdtemp(char *template) { return names_fill_template(template, 0, names_take_directory, NULL) ? template : NULL; }

static bool names_take_unused(const char *name, void *data) {
  (void)data;
  if (!__pfc_node_at(AT_FDCWD, name, 0)) return true;
  errno = EEXIST;
  return false;
}

char *mktemp(char *template) {
  if (!names_fill_template(template, 0, names_take_unused, NULL)) template[0] = 0;
  return template;
}

static char names_temporary[20];

char *tmpnam(char *buffer) {
  char *name = buffer ? buffer : names_temporary;
  __builtin_memcpy(name, "/tmp/fileXXXXXX", 16);
  return *mktemp(name) ? name : NULL;
}

/* In the folder asked for if it can be written, else in the usual one. */
char *tempnam(const char *folder, const char *prefix) {
  int access(const char *name, int mode);
  char *stpncpy(char *restrict to, const char *restrict from, size_t n);
  char *stpcpy(char *restrict to, const char *restrict from);
  enum { LONGEST_PREFIX = 5 };
  if (!folder || access(folder, W_OK) < 0) folder = "/tmp";
  if (!prefix || !*prefix) prefix = "file";
  char *name = malloc(strlen(folder) + LONGEST_PREFIX + sizeof "/XXXXXX"), *end = name;
  if (!name) return NULL;
  end = stpcpy(end, folder);
  *end++ = '/';
  end = stpncpy(end, prefix, LONGEST_PREFIX);
  __builtin_memcpy(end, "XXXXXX", 7);
  return *mktemp(name) ? name : (free(name), NULL);
}

/* --- names resolved ------------------------------------------------------------------------------------------------------------------- */

char *realpath(const char *restrict name, char *restrict buffer) {
  char directory_name[PF_PATH_MAX];
  struct pf_place place;
  if (!name) return errno = EINVAL, NULL;
  if (!__pfc_find(AT_FDCWD, name, 0, &place)) return NULL;
  /* A link at the end leads on from where it lies. */
  for (int links = 0; place.node && pf_is(place.node, S_IFLNK); links++) {
    struct pf_node *here = __pfc_working_directory();
    if (links == 40) return errno = ELOOP, NULL;
    char *target = place.node->data;
    __pfc_set_working_directory(place.directory);
    bool found = __pfc_find(AT_FDCWD, target, 0, &place);
    __pfc_set_working_directory(here);
    if (!found) return NULL;
  }
  if (!place.node) return errno = ENOENT, NULL;
  bool is_directory = pf_is(place.node, S_IFDIR);
  if (!__pfc_name_of(is_directory ? place.node : place.directory, directory_name, sizeof directory_name)) return NULL;
  size_t n = strlen(directory_name), rest = is_directory ? 0 : place.length + 1;
  if (rest && n == 1) n = 0; /* the root brings its own slash */
  if (n + rest >= PF_PATH_MAX) return errno = ENAMETOOLONG, NULL;
  if (!buffer) buffer = malloc(n + rest + 1);
  if (!buffer) return NULL;
  __builtin_memcpy(buffer, directory_name, n);
  if (rest) {
    buffer[n] = '/';
    __builtin_memcpy(buffer + n + 1, place.name, place.length);
  }
  buffer[n + rest] = 0;
  return buffer;
}

char *__realpath_chk(const char *name, char *buffer, size_t size) {
  (void)size;
  return realpath(name, buffer);
}

char *canonicalize_file_name(const char *name) { return realpath(name, NULL); }
