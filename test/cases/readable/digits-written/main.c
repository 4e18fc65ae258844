int digits_written(unsigned value, char out[8]) {
  int length = 0;
  if (value >= 100) return -1;
  if (value / 10 != 0) out[length++] = (char)('0' + value / 10);
  out[length++] = (char)('0' + value % 10);
  out[length] = '\0';
  return length;
}
