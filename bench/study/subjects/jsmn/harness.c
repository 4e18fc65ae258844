/* jsmn: tokens of a JSON text of N arbitrary bytes. */
#include <jsmn.h>
#include <pathfold.h>
#include <stdio.h>

int main(void) {
  char input[N];
  jsmntok_t tokens[N];
  pathfold_bytes(input, sizeof input, "input");
  jsmn_parser parser;
  jsmn_init(&parser);
  int count = jsmn_parse(&parser, input, sizeof input, tokens, N);
  if (count < 0) return -count;
  for (int i = 0; i < count; i++) printf("%d %d %d %d\n", tokens[i].type, tokens[i].start, tokens[i].end, tokens[i].size);
  return 0;
}
