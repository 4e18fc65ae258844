/* glibc's obstacks, as the macros of <obstack.h> expect them: the structure is theirs. */
#include "internal.h"

int vasprintf(char **result, const char *format, va_list arguments);

struct obstack_chunk {
  char *limit;
  struct obstack_chunk *previous;
  char contents[];
};

struct obstack {
  long chunk_size;
  struct obstack_chunk *chunk;
  char *object_base, *next_free, *chunk_limit;
  union {
    long number;
    void *pointer;
  } scratch;
  int alignment_mask;
  union {
    void *(*plain)(long size);
    void *(*with_argument)(void *argument, long size);
  } allocate;
  union {
    void (*plain)(void *chunk);
    void (*with_argument)(void *argument, struct obstack_chunk *chunk);
  } release;
  void *argument;
  unsigned use_argument : 1, maybe_empty_object : 1, alloc_failed : 1;
};

int obstack_exit_failure = 1;

static void obstack_out_of_memory(void) {
  int fprintf(FILE *restrict stream, const char *restrict format, ...);
  fprintf(stderr, "memory exhausted\n");
  exit(obstack_exit_failure);
}

void (*obstack_alloc_failed_handler)(void) = obstack_out_of_memory;

static struct obstack_chunk *obstack_new_chunk(struct obstack *stack, long size) {
  struct obstack_chunk *chunk =
      stack->use_argument ? stack->allocate.with_argument(stack->argument, size) : stack->allocate.plain(size);
  if (!chunk) obstack_alloc_failed_handler();
  return chunk;
}

static void obstack_drop_chunk(struct obstack *stack, struct obstack_chunk *chunk) {
  if (stack->use_argument) stack->release.with_argument(stack->argument, chunk);
  else stack->release.plain(chunk);
}

static char *obstack_aligned(struct obstack_chunk *chunk, int mask) {
  char *start = chunk->contents;
  return start + (-(uintptr_t)start & (uintptr_t)mask);
}

static int obstack_start(struct obstack *stack, int size, int alignment) {
  enum { USUAL_ALIGNMENT = 16, USUAL_SIZE = 4064 };
  stack->alignment_mask = (alignment ? alignment : USUAL_ALIGNMENT) - 1;
  stack->chunk_size = size ? size : USUAL_SIZE;
  struct obstack_chunk *chunk = stack->chunk = obstack_new_chunk(stack, stack->chunk_size);
  stack->next_free = stack->object_base = obstack_aligned(chunk, stack->alignment_mask);
  stack->chunk_limit = chunk->limit = (char *)chunk + stack->chunk_size;
  chunk->previous = NULL;
  stack->maybe_empty_object = stack->alloc_failed = 0;
  return 1;
}

int _obstack_begin(struct obstack *stack, int size, int alignment, void *(*allocate)(long), void (*release)(void *)) {
  stack->allocate.plain = allocate;
  stack->release.plain = release;
  stack->use_argument = 0;
  return obstack_start(stack, size, alignment);
}

int _obstack_begin_1(struct obstack *stack, int size, int alignment, void *(*allocate)(void *, long),
                     void (*release)(void *, struct obstack_chunk *), void *argument) {
  stack->allocate.with_argument = allocate;
  stack->release.with_argument = release;
  stack->argument = argument;
  stack->use_argument = 1;
  return obstack_start(stack, size, alignment);
}

/* The object that grows moves to a chunk with room for so many bytes more. */
void _obstack_newchunk(struct obstack *stack, int length) {
  struct obstack_chunk *old = stack->chunk;
  long object = stack->next_free - stack->object_base;
  long size = object + length + (object >> 3) + stack->alignment_mask + 100 + (long)sizeof(struct obstack_chunk);
  if (size < stack->chunk_size) size = stack->chunk_size;
  struct obstack_chunk *chunk = stack->chunk = obstack_new_chunk(stack, size);
  chunk->previous = old;
  stack->chunk_limit = chunk->limit = (char *)chunk + size;
  char *base = obstack_aligned(chunk, stack->alignment_mask);
  __builtin_memcpy(base, stack->object_base, (size_t)object);
  if (!stack->maybe_empty_object && stack->object_base == obstack_aligned(old, stack->alignment_mask)) {
    chunk->previous = old->previous;
    obstack_drop_chunk(stack, old);
  }
  stack->object_base = base;
  stack->next_free = base + object;
  stack->maybe_empty_object = 0;
}

static bool obstack_holds(const struct obstack_chunk *chunk, const void *object) {
  uintptr_t place = (uintptr_t)object;
  return place > (uintptr_t)chunk && place <= (uintptr_t)chunk->limit;
}

int _obstack_allocated_p(struct obstack *stack, void *object) {
  struct obstack_chunk *chunk = stack->chunk;
  while (chunk && !obstack_holds(chunk, object)) chunk = chunk->previous;
  return chunk != NULL;
}

/* Everything from an object on, or everything. */
void obstack_free(struct obstack *stack, void *object) {
  struct obstack_chunk *chunk = stack->chunk;
  while (chunk && !(object && obstack_holds(chunk, object))) {
    struct obstack_chunk *previous = chunk->previous;
    obstack_drop_chunk(stack, chunk);
    chunk = previous;
    stack->maybe_empty_object = 1;
  }
  stack->chunk = chunk;
  if (chunk) {
    stack->object_base = stack->next_free = object;
    stack->chunk_limit = chunk->limit;
  } else if (object) {
    abort();
  }
}

void _obstack_free(struct obstack *stack, void *object) { obstack_free(stack, object); }

int _obstack_memory_used(struct obstack *stack) {
  int used = 0;
  for (struct obstack_chunk *chunk = stack->chunk; chunk; chunk = chunk->previous) used += (int)(chunk->limit - (char *)chunk);
  return used;
}

int obstack_vprintf(struct obstack *stack, const char *format, va_list arguments) {
  char *text;
  int n = vasprintf(&text, format, arguments);
  if (n < 0) return -1;
  if (stack->chunk_limit - stack->next_free < n) _obstack_newchunk(stack, n);
  __builtin_memcpy(stack->next_free, text, (size_t)n);
  stack->next_free += n;
  free(text);
  return n;
}

int obstack_printf(struct obstack *stack, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int n = obstack_vprintf(stack, format, arguments);
  va_end(arguments);
  return n;
}

int __obstack_vprintf_chk(struct obstack *stack, int flag, const char *format, va_list arguments) {
  return (void)flag, obstack_vprintf(stack, format, arguments);
}

int __obstack_printf_chk(struct obstack *stack, int flag, const char *format, ...) {
  (void)flag;
  va_list arguments;
  va_start(arguments, format);
  int n = obstack_vprintf(stack, format, arguments);
  va_end(arguments);
  return n;
}
