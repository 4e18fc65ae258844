/* What a program prepares for posix_spawn, which fails (other_processes.c): nothing of it is ever looked at. */
#include "internal.h"

int posix_spawn_file_actions_init(void *actions) { return (void)actions, 0; }
int posix_spawn_file_actions_destroy(void *actions) { return (void)actions, 0; }
int posix_spawn_file_actions_adddup2(void *actions, int from, int to) { return (void)actions, (void)from, (void)to, 0; }
int posix_spawn_file_actions_addclose(void *actions, int descriptor) { return (void)actions, (void)descriptor, 0; }
int posix_spawn_file_actions_addopen(void *actions, int descriptor, const char *name, int flags, unsigned mode) {
  return (void)actions, (void)descriptor, (void)name, (void)flags, (void)mode, 0;
}
int posix_spawn_file_actions_addchdir_np(void *actions, const char *name) { return (void)actions, (void)name, 0; }
/* glibc begins with the flags and the group. */
struct spawn_attributes {
  short flags;
  int group;
};
int posix_spawnattr_init(struct spawn_attributes *attributes) { return attributes->flags = 0, attributes->group = 0; }
int posix_spawnattr_destroy(void *attributes) { return (void)attributes, 0; }
int posix_spawnattr_setflags(struct spawn_attributes *attributes, short flags) { return attributes->flags = flags, 0; }
int posix_spawnattr_getflags(const struct spawn_attributes *attributes, short *flags) { return *flags = attributes->flags, 0; }
int posix_spawnattr_setpgroup(struct spawn_attributes *attributes, int group) { return attributes->group = group, 0; }
int posix_spawnattr_getpgroup(const struct spawn_attributes *attributes, int *group) { return *group = attributes->group, 0; }
int posix_spawnattr_setsigmask(void *attributes, const void *mask) { return (void)attributes, (void)mask, 0; }
int posix_spawnattr_setsigdefault(void *attributes, const void *mask) { return (void)attributes, (void)mask, 0; }
int posix_spawnattr_setschedparam(void *attributes, const void *settings) { return (void)attributes, (void)settings, 0; }
int posix_spawnattr_setschedpolicy(void *attributes, int policy) { return (void)attributes, (void)policy, 0; }

/* A process of its own cannot be had. */
int daemon(int keep_directory, int keep_streams) {
  (void)keep_directory, (void)keep_streams;
  __pf_absent("daemon");
  errno = ENOSYS;
  return -1;
}
