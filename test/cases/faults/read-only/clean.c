#include <pathfold.h>

int main(void) {
  char writable[] = "text";
  const char *text = writable;
  if (pathfold_bool("literal")) text = "text";
  return text[0] == 'T';
}
