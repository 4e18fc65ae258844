/*
 * Sorting and searching. qsort is stable and deterministic: runs of a few elements by insertion, then merging through one
 * buffer. It branches on comparisons only, so a symbolic array explores exactly the orders the comparisons can tell apart.
 */
#include "internal.h"

typedef int (*sort_compare)(const void *left, const void *right, void *context);

enum { SORT_RUN = 8, SORT_LOCAL_ELEMENT = 64, SORT_ASKED = 64 };

struct sort_order {
  size_t size;
  sort_compare compare;
  void *context;
};

static void sort_insertion(char *base, size_t count, const struct sort_order *order, char *spare) {
  size_t size = order->size;
  for (size_t i = 1; i < count; i++) {
    char *element = base + i * size;
    size_t to = i;
    while (to > 0 && order->compare(base + (to - 1) * size, element, order->context) > 0) to--;
    if (to == i) continue;
    __builtin_memcpy(spare, element, size);
    __builtin_memmove(base + (to + 1) * size, base + to * size, (i - to) * size);
    __builtin_memcpy(base + to * size, spare, size);
  }
}

/* Merges base[0, middle) and base[middle, count); the first part waits in the buffer. */
static void sort_merge(char *base, size_t middle, size_t count, const struct sort_order *order, char *buffer) {
  size_t size = order->size, left = 0, right = middle, to = 0;
  __builtin_memcpy(buffer, base, middle * size);
  while (left < middle && right < count) {
    bool take_right = order->compare(buffer + left * size, base + right * size, order->context) > 0;
    __builtin_memcpy(base + to++ * size, take_right ? base + right++ * size : buffer + left++ * size, size);
  }
  __builtin_memcpy(base + to * size, buffer + left * size, (middle - left) * size);
}

/* What an order must be to sort by it: asked of every pair, which a program notices only by counting comparisons. */
static void sort_require_order(const char *base, size_t count, const struct sort_order *order) {
  size_t size = order->size;
  for (size_t i = 0; i < count; i++) {
    for (size_t k = i; k < count && k < i + SORT_ASKED; k++) {
      int there = order->compare(base + i * size, base + k * size, order->context);
      int back = order->compare(base + k * size, base + i * size, order->context);
      if (there > 0 || (there < 0) != (back > 0) || (i == k && there != 0))
        __pf_fail("undefined", "the comparison that qsort got is no order", NULL, 0);
    }
  }
}

static void sort_in_order(char *base, size_t count, const struct sort_order *order) {
  char local[SORT_LOCAL_ELEMENT];
  size_t size = order->size;
  if (count <= SORT_RUN && size <= sizeof local) {
    sort_insertion(base, count, order, local);
    return;
  }
  char *buffer = __pf_alloc(count * size);
  if (!buffer) __pf_fail("model", "qsort() cannot allocate its buffer", NULL, 0);
  for (size_t start = 0; start < count; start += SORT_RUN) {
    size_t run = count - start < SORT_RUN ? count - start : SORT_RUN;
    sort_insertion(base + start * size, run, order, buffer);
  }
  for (size_t width = SORT_RUN; width < count; width *= 2) {
    for (size_t start = 0; start + width < count; start += 2 * width) {
      size_t both = count - start < 2 * width ? count - start : 2 * width;
      sort_merge(base + start * size, width, both, order, buffer);
    }
  }
  __pf_free(buffer);
}

static void sort_elements(char *base, size_t count, const struct sort_order *order) {
  if (count < 2 || order->size == 0) return;
  sort_in_order(base, count, order);
  if (__pf_looks_for_undefined()) sort_require_order(base, count, order);
}

/* A comparison without context travels as the context. */
struct sort_plain {
  int (*compare)(const void *left, const void *right);
};

static int sort_compare_plain(const void *left, const void *right, void *context) {
  return ((struct sort_plain *)context)->compare(left, right);
}

void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  struct sort_plain plain = {compare};
  struct sort_order order = {size, sort_compare_plain, &plain};
  sort_elements(base, count, &order);
}

void qsort_r(void *base, size_t count, size_t size, sort_compare compare, void *context) {
  struct sort_order order = {size, compare, context};
  sort_elements(base, count, &order);
}

void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  const char *low = base;
  while (count > 0) {
    size_t half = count / 2;
    const char *middle = low + half * size;
    int order = compare(key, middle);
    if (order == 0) return (void *)middle;
    if (order > 0) {
      low = middle + size;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  return NULL;
}

void *lfind(const void *key, const void *base, size_t *count, size_t size, int (*compare)(const void *, const void *)) {
  const char *element = base;
  for (size_t i = 0; i < *count; i++, element += size) {
    if (compare(key, element) == 0) return (void *)element;
  }
  return NULL;
}

void *lsearch(const void *key, void *base, size_t *count, size_t size, int (*compare)(const void *, const void *)) {
  void *found = lfind(key, base, count, size, compare);
  if (found) return found;
  char *end = (char *)base + *count * size;
  __builtin_memcpy(end, key, size);
  ++*count;
  return end;
}
