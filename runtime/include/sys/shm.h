/* Memory that processes share, where the target's own headers have none. */
#if __has_include_next(<sys/shm.h>)
#include_next <sys/shm.h>
#else
#ifndef PATHFOLD_SYS_SHM_H
#define PATHFOLD_SYS_SHM_H
#include <sys/ipc.h>
#include <time.h>
#define SHM_RDONLY 010000
#define SHM_RND 020000
#define SHMLBA 4096
typedef unsigned long shmatt_t;
struct shmid_ds {
  struct ipc_perm shm_perm;
  size_t shm_segsz;
  pid_t shm_lpid, shm_cpid;
  shmatt_t shm_nattch;
  time_t shm_atime, shm_dtime, shm_ctime;
};
int shmget(key_t key, size_t size, int flags);
void *shmat(int segment, const void *address, int flags);
int shmdt(const void *address);
int shmctl(int segment, int command, struct shmid_ds *status);
#endif
#endif
