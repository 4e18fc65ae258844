/* Structs by value, unions, bit fields, nested arrays, assignment and comparison of parts. */
#include "checksum.h"

struct point { int x, y; };
struct mixed { char c; short s; int i; long long l; float f; double d; char tail[5]; };
struct nested { struct point corners[2]; struct mixed inner; struct point *link; };
struct big { int values[20]; };
struct flags { unsigned a : 1; int b : 3; unsigned c : 12; long long d : 37; unsigned : 0; signed char e : 5; };
union view { uint32_t word; uint8_t bytes[4]; float number; struct { uint16_t low, high; } halves; };
struct one { double only; };
struct empty_tail { int n; char more[]; };

static struct point add(struct point a, struct point b) { return (struct point){a.x + b.x, a.y + b.y}; }
static struct mixed grow(struct mixed m) { m.c++, m.s *= 2, m.i -= 3, m.l <<= 1, m.f *= 1.5f, m.d /= 4, m.tail[4] = 'z'; return m; }
static struct big shift(struct big b, int by) { for (int i = 0; i < 20; i++) b.values[i] += by * i; return b; }
static struct one half(struct one o) { o.only /= 2; return o; }
static union view swap(union view v) { uint8_t t = v.bytes[0]; v.bytes[0] = v.bytes[3]; v.bytes[3] = t; return v; }
static int total(struct big b) { int t = 0; for (int i = 0; i < 20; i++) t += b.values[i]; b.values[0] = 1000; return t; }

int main(void) {
  struct point p = {3, -4};
  for (int i = 0; i < 5; i++) p = add(p, (struct point){i, p.x});
  mix((uint64_t)p.x), mix((uint64_t)p.y), show("point");

  struct mixed m = {'a', 100, 1000, 1LL << 40, 1.25f, 2.5, "abc"};
  for (int i = 0; i < 3; i++) m = grow(m);
  mix((uint64_t)m.c), mix((uint64_t)m.s), mix((uint64_t)m.i), mix((uint64_t)m.l), mix_float(m.f), mix_double(m.d), mix_bytes(m.tail, 5), show("mixed");

  struct big b = {{1, 2, 3}};
  struct big c = shift(shift(b, 2), -5);
  mix((uint64_t)total(c)), mix((uint64_t)c.values[0]), mix_bytes(&c, sizeof c), show("big");

  struct nested n = {.corners = {{1, 2}, {3, 4}}, .inner = m, .link = &p};
  struct nested n2 = n;
  n2.link->x++, n2.corners[1] = *n.link;
  mix((uint64_t)n2.corners[1].x), mix((uint64_t)n.corners[1].x), mix(n.link == n2.link), mix_bytes(&n2.inner.tail, 5), show("nested");

  struct flags f = {1, -3, 4000, -60000000000LL, -9};
  for (int i = 0; i < 10; i++) {
    f.a ^= 1, f.b += 3, f.c -= 77, f.d *= 3, f.e++;
    mix((uint64_t)f.a), mix((uint64_t)f.b), mix((uint64_t)f.c), mix((uint64_t)f.d), mix((uint64_t)f.e);
  }
  show("bit fields");

  union view v = {.number = 3.5f};
  mix(v.word), mix(v.halves.high), v = swap(v), mix(v.word), mix(v.bytes[0]), v.halves.low = 0xbeef, mix(v.word), show("union");

  struct one o = {7};
  mix_double(half(half(o)).only), show("one");

  _Alignas(8) char room[sizeof(struct empty_tail) + 8];
  struct empty_tail *tail = (struct empty_tail *)room;
  tail->n = 8;
  for (int i = 0; i < 8; i++) tail->more[i] = (char)(i * 31);
  mix_bytes(room, sizeof room), show("flexible");

  int grid[3][4][2];
  for (int i = 0; i < 24; i++) (&grid[0][0][0])[i] = i * i;
  mix((uint64_t)grid[2][3][1]), mix((uint64_t)grid[1][0][1]), mix(sizeof grid), show("grid");
  return 0;
}
