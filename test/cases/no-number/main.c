#include <errno.h>
#include <inttypes.h>
#include <pathfold.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const texts[] = {"", " ", "x", "-", "+x", "0x", "0xg", "08", "z9", "-  1", "99999999999999999999", ".", "in", "nax", "1e"};
static const int bases[] = {0, 1, 2, 10, 16, 36, 37};

static void integers(const char *text, int base) {
  char *end = NULL;
  errno = 0;
  long number = strtol(text, &end, base);
  printf("%ld %d %d, ", number, errno, end ? (int)(end - text) : -1);
  errno = 0;
  unsigned long long large = strtoull(text, &end, base);
  printf("%llu %d, ", large, errno);
  errno = 0;
  intmax_t largest = strtoimax(text, NULL, base);
  printf("%jd %d, ", largest, errno);
}

static void others(const char *text) {
  int number = -1;
  float real = -1;
  errno = 0;
  double parsed = strtod(text, NULL);
  printf("%g %d, ", parsed, errno);
  errno = 0;
  int count = atoi(text);
  printf("%d %d, ", count, errno);
  errno = 0;
  count = sscanf(text, "%i", &number);
  printf("%d %d %d, ", count, number, errno);
  errno = 0;
  count = sscanf(text, "%f", &real);
  printf("%d %g %d\n", count, real, errno);
}

int main(void) {
  bool is_any = pathfold_bool("any");
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    for (size_t k = 0; k < sizeof bases / sizeof *bases; k++) integers(texts[i], bases[k]);
    others(texts[i]);
  }
  return is_any;
}
