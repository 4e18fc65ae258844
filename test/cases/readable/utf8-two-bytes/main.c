/* Lead bytes are written as they are added. */
int encode(unsigned code, unsigned char out[2]) {
  if (code < 0x80) {
    out[0] = code;
    return 1;
  }
  if (code > 0x7ff) return 0;
  out[0] = 0xc0 + (code >> 6);
  out[1] = 0x80 + (code & 0x3f);
  return 2;
}
