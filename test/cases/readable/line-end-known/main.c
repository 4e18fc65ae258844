/* A length that the condition of a row leaves no choice is that number in its indices, too. */
#include <stddef.h>

size_t chomp(char *buffer, size_t length) {
  size_t removed = 0;
  if (length < 7) return 0;
  while (buffer[length - 1] == '\r' || buffer[length - 1] == '\n') {
    buffer[length - 1] = '\0';
    removed++;
    if (length-- == 1) break;
  }
  return removed;
}
