/*
 * Decodes percent escapes in place, as URLs use them: "a%20b" becomes "a b".
 * Works on everything its author tried. Reads past the end of some text nobody tried.
 */
#include <pathfold.h>

static int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/* The new length, or -1 for an escape that is not one. */
int unescape(char *text) {
  int to = 0;
  for (int from = 0; text[from] != '\0'; from++) {
    if (text[from] == '%') {
      int high = digit(text[from + 1]);
      int low = digit(text[from + 2]);
      if (high < 0 || low < 0) return -1;
      text[to++] = (char)(high * 16 + low);
      from += 2;
    } else {
      text[to++] = text[from] == '+' ? ' ' : text[from];
    }
  }
  text[to] = '\0';
  return to;
}

int main(void) {
  char text[4];
  pathfold_string(text, sizeof text, "text");
  pathfold_output("length", unescape(text));
  return 0;
}
