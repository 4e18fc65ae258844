#include <pathfold.h>
#include <stdio.h>

int global;

int main(void) {
  int local[2] = {1, 2};
  int n = pathfold_int("n");
  if (n == 1)
    printf("%p\n", (void *)&global);
  else if (n == 2)
    printf("%d\n", (int)(long)&local[1]);
  else
    printf("%d\n", (int)((unsigned long)&global % 64));
  return 0;
}
