/* In the place of wasi-libc's, which has no path. */
#ifndef PATHFOLD_STRUCT_SOCKADDR_UN_H
#define PATHFOLD_STRUCT_SOCKADDR_UN_H
#include <__typedef_sa_family_t.h>
struct sockaddr_un {
  sa_family_t sun_family;
  char sun_path[108];
};
#endif
