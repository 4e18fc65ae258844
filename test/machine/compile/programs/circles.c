// Loops without an end, found in whatever function and however deep, and loops that only look like one.
#include <pathfold.h>
static int memory[4];
static int spin(int n) {
  int i = 0;
  for (;;) {
    i = (i + 1) % 7;
    if (n < 0) return i;
  }
}
static int count(int n) {
  for (;;) {
    if (memory[0]++ >= n) return memory[0];
    memory[1] ^= 1;
  }
}
int main(void) {
  int which = pathfold_range("which", 0, 3);
  int sum = 0;
  for (int i = 0; i < 3000; i++) sum += i ^ (sum >> 3);
  if (which == 0) return spin(1);
  if (which == 1) return count(20000) & 1;
  if (which == 2) for (int turn = 0;; turn = (turn + 3) % 11) sum = spin(-1) + turn;
  return sum & 1;
}
