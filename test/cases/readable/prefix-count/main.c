#include <stddef.h>
int write_two(char *buf, size_t buflen, unsigned n) {
  if (buflen < 3) return -1;
  buf[0] = '0' + n / 10 % 10;
  buf[1] = '0' + n % 10;
  buf[2] = '\0';
  return 2;
}
