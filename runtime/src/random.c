/*
 * Pseudo-random numbers: the very sequences of the real libraries, so that a predicted run and a real one agree. (To make
 * random numbers arbitrary, replace rand() by an input.)
 *
 * random() is an additive lagged generator over 31 words, x[n] = x[n-3] + x[n-31], in both libraries; they differ in how the
 * words are seeded. glibc's rand() is random(); wasi-libc's is a 64-bit linear congruential generator.
 */
#include "internal.h"

enum { RANDOM_WORDS = 31, RANDOM_LAG = 3 };

static uint32_t random_state[RANDOM_WORDS];
static int random_front, random_back;
static bool random_seeded;

static uint64_t random_congruential(uint64_t x) { return x * 6364136223846793005ull + 1; }

static long random_next(void) {
  random_state[random_front] += random_state[random_back];
  long result = (long)(random_state[random_front] >> 1);
  if (++random_front == RANDOM_WORDS) random_front = 0;
  if (++random_back == RANDOM_WORDS) random_back = 0;
  return result;
}

void srandom(unsigned seed) {
  random_front = RANDOM_LAG;
  random_back = 0;
  random_seeded = true;
  if (PF_WASI) {
    uint64_t state = seed;
    for (int i = 0; i < RANDOM_WORDS; i++) {
      state = random_congruential(state);
      random_state[i] = (uint32_t)(state >> 32);
    }
    random_state[0] |= 1;
    return;
  }
  int64_t word = (int32_t)(seed ? seed : 1);
  for (int i = 0; i < RANDOM_WORDS; i++) {
    random_state[i] = (uint32_t)word;
    word = word * 16807 % 2147483647;
    if (word < 0) word += 2147483647;
  }
  for (int i = 0; i < 10 * RANDOM_WORDS; i++) random_next();
}

long random(void) {
  if (!random_seeded) srandom(1);
  return random_next();
}

static uint64_t random_rand_state;

void srand(unsigned seed) {
  if (PF_WASI) {
    random_rand_state = seed - 1u;
  } else {
    srandom(seed);
  }
}

int rand(void) {
  if (!PF_WASI) return (int)random();
  random_rand_state = random_congruential(random_rand_state);
  return (int)(random_rand_state >> 33);
}

static unsigned random_temper(unsigned x) {
  x ^= x >> 11;
  x ^= x << 7 & 0x9d2c5680u;
  x ^= x << 15 & 0xefc60000u;
  return x ^ x >> 18;
}

int rand_r(unsigned *seed) {
  if (PF_WASI) {
    *seed = *seed * 1103515245u + 12345u;
    return (int)(random_temper(*seed) / 2);
  }
  unsigned result = 0;
  for (int i = 0; i < 3; i++) {
    *seed = *seed * 1103515245u + 12345u;
    result = result << (i ? 10 : 0) ^ (*seed >> 16) % (i ? 1024 : 2048);
  }
  return (int)result;
}

/* The 48-bit generators of POSIX: x = x * 0x5deece66d + 11, of which the upper bits are used. */
static unsigned short random_48[3] = {0, 0, 0};

/* Multiplier and addend, which lcong48() sets. */
static uint64_t random_factor_48 = 0x5deece66dull;
static unsigned random_addend_48 = 11;

static uint64_t random_step_48(unsigned short state[3]) {
  uint64_t x = state[0] | (uint64_t)state[1] << 16 | (uint64_t)state[2] << 32;
  x = (x * random_factor_48 + random_addend_48) & 0xffffffffffffull;
  state[0] = (unsigned short)x;
  state[1] = (unsigned short)(x >> 16);
  state[2] = (unsigned short)(x >> 32);
  return x;
}

void srand48(long seed) {
  random_factor_48 = 0x5deece66dull;
  random_addend_48 = 11;
  random_48[0] = 0x330e;
  random_48[1] = (unsigned short)seed;
  random_48[2] = (unsigned short)((uint32_t)seed >> 16);
}

double erand48(unsigned short state[3]) { return (double)random_step_48(state) / 281474976710656.0; }
double drand48(void) { return erand48(random_48); }
long nrand48(unsigned short state[3]) { return (long)(random_step_48(state) >> 17); }
long lrand48(void) { return nrand48(random_48); }
long jrand48(unsigned short state[3]) { return (int32_t)(random_step_48(state) >> 16); }
long mrand48(void) { return jrand48(random_48); }

unsigned short *seed48(unsigned short seed[3]) {
  static unsigned short before[3];
  __builtin_memcpy(before, random_48, sizeof before);
  __builtin_memcpy(random_48, seed, sizeof random_48);
  random_factor_48 = 0x5deece66dull;
  random_addend_48 = 11;
  return before;
}

void lcong48(unsigned short parts[7]) {
  __builtin_memcpy(random_48, parts, sizeof random_48);
  random_factor_48 = parts[3] | (uint64_t)parts[4] << 16 | (uint64_t)parts[5] << 32;
  random_addend_48 = parts[6];
}
