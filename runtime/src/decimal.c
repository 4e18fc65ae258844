#include "decimal.h"

void __pfc_decimal_zero(struct pf_decimal *number, uint32_t *limbs, int capacity, int point) {
  number->limb = limbs;
  number->capacity = capacity;
  number->point = point;
  number->head = number->tail = point;
}

static void decimal_trim(struct pf_decimal *number) {
  while (number->tail > number->head && number->limb[number->tail - 1] == 0) number->tail--;
  while (number->head < number->tail && number->limb[number->head] == 0) number->head++;
}

void __pfc_decimal_set(struct pf_decimal *number, pf_mantissa value) {
  number->head = number->tail = number->point;
  while (value >> 64) {
    number->limb[--number->head] = (uint32_t)(value % DECIMAL_LIMB);
    value /= DECIMAL_LIMB;
  }
  for (uint64_t low = (uint64_t)value; low; low /= DECIMAL_LIMB) {
    number->limb[--number->head] = (uint32_t)(low % DECIMAL_LIMB);
  }
  decimal_trim(number);
}

static void decimal_double(struct pf_decimal *number, int times) {
  uint64_t carry = 0;
  for (int i = number->tail - 1; i >= number->head; i--) {
    uint64_t value = ((uint64_t)number->limb[i] << times) + carry;
    number->limb[i] = (uint32_t)(value % DECIMAL_LIMB);
    carry = value / DECIMAL_LIMB;
  }
  if (carry) number->limb[--number->head] = (uint32_t)carry;
  decimal_trim(number);
}

static void decimal_halve(struct pf_decimal *number, int times) {
  uint32_t mask = (1u << times) - 1, unit = DECIMAL_LIMB >> times, rest = 0;
  for (int i = number->head; i < number->tail; i++) {
    uint32_t value = number->limb[i];
    number->limb[i] = (value >> times) + rest;
    rest = (value & mask) * unit;
  }
  if (rest) number->limb[number->tail++] = rest;
  decimal_trim(number);
}

void __pfc_decimal_scale(struct pf_decimal *number, int exponent) {
  while (exponent > 0) {
    int times = exponent < 22 ? exponent : 22;
    decimal_double(number, times);
    exponent -= times;
  }
  while (exponent < 0) {
    int times = -exponent < DECIMAL_LIMB_DIGITS ? -exponent : DECIMAL_LIMB_DIGITS;
    decimal_halve(number, times);
    exponent += times;
  }
}

int __pfc_decimal_magnitude(const struct pf_decimal *number) {
  if (number->head == number->tail) return 0;
  int digits = (number->point - number->head - 1) * DECIMAL_LIMB_DIGITS;
  for (uint32_t first = number->limb[number->head]; first; first /= 10) digits++;
  return digits;
}
