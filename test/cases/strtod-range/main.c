#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
static void show(const char *s) {
  errno = 0; char *e; double d = strtod(s, &e); unsigned long long b; memcpy(&b, &d, 8);
  printf("%s %llx %d %d", s, b, errno == ERANGE, (int)(e - s));
  errno = 0; float f = strtof(s, &e); unsigned u; memcpy(&u, &f, 4);
  printf(" f %x %d\n", u, errno == ERANGE);
}
int main(void) {
  const char *t[] = {"4.9406564584124654e-324","2.4703282292062327e-324","2.4703282292062328e-324","2.5e-324","2e-324","1e-324","1e-400","0e-400","3e-324","7.4e-324","2.2250738585072014e-308","2.2250738585072011e-308","2.2250738585072009e-308","1.7976931348623157e308","1.7976931348623159e308","1e309","1e400","-1e400","-1e-400","0x1p-1074","0x1p-1075","0x1.8p-1075","0x1p-1076","0x1.fffffffffffffp-1023","0x0.8p-1022","0x1p1024","1.401298464324817e-45","7.006492321624085e-46","7.1e-46","1.1754943508222875e-38","1.17549429e-38","1.1754942e-38","3.4028235e38","3.4028236e38","3.5e38","0x1p-149","0x1p-150","0x1.000002p-150","0x1.fffffep-127","0x1.ffffffp-127","1e-310","5e-324","0x1.23456789abcdep-1040", "0x1.23456789abcd0p-1038","9.99999e-46", "1e-40"};
  for (unsigned i = 0; i < sizeof t / sizeof t[0]; i++) show(t[i]);
  return 0;
}
