/* The tree of files: nodes, names, and the way from one to the other. */
#include "files.h"

enum { TREE_OWNER = 1000, TREE_SYMBOLIC_LINKS = 40 };

static struct pf_node *tree_root, *tree_working_directory, *tree_first_directory, *tree_devices, *tree_temporary;
static ino_t tree_last_number;
static mode_t tree_mask = 022;
/* Whether the program changed anything. */
static bool tree_changed;

mode_t umask(mode_t mask) {
  mode_t old = tree_mask;
  tree_mask = mask & 0777;
  return old;
}

mode_t __pfc_masked(mode_t mode) { return mode & 07777 & ~tree_mask; }

struct pf_node *__pfc_new_node(mode_t mode) {
  struct pf_node *node = __pf_alloc_zeroed(sizeof *node);
  node->mode = mode;
  node->owner = TREE_OWNER;
  node->group = TREE_OWNER;
  node->number = ++tree_last_number;
  node->accessed = node->modified = node->changed = __pfc_now();
  if (pf_is(node, S_IFDIR)) node->links = 1;
  return node;
}

void __pfc_touched(struct pf_node *node) {
  node->modified = node->changed = __pfc_now();
  tree_changed = true;
}

/* --- entries ----------------------------------------------------------------------------------------------------------------- */

/* One decision per entry of the same length, whatever the bytes are. */
static bool tree_same_name(const struct pf_entry *entry, const char *name, size_t length) {
  if (entry->length != length) return false;
  unsigned different = 0;
  for (size_t i = 0; i < length; i++) different |= (unsigned char)entry->name[i] ^ (unsigned char)name[i];
  return different == 0;
}

static struct pf_node *tree_entry(const struct pf_node *directory, const char *name, size_t length) {
  for (struct pf_entry *entry = directory->entries; entry; entry = entry->next) {
    if (tree_same_name(entry, name, length)) return entry->node;
  }
  return NULL;
}

struct pf_node *__pfc_add(const struct pf_place *place, struct pf_node *node) {
  struct pf_entry *entry = __pf_alloc(sizeof *entry), **end = &place->directory->entries;
  entry->name = __pf_alloc(place->length + 1);
  __builtin_memcpy(entry->name, place->name, place->length);
  entry->name[place->length] = 0;
  entry->length = place->length;
  entry->node = node;
  entry->next = NULL;
  while (*end) end = &(*end)->next;
  *end = entry;
  node->links++;
  node->changed = __pfc_now();
  if (pf_is(node, S_IFDIR)) {
    node->parent = place->directory;
    place->directory->links++;
  }
  __pfc_touched(place->directory);
  return node;
}

bool __pfc_remove(const struct pf_place *place) {
  struct pf_entry **link = &place->directory->entries;
  while (*link && !tree_same_name(*link, place->name, place->length)) link = &(*link)->next;
  if (!*link) return false;
  struct pf_entry *entry = *link;
  *link = entry->next;
  entry->node->links--;
  entry->node->changed = __pfc_now();
  if (pf_is(entry->node, S_IFDIR)) {
    entry->node->links--;
    place->directory->links--;
  }
  __pfc_release(entry->node);
  __pf_free(entry->name);
  __pf_free(entry);
  __pfc_touched(place->directory);
  return true;
}

void __pfc_release(struct pf_node *node) {
  bool used = node->links > 0 || node->readers > 0 || node->writers > 0 || node->mappings > 0;
  if (used || node == tree_working_directory || node == tree_first_directory) return;
  if (node->capacity) __pf_free(node->data);
  __pf_free(node);
}

/* --- the tree a program starts with --------------------------------------------------------------------------------------- */

static struct pf_node *tree_make(struct pf_node *directory, const char *name, size_t length, mode_t mode) {
  struct pf_place place = {.directory = directory, .name = name, .length = length};
  return __pfc_add(&place, __pfc_new_node(mode));
}

static void tree_device(struct pf_node *directory, const char *name, enum pf_device device) {
  struct pf_node *node = tree_make(directory, name, strlen(name), S_IFCHR | 0666);
  node->owner = node->group = 0;
  node->device = device;
}

static struct pf_node *tree_system_directory(const char *name, mode_t mode) {
  struct pf_node *node = tree_make(tree_root, name, strlen(name), S_IFDIR | mode);
  node->owner = node->group = 0;
  return node;
}

