#include <assert.h>
#include <pathfold.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static void *deposit(void *amount) {
  pthread_mutex_lock(&lock);
  int seen = balance;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  balance = seen + *(int *)amount;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  int ten = pathfold_int("ten") & 15, five = 5;
  pthread_create(&first, NULL, deposit, &ten);
  pthread_create(&second, NULL, deposit, &five);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(balance == ten + five);
  return 0;
}
