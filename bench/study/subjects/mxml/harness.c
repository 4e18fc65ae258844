/* Mini-XML: a document of "<a" and at most N arbitrary bytes. */
#include <mxml.h>
#include <pathfold.h>
#include <stdio.h>

/* Problems are printed with their text by default. */
static void problem(const char *message) {
  (void)message;
  puts("problem");
}

int main(void) {
  char input[N + 3] = "<a";
  pathfold_string(input + 2, N + 1, "input");
  mxmlSetErrorCallback(problem);
  mxml_node_t *tree = mxmlLoadString(NULL, input, MXML_OPAQUE_CALLBACK);
  if (tree == NULL) return 1;
  printf("type %d\n", mxmlGetType(tree));
  mxmlDelete(tree);
  return 0;
}
