#include <pathfold.h>

#define N 5

int main(void) {
  int a[N];
  pathfold_bytes(a, sizeof a, "a");
  for (int i = 1; i < N; i++) {
    int x = a[i], j = i;
    for (; j > 0 && a[j - 1] > x; j--) a[j] = a[j - 1];
    a[j] = x;
  }
  for (int i = 1; i < N; i++)
    if (a[i - 1] > a[i]) pathfold_fail("not sorted");
  return 0;
}
