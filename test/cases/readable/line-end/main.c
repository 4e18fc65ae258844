/* Bytes stored at an index that is not known are told by the index. */
unsigned chomp(char *buffer, unsigned length) {
  unsigned removed = 0;
  while (length > 0 && (buffer[length - 1] == '\r' || buffer[length - 1] == '\n')) {
    buffer[--length] = '\0';
    removed++;
    if (removed == 2) break;
  }
  return removed;
}
