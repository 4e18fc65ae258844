#include <pathfold.h>

int main(void) {
  char writable[] = "text";
  char *text = writable;
  if (pathfold_bool("literal")) text = (char *)"text";
  text[0] = 'T';
  return 0;
}
