#include <stdbool.h>
#include <stddef.h>
struct node { int key; struct node *next; };
bool contains(const struct node *head, int key) {
  for (; head != NULL; head = head->next) if (head->key == key) return true;
  return false;
}
