/*
 * expression: parses an arithmetic expression into a tree by precedence climbing and evaluates it.
 *
 * Input:   "text", a string of at most LENGTH characters: digits, + - * / % ( ) and a leading minus.
 * Output:  the value through pathfold_output; exit status 0, or the number of the problem.
 *
 * Seeded faults
 *   1. division by zero (apply): the divisor of / is checked, that of % is not.
 *   2. out of bounds (open_parenthesis): the check against MAX_DEPTH comes after the position of the parenthesis has
 *      been stored, so one nesting level too many writes behind the array.
 */
#include <pathfold.h>
#include <stddef.h>

#ifndef LENGTH
#define LENGTH 5
#endif

#define MAX_DEPTH 2
#define MAX_NODES (2 * LENGTH + 1)

enum problem { NONE, SYNTAX, TOO_DEEP, DIVISION, TOO_LARGE };

struct node {
  char operation; /* '0' for a number, 'n' for a negation */
  int value;
  struct node *left;
  struct node *right;
};

static struct node nodes[MAX_NODES];
static int node_count;

static const char *cursor;
static const char *beginning;
static enum problem problem;
static int open_at[MAX_DEPTH];
static int depth;

static struct node *parse_expression(int minimum);

static struct node *make_node(char operation, int value, struct node *left, struct node *right) {
  struct node *node = &nodes[node_count++];
  node->operation = operation;
  node->value = value;
  node->left = left;
  node->right = right;
  return node;
}

static struct node *fail(enum problem reason) {
  if (problem == NONE) problem = reason;
  return NULL;
}

static int is_digit(char c) { return c >= '0' && c <= '9'; }

/* How tightly an operator binds; 0 for anything that is not a binary operator. */
static int precedence(char c) {
  switch (c) {
    case '+':
    case '-':
      return 1;
    case '*':
    case '/':
    case '%':
      return 2;
    default:
      return 0;
  }
}

static int open_parenthesis(void) {
  open_at[depth] = (int)(cursor - beginning);
  depth++;
  cursor++;
  return depth <= MAX_DEPTH;
}

static int close_parenthesis(void) {
  if (*cursor != ')') return 0;
  depth--;
  cursor++;
  return 1;
}

static struct node *parse_number(void) {
  int value = 0;
  while (is_digit(*cursor)) {
    value = value * 10 + (*cursor - '0');
    cursor++;
  }
  return make_node('0', value, NULL, NULL);
}

static struct node *parse_operand(void) {
  if (*cursor == '-') {
    cursor++;
    struct node *operand = parse_operand();
    return operand == NULL ? NULL : make_node('n', 0, operand, NULL);
  }
  if (*cursor == '(') {
    if (!open_parenthesis()) return fail(TOO_DEEP);
    struct node *inner = parse_expression(1);
    if (inner == NULL) return NULL;
    return close_parenthesis() ? inner : fail(SYNTAX);
  }
  if (is_digit(*cursor)) return parse_number();
  return fail(SYNTAX);
}

static struct node *parse_expression(int minimum) {
  struct node *left = parse_operand();
  while (left != NULL) {
    char operation = *cursor;
    int binds = precedence(operation);
    if (binds < minimum || binds == 0) return left;
    cursor++;
    struct node *right = parse_expression(binds + 1);
    if (right == NULL) return NULL;
    left = make_node(operation, 0, left, right);
  }
  return left;
}

static int apply(char operation, int left, int right) {
  switch (operation) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      if (right == 0) {
        problem = DIVISION;
        return 0;
      }
      return left / right;
    default:
      return left % right;
  }
}

static int evaluate(const struct node *node) {
  if (problem != NONE) return 0;
  if (node->operation == '0') return node->value;
  if (node->operation == 'n') return -evaluate(node->left);
  int left = evaluate(node->left);
  int right = evaluate(node->right);
  if (problem != NONE) return 0;
  return apply(node->operation, left, right);
}

int main(void) {
  static char text[LENGTH + 1];
  pathfold_string(text, sizeof text, "text");
  beginning = cursor = text;
  struct node *tree = parse_expression(1);
  if (tree != NULL && *cursor != '\0') fail(SYNTAX);
  if (problem == NONE) {
    int value = evaluate(tree);
    if (problem == NONE && value > 999) problem = TOO_LARGE;
    if (problem == NONE) pathfold_output("value", value);
  }
  return problem;
}
