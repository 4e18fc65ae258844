#include <pathfold.h>

#ifndef N
#define N 6
#endif

/* One branch of the figure: nothing reads the variable afterwards. */
#define VARIABLE(i) int x##i;
#define INPUT(i) x##i = pathfold_int("x" #i);
#define BRANCH(i) \
  if (x##i > 0)   \
    x##i = 1;     \
  else            \
    x##i = 2;

#define REPEAT_1(M) M(1)
#define REPEAT_2(M) REPEAT_1(M) M(2)
#define REPEAT_3(M) REPEAT_2(M) M(3)
#define REPEAT_4(M) REPEAT_3(M) M(4)
#define REPEAT_5(M) REPEAT_4(M) M(5)
#define REPEAT_6(M) REPEAT_5(M) M(6)
#define REPEAT_7(M) REPEAT_6(M) M(7)
#define REPEAT_8(M) REPEAT_7(M) M(8)
#define REPEAT_9(M) REPEAT_8(M) M(9)
#define REPEAT_10(M) REPEAT_9(M) M(10)
#define REPEAT_11(M) REPEAT_10(M) M(11)
#define REPEAT_12(M) REPEAT_11(M) M(12)
#define REPEAT_13(M) REPEAT_12(M) M(13)
#define REPEAT_14(M) REPEAT_13(M) M(14)
#define REPEAT_15(M) REPEAT_14(M) M(15)
#define REPEAT_16(M) REPEAT_15(M) M(16)
#define REPEAT_N(n, M) REPEAT_##n(M)
#define REPEAT(n, M) REPEAT_N(n, M)

REPEAT(N, VARIABLE)

int main(void) {
  REPEAT(N, INPUT)
  REPEAT(N, BRANCH)
  return 0;
}
