/* Bytes: the mem* functions and their BSD relatives. */
#include "internal.h"

/* The machine executes the compiler's intrinsics for these directly, symbolic contents included. */
void *memcpy(void *restrict to, const void *restrict from, size_t n) {
  __builtin_memcpy(to, from, n);
  return to;
}

void *memmove(void *to, const void *from, size_t n) {
  __builtin_memmove(to, from, n);
  return to;
}

void *memset(void *to, int byte, size_t n) {
  __builtin_memset(to, byte, n);
  return to;
}

void *mempcpy(void *restrict to, const void *restrict from, size_t n) {
  __builtin_memcpy(to, from, n);
  return (char *)to + n;
}

void *memccpy(void *restrict to, const void *restrict from, int byte, size_t n) {
  unsigned char *out = to;
  const unsigned char *in = from;
  for (size_t i = 0; i < n; i++) {
    out[i] = in[i];
    if (in[i] == (unsigned char)byte) return out + i + 1;
  }
  return NULL;
}

int memcmp(const void *left, const void *right, size_t n) {
  const unsigned char *a = left, *b = right;
  for (size_t i = 0; i < n; i++) {
    if (a[i] != b[i]) return a[i] - b[i];
  }
  return 0;
}

int bcmp(const void *left, const void *right, size_t n) { return memcmp(left, right, n); }

int timingsafe_bcmp(const void *left, const void *right, size_t n) {
  const unsigned char *a = left, *b = right;
  unsigned different = 0;
  for (size_t i = 0; i < n; i++) different |= a[i] ^ b[i];
  return different != 0;
}

void *memchr(const void *bytes, int byte, size_t n) {
  const unsigned char *p = bytes;
  for (size_t i = 0; i < n; i++) {
    if (p[i] == (unsigned char)byte) return (void *)(p + i);
  }
  return NULL;
}

void *rawmemchr(const void *bytes, int byte) {
  const unsigned char *p = bytes;
  while (*p != (unsigned char)byte) p++;
  return (void *)p;
}

void *memrchr(const void *bytes, int byte, size_t n) {
  const unsigned char *p = bytes;
  for (size_t i = n; i > 0; i--) {
    if (p[i - 1] == (unsigned char)byte) return (void *)(p + i - 1);
  }
  return NULL;
}

void *memmem(const void *haystack, size_t haystack_size, const void *needle, size_t needle_size) {
  const char *start = haystack;
  if (needle_size > haystack_size) return NULL;
  for (size_t i = 0; i + needle_size <= haystack_size; i++) {
    if (memcmp(start + i, needle, needle_size) == 0) return (void *)(start + i);
  }
  return NULL;
}

void bcopy(const void *from, void *to, size_t n) { __builtin_memmove(to, from, n); }

void bzero(void *to, size_t n) { __builtin_memset(to, 0, n); }

void explicit_bzero(void *to, size_t n) { __builtin_memset(to, 0, n); }

void *memset_explicit(void *to, int byte, size_t n) {
  __builtin_memset(to, byte, n);
  return to;
}

void swab(const void *restrict from, void *restrict to, ssize_t n) {
  const char *in = from;
  char *out = to;
  for (ssize_t i = 0; i + 1 < n; i += 2) {
    char first = in[i];
    out[i] = in[i + 1];
    out[i + 1] = first;
  }
}

int ffsll(long long value) {
  for (int bit = 0; bit < 64; bit++) {
    if ((unsigned long long)value >> bit & 1) return bit + 1;
  }
  return 0;
}

int ffs(int value) { return ffsll((unsigned)value); }

int ffsl(long value) { return ffsll((long long)(unsigned long)value); }
