#include <pathfold.h>
#include <stdlib.h>
#include <string.h>

static int check(const char *text) {
  char *copy = malloc(strlen(text) + 1);
  if (!copy) return 0;
  strcpy(copy, text);
  int result = copy[0] == '#';
  free(copy);
  return result;
}

int main(void) {
  char text[3];
  pathfold_bytes(text, sizeof text, "text");
  text[2] = 0;
  return check(text);
}
