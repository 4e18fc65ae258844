#include <pathfold.h>

static int differs(const char *a, const char *b) {
  for (int i = 0; b[i] != 0; i++)
    if (a[i] != b[i]) return 1;
  return 0;
}

int main(void) {
  char text[3], word[3];
  pathfold_string(text, 3, "text");
  pathfold_string(word, 3, "word");
  const char *s = text;
  if (word[0] == 0) return 2;
  do {
    do {
      if (*s == 0) return 0;
    } while (*s++ != word[0]);
  } while (differs(s, word + 1));
  return 1;
}
