#include <stdlib.h>
void f(int x) { setenv("A", x > 4 ? "1" : "2", 1); }
