/* expat: a document with N arbitrary bytes between the tags of its root; elements and texts are printed. */
#include <expat.h>
#include <pathfold.h>
#include <stdio.h>

static void start(void *data, const XML_Char *name, const XML_Char **attributes) {
  (void)data;
  (void)name;
  puts(attributes[0] == NULL ? "element" : "element with attributes");
}

static void end(void *data, const XML_Char *name) {
  (void)data;
  (void)name;
  puts("end");
}

static void text(void *data, const XML_Char *characters, int length) {
  (void)data;
  (void)characters;
  printf("text of %d\n", length);
}

int main(void) {
  char input[N];
  pathfold_bytes(input, sizeof input, "input");
  XML_Parser parser = XML_ParserCreate("UTF-8");
  if (parser == NULL) return 2;
  XML_SetHashSalt(parser, 1);
  XML_SetElementHandler(parser, start, end);
  XML_SetCharacterDataHandler(parser, text);
  int accepted = XML_Parse(parser, "<a>", 3, 0) == XML_STATUS_OK && XML_Parse(parser, input, sizeof input, 0) == XML_STATUS_OK &&
                 XML_Parse(parser, "</a>", 4, 1) == XML_STATUS_OK;
  if (!accepted) printf("error %d\n", XML_GetErrorCode(parser));
  XML_ParserFree(parser);
  return !accepted;
}
