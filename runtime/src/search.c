/*
 * Tables of <search.h>. The tree is not balanced: it holds what it is given in the same order as a balanced one, and only twalk shows
 * its shape, which POSIX leaves open.
 */
#include "internal.h"

typedef int (*search_order)(const void *, const void *);

struct search_node {
  const void *key; /* first: callers read the key through a pointer to the node */
  struct search_node *left, *right;
};

static struct search_node **search_place(const void *key, struct search_node **place, search_order compare) {
  while (*place) {
    int order = compare(key, (*place)->key);
    if (order == 0) break;
    place = order < 0 ? &(*place)->left : &(*place)->right;
  }
  return place;
}

void *tfind(const void *key, void *const *root, search_order compare) {
  return root ? *search_place(key, (struct search_node **)root, compare) : NULL;
}

void *tsearch(const void *key, void **root, search_order compare) {
  if (!root) return NULL;
  struct search_node **place = search_place(key, (struct search_node **)root, compare);
  if (*place) return *place;
  struct search_node *node = malloc(sizeof *node);
  if (!node) return NULL;
  node->key = key;
  node->left = node->right = NULL;
  return *place = node;
}

/* The parent of what was removed; something that is not NULL where it was the root. */
void *tdelete(const void *restrict key, void **restrict root, search_order compare) {
  if (!root) return NULL;
  struct search_node **place = (struct search_node **)root, *parent = NULL;
  while (*place) {
    int order = compare(key, (*place)->key);
    if (order == 0) break;
    parent = *place;
    place = order < 0 ? &(*place)->left : &(*place)->right;
  }
  struct search_node *node = *place;
  if (!node) return NULL;
  if (node->left && node->right) {
    struct search_node **next = &node->right;
    while ((*next)->left) next = &(*next)->left;
    struct search_node *heir = *next;
    *next = heir->right;
    heir->left = node->left;
    heir->right = node->right;
    *place = heir;
  } else {
    *place = node->left ? node->left : node->right;
  }
  free(node);
  return parent ? (void *)parent : (void *)root;
}

enum { VISIT_FIRST, VISIT_SECOND, VISIT_LAST, VISIT_LEAF };

static void search_walk(const struct search_node *node, void (*visit)(const void *, int, int), int depth) {
  if (!node->left && !node->right) {
    visit(node, VISIT_LEAF, depth);
    return;
  }
  visit(node, VISIT_FIRST, depth);
  if (node->left) search_walk(node->left, visit, depth + 1);
  visit(node, VISIT_SECOND, depth);
  if (node->right) search_walk(node->right, visit, depth + 1);
  visit(node, VISIT_LAST, depth);
}

void twalk(const void *root, void (*visit)(const void *, int, int)) {
  if (root && visit) search_walk(root, visit, 0);
}

static void search_walk_with(const struct search_node *node, void (*visit)(const void *, int, void *), void *closure) {
  if (!node->left && !node->right) {
    visit(node, VISIT_LEAF, closure);
    return;
  }
  visit(node, VISIT_FIRST, closure);
  if (node->left) search_walk_with(node->left, visit, closure);
  visit(node, VISIT_SECOND, closure);
  if (node->right) search_walk_with(node->right, visit, closure);
  visit(node, VISIT_LAST, closure);
}

void twalk_r(const void *root, void (*visit)(const void *, int, void *), void *closure) {
  if (root && visit) search_walk_with(root, visit, closure);
}

void tdestroy(void *root, void (*release)(void *)) {
  struct search_node *node = root;
  if (!node) return;
  tdestroy(node->left, release);
  tdestroy(node->right, release);
  release((void *)node->key);
  free(node);
}

/* --- hash tables: a list suffices, as what is found does not depend on where it lies ---------------------------------------------- */

struct search_entry {
  char *key;
  void *data;
};

struct search_table {
  struct search_entry *entries;
  unsigned size, filled;
};

int hcreate_r(size_t count, struct search_table *table) {
  if (table->entries) return 0;
  table->size = (unsigned)count;
  table->filled = 0;
  table->entries = malloc((count ? count : 1) * sizeof *table->entries);
  return table->entries != NULL;
}

void hdestroy_r(struct search_table *table) {
  free(table->entries);
  table->entries = NULL;
}

int hsearch_r(struct search_entry item, int enter, struct search_entry **result, struct search_table *table) {
  for (unsigned i = 0; i < table->filled; i++) {
    if (strcmp(table->entries[i].key, item.key) != 0) continue;
    *result = &table->entries[i];
    return 1;
  }
  *result = NULL;
  if (!enter || table->filled == table->size) {
    errno = enter ? ENOMEM : ESRCH;
    return 0;
  }
  table->entries[table->filled] = item;
  *result = &table->entries[table->filled++];
  return 1;
}

static struct search_table search_only_table;

int hcreate(size_t count) { return hcreate_r(count, &search_only_table); }
void hdestroy(void) { hdestroy_r(&search_only_table); }
struct search_entry *hsearch(struct search_entry item, int enter) {
  struct search_entry *found;
  return hsearch_r(item, enter, &found, &search_only_table) ? found : NULL;
}

/* --- queues -------------------------------------------------------------------------------------------------------------------- */

struct search_link {
  struct search_link *next, *previous;
};

void insque(void *element, void *before) {
  struct search_link *link = element, *previous = before;
  link->previous = previous;
  link->next = previous ? previous->next : NULL;
  if (!previous) return;
  if (previous->next) previous->next->previous = link;
  previous->next = link;
}

void remque(void *element) {
  struct search_link *link = element;
  if (link->next) link->next->previous = link->previous;
  if (link->previous) link->previous->next = link->next;
}
