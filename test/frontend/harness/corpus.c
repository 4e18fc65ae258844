/* Signatures of every kind that --function must cope with; what the functions do hardly matters. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int add(int a, int b) { return a + b; }
static unsigned char narrow(signed char a, unsigned short b, char c) { return (unsigned char)(a + b + c); }
long long wide(long a, unsigned long long b, size_t c) { return a + (long long)b + (long long)c; }
bool truth(bool a, _Bool b) { return a && b; }
double floating(float a, double b) { return a * b; }
long double extended(long double a) { return a; }
__int128 huge(unsigned __int128 a) { return (__int128)a; }
void nothing(void) {}

enum color { RED, GREEN, BLUE };
enum sparse { LOW = -5, HIGH = 70000 };
typedef enum { ON = 1, OFF = 2, BOTH = 3 } state;
enum color paint(enum color c, enum sparse s, state t) { return s == LOW && t == ON ? c : BLUE; }

struct point {
  int x;
  int y;
};
struct point mirror(struct point p) { return (struct point){p.y, p.x}; }
int manhattan(const struct point *p) { return p->x + p->y; }
void move_by(struct point *restrict p, const int *dx) { p->x += *dx; }

typedef struct {
  unsigned low : 3;
  signed high : 5;
  unsigned : 4;
  unsigned all : 32;
  unsigned long long most : 40;
  long long signed_most : 37;
  bool flag : 1;
  enum color color : 4;
} fields;
int bits(fields f) { return (int)(f.low + f.most) + f.high + f.flag; }

struct outer {
  struct point corner[2];
  const int fixed;
  const char tag[4];
  struct {
    short inner;
    union {
      int as_int;
      float as_float;
    };
  };
  union {
    uint32_t word;
    uint8_t bytes[4];
  } overlay;
  double matrix[2][2];
};
int nested(struct outer o, struct outer *p) { return o.corner[1].x + p->inner + o.as_int + (int)p->fixed; }

struct node {
  int value;
  struct node *next;
};
int length(struct node *list) {
  int n = 0;
  for (; list != NULL; list = list->next) n++;
  return n;
}
typedef struct tree {
  const struct tree *left, *right;
  char *label;
} tree;
int depth(const tree *root) { return root == NULL ? 0 : 1 + depth(root->left); }
int push(struct node **head, struct node *item) {
  item->next = *head;
  *head = item;
  return 1;
}

int first(const char *text) { return text[0]; }
char *skip(char *text, char **end) {
  *end = text;
  return text + 1;
}
int sum(const int *values, int count) {
  int total = 0;
  for (int i = 0; i < count; i++) total += values[i];
  return total;
}
int sum_grid(int grid[][3], int rows) { return grid[rows][0]; }
int words(const char *const *list, int count) { return count > 0 ? list[0][0] : 0; }
unsigned checksum(const uint8_t *data, size_t size) { return size > 0 ? data[0] : 0; }
int raw(const void *data) { return *(const char *)data; }

struct packet {
  size_t size;
  unsigned short body[];
};
int unpack(struct packet *p) { return (int)p->size; }

struct shape {
  int kind;
  union {
    struct point *point;
    int radius;
  } of;
};
int area(struct shape s) { return s.kind; }

typedef struct node node;
int hides(node *node, const struct point *hides) { return node->value + hides->x; }
int many(int count, ...) { return count; }
int unnamed(int, int used);
int unnamed(int a, int used) { return a + used; }

int call_back(int (*fn)(int), int x) { return fn(x); }
int read_file(FILE *file) { return file != NULL; }
struct hidden;
int opaque(struct hidden *h) { return h != NULL; }
struct table {
  int (*compare)(int, int);
  int size;
};
int use_table(struct table *t) { return t->size; }

struct parts {
  void *data;
  FILE *log;
  struct hidden *handle;
  int size;
};
int use_parts(struct parts *p) { return p->size; }

/* One of the C library's names. */
int abs(int n) { return n < 0 ? -n : n; }

int main(int argc, char **argv) { return add(argc, narrow(1, 2, argv[0][0])); }

/* Names that programs take for macros of their own: the harness and its header come after them. */
#define noreturn __attribute__((noreturn))
#define format(...)
noreturn void leave(int status);
