/* Vectors of clang's extension, element by element; builtins that become intrinsics. */
#include "checksum.h"

typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef unsigned char b16 __attribute__((vector_size(16)));

static void mix4(v4 v) { for (int i = 0; i < 4; i++) mix((uint64_t)v[i]); }

int main(void) {
  v4 a = {1, -2, 300, 2147483647}, b = {5, 6, -7, 3};
  mix4(a + b), mix4(a - b), mix4(a * b), mix4(a / b), mix4(a & b), mix4(a ^ b), mix4(a < b), mix4(a == b), mix4(a >> 1), mix4(-a), mix4(~b);
  mix4(__builtin_shufflevector(a, b, 0, 5, 2, 7));
  a[2] = 9;
  mix4(a), show("integers");
  f4 f = {1.5f, -2.25f, 3e10f, 0.1f}, g = {2, 4, 8, 16};
  f4 h = f * g + f / g;
  for (int i = 0; i < 4; i++) mix_float(h[i]);
  mix4(f < g);
  mix4(__builtin_convertvector(g, v4)), show("floats");
  b16 bytes = (b16)a;
  for (int i = 0; i < 16; i++) mix(bytes[i]);
  show("bytes");
  for (size_t i = 0; i < COUNT(INTERESTING); i++) {
    uint64_t x = INTERESTING[i];
    mix((uint64_t)__builtin_popcountll(x)), mix((uint64_t)__builtin_popcount((unsigned)x)), mix(__builtin_bswap16((uint16_t)x)), mix(__builtin_bswap32((uint32_t)x)), mix(__builtin_bswap64(x));
    mix(__builtin_bitreverse8((uint8_t)x)), mix(__builtin_bitreverse32((uint32_t)x)), mix(__builtin_bitreverse64(x));
    if (x) mix((uint64_t)__builtin_clzll(x)), mix((uint64_t)__builtin_ctzll(x));
    if ((uint32_t)x) mix((uint64_t)__builtin_clz((unsigned)x)), mix((uint64_t)__builtin_ctz((unsigned)x));
    mix((uint64_t)__builtin_ffsll((long long)x)), mix((uint64_t)__builtin_parityll(x));
    mix(__builtin_rotateleft32((uint32_t)x, 7)), mix(__builtin_rotateright64(x, 13)), mix(__builtin_rotateleft8((uint8_t)x, 3));
    for (size_t j = 0; j < COUNT(INTERESTING); j++) {
      int64_t y = (int64_t)INTERESTING[j], r;
      int32_t small;
      uint32_t positive;
      mix(__builtin_add_overflow((int64_t)x, y, &r)), mix((uint64_t)r), mix(__builtin_mul_overflow((int64_t)x, y, &r)), mix((uint64_t)r);
      mix(__builtin_sub_overflow((int32_t)x, (int32_t)y, &small)), mix((uint64_t)small);
      mix(__builtin_mul_overflow((uint32_t)x, (uint32_t)y, &positive)), mix(positive), mix(__builtin_add_overflow((uint32_t)x, (uint32_t)y, &positive)), mix(positive);
      mix((uint64_t)__builtin_elementwise_max((int)x, (int)y)), mix((uint64_t)__builtin_elementwise_min((unsigned)x, (unsigned)y));
      mix((uint64_t)__builtin_elementwise_add_sat((int)x, (int)y)), mix((uint64_t)__builtin_elementwise_sub_sat((unsigned)x, (unsigned)y));
      mix((uint64_t)__builtin_elementwise_add_sat((unsigned char)x, (unsigned char)y)), mix((uint64_t)__builtin_elementwise_sub_sat((signed char)x, (signed char)y));
    }
  }
  mix((uint64_t)__builtin_reduce_add(a)), mix((uint64_t)__builtin_reduce_max(b)), mix((uint64_t)__builtin_reduce_and(a)), show("builtins");
  int atomic = 5;
  mix((uint64_t)__atomic_fetch_add(&atomic, 3, __ATOMIC_SEQ_CST)), mix((uint64_t)__atomic_exchange_n(&atomic, 77, __ATOMIC_SEQ_CST));
  int expected = 77;
  mix(__atomic_compare_exchange_n(&atomic, &expected, 78, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)), mix((uint64_t)atomic), mix((uint64_t)__atomic_fetch_nand(&atomic, 6, __ATOMIC_SEQ_CST)), mix((uint64_t)atomic), show("atomics");
  return 0;
}
