/*
 * The file tree and the descriptors into it.
 *
 * All of it is the program's ordinary memory: a path that forks takes its own files along. The tree is made when it is first looked
 * at, from what the options name and from nothing else: nothing of the host is visible.
 */
#ifndef PATHFOLD_FILES_H
#define PATHFOLD_FILES_H

#include "posix.h"

enum pf_device { DEVICE_NONE, DEVICE_NULL, DEVICE_ZERO, DEVICE_FULL, DEVICE_RANDOM, DEVICE_TERMINAL, DEVICE_INPUT, DEVICE_OUTPUT, DEVICE_ERROR };

struct pf_entry {
  char *name;
  size_t length;
  struct pf_node *node;
  struct pf_entry *next; /* in the order of making */
};

/* A file of any kind: type and permissions are in mode, as stat gives them. */
struct pf_node {
  mode_t mode;
  uid_t owner;
  gid_t group;
  ino_t number;
  nlink_t links;
  struct timespec accessed, modified, changed;
  enum pf_device device;
  /* A regular file, a pipe, or the text of a symbolic link. data may be what the machine gave, which is never written. */
  char *data;
  size_t size, capacity;
  /* A directory. */
  struct pf_entry *entries;
  struct pf_node *parent;
  /* How many open files read from it, and write to it: pipes end when none does. How many mappings are written back to it. */
  int readers, writers, mappings;
};

/* What open makes; descriptors that dup made share it. */
struct pf_open_file {
  struct pf_node *node;
  off_t position;
  int flags;
  int users;
};

/* --- the tree ------------------------------------------------------------------------------------------------------------ */

struct pf_node *__pfc_new_node(mode_t mode);
struct pf_node *__pfc_root(void);
struct pf_node *__pfc_working_directory(void);
void __pfc_set_working_directory(struct pf_node *directory);

/* Where a name leads: the directory and the last component, and the node if there is one. */
struct pf_place {
  struct pf_node *directory;
  const char *name;
  size_t length;
  struct pf_node *node;
};
/* FOR_A_NAME: the name itself is meant, whatever it leads to: slashes behind it are the caller's business. */
/* FOR_CREATION: a slash behind the last component, here or in a link, means a directory, which open does not make. */
enum { FOLLOW_LAST = 1, MAY_BE_EMPTY = 2, FOR_A_NAME = 4, FOR_CREATION = 8 };
/* False with errno set when a directory on the way is missing or is none. A missing last component is no error: node is NULL. */
bool __pfc_find(int directory, const char *name, int how, struct pf_place *place);
/* The node a name means; NULL with errno set when there is none. */
struct pf_node *__pfc_node_at(int directory, const char *name, int how);
struct pf_node *__pfc_add(const struct pf_place *place, struct pf_node *node);
bool __pfc_remove(const struct pf_place *place);
/* Frees what no name and no open file leads to any more: a leak would be reported as the program's. */
void __pfc_release(struct pf_node *node);
/* The name of a directory from the root on. */
bool __pfc_name_of(const struct pf_node *directory, char *buffer, size_t size);

uid_t geteuid(void);
gid_t getegid(void);
bool __pfc_permits(const struct pf_node *node, int access);
bool __pfc_reserve(struct pf_node *node, size_t size);
bool __pfc_resize(struct pf_node *node, size_t size);
void __pfc_touched(struct pf_node *node);
mode_t __pfc_masked(mode_t mode);

static inline bool pf_is(const struct pf_node *node, mode_t type) { return (node->mode & S_IFMT) == type; }

/* --- descriptors --------------------------------------------------------------------------------------------------------- */

/* The open file behind a descriptor; NULL with EBADF when there is none. */
struct pf_open_file *__pfc_open_file(int descriptor);
/* The lowest free descriptor for an open file of a node; -1 with errno set. */
int __pfc_open_node(struct pf_node *node, int flags, int lowest);

/* Whether this call fails because the options ask for failing calls (--max-fail): then errno is one of the two numbers. */
bool __pfc_fails(const char *call, int first, int second);

#endif
