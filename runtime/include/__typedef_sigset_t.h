/* In the place of wasi-libc's, which has room for eight signals. */
#ifndef PATHFOLD_SIGSET_T_H
#define PATHFOLD_SIGSET_T_H
typedef struct {
  unsigned long long __bits[16];
} sigset_t;
#endif
