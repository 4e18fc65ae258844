#include <stddef.h>
struct tree { int key; struct tree *left, *right; };
int minimum(const struct tree *t) {
  if (t == NULL) return 0;
  while (t->left != NULL) t = t->left;
  return t->key;
}
