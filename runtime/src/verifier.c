/* __VERIFIER_*: the interface of the software verification and testing competitions. */
#include "internal.h"

#define VERIFIER_NONDET(suffix, type, shown) \
  type __VERIFIER_nondet_##suffix(void) { return (type)__pf_input(#suffix, sizeof(type) * 8, shown); }

VERIFIER_NONDET(char, char, 2)
VERIFIER_NONDET(schar, signed char, 1)
VERIFIER_NONDET(uchar, unsigned char, 0)
VERIFIER_NONDET(short, short, 1)
VERIFIER_NONDET(ushort, unsigned short, 0)
VERIFIER_NONDET(int, int, 1)
VERIFIER_NONDET(uint, unsigned, 0)
VERIFIER_NONDET(unsigned, unsigned, 0)
VERIFIER_NONDET(long, long, 1)
VERIFIER_NONDET(ulong, unsigned long, 0)
VERIFIER_NONDET(longlong, long long, 1)
VERIFIER_NONDET(ulonglong, unsigned long long, 0)
VERIFIER_NONDET(size_t, size_t, 0)
VERIFIER_NONDET(ssize_t, ssize_t, 1)
VERIFIER_NONDET(loff_t, int64_t, 1)
VERIFIER_NONDET(pthread_t, unsigned long, 0)
VERIFIER_NONDET(sector_t, unsigned long, 0)
VERIFIER_NONDET(S8, int8_t, 1)
VERIFIER_NONDET(u8, uint8_t, 0)
VERIFIER_NONDET(U8, uint8_t, 0)
VERIFIER_NONDET(u16, uint16_t, 0)
VERIFIER_NONDET(U16, uint16_t, 0)
VERIFIER_NONDET(u32, uint32_t, 0)
VERIFIER_NONDET(U32, uint32_t, 0)

_Bool __VERIFIER_nondet_bool(void) {
  uint64_t value = __pf_input("bool", 8, 3);
  __pf_assume(value <= 1);
  return value & 1;
}

_Bool __VERIFIER_nondet__Bool(void) { return __VERIFIER_nondet_bool(); }

float __VERIFIER_nondet_float(void) { return __pf_input_float("float"); }

double __VERIFIER_nondet_double(void) { return __pf_input_double("double"); }

__int128 __VERIFIER_nondet_int128(void) {
  __int128 value;
  __pf_make_symbolic(&value, sizeof value, "int128");
  return value;
}

unsigned __int128 __VERIFIER_nondet_uint128(void) {
  unsigned __int128 value;
  __pf_make_symbolic(&value, sizeof value, "uint128");
  return value;
}

/* An arbitrary address is an arbitrary number: using it reaches no object, or any. */
void *__VERIFIER_nondet_pointer(void) { return (void *)(uintptr_t)__pf_input("pointer", sizeof(uintptr_t) * 8, 0); }

char *__VERIFIER_nondet_pchar(void) { return (char *)(uintptr_t)__pf_input("pchar", sizeof(uintptr_t) * 8, 0); }

void __VERIFIER_nondet_memory(void *address, size_t n) { __pf_make_symbolic(address, n, "memory"); }

void __VERIFIER_assume(int condition) { __pf_assume(condition); }

void __VERIFIER_error(void) { __pf_fail("error", "__VERIFIER_error() was reached", NULL, 0); }

void reach_error(void) { __pf_fail("error", "reach_error() was reached", NULL, 0); }

void __VERIFIER_assert(int condition) {
  if (!condition) __pf_fail("assert", "__VERIFIER_assert", NULL, 0);
}

/* One thread: atomic sections are what execution does anyway. */
void __VERIFIER_atomic_begin(void) {}

void __VERIFIER_atomic_end(void) {}
