/*
 * GNU's stacks of objects that grow, where the target's own headers have none. What is done per byte stands here; chunks are made and
 * released by the library. A program defines obstack_chunk_alloc and obstack_chunk_free, usually as malloc and free.
 */
#if __has_include_next(<obstack.h>)
#include_next <obstack.h>
#else
#ifndef PATHFOLD_OBSTACK_H
#define PATHFOLD_OBSTACK_H
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct _obstack_chunk {
  char *limit;
  struct _obstack_chunk *prev;
  char contents[4];
};

struct obstack {
  long chunk_size;
  struct _obstack_chunk *chunk;
  char *object_base, *next_free, *chunk_limit;
  union {
    long tempint;
    void *tempptr;
  } temp;
  int alignment_mask;
  void *(*chunkfun)(void *, long);
  void (*freefun)(void *, struct _obstack_chunk *);
  void *extra_arg;
  unsigned use_extra_arg : 1, maybe_empty_object : 1, alloc_failed : 1;
};

int _obstack_begin(struct obstack *stack, int size, int alignment, void *(*allocate)(long), void (*release)(void *));
int _obstack_begin_1(struct obstack *stack, int size, int alignment, void *(*allocate)(void *, long),
                     void (*release)(void *, void *), void *argument);
void _obstack_newchunk(struct obstack *stack, int length);
int _obstack_memory_used(struct obstack *stack);
void obstack_free(struct obstack *stack, void *object);
int obstack_printf(struct obstack *stack, const char *format, ...) __attribute__((__format__(__printf__, 2, 3)));
int obstack_vprintf(struct obstack *stack, const char *format, va_list arguments);
extern void (*obstack_alloc_failed_handler)(void);
extern int obstack_exit_failure;

#define obstack_init(stack) _obstack_begin((stack), 0, 0, (void *(*)(long))obstack_chunk_alloc, (void (*)(void *))obstack_chunk_free)
#define obstack_begin(stack, size) \
  _obstack_begin((stack), (size), 0, (void *(*)(long))obstack_chunk_alloc, (void (*)(void *))obstack_chunk_free)
#define obstack_specify_allocation(stack, size, alignment, allocate, release) \
  _obstack_begin((stack), (size), (alignment), (void *(*)(long))(allocate), (void (*)(void *))(release))
#define obstack_specify_allocation_with_arg(stack, size, alignment, allocate, release, argument)                                  \
  _obstack_begin_1((stack), (size), (alignment), (void *(*)(void *, long))(allocate), (void (*)(void *, void *))(release), (argument))
#define obstack_memory_used(stack) _obstack_memory_used(stack)
#define obstack_base(stack) ((void *)(stack)->object_base)
#define obstack_next_free(stack) ((void *)(stack)->next_free)
#define obstack_alignment_mask(stack) ((stack)->alignment_mask)
#define obstack_chunk_size(stack) ((stack)->chunk_size)

static inline int obstack_object_size(const struct obstack *stack) { return (int)(stack->next_free - stack->object_base); }
static inline int obstack_room(const struct obstack *stack) { return (int)(stack->chunk_limit - stack->next_free); }
static inline void obstack_make_room(struct obstack *stack, int length) {
  if (obstack_room(stack) < length) _obstack_newchunk(stack, length);
}
static inline int obstack_empty_p(const struct obstack *stack) {
  const char *start = stack->chunk->contents;
  return !stack->chunk->prev && stack->next_free == start + (-(uintptr_t)start & (uintptr_t)stack->alignment_mask);
}
static inline void obstack_blank_fast(struct obstack *stack, int length) { stack->next_free += length; }
static inline void obstack_blank(struct obstack *stack, int length) {
  obstack_make_room(stack, length);
  obstack_blank_fast(stack, length);
}
static inline void obstack_grow(struct obstack *stack, const void *data, int length) {
  obstack_make_room(stack, length);
  memcpy(stack->next_free, data, (size_t)length);
  stack->next_free += length;
}
static inline void obstack_1grow_fast(struct obstack *stack, char byte) { *stack->next_free++ = byte; }
static inline void obstack_1grow(struct obstack *stack, char byte) {
  obstack_make_room(stack, 1);
  obstack_1grow_fast(stack, byte);
}
static inline void obstack_grow0(struct obstack *stack, const void *data, int length) {
  obstack_make_room(stack, length + 1);
  obstack_grow(stack, data, length);
  obstack_1grow_fast(stack, 0);
}
static inline void obstack_ptr_grow(struct obstack *stack, const void *pointer) { obstack_grow(stack, &pointer, sizeof pointer); }
static inline void obstack_int_grow(struct obstack *stack, int number) { obstack_grow(stack, &number, sizeof number); }
static inline void *obstack_finish(struct obstack *stack) {
  void *object = stack->object_base;
  if (stack->next_free == object) stack->maybe_empty_object = 1;
  stack->next_free += -(uintptr_t)stack->next_free & (uintptr_t)stack->alignment_mask;
  if (stack->next_free > stack->chunk_limit) stack->next_free = stack->chunk_limit;
  stack->object_base = stack->next_free;
  return object;
}
static inline void *obstack_alloc(struct obstack *stack, int length) {
  obstack_blank(stack, length);
  return obstack_finish(stack);
}
static inline void *obstack_copy(struct obstack *stack, const void *data, int length) {
  obstack_grow(stack, data, length);
  return obstack_finish(stack);
}
static inline void *obstack_copy0(struct obstack *stack, const void *data, int length) {
  obstack_grow0(stack, data, length);
  return obstack_finish(stack);
}

#endif
#endif
