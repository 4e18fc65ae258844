/*
 * Time is deterministic: it starts at a fixed moment and every look at a clock takes one millisecond, so that programs that
 * wait for time to pass come to an end. The time zone is UTC.
 */
#include "calendar.h"
#include "posix.h"

enum { TIME_START = 1700000000, TIME_TICK_NANOSECONDS = 1000000 };

static int64_t time_elapsed; /* nanoseconds */

static int64_t time_start(void) { return TIME_START + (int64_t)__pf_setting(PF_ANOTHER_RUN); }

struct timespec __pfc_now(void) {
  return (struct timespec){.tv_sec = time_start() + time_elapsed / 1000000000, .tv_nsec = (long)(time_elapsed % 1000000000)};
}

static int64_t time_look(void) { return time_elapsed += TIME_TICK_NANOSECONDS; }

int64_t time(int64_t *result) {
  int64_t now = time_start() + time_look() / 1000000000;
  if (result) *result = now;
  return now;
}

/* CLOCKS_PER_SEC is 10^9 for wasi-libc, 10^6 for glibc. */
int64_t clock(void) { return time_look() / (PF_WASI ? 1 : 1000); }

double difftime(int64_t later, int64_t earlier) { return (double)(later - earlier); }

static void time_fill(struct timespec *result) {
  time_look();
  *result = __pfc_now();
}

#if PF_WASI
struct __clockid {
  int id;
};
const struct __clockid _CLOCK_REALTIME = {0}, _CLOCK_MONOTONIC = {1};
typedef const struct __clockid *time_clock_id;
#else
typedef int time_clock_id;
#endif

int clock_gettime(time_clock_id id, struct timespec *result) {
  (void)id;
  time_fill(result);
  return 0;
}

int clock_getres(time_clock_id id, struct timespec *result) {
  (void)id;
  if (result) {
    result->tv_sec = 0;
    result->tv_nsec = TIME_TICK_NANOSECONDS;
  }
  return 0;
}

int timespec_get(struct timespec *result, int base) {
  if (base != 1) return 0;
  time_fill(result);
  return base;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
  struct timespec now;
  (void)zone;
  time_fill(&now);
  result->tv_sec = now.tv_sec;
  result->tv_usec = now.tv_nsec / 1000;
  return 0;
}

/* Set where there are threads: who sleeps lets others run. */
void (*__pfc_on_sleep)(void);

int nanosleep(const struct timespec *duration, struct timespec *left) {
  if (__pfc_on_sleep) __pfc_on_sleep();
  time_elapsed += duration->tv_sec * 1000000000 + duration->tv_nsec;
  if (left) {
    left->tv_sec = 0;
    left->tv_nsec = 0;
  }
  return 0;
}

int clock_nanosleep(time_clock_id id, int flags, const struct timespec *duration, struct timespec *left) {
  (void)id;
  if (!(flags & 1)) return nanosleep(duration, left);
  if (__pfc_on_sleep) __pfc_on_sleep();
  int64_t until = (duration->tv_sec - TIME_START) * 1000000000 + duration->tv_nsec;
  if (until > time_elapsed) time_elapsed = until;
  return 0;
}

int clock_settime(time_clock_id id, const struct timespec *time) { return (void)id, (void)time, pf_fail(EPERM); }
int settimeofday(const struct timeval *time, const void *zone) { return (void)time, (void)zone, pf_fail(EPERM); }
int stime(const int64_t *time) { return (void)time, pf_fail(EPERM); }
int adjtimex(void *settings) { return (void)settings, pf_fail(EPERM); }

struct tms {
  int64_t user, system, children_user, children_system;
};

int64_t times(struct tms *used) {
  int64_t ticks = time_look() / 10000000;
  static const struct tms nothing;
  if (used) {
    *used = nothing;
    used->user = ticks;
  }
  return ticks;
}

/* --- calendar ---------------------------------------------------------------------------------------------------------------- */

static int64_t time_floor_divide(int64_t value, int64_t by) { return value / by - (value % by < 0); }

