/* printf, scanf, strings, numbers in text. */
#include <ctype.h>
#include <stdlib.h>
#include "checksum.h"

int main(void) {
  printf("%d|%5d|%-5d|%05d|%+d|%x|%#X|%o|%u|%c|%s|%10s|%-10s|%.2s|%%\n", 42, 42, 42, 42, 42, 255, 255, 8, 4000000000u, 'x', "text", "right", "left", "cut");
  printf("%lld %llu %hhd %hd %zu %ld %p\n", -5000000000LL, 18446744073709551615ull, (signed char)-3, (short)-300, sizeof(int), -7L, (void *)0);
  printf("%f %.3f %10.2f %e %g %g %G %.0f %a\n", 3.14159, 2.71828, 1234.567, 123456.789, 0.0001, 1e20, 1e-10, 2.5, 1.5);
  printf("%*d %-*d| %.*f\n", 6, 12, 6, 34, 2, 3.14159);
  int written = 0;
  printf("abc%n\n", &written);
  printf("%d\n", written);
  char line[80];
  int n = snprintf(line, sizeof line, "%s-%03d", "item", 7);
  printf("%d %s %zu\n", n, line, strlen(line));
  printf("%d\n", snprintf(line, 4, "truncated"));
  puts(line);

  int a, b, c;
  double d;
  char word[20], ch;
  int got = sscanf("10 0x1f 077 3.5e2 hello!", "%d %i %i %lf %19[a-z]%c", &a, &b, &c, &d, word, &ch);
  printf("%d: %d %d %d %g %s %c\n", got, a, b, c, d, word, ch);
  printf("%ld %ld %lu %g %d\n", strtol("  -123abc", NULL, 10), strtol("ff", NULL, 16), strtoul("777", NULL, 8), strtod("1e3x", NULL), atoi("99"));

  char text[64] = "the quick brown fox";
  strcat(text, " jumps");
  printf("%zu %d %s %s %td\n", strlen(text), strcmp(text, "the") > 0, strchr(text, 'q'), strstr(text, "fox"), strrchr(text, 'u') - text);
  for (char *t = strtok(text, " "); t; t = strtok(NULL, " ")) printf("[%s]", t);
  putchar('\n');
  for (const char *s = "Az09 _\t~"; *s; s++) printf("%d%d%d%d%d%c ", !!isalpha(*s), !!isdigit(*s), !!isspace(*s), !!ispunct(*s), !!isupper(*s), toupper(*s) == '\t' ? 't' : toupper(*s));
  putchar('\n');
  fprintf(stderr, "to standard error %d\n", 1);
  printf("%d %d %d\n", memcmp("abc", "abd", 3) < 0, strncmp("abc", "abx", 2), (int)strspn("aabbc", "ab"));
  div_t q = div(-17, 5);
  printf("%d %d %ld\n", q.quot, q.rem, labs(-5));
  int value = 0;
  while (scanf("%d", &value) == 1) printf("read %d\n", value);
  char rest[16];
  if (fgets(rest, sizeof rest, stdin)) printf("rest %s", rest);
  printf("%d\n", getchar() == EOF);
  return 3;
}
