/* The heap. Every allocation is an object of its own in the machine, so every access is checked against its exact size. */
#include "internal.h"

void *malloc(size_t size) {
  void *p = __pf_alloc(size);
  if (!p) errno = ENOMEM;
  return p;
}

void *calloc(size_t count, size_t size) {
  size_t total;
  if (__builtin_mul_overflow(count, size, &total)) {
    errno = ENOMEM;
    return NULL;
  }
  void *p = __pf_alloc_zeroed(total);
  if (!p) errno = ENOMEM;
  return p;
}

void free(void *p) {
  if (p) __pf_free(p);
}

void cfree(void *p) { free(p); }

void *realloc(void *old, size_t size) {
  if (!old) return malloc(size);
  if (!PF_WASI && size == 0) {
    free(old); /* glibc frees and returns NULL; wasi-libc gives a new empty object */
    return NULL;
  }
  size_t old_size = __pf_object_size(old);
  void *p = malloc(size);
  if (!p) return NULL;
  __builtin_memcpy(p, old, old_size < size ? old_size : size);
  free(old);
  return p;
}

void *reallocarray(void *old, size_t count, size_t size) {
  size_t total;
  if (__builtin_mul_overflow(count, size, &total)) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc(old, total);
}

static bool allocation_is_power_of_two(size_t n) { return n != 0 && (n & (n - 1)) == 0; }

/* Objects are aligned for every type; larger alignments are granted in name only. */
void *aligned_alloc(size_t alignment, size_t size) {
  if (!allocation_is_power_of_two(alignment)) {
    errno = EINVAL;
    return NULL;
  }
  return malloc(size);
}

void *memalign(size_t alignment, size_t size) { return aligned_alloc(alignment, size); }

void *valloc(size_t size) { return malloc(size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || !allocation_is_power_of_two(alignment)) return EINVAL;
  void *p = __pf_alloc(size);
  if (!p) return ENOMEM;
  *result = p;
  return 0;
}

size_t malloc_usable_size(void *p) { return p ? __pf_object_size(p) : 0; }
