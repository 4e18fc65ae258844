/* git's wildmatch: a pattern of at most N bytes against a path of two. */
#include <pathfold.h>
#include <stdio.h>
#include <wildmatch.h>

int main(void) {
  char pattern[N + 1];
  char text[] = "a/b";
  pathfold_string(pattern, sizeof pattern, "pattern");
  text[0] = pathfold_char("first");
  text[2] = pathfold_char("last");
  int matched = wildmatch(pattern, text, WM_PATHNAME);
  puts(matched == WM_MATCH ? "match" : "no match");
  return matched != WM_MATCH;
}
