#include <stddef.h>

struct node {
  int value;
  struct node *next;
};

int second_is_missing(const struct node *list, short wanted) {
  if (list != NULL && list->next != NULL && list->next->value == 2) return 5;
  for (int i = 0; i < 3; i++) {
    if (wanted < 0) return 1;
  }
  return 0;
}
