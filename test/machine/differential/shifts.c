/* Shifts and rotations by every amount that C defines. */
#include "checksum.h"

#define SHIFTS(type, bits)                                     \
  static void type##_all(void) {                               \
    for (size_t i = 0; i < COUNT(INTERESTING); i++) {          \
      for (unsigned by = 0; by < bits; by++) {                 \
        type x = (type)INTERESTING[i];                         \
        mix((uint64_t)(type)((uint64_t)x << by));              \
        mix((uint64_t)(type)(x >> by));                        \
        mix((uint64_t)(type)(((uint64_t)x << by) | ((uint64_t)x >> ((bits - by) % bits)))); \
      }                                                        \
    }                                                          \
    show(#type);                                               \
  }
SHIFTS(uint8_t, 8)
SHIFTS(int8_t, 8)
SHIFTS(uint16_t, 16)
SHIFTS(int16_t, 16)
SHIFTS(uint32_t, 32)
SHIFTS(int32_t, 32)
SHIFTS(uint64_t, 64)
SHIFTS(int64_t, 64)

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
