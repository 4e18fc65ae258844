/* Starting programs, where the target's own headers have none. */
#if __has_include_next(<spawn.h>)
#include_next <spawn.h>
#else
#ifndef PATHFOLD_SPAWN_H
#define PATHFOLD_SPAWN_H
#include <sched.h>
#include <signal.h>
#include <sys/types.h>

#define POSIX_SPAWN_RESETIDS 1
#define POSIX_SPAWN_SETPGROUP 2
#define POSIX_SPAWN_SETSIGDEF 4
#define POSIX_SPAWN_SETSIGMASK 8
#define POSIX_SPAWN_SETSCHEDPARAM 16
#define POSIX_SPAWN_SETSCHEDULER 32

typedef struct {
  long long __data[42];
} posix_spawnattr_t;

typedef struct {
  long long __data[10];
} posix_spawn_file_actions_t;

int posix_spawn(pid_t *__restrict process, const char *__restrict path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *__restrict attributes, char *const *__restrict arguments, char *const *__restrict variables);
int posix_spawnp(pid_t *__restrict process, const char *__restrict name, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *__restrict attributes, char *const *__restrict arguments, char *const *__restrict variables);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *actions);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *actions);
int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *__restrict actions, int descriptor, const char *__restrict name,
                                     int flags, mode_t mode);
int posix_spawn_file_actions_addclose(posix_spawn_file_actions_t *actions, int descriptor);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int descriptor, int number);
int posix_spawnattr_init(posix_spawnattr_t *attributes);
int posix_spawnattr_destroy(posix_spawnattr_t *attributes);
int posix_spawnattr_setflags(posix_spawnattr_t *attributes, short flags);
int posix_spawnattr_getflags(const posix_spawnattr_t *__restrict attributes, short *__restrict flags);
int posix_spawnattr_setpgroup(posix_spawnattr_t *attributes, pid_t group);
int posix_spawnattr_getpgroup(const posix_spawnattr_t *__restrict attributes, pid_t *__restrict group);
int posix_spawnattr_setsigmask(posix_spawnattr_t *__restrict attributes, const sigset_t *__restrict mask);
int posix_spawnattr_setsigdefault(posix_spawnattr_t *__restrict attributes, const sigset_t *__restrict defaults);
#endif
#endif
