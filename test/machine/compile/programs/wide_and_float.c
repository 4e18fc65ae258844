// Integers of 64 bits on both sides of 2^53, floats, and addresses that are computed with.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static char bytes[64];
static char *aligned(char *p) { return (char *)(((uintptr_t)p + 7) & ~(uintptr_t)7); }
int main(void) {
  uint64_t hash = 14695981039346656037u, small = 1;
  int64_t balance = 0;
  double mean = 0;
  float last = 1;
  unsigned equal = 0, below = 0;
  for (int i = 0; i < 300; i++) {
    hash = (hash ^ (unsigned)i) * 1099511628211u;
    small = small * 3 % 1000003 + (unsigned)i;
    balance += i % 2 ? -i * (int64_t)1000000007 : (int64_t)i << 33;
    if (balance < 0) balance = -balance / 3;
    mean += (i - mean) / (i + 1) + (double)(int64_t)small * 1e-7;
    last = last * 1.5f - (float)i / 7;
    if (last > 1e6f || last != last) last = (float)(short)mean;
    char *p = bytes + i % 64;
    char *q = &bytes[(hash >> 40) % 64];
    equal += p == q;
    below += p < q ? (unsigned)(q - p) : (unsigned)(p - q);
    *q = (char)(*p + i);
    uint64_t copy;
    memcpy(&copy, bytes + i % 50, sizeof copy);
    hash += copy;
    below += aligned(bytes) != bytes;
  }
  printf("%llx %llu %lld %.17g %.9g %u %u\n", (unsigned long long)hash, (unsigned long long)small, (long long)balance, mean,
         (double)last, equal, below);
  return bytes[7];
}
