/* Splits a line into words and counts them; a line that begins with "=c" chooses the character c between words. */
#include <pathfold.h>
#include <stdio.h>

#ifndef LENGTH
#define LENGTH 7
#endif

struct splitter {
  char separator;
  int uses_default;
  int words;
};

static void choose_separator(struct splitter *s, char c) {
  s->separator = c;
}

/* A blank, a comma, or what was chosen. */
static int separates(const struct splitter *s, char c) {
  return s->uses_default ? c == ' ' || c == ',' : c == s->separator;
}

static void split(struct splitter *s, const char *line) {
  int inside = 0;
  if (line[0] == '=' && line[1] != '\0') {
    choose_separator(s, line[1]);
    line += 2;
  }
  for (; *line != '\0'; line++) {
    if (separates(s, *line)) {
      inside = 0;
    } else if (!inside) {
      inside = 1;
      s->words++;
    }
  }
}

int main(void) {
  char line[LENGTH + 1];
  struct splitter splitter = {' ', 1, 0};
  pathfold_string(line, sizeof line, "line");
  split(&splitter, line);
  printf("%d words\n", splitter.words);
  return 0;
}
