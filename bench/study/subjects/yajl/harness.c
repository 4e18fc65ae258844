/* yajl: N arbitrary bytes in two pieces; events are printed as they come. */
#include <api/yajl_parse.h>
#include <pathfold.h>
#include <stdio.h>

static int null_value(void *context) {
  (void)context;
  puts("null");
  return 1;
}

static int boolean(void *context, int value) {
  (void)context;
  printf("boolean %d\n", value);
  return 1;
}

static int number(void *context, const char *text, size_t length) {
  (void)context;
  (void)text;
  printf("number of %zu\n", length);
  return 1;
}

static int string(void *context, const unsigned char *text, size_t length) {
  (void)context;
  (void)text;
  printf("string of %zu\n", length);
  return 1;
}

static int mark(void *context) {
  (void)context;
  puts("bracket");
  return 1;
}

int main(void) {
  unsigned char input[N];
  pathfold_bytes(input, sizeof input, "input");
  yajl_callbacks callbacks = {
      .yajl_null = null_value,
      .yajl_boolean = boolean,
      .yajl_number = number,
      .yajl_string = string,
      .yajl_start_map = mark,
      .yajl_map_key = string,
      .yajl_end_map = mark,
      .yajl_start_array = mark,
      .yajl_end_array = mark,
  };
  yajl_handle parser = yajl_alloc(&callbacks, NULL, NULL);
  yajl_status status = yajl_parse(parser, input, N / 2);
  if (status == yajl_status_ok) status = yajl_parse(parser, input + N / 2, N - N / 2);
  if (status == yajl_status_ok) status = yajl_complete_parse(parser);
  yajl_free(parser);
  return status;
}
