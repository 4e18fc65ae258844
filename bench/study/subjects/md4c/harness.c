/* md4c: the elements of a Markdown text of N arbitrary bytes. */
#include <md4c.h>
#include <pathfold.h>
#include <stdio.h>

static int enter_block(MD_BLOCKTYPE type, void *detail, void *data) {
  (void)detail;
  (void)data;
  printf("block %d\n", type);
  return 0;
}

static int enter_span(MD_SPANTYPE type, void *detail, void *data) {
  (void)detail;
  (void)data;
  printf("span %d\n", type);
  return 0;
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *data) {
  (void)type;
  (void)detail;
  (void)data;
  return 0;
}

static int leave_span(MD_SPANTYPE type, void *detail, void *data) {
  (void)type;
  (void)detail;
  (void)data;
  return 0;
}

static int text(MD_TEXTTYPE type, const MD_CHAR *characters, MD_SIZE size, void *data) {
  (void)characters;
  (void)data;
  printf("text %d of %u\n", type, size);
  return 0;
}

int main(void) {
  char input[N];
  pathfold_bytes(input, sizeof input, "input");
  MD_PARSER parser = {0, MD_DIALECT_COMMONMARK, enter_block, leave_block, enter_span, leave_span, text, NULL, NULL};
  return md_parse(input, sizeof input, &parser, NULL);
}
