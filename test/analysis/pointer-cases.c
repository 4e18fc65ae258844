#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct node {
  int key;
  struct node *left;
  struct node *right;
  char name[8];
};
int one, two, three, four;

/* Fields are told apart. */
struct pair { int *a, *b; };
int *fields(void) {
  struct pair both, *keep = &both;
  keep->a = &one;
  keep->b = &two;
  return keep->b;
}

/* So are fields of array elements, at any index. */
struct cell { int *a; int *b; } cells[10];
int *elements(int i, int j) {
  cells[i].a = &one;
  cells[j].b = &two;
  return cells[i + j].b;
}

/* Function pointers in tables. */
static int *give_one(void) { return &one; }
static int *give_two(void) { return &two; }
static int *give_never(void) { return &three; }
int *(*const givers[2])(void) = {give_one, give_two};
int *(*never)(void);
int *through_table(int i) { return givers[i & 1](); }
int *through_cast(int i) {
  void *p = (void *)give_one;
  return ((int *(*)(void))p)();
}
void use_never(void) { never = give_never; }

/* Integers carry addresses. */
int *through_integer(int i) {
  uintptr_t bits = (uintptr_t)&one;
  bits ^= 0x55;
  bits ^= 0x55;
  return (int *)bits;
}

/* Unions and bytes. */
union word { int *pointer; uintptr_t bits; char bytes[sizeof(int *)]; };
int *through_union(void) {
  union word w, *p = &w;
  p->bits = (uintptr_t)&two;
  return p->pointer;
}
int *through_bytes(void) {
  union word from, to, *source = &from, *target = &to;
  source->pointer = &three;
  for (unsigned i = 0; i < sizeof(int *); i++) target->bytes[i] = source->bytes[i];
  return target->pointer;
}

/* Copies keep fields apart. */
int *through_copy(void) {
  struct pair x, y, *p = &x, *q = &y;
  p->a = &one;
  p->b = &two;
  memcpy(q, p, sizeof x);
  return q->a;
}

/* Variable arguments. */
static int *last(int n, ...) {
  va_list list;
  int *result = 0;
  va_start(list, n);
  while (n-- > 0) result = va_arg(list, int *);
  va_end(list);
  return result;
}
int *through_arguments(void) { return last(2, &one, &four); }

/* Each call of an allocating function makes objects of its own. */
static struct node *make(int key) {
  struct node *n = malloc(sizeof *n);
  if (!n) abort();
  n->key = key;
  n->left = 0;
  return n;
}
struct node *left_of_other(void) {
  struct node *a = make(1), *b = make(2), *c = make(3);
  a->left = c;
  return b->left ? b->left : a->left;
}

/* Mutual recursion. */
static int *pong(int n, int *p);
static int *ping(int n, int *p) { return n ? pong(n - 1, p) : p; }
static int *pong(int n, int *p) { return n ? ping(n - 1, p) : &four; }
int *through_recursion(int n) { return ping(n, &one); }

/* A pointer walked over an array stays in it. */
int table[100];
int *walk(int n) {
  int *p = table;
  while (n--) p++;
  return p;
}

/* Code outside the program may put in what it was given. */
void outside(int **place);
void hand_over(int **p);
int *from_outside(void) {
  int *mine = &one;
  int *theirs = &two;
  hand_over(&theirs);
  outside(&mine);
  return mine;
}

/* Endings. */
void checked(int n) {
  if (n < 0) exit(1);
}
int after_check(int n) {
  checked(n);
  return one;
}
int plain(int n) { return n + 1; }
void spin(void) {
  for (;;) one++;
}
