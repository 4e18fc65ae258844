static const unsigned char bits_before[256] = {8, 7, 6, 6, 5, 5, 5, 5, 4, 4, 4, 4, 4, 4, 4, 4, 3};
short normalise(int a) {
  if (a < 0) {
    if (a <= -1073741824) return 0;
    a = ~a;
  }
  return a & 0xffff0000 ? (a & 0xff000000 ? -1 + bits_before[0xFF & (a >> 24)] : 7 + bits_before[0xFF & (a >> 16)])
                        : (a & 0xff00 ? 15 + bits_before[0xFF & (a >> 8)] : 23 + bits_before[0xFF & a]);
}
