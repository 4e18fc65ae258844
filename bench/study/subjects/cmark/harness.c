/* cmark: a Markdown text of N arbitrary bytes becomes HTML, whose length is printed. */
#include <cmark.h>
#include <pathfold.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char input[N];
  pathfold_bytes(input, sizeof input, "input");
  char *html = cmark_markdown_to_html(input, sizeof input, CMARK_OPT_DEFAULT);
  printf("%zu characters\n", strlen(html));
  free(html);
  return 0;
}
