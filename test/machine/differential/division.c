/* / and % in every width, where C defines them. */
#include "checksum.h"

#define DIVISION(type, is_least)                                                   \
  static void type##_all(void) {                                                   \
    EACH_PAIR(a, b) {                                                              \
      type x = (type)a, y = (type)b;                                               \
      if (y == 0 || (is_least)) continue;                                          \
      mix((uint64_t)(type)(x / y));                                                \
      mix((uint64_t)(type)(x % y));                                                \
    }                                                                              \
    show(#type);                                                                   \
  }
DIVISION(uint8_t, 0)
DIVISION(int8_t, 0)
DIVISION(uint16_t, 0)
DIVISION(int16_t, 0)
DIVISION(uint32_t, 0)
DIVISION(int32_t, x == INT32_MIN && y == -1)
DIVISION(uint64_t, 0)
DIVISION(int64_t, x == INT64_MIN && y == -1)

int main(void) {
  uint8_t_all();
  int8_t_all();
  uint16_t_all();
  int16_t_all();
  uint32_t_all();
  int32_t_all();
  uint64_t_all();
  int64_t_all();
  return 0;
}
