/* json-c: N arbitrary bytes are given to the tokener; the type of the value is printed. */
#include <json_object.h>
#include <json_tokener.h>
#include <pathfold.h>
#include <stdio.h>

int main(void) {
  char input[N + 1];
  pathfold_string(input, sizeof input, "input");
  struct json_tokener *tokener = json_tokener_new();
  if (tokener == NULL) return 2;
  struct json_object *value = json_tokener_parse_ex(tokener, input, N + 1);
  enum json_tokener_error error = json_tokener_get_error(tokener);
  if (error == json_tokener_success) printf("type %d\n", json_object_get_type(value));
  json_object_put(value);
  json_tokener_free(tokener);
  return error;
}
