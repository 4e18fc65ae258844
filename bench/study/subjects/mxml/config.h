/* What configure would find out. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define MXML_VERSION "Mini-XML"
#define HAVE_LONG_LONG_INT 1
#define HAVE_SNPRINTF 1
#define HAVE_STRDUP 1
#define HAVE_STRLCAT 1
#define HAVE_STRLCPY 1
#define HAVE_VASPRINTF 1
#define HAVE_VSNPRINTF 1
char *_mxml_strdupf(const char *format, ...);
char *_mxml_vstrdupf(const char *format, va_list arguments);
