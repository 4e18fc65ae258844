/* Sets of semaphores, where the target's own headers have none. */
#if __has_include_next(<sys/sem.h>)
#include_next <sys/sem.h>
#else
#ifndef PATHFOLD_SYS_SEM_H
#define PATHFOLD_SYS_SEM_H
#include <sys/ipc.h>
#include <time.h>
#define SEM_UNDO 010000
#define GETPID 11
#define GETVAL 12
#define GETALL 13
#define GETNCNT 14
#define GETZCNT 15
#define SETVAL 16
#define SETALL 17
struct sembuf {
  unsigned short sem_num;
  short sem_op, sem_flg;
};
struct semid_ds {
  struct ipc_perm sem_perm;
  unsigned short sem_nsems;
  time_t sem_otime, sem_ctime;
};
int semget(key_t key, int count, int flags);
int semop(int set, struct sembuf *operations, size_t count);
int semctl(int set, int number, int command, ...);
#endif
#endif
