#include <stdbool.h>
bool is_digit(char c) { return c >= '0' && c <= '9'; }
