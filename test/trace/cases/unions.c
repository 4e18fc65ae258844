/* The same bytes written as one type and read as another. */
#include <pathfold.h>

union word {
  unsigned whole;
  unsigned char bytes[4];
  struct {
    unsigned short low, high;
  } halves;
};

int main(void) {
  unsigned x = pathfold_unsigned("x"), y = pathfold_unsigned("y"), z = pathfold_unsigned("z");
  union word word;
  word.whole = x;
  if (y > 10) word.bytes[1] = 7;
  if (z > 10) word.halves.high = 3;
  unsigned low = word.halves.low, third = word.bytes[2];
  return (int)(low == 5) + (int)(third == 3);
}
