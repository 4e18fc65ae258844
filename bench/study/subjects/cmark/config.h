/* What cmake would find out, for a compiler of today. */
#include <stdbool.h>
#define HAVE___BUILTIN_EXPECT 1
#define CMARK_ATTRIBUTE(list) __attribute__(list)
#define CMARK_INLINE inline
