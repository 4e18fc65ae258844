/* 128-bit integers. */
#include "checksum.h"

typedef unsigned __int128 u128;
typedef __int128 i128;

static void mix128(u128 x) {
  mix((uint64_t)x);
  mix((uint64_t)(x >> 64));
}

int main(void) {
  EACH_PAIR(a, b) {
    u128 x = ((u128)a << 64) | b, y = ((u128)(b ^ 0x5555) << 64) | (a + 3);
    mix128(x + y);
    mix128(x - y);
    mix128(x * y);
    mix128(x & ~y);
    mix128(x << (a & 127));
    mix128(x >> (b & 127));
    mix128((u128)((i128)x >> (b & 127)));
    mix((x < y) + 2 * ((i128)x < (i128)y) + 4 * (x == y));
    if (y != 0) {
      mix128(x / y);
      mix128(x % y);
      if (y != ~(u128)0) {
        mix128((u128)((i128)x / (i128)y));
        mix128((u128)((i128)x % (i128)y));
      }
    }
    mix128((u128)(i128)(int32_t)a);
    mix((uint64_t)(uint8_t)x);
  }
  show("int128");
  return 0;
}
