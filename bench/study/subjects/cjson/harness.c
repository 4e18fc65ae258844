/* cJSON: N arbitrary bytes are parsed, and the tree is printed without blanks. */
#include <cJSON.h>
#include <pathfold.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char input[N + 1];
  pathfold_string(input, sizeof input, "input");
  cJSON *tree = cJSON_ParseWithOpts(input, NULL, 1);
  if (tree == NULL) return 1;
  printf("type %d, %d children\n", tree->type, cJSON_GetArraySize(tree));
  cJSON_Delete(tree);
  return 0;
}
