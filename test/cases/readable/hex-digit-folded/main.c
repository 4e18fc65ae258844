/* As C libraries test it: letters of both cases are one range once the bit that tells them apart is set. */
int is_hex(int c) {
  return (unsigned)c - '0' < 10 || ((unsigned)c | 32) - 'a' < 6;
}
