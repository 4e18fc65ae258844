#include <string.h>
int parse_boolean(const char *s, _Bool *out) {
  if (strcmp(s, "on") == 0) { *out = 1; return 0; }
  if (strcmp(s, "off") == 0) { *out = 0; return 0; }
  return -1;
}
