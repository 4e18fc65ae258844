#include <pathfold.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *old = malloc(64);
  for (int i = 0; i < 64; i++) old[i] = 'x';
  free(old);
  char *text = malloc(64);
  if (pathfold_bool("filled")) text[40] = 'y';
  putchar(text[40] == 0 ? '0' : text[40]);
  return 0;
}
