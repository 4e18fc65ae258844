/* jansson: N arbitrary bytes are parsed; the type of the value is printed. */
#include <jansson.h>
#include <pathfold.h>
#include <stdio.h>

int main(void) {
  char input[N];
  pathfold_bytes(input, sizeof input, "input");
  json_object_seed(1);
  json_error_t error;
  json_t *value = json_loadb(input, sizeof input, JSON_DECODE_ANY, &error);
  if (value == NULL) return 1;
  printf("type %d\n", json_typeof(value));
  json_decref(value);
  return 0;
}
