/* A store at an index that is not known is one store. */
int put_at(char buffer[4], unsigned i, char c) {
  if (i >= 4) return -1;
  buffer[i] = c;
  return 0;
}
