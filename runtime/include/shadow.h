/* Passwords, where the target's own headers have none. */
#if __has_include_next(<shadow.h>)
#include_next <shadow.h>
#else
#ifndef PATHFOLD_SHADOW_H
#define PATHFOLD_SHADOW_H
#include <sys/types.h>
struct spwd {
  char *sp_namp, *sp_pwdp;
  long sp_lstchg, sp_min, sp_max, sp_warn, sp_inact, sp_expire;
  unsigned long sp_flag;
};
struct spwd *getspnam(const char *name);
struct spwd *getspent(void);
void setspent(void);
void endspent(void);
#endif
#endif
