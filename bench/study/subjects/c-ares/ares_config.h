/* What configure would find out about a system with POSIX headers. The socket calls are never reached. */
#include <sys/uio.h>
#define HAVE_AF_INET6 1
#define HAVE_ARPA_INET_H 1
#define HAVE_BOOL_T 1
#define HAVE_ERRNO_H 1
#define HAVE_LIMITS_H 1
#define HAVE_NETINET_IN_H 1
#define HAVE_PF_INET6 1
#define HAVE_STDBOOL_H 1
#define HAVE_STRING_H 1
#define HAVE_STRINGS_H 1
#define HAVE_STRUCT_IN6_ADDR 1
#define HAVE_STRUCT_SOCKADDR_IN6 1
#define HAVE_STRUCT_TIMEVAL 1
#define HAVE_SYS_SOCKET_H 1
#define HAVE_SYS_TIME_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_TIME_H 1
#define HAVE_UNISTD_H 1
#define HAVE_WRITEV 1
#define sread(socket, address, size) read(socket, address, size)
#define swrite(socket, address, size) write(socket, address, size)
