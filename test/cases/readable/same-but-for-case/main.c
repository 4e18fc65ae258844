/* Paths meet again after each character: what they have in common is said once. */
static int lower(int c) {
  return (unsigned)c - 'A' < 26 ? c | 32 : c;
}

struct code {
  unsigned char letters[6];
};

_Bool same_code(const struct code *one, const struct code *other) {
  for (int i = 0; i < 6; i++) {
    if (lower(one->letters[i]) != lower(other->letters[i])) return 0;
  }
  return 1;
}