static bool time_is_leap(int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

/* Days from 1970-01-01 to the first day of a year. */
static int64_t time_days_before_year(int64_t year) {
  int64_t before = year - 1;
  return 365 * (year - 1970) + time_floor_divide(before, 4) - time_floor_divide(before, 100) + time_floor_divide(before, 400) -
         (1969 / 4 - 1969 / 100 + 1969 / 400);
}

static const short time_days_before_month[2][13] = {{0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365},
                                                    {0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335, 366}};

int64_t __pfc_seconds_of(const struct tm *fields) {
  int64_t year = 1900 + (int64_t)fields->tm_year + time_floor_divide(fields->tm_mon, 12);
  int month = (int)(fields->tm_mon - 12 * time_floor_divide(fields->tm_mon, 12));
  int64_t days = time_days_before_year(year) + time_days_before_month[time_is_leap(year)][month] + fields->tm_mday - 1;
  return ((days * 24 + fields->tm_hour) * 60 + fields->tm_min) * 60 + fields->tm_sec;
}

struct tm *gmtime_r(const int64_t *restrict seconds, struct tm *restrict fields) {
  int64_t days = time_floor_divide(*seconds, 86400), rest = *seconds - days * 86400;
  int64_t year = 1970 + time_floor_divide(days * 400, 146097); /* off by one at most */
  while (time_days_before_year(year) > days) year--;
  while (time_days_before_year(year + 1) <= days) year++;
  if (year - 1900 > INT_MAX || year - 1900 < INT_MIN) {
    errno = EOVERFLOW;
    return NULL;
  }
  bool leap = time_is_leap(year);
  int day = (int)(days - time_days_before_year(year)), month = 0;
  while (time_days_before_month[leap][month + 1] <= day) month++;
  struct tm result = {.tm_sec = (int)(rest % 60),
                      .tm_min = (int)(rest / 60 % 60),
                      .tm_hour = (int)(rest / 3600),
                      .tm_mday = day - time_days_before_month[leap][month] + 1,
                      .tm_mon = month,
                      .tm_year = (int)(year - 1900),
                      .tm_wday = (int)(days + 4 - 7 * time_floor_divide(days + 4, 7)),
                      .tm_yday = day,
                      .tm_zone = PF_WASI ? "UTC" : "GMT"};
  *fields = result;
  return fields;
}

struct tm *localtime_r(const int64_t *restrict seconds, struct tm *restrict fields) {
  if (!gmtime_r(seconds, fields)) return NULL;
  fields->tm_zone = "UTC";
  return fields;
}

static struct tm time_static_fields;

struct tm *gmtime(const int64_t *seconds) { return gmtime_r(seconds, &time_static_fields); }

struct tm *localtime(const int64_t *seconds) { return localtime_r(seconds, &time_static_fields); }

int64_t timegm(struct tm *fields) {
  int64_t seconds = __pfc_seconds_of(fields);
  return gmtime_r(&seconds, fields) ? seconds : -1;
}

int64_t mktime(struct tm *fields) {
  int64_t seconds = __pfc_seconds_of(fields);
  return localtime_r(&seconds, fields) ? seconds : -1;
}

char *tzname[2] = {"UTC", "UTC"};
long timezone;
int daylight;
#if !PF_WASI
extern char *__tzname[2] __attribute__((alias("tzname")));
extern long __timezone __attribute__((alias("timezone")));
extern int __daylight __attribute__((alias("daylight")));
#endif

void tzset(void) {}

static const char time_day_names[] = "SunMonTueWedThuFriSat", time_month_names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

char *asctime_r(const struct tm *restrict fields, char *restrict buffer) {
  bool day = fields->tm_wday >= 0 && fields->tm_wday < 7, month = fields->tm_mon >= 0 && fields->tm_mon < 12;
  snprintf(buffer, 26, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", day ? time_day_names + 3 * fields->tm_wday : "???",
           month ? time_month_names + 3 * fields->tm_mon : "???", fields->tm_mday, fields->tm_hour, fields->tm_min,
           fields->tm_sec, 1900 + fields->tm_year);
  return buffer;
}

static char time_static_text[26];

char *asctime(const struct tm *fields) { return asctime_r(fields, time_static_text); }

char *ctime_r(const int64_t *seconds, char *buffer) {
  struct tm fields;
  return localtime_r(seconds, &fields) ? asctime_r(&fields, buffer) : NULL;
}

char *ctime(const int64_t *seconds) { return ctime_r(seconds, time_static_text); }
