#include <pathfold.h>

static unsigned mix(unsigned key, unsigned count) {
  unsigned hash = key * 31 + count;
  unsigned bucket = hash % 16;
  if (bucket == key / 8 % 16) bucket = (bucket + 1) % 16;
  return bucket;
}

int main(void) {
  unsigned key = pathfold_unsigned("key");
  unsigned count = pathfold_unsigned("count");
  return (int)mix(key, count);
}
