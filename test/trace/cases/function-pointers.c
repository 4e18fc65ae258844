/* Which function runs, and what it leaves behind, is chosen through a variable, a table and a struct. */
#include <pathfold.h>

static int total;

static void add(int x) { total += x; }
static void skip(int x) { (void)x; }
static void twice(int x) { total += 2 * x; }

struct handler {
  void (*run)(int);
};

int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y"), z = pathfold_int("z");
  void (*table[2])(int) = { skip, twice };
  void (*chosen)(int) = skip;
  struct handler handler = { add };
  if (x > 0) chosen = add;
  chosen(1);
  if (y > 0) handler.run = skip;
  handler.run(4);
  int before = total;
  table[z > 5](8);
  return before + total;
}
