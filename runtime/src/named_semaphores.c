/*
 * Semaphores with names. There are no other processes, so a name is there when this one has made it; it and its number go when it is
 * unlinked and everybody who opened it has closed it.
 */
#include "posix.h"

void *calloc(size_t count, size_t size);
char *strdup(const char *s);

struct named_semaphore {
  int value[8]; /* sem_t: the locks use the first number */
  struct named_semaphore *next;
  char *name; /* NULL once it is unlinked */
  int opened;
};

static struct named_semaphore *semaphores;

/* Slashes in front do not count; NULL for what cannot be a name. */
static const char *semaphore_name(const char *name) {
  while (*name == '/') name++;
  size_t n = strlen(name);
  if (n == 0 || strchrnul(name, '/')[0]) return errno = EINVAL, NULL;
  if (n > PF_NAME_MAX - 4) return errno = ENAMETOOLONG, NULL;
  return name;
}

static struct named_semaphore *semaphore_called(const char *name) {
  struct named_semaphore *each = semaphores;
  while (each && !(each->name && strcmp(each->name, name) == 0)) each = each->next;
  return each;
}

static void semaphore_drop(struct named_semaphore *gone) {
  if (gone->opened > 0 || gone->name) return;
  struct named_semaphore **at = &semaphores;
  while (*at != gone) at = &(*at)->next;
  *at = gone->next;
  free(gone);
}

int *sem_open(const char *given, int flags, ...) {
  enum { MOST = 0x7fffffff };
  const char *name = semaphore_name(given);
  if (!name) return NULL;
  struct named_semaphore *found = semaphore_called(name);
  if (found && (flags & O_CREAT) && (flags & O_EXCL)) return errno = EEXIST, NULL;
  if (!found) {
    if (!(flags & O_CREAT)) return errno = ENOENT, NULL;
    va_list arguments;
    va_start(arguments, flags);
    (void)va_arg(arguments, mode_t);
    unsigned value = va_arg(arguments, unsigned);
    va_end(arguments);
    if (value > MOST) return errno = EINVAL, NULL;
    found = calloc(1, sizeof *found);
    if (found) found->name = strdup(name);
    if (!found || !found->name) return free(found), errno = ENOMEM, NULL;
    found->value[0] = (int)value;
    found->next = semaphores;
    semaphores = found;
  }
  found->opened++;
  return found->value;
}

int sem_close(int *semaphore) {
  struct named_semaphore *each = semaphores;
  while (each && each->value != semaphore) each = each->next;
  if (!each || each->opened == 0) return pf_fail(EINVAL);
  each->opened--;
  semaphore_drop(each);
  return 0;
}

int sem_unlink(const char *given) {
  const char *name = semaphore_name(given);
  struct named_semaphore *found = name ? semaphore_called(name) : NULL;
  if (!found) return pf_fail(ENOENT);
  free(found->name);
  found->name = NULL;
  semaphore_drop(found);
  return 0;
}
