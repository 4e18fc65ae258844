/* Queues of messages, where the target's own headers have none. */
#if __has_include_next(<sys/msg.h>)
#include_next <sys/msg.h>
#else
#ifndef PATHFOLD_SYS_MSG_H
#define PATHFOLD_SYS_MSG_H
#include <sys/ipc.h>
#include <time.h>
#define MSG_NOERROR 010000
typedef unsigned long msgqnum_t, msglen_t;
struct msqid_ds {
  struct ipc_perm msg_perm;
  msgqnum_t msg_qnum;
  msglen_t msg_qbytes;
  pid_t msg_lspid, msg_lrpid;
  time_t msg_stime, msg_rtime, msg_ctime;
};
int msgget(key_t key, int flags);
int msgctl(int queue, int command, struct msqid_ds *status);
int msgsnd(int queue, const void *message, size_t size, int flags);
ssize_t msgrcv(int queue, void *message, size_t size, long type, int flags);
#endif
#endif
