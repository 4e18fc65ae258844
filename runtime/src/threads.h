/* What the scheduler (threads.c) offers to locks, conditions and semaphores (locks.c). */
#ifndef PATHFOLD_THREADS_H
#define PATHFOLD_THREADS_H

#include "posix.h"

#if PF_WASI
typedef struct pf_thread_number *pthread_t;
#else
typedef unsigned long pthread_t;
#endif

/* Both libraries initialise a plain one with zeros and keep its type in an int, each at its own place. */
typedef struct {
#if PF_WASI
  int type, count, owner, unused[3];
#else
  int count, unused, owner, unused_too, type;
#endif
} pthread_mutex_t;

/* Of the attributes of a mutex, the bits that are its type. */
enum { MUTEX_TYPE = 3 };

/* What a thread waits for. */
struct pf_wait {
  bool (*ready)(const void *what); /* NULL: until somebody wakes it */
  const void *what;
  const char *text;   /* of a deadlock: "thread 2 " and this */
  const int *holder;  /* the number of the thread that it waits for; NULL where that is nobody in particular */
};

/* The number of the running thread; 0 is the one that runs main. */
int __pfc_thread(void);
/* Another thread may go on here although this one could: with --interleavings, that is explored. */
void __pfc_thread_point(const char *where);
/* Lets others run until it is ready; false when nothing else can happen any more but that a wait with a time limit ends. */
bool __pfc_thread_wait(struct pf_wait wait, bool timed);
/* Wakes who waits for something that somebody has to wake it for: the first, or all. */
void __pfc_thread_wake(const void *what, bool all);

/* Called by whoever sleeps; NULL as long as there is one thread. */
extern void (*__pfc_on_sleep)(void);

#endif
