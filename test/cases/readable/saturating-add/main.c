short add_saturated(short a, short b) {
  int sum = a + b;
  return sum < -32768 ? -32768 : sum > 32767 ? 32767 : sum;
}
