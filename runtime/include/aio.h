/* Reading and writing in the background, where the target's own headers have none. */
#if __has_include_next(<aio.h>)
#include_next <aio.h>
#else
#ifndef PATHFOLD_AIO_H
#define PATHFOLD_AIO_H
#include <fcntl.h>
#include <signal.h>
#include <sys/types.h>
#include <time.h>

struct aiocb {
  int aio_fildes, aio_lio_opcode, aio_reqprio;
  volatile void *aio_buf;
  size_t aio_nbytes;
  struct sigevent aio_sigevent;
  void *__next;
  int __priority, __policy, __error;
  ssize_t __result;
  off_t aio_offset;
};

enum { AIO_CANCELED, AIO_NOTCANCELED, AIO_ALLDONE };
enum { LIO_READ, LIO_WRITE, LIO_NOP };
enum { LIO_WAIT, LIO_NOWAIT };

int aio_read(struct aiocb *request);
int aio_write(struct aiocb *request);
int aio_fsync(int operation, struct aiocb *request);
int aio_error(const struct aiocb *request);
ssize_t aio_return(struct aiocb *request);
int aio_cancel(int descriptor, struct aiocb *request);
int aio_suspend(const struct aiocb *const requests[], int count, const struct timespec *timeout);
int lio_listio(int mode, struct aiocb *__restrict const requests[__restrict], int count, struct sigevent *__restrict event);
#endif
#endif
