/*
 * Exact decimal numbers of bounded size, between binary floats and their decimal text.
 *
 * A number is a row of limbs, nine decimal digits each: limb[head] is the most significant, limbs before index point are
 * the integer part, and limbs outside [head, tail) are zero. Every binary float is such a number, because 1/2 = 0.5.
 * Printing starts from the mantissa and multiplies or divides by two until the exponent is used up; reading starts from the
 * digits and does the same until the integer part has as many bits as the mantissa. Both are exact, with no approximation
 * to repair afterwards. Cost: (exponent / 9) * (length / 9) small steps, a few hundred for everyday doubles.
 *
 * Steps multiply by at most 2^22, so that every intermediate value stays below 2^53, where the machine computes fastest.
 */
#ifndef PATHFOLD_DECIMAL_H
#define PATHFOLD_DECIMAL_H

#include "internal.h"

enum { DECIMAL_LIMB = 1000000000, DECIMAL_LIMB_DIGITS = 9 };

struct pf_decimal {
  uint32_t *limb;
  int capacity;
  int point;
  int head, tail;
};

void __pfc_decimal_zero(struct pf_decimal *number, uint32_t *limbs, int capacity, int point);
/* Puts an integer into a number that is zero. */
void __pfc_decimal_set(struct pf_decimal *number, pf_mantissa value);
/* Multiplies by 2^exponent. */
void __pfc_decimal_scale(struct pf_decimal *number, int exponent);
/* How many decimal digits precede the point, leading zeros not counted; negative for that many zeros after the point. */
int __pfc_decimal_magnitude(const struct pf_decimal *number);

#endif
