/* The end of the process. */
#include "internal.h"

typedef void (*process_handler)(void *argument);

struct process_exit_entry {
  process_handler call;
  void *argument;
};

struct process_exit_list {
  struct process_exit_entry *entries;
  size_t count, capacity;
};

static struct process_exit_list process_at_exit, process_at_quick_exit;

static int process_register(struct process_exit_list *list, process_handler call, void *argument) {
  if (list->count == list->capacity) {
    size_t capacity = list->capacity ? list->capacity * 2 : 8;
    struct process_exit_entry *grown = __pf_alloc(capacity * sizeof *grown);
    if (!grown) return -1;
    if (list->entries) {
      __builtin_memcpy(grown, list->entries, list->count * sizeof *grown);
      __pf_free(list->entries);
    }
    list->entries = grown;
    list->capacity = capacity;
  }
  list->entries[list->count].call = call;
  list->entries[list->count].argument = argument;
  list->count++;
  return 0;
}

/* Last registered first; a handler may register more. */
static void process_run(struct process_exit_list *list) {
  while (list->count > 0) {
    list->count--;
    struct process_exit_entry entry = list->entries[list->count];
    entry.call(entry.argument);
  }
  if (list->entries) __pf_free(list->entries);
  list->entries = NULL;
  list->capacity = 0;
}

static void process_call_plain(void *function) { ((void (*)(void))(uintptr_t)function)(); }

int atexit(void (*function)(void)) {
  return process_register(&process_at_exit, process_call_plain, (void *)(uintptr_t)function);
}

int at_quick_exit(void (*function)(void)) {
  return process_register(&process_at_quick_exit, process_call_plain, (void *)(uintptr_t)function);
}

/* What compilers use for destructors of static objects. */
int __cxa_atexit(void (*function)(void *), void *argument, void *module) {
  (void)module;
  return process_register(&process_at_exit, function, argument);
}

/* A POSIX parent sees eight bits of the status; WASI passes all of it on. */
static int process_status(int status) { return PF_WASI ? status : status & 255; }

void exit(int status) {
  process_run(&process_at_exit);
  __pf_exit(process_status(status));
}

void quick_exit(int status) {
  process_run(&process_at_quick_exit);
  __pf_exit(process_status(status));
}

void _Exit(int status) { __pf_exit(process_status(status)); }

void _exit(int status) { __pf_exit(process_status(status)); }

void abort(void) { __pf_fail("abort", "abort() was called", NULL, 0); }

/* glibc's fortified functions end here. */
void __chk_fail(void) { __pf_fail("abort", "buffer overflow detected", NULL, 0); }

void __stack_chk_fail(void) { __pf_fail("abort", "stack smashing detected", NULL, 0); }

int system(const char *command) {
  if (!command) return 0; /* no command processor */
  __pf_absent("system");
  errno = ENOSYS;
  return -1;
}
