int is_large(int word) {
  union { float value; int bits; } both;
  both.bits = word;
  return both.value > 1.0f;
}
