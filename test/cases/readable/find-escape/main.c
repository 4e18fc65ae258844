/* Elements of an array have one name, however long it is. */
int find_escape(const unsigned char *bytes, unsigned len) {
  for (unsigned i = 0; i < len && i < 3; i++) {
    if (bytes[i] == 27) return i;
  }
  return -1;
}
