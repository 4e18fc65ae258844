#include <errno.h>
#include <pathfold.h>
#include <pthread.h>
#include <semaphore.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER, less = PTHREAD_COND_INITIALIZER;
static int queue[2], used;
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_barrier_t barrier;
static pthread_rwlock_t guard = PTHREAD_RWLOCK_INITIALIZER;
static sem_t seats;
static _Thread_local int mine = 7;
static int flag;

static void gone(void *value) {
  printf("value of %d is gone\n", *(int *)value);
  free(value);
}

static void prepare(void) {
  pthread_key_create(&key, gone);
  puts("once");
}

static void begin(int who) {
  pthread_once(&once, prepare);
  int *value = malloc(sizeof *value);
  *value = who;
  pthread_setspecific(key, value);
  errno = 10 + who;
  mine += who;
}

static void *produce(void *rounds) {
  begin(1);
  for (int i = 0; i < *(int *)rounds; i++) {
    pthread_mutex_lock(&lock);
    while (used == 2) pthread_cond_wait(&less, &lock);
    queue[used++] = i;
    pthread_cond_signal(&more);
    pthread_mutex_unlock(&lock);
  }
  pthread_barrier_wait(&barrier);
  printf("producer: errno %d, %d of its own\n", errno, mine);
  pthread_exit(rounds);
}

static void *consume(void *rounds) {
  begin(2);
  long sum = 0;
  for (int i = 0; i < *(int *)rounds; i++) {
    pthread_mutex_lock(&lock);
    while (used == 0) pthread_cond_wait(&more, &lock);
    sum += queue[--used];
    pthread_cond_signal(&less);
    pthread_mutex_unlock(&lock);
  }
  pthread_barrier_wait(&barrier);
  printf("consumer: errno %d, %d of its own\n", errno, mine);
  return (void *)sum;
}

static void *look_on(void *seen) {
  while (!flag) sched_yield();
  sem_wait(&seats);
  pthread_rwlock_rdlock(&guard);
  *(int *)seen = flag;
  pthread_rwlock_unlock(&guard);
  sem_post(&seats);
  return seen;
}

int main(void) {
  pthread_t producer, consumer, observer;
  int rounds = 5, seen = 0;
  void *made, *sum, *last;
  int flags = pathfold_int("flags") & 3;
  sem_init(&seats, 0, 0);
  pthread_barrier_init(&barrier, NULL, 3);
  pthread_create(&producer, NULL, produce, &rounds);
  pthread_create(&consumer, NULL, consume, &rounds);
  pthread_create(&observer, NULL, look_on, &seen);
  pthread_barrier_wait(&barrier);
  pthread_rwlock_wrlock(&guard);
  flag = 1 + flags;
  pthread_rwlock_unlock(&guard);
  sem_post(&seats);
  pthread_join(producer, &made);
  pthread_join(consumer, &sum);
  pthread_join(observer, &last);
  printf("%d %ld %d\n", made == &rounds, (long)sum, mine);
  if (*(int *)last == 4) puts("all flags");
  pathfold_assert((long)sum == 10 && errno == 0 && mine == 7);
  return seen;
}
