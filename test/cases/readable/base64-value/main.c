static const signed char decoding[] = {62, -1, -1, -1, 63, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, -1, -1, -1, -2, -1};
int base64_value(signed char value_in) {
  value_in -= 43;
  if (value_in < 0 || value_in >= 20) return -1;
  return decoding[(int)value_in];
}
