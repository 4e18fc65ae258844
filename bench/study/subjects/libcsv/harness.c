/* libcsv: the parser is given N arbitrary bytes; fields and rows are printed as they come. */
#include <csv.h>
#include <pathfold.h>
#include <stdio.h>

static void field(void *text, size_t length, void *data) {
  (void)text;
  (void)data;
  printf("field of %zu\n", length);
}

static void row(int terminator, void *data) {
  (void)data;
  printf("row ended by %d\n", terminator);
}

int main(void) {
  char input[N];
  pathfold_bytes(input, sizeof input, "input");
  struct csv_parser parser;
  if (csv_init(&parser, 0) != 0) return 2;
  int failed = csv_parse(&parser, input, sizeof input, field, row, NULL) != sizeof input;
  if (!failed) failed = csv_fini(&parser, field, row, NULL) != 0;
  csv_free(&parser);
  return failed;
}
