int digit(const char *s, char **end) {
  int is_digit = *s >= '0' && *s <= '9';
  *end = (char *)s + is_digit;
  return is_digit ? *s - '0' : -1;
}
