/* Made by cmake otherwise: for a static library. */
#define CMARK_EXPORT
