#include <pathfold.h>
#include <pthread.h>
#include <stdio.h>
#include <threads.h>

void pthread_exit(void *result);

static mtx_t lock;
static once_flag flag = ONCE_FLAG_INIT;
static int sum, cleaned;

static void prepare(void) { mtx_init(&lock, mtx_plain); }

static int add(void *n) {
  call_once(&flag, prepare);
  mtx_lock(&lock);
  sum += *(int *)n;
  mtx_unlock(&lock);
  return sum;
}

static void clean(void *n) { cleaned = cleaned * 10 + *(int *)n; }

static void *leave(void *early) {
  int one = 1, two = 2;
  pthread_cleanup_push(clean, &one);
  pthread_cleanup_push(clean, &two);
  if (*(int *)early) pthread_exit(early);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(1);
  return NULL;
}

int main(void) {
  thrd_t first, second;
  pthread_t third;
  int one = 1, two = 2, seen;
  int early = pathfold_int("early") == 1;
  thrd_create(&first, add, &one);
  thrd_create(&second, add, &two);
  thrd_join(first, &seen);
  pathfold_assert(seen == 1);
  thrd_join(second, &seen);
  pathfold_assert(seen == 3);
  void *result;
  pthread_create(&third, NULL, leave, &early);
  pthread_join(third, &result);
  pathfold_assert(early ? cleaned == 21 && result == &early : cleaned == 1 && result == NULL);
  return cleaned;
}
