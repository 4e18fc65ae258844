/* Every program prints checksums as it goes, so that a difference shows where it began. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t sum = 14695981039346656037u;

static void mix(uint64_t value) { sum = (sum ^ value) * 1099511628211u; }

__attribute__((unused)) static void mix_bytes(const void *data, size_t size) {
  const unsigned char *bytes = data;
  for (size_t i = 0; i < size; i++) mix(bytes[i]);
}

__attribute__((unused)) static void mix_double(double value) {
  uint64_t bits;
  memcpy(&bits, &value, 8);
  mix(value != value ? 1 : bits);
}

__attribute__((unused)) static void mix_float(float value) {
  uint32_t bits;
  memcpy(&bits, &value, 4);
  mix(value != value ? 1 : bits);
}

static void show(const char *what) { printf("%s %016llx\n", what, (unsigned long long)sum); }

/* Values at which something changes, and some that look arbitrary. */
static const uint64_t INTERESTING[] = {
    0, 1, 2, 3, 7, 10, 31, 32, 63, 64, 100, 127, 128, 129, 255, 256, 1000, 32767, 32768, 65535, 65536, 0x12345678,
    0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0x100000000, 0x123456789abcdef, 0x1fffffffffffff, 0x20000000000000,
    0x7fffffffffffffff, 0x8000000000000000, 0x8000000000000001, 0xfffffffffffffffe, 0xffffffffffffffff};
#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define EACH_PAIR(x, y)                                    \
  for (size_t i_ = 0; i_ < COUNT(INTERESTING); i_++)       \
    for (size_t j_ = 0; j_ < COUNT(INTERESTING); j_++)     \
      for (uint64_t x = INTERESTING[i_], y = INTERESTING[j_], once_ = 1; once_; once_ = 0)
