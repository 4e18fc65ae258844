/* Who is logged in, where the target's own headers have none. */
#if __has_include_next(<utmpx.h>)
#include_next <utmpx.h>
#else
#ifndef PATHFOLD_UTMPX_H
#define PATHFOLD_UTMPX_H
#include <sys/time.h>
#include <sys/types.h>
enum { EMPTY, RUN_LVL, BOOT_TIME, NEW_TIME, OLD_TIME, INIT_PROCESS, LOGIN_PROCESS, USER_PROCESS, DEAD_PROCESS };
struct utmpx {
  short ut_type;
  pid_t ut_pid;
  char ut_line[32], ut_id[4], ut_user[32], ut_host[256];
  long ut_session;
  struct timeval ut_tv;
};
void setutxent(void);
void endutxent(void);
struct utmpx *getutxent(void);
struct utmpx *getutxid(const struct utmpx *wanted);
struct utmpx *getutxline(const struct utmpx *wanted);
struct utmpx *pututxline(const struct utmpx *entry);
#endif
#endif
