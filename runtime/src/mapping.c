/*
 * Memory that a program maps. Each mapping is an object of its own, of whole pages; one of a file is a copy of its contents, and what is
 * written to a shared one reaches the file when it is synchronised or unmapped. Protection is not enforced.
 */
#include "files.h"

void *aligned_alloc(size_t alignment, size_t size);

enum { MAPPING_PAGE = 4096, MAPPED_TO_WRITE = 2, MAPPED_SHARED = 1, MAPPED_FIXED = 0x10, MAPPED_ANONYMOUS = 0x20 };

struct mapping {
  char *start;
  size_t length;
  struct pf_node *written_back; /* the file that gets what is written here; NULL for others */
  off_t offset;
  struct mapping *next;
};

static struct mapping *mappings;

static void *mapping_failed(int number) {
  errno = number;
  return (void *)-1;
}

static size_t mapping_whole_pages(size_t length) { return (length + MAPPING_PAGE - 1) / MAPPING_PAGE * MAPPING_PAGE; }

static struct mapping *mapping_at(const void *address) {
  struct mapping *found = mappings;
  while (found && found->start != address) found = found->next;
  return found;
}

static void *mapping_add(size_t length, struct pf_node *written_back, off_t offset) {
  size_t size = mapping_whole_pages(length);
  struct mapping *made = size < length ? NULL : malloc(sizeof *made);
  char *start = made ? aligned_alloc(MAPPING_PAGE, size) : NULL;
  if (!start) {
    free(made);
    return mapping_failed(ENOMEM);
  }
  __builtin_memset(start, 0, size);
  *made = (struct mapping){.start = start, .length = size, .written_back = written_back, .offset = offset, .next = mappings};
  mappings = made;
  if (written_back) written_back->mappings++;
  return start;
}

void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
  (void)address;
  if (length == 0 || offset % MAPPING_PAGE != 0 || !(flags & 3)) return mapping_failed(EINVAL);
  if (flags & MAPPED_FIXED) {
    __pf_absent("mmap");
    return mapping_failed(ENOMEM);
  }
  if (flags & MAPPED_ANONYMOUS) return mapping_add(length, NULL, 0);
  struct pf_open_file *file = __pfc_open_file(descriptor);
  if (!file) return (void *)-1;
  bool shared = (flags & 3) != 2 && protection & MAPPED_TO_WRITE;
  if (!pf_opens_for_reading(file->flags) || (shared && !pf_opens_for_writing(file->flags))) return mapping_failed(EACCES);
  if (file->node->device == DEVICE_ZERO) return mapping_add(length, NULL, 0);
  if (!pf_is(file->node, S_IFREG)) return mapping_failed(ENODEV);
  if (__pfc_fails("mmap", ENOMEM, EAGAIN)) return (void *)-1;
  void *start = mapping_add(length, shared ? file->node : NULL, offset);
  if (start == (void *)-1 || (size_t)offset >= file->node->size) return start;
  size_t there = file->node->size - (size_t)offset;
  return memcpy(start, file->node->data + offset, there < length ? there : length);
}

void *mmap64(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
  return mmap(address, length, protection, flags, descriptor, offset);
}

static void mapping_forget_file(struct mapping *mapping) {
  struct pf_node *node = mapping->written_back;
  if (!node) return;
  mapping->written_back = NULL;
  node->mappings--;
  __pfc_release(node);
}

/* A mapping never makes a file longer. */
static void mapping_write_back(const struct mapping *mapping) {
  struct pf_node *node = mapping->written_back;
  if (!node || (size_t)mapping->offset >= node->size || !__pfc_reserve(node, node->size)) return;
  size_t there = node->size - (size_t)mapping->offset;
  __builtin_memcpy(node->data + mapping->offset, mapping->start, there < mapping->length ? there : mapping->length);
  __pfc_touched(node);
}

int msync(void *address, size_t length, int flags) {
  (void)length, (void)flags;
  struct mapping *mapping = mapping_at(address);
  if (mapping) mapping_write_back(mapping);
  return 0;
}

/* Whole mappings go away; what is unmapped of others stays, and accesses to it are not noticed. */
int munmap(void *address, size_t length) {
  if (length == 0) return pf_fail(EINVAL);
  for (struct mapping **place = &mappings; *place; place = &(*place)->next) {
    struct mapping *mapping = *place;
    if (mapping->start != address) continue;
    mapping_write_back(mapping);
    if (mapping_whole_pages(length) < mapping->length) return 0;
    *place = mapping->next;
    mapping_forget_file(mapping);
    free(mapping->start);
    free(mapping);
    return 0;
  }
  return 0;
}

void *mremap(void *address, size_t length, size_t wanted, int flags, ...) {
  enum { MAY_MOVE = 1 };
  struct mapping *mapping = mapping_at(address);
  if (!mapping || wanted == 0) return mapping_failed(EINVAL);
  if (mapping_whole_pages(wanted) <= mapping->length) return address;
  if (!(flags & MAY_MOVE)) return mapping_failed(ENOMEM);
  char *moved = mapping_add(wanted, mapping->written_back, mapping->offset);
  if (moved == (void *)-1) return moved;
  __builtin_memcpy(moved, mapping->start, mapping->length);
  mapping_forget_file(mapping);
  munmap(address, length);
  return moved;
}

int mprotect(void *address, size_t length, int protection) { return (void)address, (void)length, (void)protection, 0; }
int madvise(void *address, size_t length, int advice) { return (void)address, (void)length, (void)advice, 0; }
int posix_madvise(void *address, size_t length, int advice) { return (void)address, (void)length, (void)advice, 0; }
int mlock(const void *address, size_t length) { return (void)address, (void)length, 0; }
int munlock(const void *address, size_t length) { return (void)address, (void)length, 0; }
/* Nothing is known of pages that were not mapped here: a search over them ends at once. */
int mincore(void *address, size_t length, unsigned char *resident) { return (void)address, (void)length, (void)resident, pf_fail(ENOMEM); }
int mlockall(int flags) { return (void)flags, 0; }
int munlockall(void) { return 0; }

/* There is no memory beside what malloc gives. */
void *sbrk(intptr_t increment) { return __pf_absent("sbrk"), (void)increment, mapping_failed(ENOMEM); }
int brk(void *end) { return (void)end, pf_fail(ENOMEM); }
int shm_open(const char *name, int flags, mode_t mode) { return __pf_absent("shm_open"), (void)name, (void)flags, (void)mode, pf_fail(ENOSYS); }
int shm_unlink(const char *name) { return (void)name, pf_fail(ENOENT); }
int memfd_create(const char *name, unsigned flags) { return __pf_absent("memfd_create"), (void)name, (void)flags, pf_fail(ENOSYS); }
int shmget(int key, size_t size, int flags) { return __pf_absent("shmget"), (void)key, (void)size, (void)flags, pf_fail(ENOSYS); }
void *shmat(int identity, const void *address, int flags) { return (void)identity, (void)address, (void)flags, mapping_failed(EINVAL); }
int shmdt(const void *address) { return (void)address, pf_fail(EINVAL); }
int shmctl(int identity, int command, void *buffer) { return (void)identity, (void)command, (void)buffer, pf_fail(EINVAL); }
