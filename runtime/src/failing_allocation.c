/* With --malloc-fails, the user's files call these instead of the functions they name: any allocation may find no memory. */
#include <pathfold.h>

#include "internal.h"

void *calloc(size_t count, size_t size);
void *aligned_alloc(size_t alignment, size_t size);
char *strdup(const char *text);
char *strndup(const char *text, size_t most);

static bool allocation_fails(const char *name) {
  if (!pathfold_bool(name)) return false;
  errno = ENOMEM;
  return true;
}

void *pathfold_malloc(size_t size);
void *pathfold_malloc(size_t size) { return allocation_fails("malloc fails") ? NULL : malloc(size); }

void *pathfold_calloc(size_t count, size_t size);
void *pathfold_calloc(size_t count, size_t size) { return allocation_fails("calloc fails") ? NULL : calloc(count, size); }

void *pathfold_realloc(void *old, size_t size);
void *pathfold_realloc(void *old, size_t size) { return allocation_fails("realloc fails") ? NULL : realloc(old, size); }

void *pathfold_aligned_alloc(size_t alignment, size_t size);
void *pathfold_aligned_alloc(size_t alignment, size_t size) {
  return allocation_fails("aligned_alloc fails") ? NULL : aligned_alloc(alignment, size);
}

char *pathfold_strdup(const char *text);
char *pathfold_strdup(const char *text) { return allocation_fails("strdup fails") ? NULL : strdup(text); }

char *pathfold_strndup(const char *text, size_t most);
char *pathfold_strndup(const char *text, size_t most) {
  return allocation_fails("strndup fails") ? NULL : strndup(text, most);
}
