#include <stdlib.h>
void f(unsigned x) { srand(x); }
