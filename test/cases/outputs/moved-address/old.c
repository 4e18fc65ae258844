static int target;
union { int number; int *place; } value;
void f(int x) { target = x; value.place = &target; }
