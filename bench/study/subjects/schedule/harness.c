/*
 * A scheduler with three priority queues and a queue of blocked jobs, all empty at first, driven by N commands: the shape
 * of Schedule2, one of the Siemens programs that dependence-guided symbolic execution was measured on. Commands are the
 * only input. The text it prints is the order in which jobs finish.
 */
#include <pathfold.h>
#include <stdio.h>
#include <stdlib.h>

enum command { NEW_JOB = 1, UPGRADE, BLOCK, UNBLOCK, EXPIRE, FINISH, FLUSH };

struct job {
  int number;
  int priority;
  struct job *next;
};

enum { LOWEST = 1, HIGHEST = 3 };
static struct job *queues[HIGHEST + 1]; /* the first one holds blocked jobs */
static int jobs;

static void append(struct job *job, int queue) {
  struct job **end = &queues[queue];
  while (*end != NULL) end = &(*end)->next;
  job->next = NULL;
  *end = job;
}

static struct job *take_first(int queue) {
  struct job *first = queues[queue];
  if (first != NULL) queues[queue] = first->next;
  return first;
}

/* The job that runs: the first of the highest queue that has any. */
static struct job *take_running(void) {
  for (int priority = HIGHEST; priority >= LOWEST; priority--) {
    struct job *job = take_first(priority);
    if (job != NULL) return job;
  }
  return NULL;
}

static void create(void) {
  struct job *job = malloc(sizeof *job);
  if (job == NULL) exit(1);
  job->number = ++jobs;
  job->priority = LOWEST;
  append(job, LOWEST);
}

static void upgrade(void) {
  for (int priority = LOWEST; priority < HIGHEST; priority++) {
    struct job *job = take_first(priority);
    if (job == NULL) continue;
    job->priority = priority + 1;
    append(job, job->priority);
    return;
  }
}

static void block(void) {
  struct job *job = take_running();
  if (job != NULL) append(job, 0);
}

static void unblock(void) {
  struct job *job = take_first(0);
  if (job != NULL) append(job, job->priority);
}

static void expire(void) {
  struct job *job = take_running();
  if (job != NULL) append(job, job->priority);
}

static int finish(void) {
  struct job *job = take_running();
  if (job == NULL) return 0;
  printf("%d ", job->number);
  free(job);
  return 1;
}

static void flush(void) {
  while (finish());
}

int main(void) {
  for (int i = 0; i < N; i++) {
    switch (pathfold_range("command", NEW_JOB, FLUSH)) {
      case NEW_JOB: create(); break;
      case UPGRADE: upgrade(); break;
      case BLOCK: block(); break;
      case UNBLOCK: unblock(); break;
      case EXPIRE: expire(); break;
      case FINISH: finish(); break;
      case FLUSH: flush(); break;
    }
  }
  putchar('\n');
  return 0;
}
