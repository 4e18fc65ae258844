/* memcpy, memmove, memset, pointers into objects, allocation, qsort, bsearch, linked structures. */
#include <stdlib.h>
#include "checksum.h"

struct node { struct node *next; int value; };
struct entry { const char *name; int rank; void (*act)(struct entry *); };

static void promote(struct entry *e) { e->rank += 10; }
static int by_rank(const void *a, const void *b) { return ((const struct entry *)a)->rank - ((const struct entry *)b)->rank; }
static int by_value(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }

static struct node *push(struct node *list, int value) {
  struct node *n = malloc(sizeof *n);
  n->next = list, n->value = value;
  return n;
}
static struct node *reverse(struct node *list) {
  struct node *result = NULL;
  while (list) { struct node *next = list->next; list->next = result, result = list, list = next; }
  return result;
}

int main(void) {
  unsigned char buffer[64];
  for (int i = 0; i < 64; i++) buffer[i] = (unsigned char)(i * 7);
  memcpy(buffer + 3, buffer + 32, 17), memmove(buffer + 5, buffer, 40), memmove(buffer, buffer + 9, 40), memset(buffer + 60, 0xab, 3);
  mix_bytes(buffer, 64), show("bytes");

  int numbers[50];
  unsigned seed = 12345;
  for (int i = 0; i < 50; i++) numbers[i] = (int)((seed = seed * 1103515245u + 12345u) >> 16) % 1000 - 500;
  qsort(numbers, 50, sizeof *numbers, by_value);
  mix_bytes(numbers, sizeof numbers);
  int key = numbers[17];
  int *found = bsearch(&key, numbers, 50, sizeof *numbers, by_value);
  mix((uint64_t)*found), key = 12345, mix(bsearch(&key, numbers, 50, sizeof *numbers, by_value) == NULL), show("sort");

  struct entry entries[] = {{"d", 4, promote}, {"a", 1, NULL}, {"c", 3, promote}, {"b", 2, NULL}};
  qsort(entries, 4, sizeof *entries, by_rank);
  for (int i = 0; i < 4; i++) { if (entries[i].act) entries[i].act(&entries[i]); mix((uint64_t)entries[i].name[0]), mix((uint64_t)entries[i].rank); }
  struct entry copy[4];
  memcpy(copy, entries, sizeof entries);
  mix((uint64_t)copy[3].rank), mix(copy[3].act == promote), show("entries");

  struct node *list = NULL;
  for (int i = 0; i < 20; i++) list = push(list, i * i);
  list = reverse(list);
  for (struct node *n = list; n; n = n->next) mix((uint64_t)n->value);
  while (list) { struct node *next = list->next; free(list); list = next; }
  show("list");

  char *text = calloc(4, 4);
  text = realloc(text, 100);
  strcpy(text, "grown");
  mix_bytes(text, 6), mix(text[12]), text = realloc(text, 6), mix_bytes(text, 6), free(text), free(NULL), show("heap");

  char *bytes = (char *)numbers;
  int *middle = numbers + 25;
  mix((uint64_t)(middle - numbers)), mix((uint64_t)((char *)middle - bytes)), mix((uint64_t)(numbers + 3 < middle)), mix((uint64_t)middle[-3]), mix((uint64_t)*(short *)(bytes + 6));
  uintptr_t address = (uintptr_t)middle;
  mix((uint64_t)*(int *)(address + 4)), mix((uint64_t)(*(int *)((address | 3) & ~(uintptr_t)3) == *middle)), show("pointers");

  int count = numbers[49] % 7 + 9;
  int variable[count];
  for (int i = 0; i < count; i++) variable[i] = i ^ count;
  mix_bytes(variable, sizeof variable), show("variable length");
  _Bool flags[3] = {1, 0, 1};
  mix_bytes(flags, 3), mix(flags[0] + flags[1] + flags[2]), show("bool");
  return 0;
}
