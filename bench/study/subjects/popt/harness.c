/* popt: a string of at most N bytes is split into arguments as a shell would. */
#include <pathfold.h>
#include <popt.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char line[N + 1];
  pathfold_string(line, sizeof line, "line");
  int count = 0;
  const char **words = NULL;
  int status = poptParseArgvString(line, &count, &words);
  if (status != 0) return 1;
  printf("%d words\n", count);
  free(words);
  return 0;
}
