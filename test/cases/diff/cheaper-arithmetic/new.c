#include <pathfold.h>

static unsigned mix(unsigned key, unsigned count) {
  unsigned hash = (key << 5) - key + count;
  unsigned bucket = hash & 15;
  if (bucket == ((key >> 3) & 15)) bucket = (bucket + 1) & 15;
  return bucket;
}

int main(void) {
  unsigned key = pathfold_unsigned("key");
  unsigned count = pathfold_unsigned("count");
  return (int)mix(key, count);
}
