/* Reading and writing "in the background": done at once, and the result kept for whoever asks. */
#include "posix.h"

ssize_t pread(int descriptor, void *buffer, size_t n, off_t position);
ssize_t pwrite(int descriptor, const void *bytes, size_t n, off_t position);
int fsync(int descriptor);

/* glibc's on x86_64; the header for the other target has the same order. */
struct aiocb {
  int descriptor, operation, priority;
  void *buffer;
  size_t size;
  long event[PF_WASI ? 5 : 8];
  void *next;
  int absolute_priority, policy, error;
  ssize_t result;
  off_t position;
};

static int asynchronous_done(struct aiocb *request, ssize_t result) {
  request->result = result;
  request->error = result < 0 ? errno : 0;
  return 0;
}

int aio_read(struct aiocb *request) {
  return asynchronous_done(request, pread(request->descriptor, request->buffer, request->size, request->position));
}
int aio_write(struct aiocb *request) {
  return asynchronous_done(request, pwrite(request->descriptor, request->buffer, request->size, request->position));
}
int aio_fsync(int operation, struct aiocb *request) { return (void)operation, asynchronous_done(request, fsync(request->descriptor)); }
int aio_error(const struct aiocb *request) { return request->error; }
ssize_t aio_return(struct aiocb *request) { return request->result; }
int aio_cancel(int descriptor, struct aiocb *request) {
  enum { ALL_DONE = 2 };
  return (void)descriptor, (void)request, ALL_DONE;
}
int aio_suspend(const struct aiocb *const requests[], int count, const struct timespec *timeout) {
  return (void)requests, (void)count, (void)timeout, 0;
}

int lio_listio(int mode, struct aiocb *restrict const requests[restrict], int count, void *restrict event) {
  enum { READ, WRITE, NOTHING, WAIT = 0 };
  bool failed = false;
  (void)event;
  for (int i = 0; i < count; i++) {
    if (!requests[i] || requests[i]->operation == NOTHING) continue;
    if (requests[i]->operation == READ) aio_read(requests[i]);
    else aio_write(requests[i]);
    failed |= requests[i]->error != 0;
  }
  return failed && mode == WAIT ? pf_fail(EIO) : 0;
}
