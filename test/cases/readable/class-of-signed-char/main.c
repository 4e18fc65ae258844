char class_of(char c) {
  if (c < 0) return 2;
  if (c <= ' ' || c == 127) return 1;
  return 0;
}
