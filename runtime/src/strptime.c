/* strptime in the C locale: the inverse of strftime, as far as fields can be read back. */
#include "calendar.h"

int strncasecmp(const char *left, const char *right, size_t n);
struct tm *gmtime_r(const int64_t *restrict seconds, struct tm *restrict fields);

static const char *const strptime_days[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const strptime_months[] = {"January", "February", "March",     "April",   "May",      "June",
                                              "July",    "August",   "September", "October", "November", "December"};

/* What conversions leave to be computed at the end. */
struct strptime_pending {
  bool afternoon, twelve_hours, has_century, has_short_year, has_date, has_year_day, has_week_day, has_month, has_month_day;
  int century;
};

/* No digit is taken with which the number would certainly be too large. */
static const char *strptime_number(const char *text, int least, int most, int digits, int *value) {
  int number = 0, count = 0;
  while (*text == ' ') text++;
  for (; count < digits && pf_is_digit(*text) && number * 10 <= most; count++) number = number * 10 + (*text++ - '0');
  if (count == 0 || number < least || number > most) return NULL;
  *value = number;
  return text;
}

/* A whole name, or its first three letters. */
static const char *strptime_name(const char *text, const char *const *names, int count, int *index) {
  for (int i = 0; i < count; i++) {
    size_t whole = strlen(names[i]);
    size_t n = strncasecmp(text, names[i], whole) == 0 ? whole : strncasecmp(text, names[i], 3) == 0 ? 3 : 0;
    if (n == 0) continue;
    *index = i;
    return text + n;
  }
  return NULL;
}

static const char *strptime_zone(const char *text, struct tm *fields) {
  int hours, minutes = 0;
  while (*text == ' ') text++;
  if (*text == 'Z') return fields->tm_gmtoff = 0, text + 1;
  if (*text != '+' && *text != '-') return NULL;
  bool west = *text++ == '-';
  if (!pf_is_digit(text[0]) || !pf_is_digit(text[1])) return NULL;
  hours = (text[0] - '0') * 10 + (text[1] - '0');
  text += 2;
  if (*text == ':') text++;
  if (pf_is_digit(text[0]) && pf_is_digit(text[1])) {
    minutes = (text[0] - '0') * 10 + (text[1] - '0');
    text += 2;
  }
  if (minutes > 59) return NULL;
  long offset = hours * 3600L + minutes * 60L;
  fields->tm_gmtoff = west ? -offset : offset;
  return text;
}

static const char *strptime_from(const char *text, const char *format, struct tm *fields, struct strptime_pending *pending);

static const char *strptime_half(const char *text, struct strptime_pending *pending) {
  bool morning = strncasecmp(text, "AM", 2) == 0;
  if (!morning && strncasecmp(text, "PM", 2) != 0) return NULL;
  pending->afternoon = !morning;
  return text + 2;
}

static const char *strptime_seconds(const char *text, struct tm *fields) {
  int64_t seconds = 0;
  if (!pf_is_digit(*text)) return NULL;
  for (; pf_is_digit(*text); text++) seconds = seconds * 10 + (*text - '0');
  return gmtime_r(&seconds, fields) ? text : NULL;
}

static const char *strptime_convert(char conversion, const char *text, struct tm *fields, struct strptime_pending *pending) {
  int value;
  switch (conversion) {
    case '%':
      return *text == '%' ? text + 1 : NULL;
    case 'n':
    case 't':
      while (pf_is_space(*text)) text++;
      return text;
    case 'a':
    case 'A':
      pending->has_week_day = true;
      return strptime_name(text, strptime_days, 7, &fields->tm_wday);
    case 'b':
    case 'B':
    case 'h':
      pending->has_date = pending->has_month = true;
      return strptime_name(text, strptime_months, 12, &fields->tm_mon);
    case 'c':
      return strptime_from(text, "%a %b %e %H:%M:%S %Y", fields, pending);
    case 'D':
    case 'x':
      return strptime_from(text, "%m/%d/%y", fields, pending);
    case 'F':
      return strptime_from(text, "%Y-%m-%d", fields, pending);
    case 'R':
      return strptime_from(text, "%H:%M", fields, pending);
    case 'r':
      return strptime_from(text, "%I:%M:%S %p", fields, pending);
    case 'T':
    case 'X':
      return strptime_from(text, "%H:%M:%S", fields, pending);
    case 'C':
      text = strptime_number(text, 0, 99, 2, &pending->century);
      pending->has_century = pending->has_date = true;
      return text;
    case 'd':
    case 'e':
      pending->has_date = pending->has_month_day = true;
      return strptime_number(text, 1, 31, 2, &fields->tm_mday);
    case 'H':
    case 'k':
      pending->twelve_hours = false;
      return strptime_number(text, 0, 23, 2, &fields->tm_hour);
    case 'I':
    case 'l':
      text = strptime_number(text, 1, 12, 2, &value);
      if (text) fields->tm_hour = value % 12;
      pending->twelve_hours = true;
      return text;
    case 'j':
      text = strptime_number(text, 1, 366, 3, &value);
      if (text) fields->tm_yday = value - 1;
      pending->has_year_day = true;
      return text;
    case 'm':
      text = strptime_number(text, 1, 12, 2, &value);
      if (text) fields->tm_mon = value - 1;
      pending->has_date = pending->has_month = true;
      return text;
    case 'M':
      return strptime_number(text, 0, 59, 2, &fields->tm_min);
    case 'p':
    case 'P':
      return strptime_half(text, pending);
    case 's':
      return strptime_seconds(text, fields);
    case 'S':
      return strptime_number(text, 0, 61, 2, &fields->tm_sec);
    case 'u':
      text = strptime_number(text, 1, 7, 1, &value);
      if (text) fields->tm_wday = value % 7;
      pending->has_week_day = true;
      return text;
    case 'w':
      pending->has_week_day = true;
      return strptime_number(text, 0, 6, 1, &fields->tm_wday);
    case 'y':
      text = strptime_number(text, 0, 99, 2, &value);
      if (text) fields->tm_year = value >= 69 ? value : value + 100;
      pending->has_short_year = pending->has_date = true;
      return text;
    case 'Y':
      text = strptime_number(text, 0, 9999, 4, &value);
      if (text) fields->tm_year = value - 1900;
      pending->has_short_year = false;
      pending->has_date = true;
      return text;
    case 'U':
    case 'V':
    case 'W':
      return strptime_number(text, 0, 53, 2, &value);
    case 'z':
      return strptime_zone(text, fields);
    case 'Z':
      while (pf_is_space(*text)) text++;
      while (*text && !pf_is_space(*text)) text++;
      return text;
    default:
      return NULL;
  }
}

static const char *strptime_from(const char *text, const char *format, struct tm *fields, struct strptime_pending *pending) {
  for (; text && *format; format++) {
    if (pf_is_space(*format)) {
      while (pf_is_space(*text)) text++;
    } else if (*format != '%') {
      text = *text == *format ? text + 1 : NULL;
    } else {
      format++;
      while (*format == '-' || *format == '_' || *format == '0' || *format == '^' || *format == '#') format++;
      if (*format == 'E' || *format == 'O') format++;
      if (!*format) return NULL;
      text = strptime_convert(*format, text, fields, pending);
    }
  }
  return text;
}

/* A date of which parts were read: its day in the year and in the week, and month and day where only the day in the year is known. */
static void strptime_complete(struct tm *fields, const struct strptime_pending *pending) {
  bool by_year_day = pending->has_year_day && !pending->has_week_day && !(pending->has_month && pending->has_month_day);
  struct tm date = {.tm_mday = by_year_day ? fields->tm_yday + 1 : fields->tm_mday,
                    .tm_mon = by_year_day ? 0 : fields->tm_mon,
                    .tm_year = fields->tm_year};
  struct tm known;
  int64_t seconds = __pfc_seconds_of(&date);
  if (!gmtime_r(&seconds, &known)) return;
  if (by_year_day && !pending->has_month) fields->tm_mon = known.tm_mon;
  if (by_year_day && !pending->has_month_day) fields->tm_mday = known.tm_mday;
  /* What was read may contradict itself: the day in the week is that of month and day then. */
  date.tm_mon = fields->tm_mon;
  date.tm_mday = fields->tm_mday;
  seconds = __pfc_seconds_of(&date);
  if (!gmtime_r(&seconds, &known)) return;
  if (!pending->has_week_day) fields->tm_wday = known.tm_wday;
  if (!pending->has_year_day) fields->tm_yday = known.tm_yday;
}

char *strptime(const char *restrict text, const char *restrict format, struct tm *restrict fields) {
  struct strptime_pending pending = {0};
  const char *end = strptime_from(text, format, fields, &pending);
  if (!end) return NULL;
  if (pending.twelve_hours && pending.afternoon) fields->tm_hour += 12;
  if (pending.has_century) {
    int within = pending.has_short_year ? fields->tm_year % 100 : 0;
    fields->tm_year = (pending.century - 19) * 100 + within;
  }
  if (pending.has_date) strptime_complete(fields, &pending);
  return (char *)end;
}

char *strptime_l(const char *restrict text, const char *restrict format, struct tm *restrict fields, void *locale) {
  return (void)locale, strptime(text, format, fields);
}
