#include <pathfold.h>

static const char kinds[256] = {[' '] = 1, ['0'] = 2, ['1'] = 2, ['a'] = 3, ['b'] = 3};

static int kind_of(signed char c) { return kinds[(unsigned char)c]; }

int main(void) {
  signed char c = pathfold_signed_char("c");
  return kind_of(c);
}
