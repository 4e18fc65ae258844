#include <stdlib.h>
struct node { int key; struct node *next; };
struct node *push(struct node *head, int key) {
  struct node *n = malloc(sizeof *n);
  if (n == NULL) return head;
  n->key = key; n->next = head;
  return n;
}
