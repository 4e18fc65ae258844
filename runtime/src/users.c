/* Users and groups: the superuser, and the one who runs the program. The lists are fixed; no file is read. */
#include "posix.h"

struct passwd {
  char *name, *password;
  uid_t user;
  gid_t group;
  char *full_name, *home, *shell;
};

struct group {
  char *name, *password;
  gid_t number;
  char **members;
};

enum { USERS_COUNT = 2 };

static char *users_no_members[1];
static struct passwd users_list[USERS_COUNT] = {
    {"root", "x", 0, 0, "root", "/root", "/bin/sh"},
    {"user", "x", 1000, 1000, "user", "/work", "/bin/sh"},
};
static struct group users_groups[USERS_COUNT] = {
    {"root", "x", 0, users_no_members},
    {"user", "x", 1000, users_no_members},
};

struct passwd *getpwuid(uid_t user) {
  for (int i = 0; i < USERS_COUNT; i++) {
    if (users_list[i].user == user) return &users_list[i];
  }
  return NULL;
}

struct passwd *getpwnam(const char *name) {
  for (int i = 0; i < USERS_COUNT; i++) {
    if (strcmp(users_list[i].name, name) == 0) return &users_list[i];
  }
  return NULL;
}

struct group *getgrgid(gid_t group) {
  for (int i = 0; i < USERS_COUNT; i++) {
    if (users_groups[i].number == group) return &users_groups[i];
  }
  return NULL;
}

struct group *getgrnam(const char *name) {
  for (int i = 0; i < USERS_COUNT; i++) {
    if (strcmp(users_groups[i].name, name) == 0) return &users_groups[i];
  }
  return NULL;
}

/* The texts stay where they are, so that the buffer is not needed. */
int getpwuid_r(uid_t user, struct passwd *entry, char *buffer, size_t size, struct passwd **result) {
  struct passwd *found = getpwuid(user);
  (void)buffer, (void)size;
  if (found) *entry = *found;
  *result = found ? entry : NULL;
  return 0;
}

int getpwnam_r(const char *name, struct passwd *entry, char *buffer, size_t size, struct passwd **result) {
  struct passwd *found = getpwnam(name);
  (void)buffer, (void)size;
  if (found) *entry = *found;
  *result = found ? entry : NULL;
  return 0;
}

int getgrgid_r(gid_t group, struct group *entry, char *buffer, size_t size, struct group **result) {
  struct group *found = getgrgid(group);
  (void)buffer, (void)size;
  if (found) *entry = *found;
  *result = found ? entry : NULL;
  return 0;
}

int getgrnam_r(const char *name, struct group *entry, char *buffer, size_t size, struct group **result) {
  struct group *found = getgrnam(name);
  (void)buffer, (void)size;
  if (found) *entry = *found;
  *result = found ? entry : NULL;
  return 0;
}

static int users_next_user, users_next_group;

void setpwent(void) { users_next_user = 0; }
void endpwent(void) { users_next_user = 0; }
struct passwd *getpwent(void) { return users_next_user < USERS_COUNT ? &users_list[users_next_user++] : NULL; }
void setgrent(void) { users_next_group = 0; }
void endgrent(void) { users_next_group = 0; }
struct group *getgrent(void) { return users_next_group < USERS_COUNT ? &users_groups[users_next_group++] : NULL; }

int getgrouplist(const char *name, gid_t group, gid_t *groups, int *count) {
  (void)name;
  int room = *count;
  *count = 1;
  if (room < 1) return -1;
  groups[0] = group;
  return 1;
}

int getgroups(int room, gid_t *groups) {
  if (room < 0) return pf_fail(EINVAL);
  if (room > 0) groups[0] = 1000;
  return 1;
}

int initgroups(const char *name, gid_t group) { return (void)name, (void)group, pf_fail(EPERM); }
int setgroups(size_t count, const gid_t *groups) { return (void)count, (void)groups, pf_fail(EPERM); }

char *getlogin(void) { return users_list[1].name; }

int getlogin_r(char *buffer, size_t size) {
  if (size < 5) return ERANGE;
  __builtin_memcpy(buffer, "user", 5);
  return 0;
}

char *cuserid(char *buffer) {
  if (!buffer) return users_list[1].name;
  __builtin_memcpy(buffer, "user", 5);
  return buffer;
}

/* --- who is logged in: nobody --------------------------------------------------------------------------------------------- */

void setutxent(void) {}
void endutxent(void) {}
void *getutxent(void) { return NULL; }
void *getutxid(const void *entry) { return (void)entry, NULL; }
void *getutxline(const void *entry) { return (void)entry, NULL; }
void *pututxline(const void *entry) { return (void)entry, errno = EPERM, NULL; }
int utmpxname(const char *name) { return (void)name, 0; }
void setutent(void) {}
void endutent(void) {}
void *getutent(void) { return NULL; }
int utmpname(const char *name) { return (void)name, 0; }

/* --- file systems that are mounted: none is listed ------------------------------------------------------------------------- */

FILE *setmntent(const char *name, const char *mode) {
  (void)name, (void)mode;
  errno = ENOENT;
  return NULL;
}
void *getmntent(FILE *stream) { return (void)stream, NULL; }
int endmntent(FILE *stream) { return (void)stream, 1; }

char *strstr(const char *haystack, const char *needle);

struct mntent {
  char *device, *directory, *type, *options;
  int frequency, pass;
};

char *hasmntopt(const struct mntent *entry, const char *option) { return strstr(entry->options, option); }
