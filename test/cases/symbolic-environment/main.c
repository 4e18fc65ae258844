#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  if (strcmp(argv[1], "-v") == 0) puts("verbose");
  if (argc == 3 && argv[2][0] == '=') printf("set %s\n", argv[2] + 1);
  int c = getchar();
  if (c == '!') {
    if (getchar() == '?') return 2;
    return 1;
  }
  putchar(c);
  return 0;
}
