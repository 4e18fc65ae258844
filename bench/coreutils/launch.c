/* launch FILE PROGRAM: becomes PROGRAM with the words of FILE as its argv, each ended by a zero byte, whatever bytes they have. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_BYTES = 1 << 16, MOST_WORDS = 256 };

int main(int argc, char **argv) {
  static char text[MOST_BYTES];
  char *words[MOST_WORDS + 1] = {0};
  FILE *file = argc == 3 ? fopen(argv[1], "rb") : NULL;
  if (file == NULL) return 125;
  size_t length = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  int count = 0;
  for (size_t i = 0; i < length && count < MOST_WORDS; i++)
    if (i == 0 || text[i - 1] == 0) words[count++] = text + i;
  execv(argv[2], words);
  return 126;
}
