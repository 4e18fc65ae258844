// Small programs that measure the machine: title, file name, text. Those that are concrete come first, the others branch on inputs.
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

const interpreter = `#include <stdio.h>
enum { PUSH, ADD, SUB, MUL, DUP, SWAP, JNZ, STORE, LOAD, LT, HALT };
static const int program[] = {
  PUSH, 0, STORE, 0, PUSH, 0, STORE, 1,
  LOAD, 0, LOAD, 1, LOAD, 1, MUL, PUSH, 7, SUB, ADD, STORE, 0,
  LOAD, 1, PUSH, 1, ADD, DUP, STORE, 1,
  PUSH, 500000, SWAP, SUB, JNZ, 8, HALT };
static int run(const int *code) {
  int stack[32], vars[8] = {0}, top = 0;
  for (int pc = 0;;) {
    switch (code[pc++]) {
      case PUSH: stack[top++] = code[pc++]; break;
      case ADD: top--; stack[top - 1] = (int)((unsigned)stack[top - 1] + (unsigned)stack[top]); break;
      case SUB: top--; stack[top - 1] = (int)((unsigned)stack[top - 1] - (unsigned)stack[top]); break;
      case MUL: top--; stack[top - 1] = (int)((unsigned)stack[top - 1] * (unsigned)stack[top]); break;
      case DUP: stack[top] = stack[top - 1]; top++; break;
      case SWAP: { int x = stack[top - 1]; stack[top - 1] = stack[top - 2]; stack[top - 2] = x; break; }
      case JNZ: pc = stack[--top] ? code[pc] : pc + 1; break;
      case STORE: vars[code[pc++]] = stack[--top]; break;
      case LOAD: stack[top++] = vars[code[pc++]]; break;
      case LT: top--; stack[top - 1] = stack[top - 1] < stack[top]; break;
      case HALT: return vars[0];
    }
  }
}
int main(void) { printf("%d\\n", run(program)); return 0; }
`;
const sorting = `#include <stdio.h>
#define N 200000
static int a[N], b[N];
static void quick(int *v, int low, int high) {
  while (low < high) {
    int pivot = v[(low + high) / 2], i = low, j = high;
    while (i <= j) {
      while (v[i] < pivot) i++;
      while (v[j] > pivot) j--;
      if (i <= j) { int t = v[i]; v[i++] = v[j]; v[j--] = t; }
    }
    if (j - low < high - i) { quick(v, low, j); low = i; } else { quick(v, i, high); high = j; }
  }
}
static void sift(int *v, int root, int size) {
  for (int child; (child = 2 * root + 1) < size; root = child) {
    if (child + 1 < size && v[child] < v[child + 1]) child++;
    if (v[root] >= v[child]) return;
    int t = v[root]; v[root] = v[child]; v[child] = t;
  }
}
static void heap(int *v, int size) {
  for (int i = size / 2; i-- > 0;) sift(v, i, size);
  for (int i = size; i-- > 1;) { int t = v[0]; v[0] = v[i]; v[i] = t; sift(v, 0, i); }
}
int main(void) {
  unsigned seed = 1;
  for (int i = 0; i < N; i++) { seed = seed * 1103515245u + 12345u; a[i] = b[i] = (int)(seed >> 8) % 100000; }
  quick(a, 0, N - 1);
  heap(b, N);
  for (int i = 0; i < N; i++) if (a[i] != b[i]) return 1;
  printf("%d %d %d\\n", a[0], a[N / 2], a[N - 1]);
  return 0;
}
`;
const building = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct buffer { char *text; size_t length, room; };
static void put(struct buffer *b, const char *s) {
  size_t n = strlen(s);
  if (b->length + n + 1 > b->room) {
    while (b->length + n + 1 > b->room) b->room = b->room ? 2 * b->room : 16;
    b->text = realloc(b->text, b->room);
    if (!b->text) exit(1);
  }
  memcpy(b->text + b->length, s, n + 1);
  b->length += n;
}
static void put_number(struct buffer *b, unsigned x) {
  char digits[12];
  int n = sizeof digits;
  digits[--n] = 0;
  do digits[--n] = (char)('0' + x % 10); while (x /= 10);
  put(b, digits + n);
}
int main(void) {
  struct buffer b = {0};
  for (unsigned i = 0; i < 150000; i++) {
    put(&b, "item ");
    put_number(&b, i * 7919);
    put(&b, i % 2 ? "; " : ", ");
  }
  unsigned words = 0, hash = 0;
  for (const char *p = b.text; *p; p++) { words += *p == ' '; hash = hash * 31 + (unsigned char)*p; }
  printf("%u %u %u\\n", (unsigned)b.length, words, hash);
  free(b.text);
  return 0;
}
`;

export const CONCRETE = [
  ['CRC-32 of 400,000 bytes', 'crc.c', crc],
  ['stack machine, 500,000 rounds', 'interpreter.c', interpreter],
  ['quicksort and heapsort of 200,000', 'sorting.c', sorting],
  ['string of 2.4 MB, piece by piece', 'building.c', building],
];

export const PROGRAMS = [
  ['12 independent branches', 'branches.c', branches],
  ['insertion sort of 6', 'sort.c', sort],
  ['glob matcher, 3 and 3 bytes', 'glob.c', glob],
];
