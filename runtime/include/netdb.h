/* Names of hosts, services and protocols, where the target's own headers have none. */
#if __has_include_next(<netdb.h>)
#include_next <netdb.h>
#else
#ifndef PATHFOLD_NETDB_H
#define PATHFOLD_NETDB_H
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/types.h>

struct hostent {
  char *h_name, **h_aliases;
  int h_addrtype, h_length;
  char **h_addr_list;
};
#define h_addr h_addr_list[0]

struct netent {
  char *n_name, **n_aliases;
  int n_addrtype;
  unsigned n_net;
};

struct protoent {
  char *p_name, **p_aliases;
  int p_proto;
};

struct servent {
  char *s_name, **s_aliases;
  int s_port;
  char *s_proto;
};

struct addrinfo {
  int ai_flags, ai_family, ai_socktype, ai_protocol;
  socklen_t ai_addrlen;
  struct sockaddr *ai_addr;
  char *ai_canonname;
  struct addrinfo *ai_next;
};

#define AI_PASSIVE 1
#define AI_CANONNAME 2
#define AI_NUMERICHOST 4
#define AI_V4MAPPED 8
#define AI_ALL 16
#define AI_ADDRCONFIG 32
#define AI_NUMERICSERV 1024
#define NI_NUMERICHOST 1
#define NI_NUMERICSERV 2
#define NI_NOFQDN 4
#define NI_NAMEREQD 8
#define NI_DGRAM 16
#define NI_MAXHOST 1025
#define NI_MAXSERV 32
#define EAI_BADFLAGS (-1)
#define EAI_NONAME (-2)
#define EAI_AGAIN (-3)
#define EAI_FAIL (-4)
#define EAI_NODATA (-5)
#define EAI_FAMILY (-6)
#define EAI_SOCKTYPE (-7)
#define EAI_SERVICE (-8)
#define EAI_MEMORY (-10)
#define EAI_SYSTEM (-11)
#define EAI_OVERFLOW (-12)
#define HOST_NOT_FOUND 1
#define TRY_AGAIN 2
#define NO_RECOVERY 3
#define NO_DATA 4
#define NO_ADDRESS NO_DATA

int *__h_errno_location(void);
#define h_errno (*__h_errno_location())
const char *hstrerror(int error);
void herror(const char *text);
int getaddrinfo(const char *__restrict host, const char *__restrict service, const struct addrinfo *__restrict hints,
                struct addrinfo **__restrict result);
void freeaddrinfo(struct addrinfo *list);
const char *gai_strerror(int error);
int getnameinfo(const struct sockaddr *__restrict address, socklen_t size, char *__restrict host, socklen_t host_size,
                char *__restrict service, socklen_t service_size, int flags);
struct hostent *gethostbyname(const char *name);
struct hostent *gethostbyname2(const char *name, int family);
struct hostent *gethostbyaddr(const void *address, socklen_t size, int family);
struct hostent *gethostent(void);
void sethostent(int stay);
void endhostent(void);
struct netent *getnetbyaddr(uint32_t net, int family);
struct netent *getnetbyname(const char *name);
struct netent *getnetent(void);
void setnetent(int stay);
void endnetent(void);
struct protoent *getprotobyname(const char *name);
struct protoent *getprotobynumber(int number);
struct protoent *getprotoent(void);
void setprotoent(int stay);
void endprotoent(void);
struct servent *getservbyname(const char *name, const char *protocol);
struct servent *getservbyport(int port, const char *protocol);
struct servent *getservent(void);
void setservent(int stay);
void endservent(void);
#endif
#endif
