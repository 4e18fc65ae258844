/* Lua's patterns: a pattern of N arbitrary bytes against a text of two. A malformed pattern ends the program. */
#include <pathfold.h>
#include <stdlib.h>
#include "lstrlib.c"

int luaL_error(lua_State *state, const char *format, ...) {
  (void)state;
  puts(format);
  exit(2);
}

int main(void) {
  char pattern[N + 1];
  char text[3];
  pathfold_bytes(pattern, N, "pattern");
  pathfold_bytes(text, 2, "text");
  pattern[N] = 0;
  text[2] = 0;
  MatchState state;
  prepstate(&state, NULL, text, 2, pattern, N);
  reprepstate(&state);
  const char *end = match(&state, text, pattern);
  if (end != NULL) printf("%d characters, %d captures\n", (int)(end - text), state.level);
  return end == NULL;
}
