/* TRE: a regular expression of N arbitrary bytes is compiled and applied to a text of one. */
#include <pathfold.h>
#include <stdio.h>
#include <tre.h>

int main(void) {
  char pattern[N];
  char text[2];
  pathfold_bytes(pattern, sizeof pattern, "pattern");
  pathfold_string(text, sizeof text, "text");
  regex_t compiled;
  int status = tre_regncomp(&compiled, pattern, sizeof pattern, REG_EXTENDED);
  if (status != REG_OK) return status;
  regmatch_t found;
  int missed = tre_regexec(&compiled, text, 1, &found, 0);
  if (!missed) printf("%d to %d\n", found.rm_so, found.rm_eo);
  tre_regfree(&compiled);
  return missed;
}
