/* Waiting for many descriptors, where the target's own headers have none. */
#if __has_include_next(<sys/epoll.h>)
#include_next <sys/epoll.h>
#else
#ifndef PATHFOLD_SYS_EPOLL_H
#define PATHFOLD_SYS_EPOLL_H
#include <signal.h>
#include <stdint.h>
#define EPOLL_CLOEXEC 0
#define EPOLL_CTL_ADD 1
#define EPOLL_CTL_DEL 2
#define EPOLL_CTL_MOD 3
#define EPOLLIN 1
#define EPOLLOUT 4
#define EPOLLERR 8
#define EPOLLHUP 16
#define EPOLLONESHOT (1u << 30)
#define EPOLLET (1u << 31)
typedef union {
  void *ptr;
  int fd;
  uint32_t u32;
  uint64_t u64;
} epoll_data_t;
struct epoll_event {
  uint32_t events;
  epoll_data_t data;
};
int epoll_create(int size);
int epoll_create1(int flags);
int epoll_ctl(int poll, int operation, int descriptor, struct epoll_event *event);
int epoll_wait(int poll, struct epoll_event *events, int most, int timeout);
#endif
#endif
