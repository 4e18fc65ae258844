/* Included before every source of the model when it runs on a real library: see the end of machine_on_libc.c. */
#include <stddef.h>

void *native_memcpy(void *to, const void *from, size_t n);
void *native_memmove(void *to, const void *from, size_t n);
void *native_memset(void *to, int byte, size_t n);
#define __builtin_memcpy native_memcpy
#define __builtin_memmove native_memmove
#define __builtin_memset native_memset

double native_fabs(double x);
double native_floor(double x);
double native_ceil(double x);
double native_trunc(double x);
double native_round(double x);
double native_rint(double x);
double native_nearbyint(double x);
double native_sqrt(double x);
double native_copysign(double x, double y);
double native_fma(double x, double y, double z);
double native_fmod(double x, double y);
float native_fabsf(float x);
float native_floorf(float x);
float native_ceilf(float x);
float native_truncf(float x);
float native_roundf(float x);
float native_rintf(float x);
float native_nearbyintf(float x);
float native_sqrtf(float x);
float native_copysignf(float x, float y);
float native_fmaf(float x, float y, float z);
#define __builtin_fabs native_fabs
#define __builtin_floor native_floor
#define __builtin_ceil native_ceil
#define __builtin_trunc native_trunc
#define __builtin_round native_round
#define __builtin_rint native_rint
#define __builtin_nearbyint native_nearbyint
#define __builtin_sqrt native_sqrt
#define __builtin_copysign native_copysign
#define __builtin_fma native_fma
#define __builtin_fmod native_fmod
#define __builtin_fabsf native_fabsf
#define __builtin_floorf native_floorf
#define __builtin_ceilf native_ceilf
#define __builtin_truncf native_truncf
#define __builtin_roundf native_roundf
#define __builtin_rintf native_rintf
#define __builtin_nearbyintf native_nearbyintf
#define __builtin_sqrtf native_sqrtf
#define __builtin_copysignf native_copysignf
#define __builtin_fmaf native_fmaf
