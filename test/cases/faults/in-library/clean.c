#include <pathfold.h>
#include <string.h>

int main(void) {
  char name[8];
  char input[8];
  pathfold_bytes(input, sizeof input, "input");
  input[7] = 0;
  pathfold_assume(input[0] && input[1] && input[2]);
  strcpy(name, input);
  return name[0];
}
