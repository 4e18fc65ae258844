/* Made by cmake otherwise; nothing that is explored looks at it. */
#define CMARK_VERSION 0
#define CMARK_VERSION_STRING "0"
