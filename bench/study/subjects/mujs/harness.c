/* mujs: a regular expression of at most N bytes is compiled and applied to a text of two arbitrary bytes. */
#include <pathfold.h>
#include <regexp.h>
#include <stdio.h>

int main(void) {
  char pattern[N + 1];
  char text[3];
  pathfold_string(pattern, sizeof pattern, "pattern");
  pathfold_string(text, sizeof text, "text");
  const char *problem = NULL;
  Reprog *compiled = regcomp(pattern, 0, &problem);
  if (compiled == NULL) {
    puts(problem);
    return 2;
  }
  Resub found;
  int missed = regexec(compiled, text, &found, 0);
  if (!missed) printf("%d to %d\n", (int)(found.sub[0].sp - text), (int)(found.sub[0].ep - text));
  regfree(compiled);
  return missed;
}
