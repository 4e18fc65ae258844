/* Copied bytes are told by their range, the zero that ends them as such, and strings by the length they have at least. */
char *copy_name(char *dest, const char *source, int n) {
  char *p = dest;
  if (n > 3) n = 3;
  while (n-- > 0 && (*p = *source++) != '\0') p++;
  *p = '\0';
  return dest;
}
