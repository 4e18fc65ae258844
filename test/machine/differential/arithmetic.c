/* + - * and the bitwise operators in every width, signed and unsigned. */
#include "checksum.h"

#define OPERATORS(type)                \
  static void type##_all(void) {       \
    EACH_PAIR(a, b) {                  \
      type x = (type)a, y = (type)b;   \
      mix((uint64_t)(type)(x + y));    \
      mix((uint64_t)(type)(x - y));    \
      mix((uint64_t)(type)(x * y));    \
      mix((uint64_t)(type)(x & y));    \
      mix((uint64_t)(type)(x | y));    \
      mix((uint64_t)(type)(x ^ y));    \
      mix((uint64_t)(type)~x);         \
      mix((uint64_t)(type)-x);         \
      mix((uint64_t)(x == y) + 2 * (x != y) + 4 * (x < y) + 8 * (x <= y) + 16 * (x > y) + 32 * (x >= y)); \
      mix((uint64_t)(x ? y : !y));     \
    }                                  \
    show(#type);                       \
  }
OPERATORS(uint8_t)
OPERATORS(int8_t)
OPERATORS(uint16_t)
OPERATORS(int16_t)
OPERATORS(uint32_t)
OPERATORS(int32_t)
OPERATORS(uint64_t)
OPERATORS(int64_t)

int main(void) {
  uint8_t_all();
  int8_t_all();
  uint16_t_all();
  int16_t_all();
  uint32_t_all();
  int32_t_all();
  uint64_t_all();
  int64_t_all();
  return (int)(sum & 0x7f);
}
