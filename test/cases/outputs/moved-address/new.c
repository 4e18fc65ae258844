static char room[77];
static int target;
union { int number; int *place; } value;
void f(int x) { room[3] = 0; target = x; value.place = &target; }
