/* Groups, where the target's own headers have none. */
#if __has_include_next(<grp.h>)
#include_next <grp.h>
#else
#ifndef PATHFOLD_GRP_H
#define PATHFOLD_GRP_H
#include <sys/types.h>

struct group {
  char *gr_name, *gr_passwd;
  gid_t gr_gid;
  char **gr_mem;
};

struct group *getgrnam(const char *name);
struct group *getgrgid(gid_t group);
int getgrnam_r(const char *name, struct group *entry, char *buffer, size_t size, struct group **result);
int getgrgid_r(gid_t group, struct group *entry, char *buffer, size_t size, struct group **result);
void setgrent(void);
struct group *getgrent(void);
void endgrent(void);
int getgrouplist(const char *name, gid_t group, gid_t *groups, int *count);
int setgroups(size_t count, const gid_t *groups);
int initgroups(const char *name, gid_t group);

#endif
#endif
