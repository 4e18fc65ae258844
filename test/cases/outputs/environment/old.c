#include <stdlib.h>
void f(int x) { setenv("A", x > 3 ? "1" : "2", 1); }
