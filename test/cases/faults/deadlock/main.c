#include <pathfold.h>
#include <pthread.h>

static pthread_mutex_t from = PTHREAD_MUTEX_INITIALIZER, to = PTHREAD_MUTEX_INITIALIZER;
static int moved;

static void *there(void *amount) {
  pthread_mutex_lock(&from);
  pthread_mutex_lock(&to);
  moved += *(int *)amount;
  pthread_mutex_unlock(&to);
  pthread_mutex_unlock(&from);
  return NULL;
}

static void *back(void *amount) {
  pthread_mutex_lock(&to);
  pthread_mutex_lock(&from);
  moved -= *(int *)amount;
  pthread_mutex_unlock(&from);
  pthread_mutex_unlock(&to);
  return NULL;
}

int main(void) {
  pthread_t one, other;
  int amount = pathfold_int("amount") & 7;
  pthread_create(&one, NULL, there, &amount);
  pthread_create(&other, NULL, back, &amount);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return moved;
}
