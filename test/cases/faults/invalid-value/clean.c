#include <pathfold.h>
#include <stdbool.h>
#include <string.h>

int main(void) {
  unsigned char byte = (unsigned char)pathfold_char("byte") & 1;
  bool flag;
  memcpy(&flag, &byte, 1);
  return flag ? 1 : 2;
}
