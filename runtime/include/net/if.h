/* Interfaces of a network, where the target's own headers have none. */
#if __has_include_next(<net/if.h>)
#include_next <net/if.h>
#else
#ifndef PATHFOLD_NET_IF_H
#define PATHFOLD_NET_IF_H
#include <sys/socket.h>
#define IF_NAMESIZE 16
#define IFNAMSIZ IF_NAMESIZE
struct if_nameindex {
  unsigned if_index;
  char *if_name;
};
unsigned if_nametoindex(const char *name);
char *if_indextoname(unsigned index, char *name);
struct if_nameindex *if_nameindex(void);
void if_freenameindex(struct if_nameindex *list);
#endif
#endif
