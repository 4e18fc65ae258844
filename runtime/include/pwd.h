/* Users, where the target's own headers have none. */
#if __has_include_next(<pwd.h>)
#include_next <pwd.h>
#else
#ifndef PATHFOLD_PWD_H
#define PATHFOLD_PWD_H
#include <sys/types.h>

struct passwd {
  char *pw_name, *pw_passwd;
  uid_t pw_uid;
  gid_t pw_gid;
  char *pw_gecos, *pw_dir, *pw_shell;
};

struct passwd *getpwnam(const char *name);
struct passwd *getpwuid(uid_t user);
int getpwnam_r(const char *name, struct passwd *entry, char *buffer, size_t size, struct passwd **result);
int getpwuid_r(uid_t user, struct passwd *entry, char *buffer, size_t size, struct passwd **result);
void setpwent(void);
struct passwd *getpwent(void);
void endpwent(void);

#endif
#endif
