/* struct tm as the target's header lays it out. */
#ifndef PATHFOLD_CALENDAR_H
#define PATHFOLD_CALENDAR_H

#include "internal.h"

struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
#if PF_WASI
  int tm_gmtoff;
  const char *tm_zone;
  int tm_nsec;
#else
  long tm_gmtoff;
  const char *tm_zone;
#endif
};

/* Seconds since 1970 of a broken-down UTC time whose fields may be out of range. */
int64_t __pfc_seconds_of(const struct tm *fields);

#endif
