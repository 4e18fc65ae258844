/*
 * launch FILE PROGRAM: becomes PROGRAM with the words of FILE as its argv, each ended by a zero byte, whatever bytes they have. Its
 * standard input is a pipe, as in the model, with what is read here; Node would give it a socket, and `tail -f` sees the difference.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_BYTES = 1 << 16, MOST_WORDS = 256, MOST_INPUT = 4096 };

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
  int ends[2];
  char input[MOST_INPUT];
  ssize_t given = read(0, input, sizeof input);
  if (given < 0 || pipe(ends) != 0 || write(ends[1], input, (size_t)given) != given) return 124;
  dup2(ends[0], 0);
  close(ends[0]);
  close(ends[1]);
  execv(argv[2], words);
  return 126;
}
