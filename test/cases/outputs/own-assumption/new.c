#include <pathfold.h>
int f(int a) { pathfold_assume(a == 3); return 3; }
