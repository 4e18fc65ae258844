/* A pointer into an object is not NULL, whatever is added to it. */
struct store {
  unsigned size;
  const unsigned char *bytes;
};

const unsigned char *record_at(const struct store *store, unsigned at) {
  if (at >= store->size) return 0;
  return store->bytes + at;
}
