#include <stddef.h>
struct tree { int key; struct tree *left, *right; };
enum side { HERE, LEFT, RIGHT, EMPTY };
enum side side_of(const struct tree *t, int key) {
  if (t == NULL) return EMPTY;
  if (key < t->key) return LEFT;
  return key > t->key ? RIGHT : HERE;
}
