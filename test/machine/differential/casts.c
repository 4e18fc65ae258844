/* Conversions between all arithmetic types, in range. */
#include <stdbool.h>
#include "checksum.h"

static void from_integer(uint64_t v) {
  mix((uint64_t)(int8_t)v), mix((uint64_t)(uint8_t)v), mix((uint64_t)(int16_t)v), mix((uint64_t)(uint16_t)v);
  mix((uint64_t)(int32_t)v), mix((uint64_t)(uint32_t)v), mix((uint64_t)(bool)v);
  mix((uint64_t)(int64_t)(int8_t)v), mix((uint64_t)(int32_t)(int16_t)v), mix((uint64_t)(uint32_t)(int8_t)v);
  mix_double((double)v), mix_double((double)(int64_t)v), mix_double((double)(uint32_t)v), mix_double((double)(int32_t)v);
  mix_double((double)(int8_t)v), mix_double((double)(uint16_t)v);
  mix_float((float)v), mix_float((float)(int64_t)v), mix_float((float)(uint32_t)v), mix_float((float)(int32_t)v);
  mix_float((float)(double)v);
}

static void from_double(double d) {
  float f = (float)d;
  mix_float(f), mix_double((double)f);
  if (d > -129 && d < 128) mix((uint64_t)(int8_t)d);
  if (d > -1 && d < 256) mix((uint8_t)d);
  if (d > -32769 && d < 32768) mix((uint64_t)(int16_t)d);
  if (d > -2147483649.0 && d < 2147483648.0) mix((uint64_t)(int32_t)d);
  if (d > -1 && d < 4294967296.0) mix((uint32_t)d);
  if (d >= -0x1p63 && d < 0x1p63) mix((uint64_t)(int64_t)d);
  if (d > -1 && d < 0x1p64) mix((uint64_t)d);
  mix(d ? 3 : 5);
  mix((bool)d);
}

int main(void) {
  for (size_t i = 0; i < COUNT(INTERESTING); i++) {
    from_integer(INTERESTING[i]);
    from_double((double)INTERESTING[i] * 0.75);
    from_double(-(double)INTERESTING[i] * 0.5);
    from_double((double)(int64_t)INTERESTING[i]);
    show("cast");
  }
  return 0;
}
