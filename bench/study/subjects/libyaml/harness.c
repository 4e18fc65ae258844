/* libyaml: the events of a document of N arbitrary bytes. */
#include <pathfold.h>
#include <stdio.h>
#include <yaml.h>

int main(void) {
  unsigned char input[N];
  pathfold_bytes(input, sizeof input, "input");
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser)) return 2;
  yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&parser, input, sizeof input);
  int failed = 0;
  int ended = 0;
  while (!failed && !ended) {
    yaml_event_t event;
    failed = !yaml_parser_parse(&parser, &event);
    if (failed) break;
    printf("event %d\n", event.type);
    ended = event.type == YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
  return failed;
}
