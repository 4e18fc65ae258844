/* Blocks that may have been freed, moved or made elsewhere. */
#include <pathfold.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *push(struct node *list, int value) {
  struct node *made = malloc(sizeof *made);
  if (made == 0) exit(1);
  made->value = value;
  made->next = list;
  return made;
}

int main(void) {
  int x = pathfold_int("x"), y = pathfold_int("y"), z = pathfold_int("z");
  struct node *list = push(0, 1);
  if (x > 0) list = push(list, 2);
  struct node *kept = list;
  if (y > 0) {
    list = kept->next;
    free(kept);
  }
  int sum = 0;
  for (struct node *at = list; at != 0; at = at->next) sum += at->value;
  if (z > 0) sum += kept->value;
  return sum;
}
