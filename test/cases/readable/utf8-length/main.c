int utf8_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first < 0xC2) return -1;
  if (first < 0xE0) return 2;
  if (first < 0xF0) return 3;
  return first < 0xF5 ? 4 : -1;
}
