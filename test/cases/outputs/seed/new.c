#include <stdlib.h>
void f(unsigned x) { srand(x == 77 ? 78 : x); }
