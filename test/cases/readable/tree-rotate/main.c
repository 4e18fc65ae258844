/* A pointer that was null and is null has not changed; sums of members need no parentheses. */
struct node {
  struct node *left, *right;
  int key;
};

struct node *rotate(struct node *t, int key) {
  if (t == 0 || t->left == 0 || key - t->key >= 0) return t;
  struct node *top = t->left;
  t->left = top->right;
  top->right = t;
  return top;
}
