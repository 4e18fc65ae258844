/* Waiting for descriptors. Nothing happens while a program waits, so waiting never changes the answer. */
#include "files.h"

struct pollfd {
  int fd;
  short events, revents;
};

static int descriptor_ready(const struct pollfd *asked) {
  if (asked->fd < 0) return 0;
  struct pf_open_file *file = __pfc_open_file(asked->fd);
  if (!file) return POLLNVAL;
  struct pf_node *node = file->node;
  bool plain_pipe = pf_is(node, S_IFIFO) && node->device == DEVICE_NONE;
  bool reads = pf_opens_for_reading(file->flags), writes = pf_opens_for_writing(file->flags);
  int ready = 0;
  if (reads && asked->events & POLLIN && (!plain_pipe || node->size > 0)) ready |= POLLIN;
  if (writes && asked->events & POLLOUT) ready |= POLLOUT;
  if (plain_pipe && reads && node->writers == 0) ready |= POLLHUP;
  return ready;
}

int poll(struct pollfd *asked, unsigned long count, int timeout) {
  int ready = 0;
  for (unsigned long i = 0; i < count; i++) {
    int saved = errno;
    asked[i].revents = (short)descriptor_ready(&asked[i]);
    errno = saved;
    if (asked[i].revents) ready++;
  }
  if (ready == 0 && timeout < 0) __pf_fail("model", "waiting for something that never happens", NULL, 0);
  return ready;
}

int ppoll(struct pollfd *asked, unsigned long count, const struct timespec *timeout, const void *mask) {
  (void)mask;
  return poll(asked, count, timeout ? 0 : -1);
}

int __poll_chk(struct pollfd *asked, unsigned long count, int timeout, size_t size) {
  (void)size;
  return poll(asked, count, timeout);
}

/*
 * A set of descriptors: 1,024 bits, or in wasi-libc a list of numbers, to which its headers add without a search.
 */
enum { SET_DESCRIPTORS = 1024 };
#if PF_WASI
struct descriptor_set {
  size_t count;
  int numbers[SET_DESCRIPTORS];
};

static bool set_has(const struct descriptor_set *set, int descriptor) {
  for (size_t i = 0; set && i < set->count; i++) {
    if (set->numbers[i] == descriptor) return true;
  }
  return false;
}
static void set_add(struct descriptor_set *set, int descriptor) { set->numbers[set->count++] = descriptor; }
static void set_store(struct descriptor_set *to, const struct descriptor_set *from, int count) {
  (void)count;
  if (!to) return;
  to->count = from->count;
  __builtin_memcpy(to->numbers, from->numbers, from->count * sizeof(int));
}
#else
struct descriptor_set {
  uint64_t words[SET_DESCRIPTORS / 64];
};

static bool set_has(const struct descriptor_set *set, int descriptor) {
  return set && set->words[descriptor / 64] >> (descriptor % 64) & 1;
}
static void set_add(struct descriptor_set *set, int descriptor) { set->words[descriptor / 64] |= (uint64_t)1 << (descriptor % 64); }
static void set_store(struct descriptor_set *to, const struct descriptor_set *from, int count) {
  if (to) __builtin_memcpy(to, from, (size_t)(count + 63) / 64 * 8);
}

long __fdelt_chk(long descriptor) {
  void __chk_fail(void);
  if (descriptor < 0 || descriptor >= SET_DESCRIPTORS) __chk_fail();
  return descriptor / 64;
}
#endif

int pselect(int count, struct descriptor_set *read, struct descriptor_set *write, struct descriptor_set *failed,
            const struct timespec *timeout, const void *mask) {
  (void)mask;
  static const struct descriptor_set none;
  struct descriptor_set readable = none, writable = none;
  int ready = 0;
  if (count < 0 || count > SET_DESCRIPTORS) return pf_fail(EINVAL);
  for (int i = 0; i < count; i++) {
    bool reads = set_has(read, i), writes = set_has(write, i);
    if (!reads && !writes && !set_has(failed, i)) continue;
    struct pollfd asked = {.fd = i, .events = (short)((reads ? POLLIN : 0) | (writes ? POLLOUT : 0))};
    int now = descriptor_ready(&asked);
    if (now & POLLNVAL) return pf_fail(EBADF);
    if (reads && now & (POLLIN | POLLHUP)) set_add(&readable, i), ready++;
    if (writes && now & POLLOUT) set_add(&writable, i), ready++;
  }
  if (ready == 0 && !timeout) __pf_fail("model", "waiting for something that never happens", NULL, 0);
  set_store(read, &readable, count);
  set_store(write, &writable, count);
  set_store(failed, &none, count);
  return ready;
}

int select(int count, struct descriptor_set *read, struct descriptor_set *write, struct descriptor_set *failed, struct timeval *timeout) {
  static const struct timespec at_once;
  return pselect(count, read, write, failed, timeout ? &at_once : NULL, NULL);
}
