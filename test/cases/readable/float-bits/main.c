/* The sign bit is not the same as being below zero: -0.0 and some NaNs have it. */
int is_negative(float x) {
  union { float value; unsigned bits; } both;
  both.value = x;
  if (both.bits >> 31) return 1;
  return 0;
}
