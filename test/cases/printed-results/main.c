#include <pathfold.h>
#include <stdio.h>

int main(void) {
  char text[8];
  int result = 0;
  if (pathfold_bool("puts")) result += puts("ab");
  if (pathfold_bool("fputs")) result += 4 * fputs("xyz", stdout);
  if (pathfold_bool("snprintf")) result += 16 * snprintf(text, 3, "%d", 12345);
  return result & 127;
}
