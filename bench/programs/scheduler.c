/*
 * scheduler: simulates a preemptive scheduler with priorities, time slices and a run queue, and reports waiting times.
 *
 * Input:   per task "priority" (0 to 2), "burst" (0 to 2) and "arrival" (0 or 1); "slice", the time slice (1 or 2).
 * Output:  the order of execution on standard output, the average waiting time as exit status.
 *
 * Seeded faults
 *   1. division by zero (average_wait): tasks without work are not counted, and the average is taken over the counted
 *      ones even if there are none.
 *   2. failed assert (run_tick): no task is supposed to wait for MAX_WAIT ticks or more, but a task of low priority
 *      does when the others come with full bursts, one after the other.
 */
#include <assert.h>
#include <pathfold.h>
#include <stddef.h>
#include <stdio.h>

#ifndef TASKS
#define TASKS 3
#endif

#define QUEUE_SIZE TASKS
#define MAX_TICKS (TASKS * 2 + 2)
#define MAX_WAIT (TASKS * 2 - 2)

enum task_state { NEW, READY, RUNNING, DONE };

struct task {
  int priority;
  int burst;
  int arrival;
  int remaining;
  int waited;
  int used; /* ticks of the current slice */
  enum task_state state;
};

struct queue {
  struct task *items[QUEUE_SIZE];
  int count;
};

static struct task tasks[TASKS];
static struct queue ready;
static int slice;

/* Behind all tasks of the same or a higher priority. */
static void enqueue(struct task *task) {
  int at = ready.count;
  while (at > 0 && ready.items[at - 1]->priority < task->priority) {
    ready.items[at] = ready.items[at - 1];
    at--;
  }
  ready.items[at] = task;
  ready.count++;
  task->state = READY;
}

static struct task *dequeue(void) {
  if (ready.count == 0) return NULL;
  struct task *first = ready.items[0];
  for (int i = 1; i < ready.count; i++) ready.items[i - 1] = ready.items[i];
  ready.count--;
  first->state = RUNNING;
  first->used = 0;
  return first;
}

static void admit(int now) {
  for (int i = 0; i < TASKS; i++) {
    if (tasks[i].state != NEW || tasks[i].arrival != now) continue;
    if (tasks[i].burst == 0)
      tasks[i].state = DONE;
    else
      enqueue(&tasks[i]);
  }
}

static int preempted(const struct task *running) {
  return ready.count > 0 && ready.items[0]->priority > running->priority;
}

static void run_tick(struct task *running) {
  running->remaining--;
  running->used++;
  for (int i = 0; i < TASKS; i++) {
    if (tasks[i].state != READY) continue;
    tasks[i].waited++;
    assert(tasks[i].waited < MAX_WAIT);
  }
  putchar('A' + (int)(running - tasks));
}

static void simulate(void) {
  struct task *running = NULL;
  for (int now = 0; now < MAX_TICKS; now++) {
    admit(now);
    if (running != NULL && (running->used >= slice || preempted(running))) {
      enqueue(running);
      running = NULL;
    }
    if (running == NULL) running = dequeue();
    if (running == NULL) continue;
    run_tick(running);
    if (running->remaining == 0) {
      running->state = DONE;
      running = NULL;
    }
  }
}

static int average_wait(void) {
  int total = 0;
  int counted = 0;
  for (int i = 0; i < TASKS; i++) {
    if (tasks[i].burst == 0) continue;
    total += tasks[i].waited;
    counted++;
  }
  return total / counted;
}

int main(void) {
  slice = pathfold_range("slice", 1, 2);
  for (int i = 0; i < TASKS; i++) {
    tasks[i].priority = pathfold_range("priority", 0, 2);
    tasks[i].burst = pathfold_range("burst", 0, 2);
    tasks[i].arrival = pathfold_range("arrival", 0, 1);
    tasks[i].remaining = tasks[i].burst;
  }
  simulate();
  putchar('\n');
  return average_wait();
}
