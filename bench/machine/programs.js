// Small programs that measure the machine: title, file name, text. The first is concrete, the others branch on inputs.
const crc = `#include <stdint.h>
#include <stdio.h>
#ifndef ROUNDS
#define ROUNDS 1
#endif
static unsigned char data[400000];
static uint32_t table[256];
int main(void) {
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t c = i;
    for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
    table[i] = c;
  }
  for (int i = 0; i < 400000; i++) data[i] = (unsigned char)(i * 31 + (i >> 8));
  uint32_t crc = 0;
  for (int round = 0; round < ROUNDS; round++) {
    crc = ~0u;
    for (int i = 0; i < 400000; i++) crc = table[(crc ^ data[i]) & 0xff] ^ (crc >> 8);
    crc ^= ~0u;
    data[round] ^= 1;
  }
  printf("%08x\\n", (unsigned)crc);
  return 0;
}
`;
const branches = `#include <pathfold.h>
int main(void) {
  int sum = 0;
  for (int i = 0; i < 12; i++) if (pathfold_int("x") > i) sum += i;
  return sum;
}
`;
const sort = `#include <pathfold.h>
#define N 6
int main(void) {
  int a[N];
  pathfold_bytes(a, sizeof a, "a");
  for (int i = 1; i < N; i++) {
    int x = a[i], j = i;
    for (; j > 0 && a[j - 1] > x; j--) a[j] = a[j - 1];
    a[j] = x;
  }
  return 0;
}
`;
const glob = `#include <pathfold.h>
static int match(const char *pattern, const char *text) {
  if (*pattern == 0) return *text == 0;
  if (*pattern == '*') return match(pattern + 1, text) || (*text && match(pattern, text + 1));
  if (*text == 0) return 0;
  if (*pattern == '?' || *pattern == *text) return match(pattern + 1, text + 1);
  return 0;
}
int main(void) {
  char pattern[4], text[4];
  pathfold_string(pattern, sizeof pattern, "pattern");
  pathfold_string(text, sizeof text, "text");
  return match(pattern, text);
}
`;

export const PROGRAMS = [
  ['CRC-32 of 400,000 bytes', 'crc.c', crc],
  ['12 independent branches', 'branches.c', branches],
  ['insertion sort of 6', 'sort.c', sort],
  ['glob matcher, 3 and 3 bytes', 'glob.c', glob],
];
