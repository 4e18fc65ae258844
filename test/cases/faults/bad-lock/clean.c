#include <pathfold.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static int add(int n) {
  pthread_mutex_lock(&lock);
  count += n;
  if (count > 100) {
    count = 100;
    pthread_mutex_unlock(&lock);
    return count;
  }
  pthread_mutex_unlock(&lock);
  return count;
}

int main(void) {
  int n = pathfold_int("n");
  pathfold_assume(n >= 0 && n < 1000);
  return add(n);
}
