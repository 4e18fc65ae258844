/* Where scanf reads from: a stream, or a string when stream is NULL. */
#ifndef PATHFOLD_STDIO_SCAN_H
#define PATHFOLD_STDIO_SCAN_H

#include "internal.h"

struct pf_scan_source {
  FILE *stream;
  const char *text;
  uint64_t consumed;
};

/* The number of assigned conversions, or -1 when input ended before the first. */
int __pfc_scan(struct pf_scan_source *source, const char *format, va_list arguments);

#endif