/* A file or folder that an option names, with the folders above it. */
static void tree_place_given(const char *name, size_t index) {
  struct pf_node *directory = name[0] == '/' ? tree_root : tree_working_directory;
  bool is_directory = __pf_file_size(index) == (size_t)-1;
  for (;;) {
    while (*name == '/') name++;
    size_t length = (size_t)(strchrnul(name, '/') - name);
    bool last = name[length] == 0;
    struct pf_node *node = length == 0 ? directory : tree_entry(directory, name, length);
    if (!node) node = tree_make(directory, name, length, last && !is_directory ? S_IFREG | 0644 : S_IFDIR | 0755);
    if (last) {
      if (is_directory) return;
      node->data = (char *)__pf_file_data(index);
      node->size = __pf_file_size(index);
      return;
    }
    directory = node;
    name += length;
  }
}

/* --- what is left in the end ------------------------------------------------------------------------------------------------ */

static void tree_report_below(const struct pf_node *directory, const char *path, size_t length) {
  for (struct pf_entry *entry = directory->entries; entry; entry = entry->next) {
    bool was_always_there = entry->node == tree_devices || (entry->node == tree_temporary && !entry->node->entries);
    if (was_always_there) continue;
    size_t full = length + entry->length;
    char *name = __pf_alloc(full + 1);
    __builtin_memcpy(name, path, length);
    __builtin_memcpy(name + length, entry->name, entry->length);
    __pf_left(name, full, (int)(entry->node->mode & S_IFMT), entry->node->data, entry->node->size);
    name[full] = '/';
    if (pf_is(entry->node, S_IFDIR)) tree_report_below(entry->node, name, full + 1);
    __pf_free(name);
  }
}

/* For tests: what the program leaves in the folder that it was started in, if it changed anything. */
static void tree_report(void) {
  if (tree_changed) tree_report_below(tree_first_directory, "", 0);
}

static void tree_start(void) {
  tree_root = __pfc_new_node(S_IFDIR | 0755);
  /* A WASI program sees its files at the root; elsewhere a program is started in a folder of its user. */
  if (!PF_WASI) tree_root->owner = tree_root->group = 0;
  tree_root->links = 2;
  tree_root->parent = tree_root;
  struct pf_node *devices = tree_devices = tree_system_directory("dev", 0755);
  tree_device(devices, "null", DEVICE_NULL);
  tree_device(devices, "zero", DEVICE_ZERO);
  tree_device(devices, "full", DEVICE_FULL);
  tree_device(devices, "random", DEVICE_RANDOM);
  tree_device(devices, "urandom", DEVICE_RANDOM);
  tree_device(devices, "tty", DEVICE_TERMINAL);
  tree_temporary = tree_system_directory("tmp", S_ISVTX | 0777);
  tree_working_directory = PF_WASI ? tree_root : tree_make(tree_root, "work", 4, S_IFDIR | 0755);
  const char *name;
  for (size_t i = 0; (name = __pf_file_name(i)); i++) tree_place_given(name, i);
  tree_changed = false;
  tree_first_directory = tree_working_directory;
  atexit(tree_report);
}

struct pf_node *__pfc_root(void) {
  if (!tree_root) tree_start();
  return tree_root;
}

struct pf_node *__pfc_working_directory(void) {
  if (!tree_root) tree_start();
  return tree_working_directory;
}

void __pfc_set_working_directory(struct pf_node *directory) { tree_working_directory = directory; }

/* --- permissions ----------------------------------------------------------------------------------------------------------- */

bool __pfc_permits(const struct pf_node *node, int access) {
  if (geteuid() == 0) return !(access & X_OK) || pf_is(node, S_IFDIR) || node->mode & 0111;
  unsigned shift = node->owner == geteuid() ? 6 : node->group == getegid() ? 3 : 0;
  return (node->mode >> shift & 7 & (unsigned)access) == (unsigned)access;
}

/* --- from a name to a node ---------------------------------------------------------------------------------------------------- */

static struct pf_node *tree_start_of(int directory, const char *name) {
  if (name[0] == '/') return __pfc_root();
  if (directory == AT_FDCWD) return __pfc_working_directory();
  struct pf_open_file *file = __pfc_open_file(directory);
  if (!file) return NULL;
  if (pf_is(file->node, S_IFDIR)) return file->node;
  errno = ENOTDIR;
  return NULL;
}

