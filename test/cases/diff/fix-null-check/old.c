#include <pathfold.h>
#include <stddef.h>

struct entry {
  int key;
  int value;
};

static struct entry entries[3] = {{1, 10}, {4, 40}, {9, 90}};

static struct entry *find(int key) {
  for (int i = 0; i < 3; i++) {
    if (entries[i].key == key) return &entries[i];
  }
  return NULL;
}

static int value_of(int key) { return find(key)->value; }

int main(void) {
  int key = pathfold_int("key");
  return value_of(key);
}
