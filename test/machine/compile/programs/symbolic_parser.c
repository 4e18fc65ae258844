// Loops over bytes some of which are inputs: compiled code is left at the first of them and entered again behind it.
#include <pathfold.h>
#include <stdio.h>
static int is_digit(int c) { return c >= '0' && c <= '9'; }
static unsigned hash(const char *text, int length) {
  unsigned sum = 5381;
  for (int i = 0; i < length; i++) sum = sum * 33 ^ (unsigned char)text[i];
  return sum;
}
int main(void) {
  char text[40] = "0123456789 abc 42 ";
  char rest[4];
  pathfold_string(rest, sizeof rest, "rest");
  int length = 18;
  for (int i = 0; rest[i]; i++) text[length++] = rest[i];
  text[length] = 0;
  unsigned known = hash(text, 18);
  int numbers = 0, words = 0;
  for (const char *p = text; *p;) {
    if (is_digit(*p)) {
      numbers++;
      while (is_digit(*p)) p++;
    } else if (*p == ' ') p++;
    else {
      words++;
      while (*p && *p != ' ' && !is_digit(*p)) p++;
    }
  }
  printf("%u\n", known);
  return numbers * 16 + words;
}
