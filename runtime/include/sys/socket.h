/* What a POSIX system has and the target's own header hides. */
#include_next <sys/socket.h>
#if defined(_WASI_EMULATED_SIGNAL) && !defined(PATHFOLD_SYS_SOCKET_H)
#define PATHFOLD_SYS_SOCKET_H
#define SOCK_RAW 3
#define SOCK_SEQPACKET 4
#define PF_UNIX AF_UNIX
#define PF_LOCAL AF_UNIX
#define AF_LOCAL AF_UNIX
#define SOMAXCONN 128
#define SO_DEBUG 1
#define SO_REUSEADDR 2
#define SO_ERROR 4
#define SO_DONTROUTE 5
#define SO_BROADCAST 6
#define SO_SNDBUF 7
#define SO_RCVBUF 8
#define SO_KEEPALIVE 9
#define SO_OOBINLINE 10
#define SO_LINGER 13
#define SO_REUSEPORT 15
#define SO_RCVLOWAT 18
#define SO_SNDLOWAT 19
#define SO_RCVTIMEO 20
#define SO_SNDTIMEO 21
#define SO_ACCEPTCONN 30
#define MSG_OOB 0x100
#define MSG_DONTROUTE 0x200
#define MSG_CTRUNC 0x400
#define MSG_DONTWAIT 0x800
#define MSG_EOR 0x1000
#define MSG_NOSIGNAL 0x4000
#define SCM_RIGHTS 1
struct cmsghdr {
  socklen_t cmsg_len;
  int cmsg_level, cmsg_type;
};
#define CMSG_ALIGN(n) (((n) + sizeof(size_t) - 1) & ~(sizeof(size_t) - 1))
#define CMSG_SPACE(n) (CMSG_ALIGN(n) + CMSG_ALIGN(sizeof(struct cmsghdr)))
#define CMSG_LEN(n) (CMSG_ALIGN(sizeof(struct cmsghdr)) + (n))
#define CMSG_DATA(head) ((unsigned char *)((head) + 1))
#define CMSG_FIRSTHDR(message) \
  ((message)->msg_controllen >= sizeof(struct cmsghdr) ? (struct cmsghdr *)(message)->msg_control : (struct cmsghdr *)0)
#define CMSG_NXTHDR(message, head)                                                                                          \
  ((char *)(head) + CMSG_ALIGN((head)->cmsg_len) + sizeof(struct cmsghdr) >                                                 \
           (char *)(message)->msg_control + (message)->msg_controllen                                                       \
       ? (struct cmsghdr *)0                                                                                                \
       : (struct cmsghdr *)((char *)(head) + CMSG_ALIGN((head)->cmsg_len)))
int socket(int family, int type, int protocol);
int socketpair(int family, int type, int protocol, int ends[2]);
int connect(int descriptor, const struct sockaddr *address, socklen_t size);
int bind(int descriptor, const struct sockaddr *address, socklen_t size);
int listen(int descriptor, int backlog);
int getsockname(int descriptor, struct sockaddr *__restrict address, socklen_t *__restrict size);
int getpeername(int descriptor, struct sockaddr *__restrict address, socklen_t *__restrict size);
int setsockopt(int descriptor, int level, int name, const void *value, socklen_t size);
ssize_t sendto(int descriptor, const void *bytes, size_t n, int flags, const struct sockaddr *address, socklen_t size);
ssize_t recvfrom(int descriptor, void *__restrict bytes, size_t n, int flags, struct sockaddr *__restrict address, socklen_t *__restrict size);
ssize_t sendmsg(int descriptor, const struct msghdr *message, int flags);
ssize_t recvmsg(int descriptor, struct msghdr *message, int flags);
int sockatmark(int descriptor);
#endif