static bool tree_walk(struct pf_node *at, const char *name, int how, int links_left, struct pf_place *place) {
  bool absolute = name[0] == '/';
  if (strnlen(name, PF_PATH_MAX) == PF_PATH_MAX) return errno = ENAMETOOLONG, false;
  while (*name == '/') name++;
  if (!*name) {
    if (!absolute && !(how & MAY_BE_EMPTY)) return errno = ENOENT, false;
    *place = (struct pf_place){.directory = at, .name = ".", .length = 1, .node = at};
    return true;
  }
  for (;;) {
    size_t length = 0;
    while (name[length] && name[length] != '/') length++;
    const char *rest = name + length;
    while (*rest == '/') rest++;
    bool last = !*rest, slash_behind = name[length] == '/' && !(how & FOR_A_NAME);
    if (!pf_is(at, S_IFDIR)) return errno = ENOTDIR, false;
    if (!__pfc_permits(at, X_OK)) return errno = EACCES, false;
    if (length > PF_NAME_MAX) return errno = ENAMETOOLONG, false;
    if (last && how & FOR_CREATION && name[length] == '/') return errno = EISDIR, false;
    bool here = length == 1 && name[0] == '.';
    bool above = length == 2 && ((name[0] ^ '.') | (name[1] ^ '.')) == 0;
    struct pf_node *node = here ? at : above ? at->parent : tree_entry(at, name, length);
    if (node && pf_is(node, S_IFLNK) && (!last || slash_behind || how & FOLLOW_LAST)) {
      if (links_left == 0) return errno = ELOOP, false;
      struct pf_place target;
      struct pf_node *from = node->data[0] == '/' ? tree_root : at;
      if (!tree_walk(from, node->data, FOLLOW_LAST | (last ? how & FOR_CREATION : 0), links_left - 1, &target)) return false;
      if (!target.node && last) {
        *place = target;
        return true;
      }
      node = target.node;
    }
    if (last) {
      if (node && slash_behind && !pf_is(node, S_IFDIR)) return errno = ENOTDIR, false;
      *place = (struct pf_place){.directory = at, .name = name, .length = length, .node = node};
      return true;
    }
    if (!node) return errno = ENOENT, false;
    at = node;
    name = rest;
  }
}

bool __pfc_find(int directory, const char *name, int how, struct pf_place *place) {
  struct pf_node *start = tree_start_of(directory, name);
  return start && tree_walk(start, name, how, TREE_SYMBOLIC_LINKS, place);
}

struct pf_node *__pfc_node_at(int directory, const char *name, int how) {
  struct pf_place place;
  if (!__pfc_find(directory, name, how, &place)) return NULL;
  if (!place.node) errno = ENOENT;
  return place.node;
}

bool __pfc_name_of(const struct pf_node *directory, char *buffer, size_t size) {
  char reversed[PF_PATH_MAX];
  size_t start = sizeof reversed;
  for (const struct pf_node *at = directory; at != tree_root; at = at->parent) {
    struct pf_entry *entry = at->parent->entries;
    while (entry && entry->node != at) entry = entry->next;
    if (!entry) return errno = ENOENT, false; /* removed while in use */
    if (start < entry->length + 1) return errno = ENAMETOOLONG, false;
    start -= entry->length;
    __builtin_memcpy(reversed + start, entry->name, entry->length);
    reversed[--start] = '/';
  }
  if (start == sizeof reversed) reversed[--start] = '/';
  size_t length = sizeof reversed - start;
  if (length + 1 > size) return errno = ERANGE, false;
  __builtin_memcpy(buffer, reversed + start, length);
  buffer[length] = 0;
  return true;
}

/* --- contents -------------------------------------------------------------------------------------------------------------------- */

enum { TREE_LARGEST_FILE = 1 << 24 };

bool __pfc_reserve(struct pf_node *node, size_t size) {
  if (size <= node->capacity) return true;
  if (size > TREE_LARGEST_FILE) return errno = EFBIG, false;
  size_t capacity = node->capacity ? node->capacity : 64;
  while (capacity < size) capacity *= 2;
  char *grown = __pf_alloc(capacity);
  if (!grown) return errno = ENOSPC, false;
  if (node->size) __builtin_memcpy(grown, node->data, node->size);
  if (node->capacity) __pf_free(node->data);
  node->data = grown;
  node->capacity = capacity;
  return true;
}

bool __pfc_resize(struct pf_node *node, size_t size) {
  if (size > node->size) {
    if (!__pfc_reserve(node, size)) return false;
    __builtin_memset(node->data + node->size, 0, size - node->size);
  }
  node->size = size;
  __pfc_touched(node);
  return true;
}
