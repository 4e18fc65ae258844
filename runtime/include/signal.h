/* What a POSIX system has and the target's own header hides. */
#include_next <signal.h>
#include <pathfold-visible.h>
#if defined(PATHFOLD_POSIX_NAMES) && !defined(PATHFOLD_SIGNAL_H)
#define PATHFOLD_SIGNAL_H
#include <sys/types.h>
#include <time.h>
#define __NEED_sigset_t
#include <bits/alltypes.h>

#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#define SA_NOCLDSTOP 1
#define SA_NOCLDWAIT 2
#define SA_SIGINFO 4
#define SA_ONSTACK 0x08000000
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000
#define SA_NOMASK SA_NODEFER
#define SA_ONESHOT SA_RESETHAND
#define SI_USER 0
#define SI_QUEUE (-1)
#define SI_TIMER (-2)
#define SI_MESGQ (-3)
#define SI_ASYNCIO (-4)
#define SI_TKILL (-6)
enum { ILL_ILLOPC = 1, ILL_ILLOPN, ILL_ILLADR, ILL_ILLTRP, ILL_PRVOPC, ILL_PRVREG, ILL_COPROC, ILL_BADSTK };
enum { FPE_INTDIV = 1, FPE_INTOVF, FPE_FLTDIV, FPE_FLTOVF, FPE_FLTUND, FPE_FLTRES, FPE_FLTINV, FPE_FLTSUB };
enum { SEGV_MAPERR = 1, SEGV_ACCERR };
enum { BUS_ADRALN = 1, BUS_ADRERR, BUS_OBJERR };
enum { CLD_EXITED = 1, CLD_KILLED, CLD_DUMPED, CLD_TRAPPED, CLD_STOPPED, CLD_CONTINUED };
enum { POLL_IN = 1, POLL_OUT, POLL_MSG, POLL_ERR, POLL_PRI, POLL_HUP };
enum { SIGEV_SIGNAL, SIGEV_NONE, SIGEV_THREAD };
enum { SS_ONSTACK = 1, SS_DISABLE };
#define MINSIGSTKSZ 2048
#define SIGSTKSZ 8192
#define SIGCLD SIGCHLD
int __libc_current_sigrtmin(void);
int __libc_current_sigrtmax(void);
#define SIGRTMIN (__libc_current_sigrtmin())
#define SIGRTMAX (__libc_current_sigrtmax())

union sigval {
  int sival_int;
  void *sival_ptr;
};

typedef struct {
  int si_signo, si_errno, si_code;
  pid_t si_pid;
  uid_t si_uid;
  void *si_addr;
  int si_status, si_fd, si_timerid, si_overrun;
  long si_band;
  union sigval si_value;
  clock_t si_utime, si_stime;
} siginfo_t;
#define si_ptr si_value.sival_ptr
#define si_int si_value.sival_int

struct sigaction {
  union {
    void (*sa_handler)(int);
    void (*sa_sigaction)(int, siginfo_t *, void *);
  } __handler;
  sigset_t sa_mask;
  int sa_flags;
  void (*sa_restorer)(void);
};
#define sa_handler __handler.sa_handler
#define sa_sigaction __handler.sa_sigaction

struct sigevent {
  union sigval sigev_value;
  int sigev_signo, sigev_notify;
  void (*sigev_notify_function)(union sigval);
  pthread_attr_t *sigev_notify_attributes;
};

typedef struct {
  void *ss_sp;
  int ss_flags;
  size_t ss_size;
} stack_t;

typedef struct {
  int unused;
} mcontext_t;

typedef struct ucontext_t {
  unsigned long uc_flags;
  struct ucontext_t *uc_link;
  stack_t uc_stack;
  mcontext_t uc_mcontext;
  sigset_t uc_sigmask;
} ucontext_t;

int kill(pid_t process, int number);
int killpg(pid_t group, int number);
int sigemptyset(sigset_t *set);
int sigfillset(sigset_t *set);
int sigaddset(sigset_t *set, int number);
int sigdelset(sigset_t *set, int number);
int sigismember(const sigset_t *set, int number);
int sigprocmask(int how, const sigset_t *__restrict set, sigset_t *__restrict old);
int sigsuspend(const sigset_t *mask);
int sigaction(int number, const struct sigaction *__restrict action, struct sigaction *__restrict old);
int sigpending(sigset_t *set);
int sigwait(const sigset_t *__restrict set, int *__restrict number);
int sigwaitinfo(const sigset_t *__restrict set, siginfo_t *__restrict information);
int sigtimedwait(const sigset_t *__restrict set, siginfo_t *__restrict information, const struct timespec *__restrict timeout);
int sigqueue(pid_t process, int number, union sigval value);
int pthread_sigmask(int how, const sigset_t *__restrict set, sigset_t *__restrict old);
int pthread_kill(pthread_t thread, int number);
void psiginfo(const siginfo_t *information, const char *text);
int sigaltstack(const stack_t *__restrict stack, stack_t *__restrict old);
int sighold(int number);
int sigignore(int number);
int siginterrupt(int number, int interrupts);
int sigpause(int number);
int sigrelse(int number);
void (*sigset(int number, void (*handler)(int)))(int);
#ifdef PATHFOLD_GNU_NAMES
typedef void (*sighandler_t)(int);
int sigisemptyset(const sigset_t *set);
int sigorset(sigset_t *result, const sigset_t *left, const sigset_t *right);
int sigandset(sigset_t *result, const sigset_t *left, const sigset_t *right);
int sigblock(int mask);
int sigsetmask(int mask);
#define sigmask(number) (1 << ((number) - 1))
#endif
#endif
