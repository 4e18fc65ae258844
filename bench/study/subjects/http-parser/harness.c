/* http-parser: a request whose N bytes after "GET /" are arbitrary. */
#include <http_parser.h>
#include <pathfold.h>
#include <stdio.h>
#include <string.h>

static const char before[] = "GET /";

static int url(http_parser *parser, const char *text, size_t length) {
  (void)parser;
  (void)text;
  printf("url of %zu\n", length);
  return 0;
}

static int header_name(http_parser *parser, const char *text, size_t length) {
  (void)parser;
  (void)text;
  printf("header of %zu\n", length);
  return 0;
}

static int complete(http_parser *parser) {
  printf("HTTP %d.%d\n", parser->http_major, parser->http_minor);
  return 0;
}

int main(void) {
  char input[sizeof before - 1 + N];
  memcpy(input, before, sizeof before - 1);
  pathfold_bytes(input + sizeof before - 1, N, "input");
  http_parser_settings settings;
  http_parser_settings_init(&settings);
  settings.on_url = url;
  settings.on_header_field = header_name;
  settings.on_message_complete = complete;
  http_parser parser;
  http_parser_init(&parser, HTTP_REQUEST);
  http_parser_execute(&parser, &settings, input, sizeof input);
  return HTTP_PARSER_ERRNO(&parser);
}
