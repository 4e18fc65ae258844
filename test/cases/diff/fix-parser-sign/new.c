#include <pathfold.h>

/* Reads a signed number of at most three digits; returns 999 for anything else. */
static int parse(const char *text) {
  int sign = 1;
  int value = 0;
  int i = 0;
  if (text[0] == '-') {
    sign = -1;
    text++;
  }
  for (; text[i] != '\0'; i++) {
    if (text[i] < '0' || text[i] > '9') return 999;
    value = value * 10 + (text[i] - '0');
  }
  return i == 0 ? 999 : sign * value;
}

int main(void) {
  char text[4];
  pathfold_string(text, sizeof text, "text");
  pathfold_output("value", parse(text));
  return 0;
}
