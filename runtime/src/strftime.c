/* strftime in the C locale. */
#include "calendar.h"

static const char *const strftime_days[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const strftime_months[] = {"January", "February", "March",     "April",   "May",      "June",
                                              "July",    "August",   "September", "October", "November", "December"};

static const char *strftime_name(const char *const *names, int count, int index) {
  return index >= 0 && index < count ? names[index] : "?";
}

static void strftime_text(struct pf_sink *sink, const char *text, size_t limit, bool upper) {
  size_t n = strnlen(text, limit);
  for (size_t i = 0; i < n; i++) {
    char c = text[i];
    if (upper && (unsigned)c - 'a' < 26) c = (char)(c - 32);
    __pfc_emit(sink, &c, 1);
  }
}

/* flag: 0 as the conversion says, '-' unpadded, '_' blanks, '0' zeros */
static void strftime_number(struct pf_sink *sink, int64_t value, int width, char padding, char flag) {
  char text[24];
  char *end = text + sizeof text, *start = end;
  uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
  do {
    *--start = (char)('0' + magnitude % 10);
    magnitude /= 10;
  } while (magnitude);
  if (flag == '_') padding = ' ';
  if (flag == '0') padding = '0';
  int64_t fill = flag == '-' ? 0 : width - (end - start) - (value < 0);
  if (padding == ' ') __pfc_pad(sink, ' ', fill);
  if (value < 0) __pfc_emit(sink, "-", 1);
  if (padding == '0') __pfc_pad(sink, '0', fill);
  __pfc_emit(sink, start, (size_t)(end - start));
}

static int strftime_days_in(int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365; }

/* Week of the ISO year: weeks start on Monday, and the first is the one with the year's first Thursday. */
static int strftime_iso_week(const struct tm *fields, int64_t *year) {
  int weekday = (fields->tm_wday + 6) % 7;
  *year = 1900 + (int64_t)fields->tm_year;
  int thursday = fields->tm_yday - weekday + 3;
  if (thursday < 0) {
    --*year;
    thursday += strftime_days_in(*year);
  } else if (thursday >= strftime_days_in(*year)) {
    thursday -= strftime_days_in(*year);
    ++*year;
  }
  return thursday / 7 + 1;
}

static void strftime_zone(struct pf_sink *sink, const struct tm *fields, char flag) {
  if (fields->tm_isdst < 0) return;
  int64_t minutes = fields->tm_gmtoff / 60, magnitude = minutes < 0 ? -minutes : minutes;
  __pfc_emit(sink, minutes < 0 ? "-" : "+", 1);
  strftime_number(sink, magnitude / 60 * 100 + magnitude % 60, 4, '0', flag);
}

static void strftime_format(struct pf_sink *sink, const char *format, const struct tm *fields);

static void strftime_convert(struct pf_sink *sink, char conversion, char flag, bool upper, const struct tm *fields) {
  int64_t year = 1900 + (int64_t)fields->tm_year, iso_year;
  int hour12 = (fields->tm_hour + 11) % 12 + 1;
  switch (conversion) {
    case 'a': strftime_text(sink, strftime_name(strftime_days, 7, fields->tm_wday), 3, upper); break;
    case 'A': strftime_text(sink, strftime_name(strftime_days, 7, fields->tm_wday), SIZE_MAX, upper); break;
    case 'b':
    case 'h': strftime_text(sink, strftime_name(strftime_months, 12, fields->tm_mon), 3, upper); break;
    case 'B': strftime_text(sink, strftime_name(strftime_months, 12, fields->tm_mon), SIZE_MAX, upper); break;
    case 'c': strftime_format(sink, "%a %b %e %H:%M:%S %Y", fields); break;
    case 'C': strftime_number(sink, (year - (year < 0 ? 99 : 0)) / 100, 2, '0', flag); break;
    case 'd': strftime_number(sink, fields->tm_mday, 2, '0', flag); break;
    case 'D':
    case 'x': strftime_format(sink, "%m/%d/%y", fields); break;
    case 'e': strftime_number(sink, fields->tm_mday, 2, ' ', flag); break;
    case 'F': strftime_format(sink, "%Y-%m-%d", fields); break;
    case 'g':
      strftime_iso_week(fields, &iso_year);
      strftime_number(sink, (iso_year % 100 + 100) % 100, 2, '0', flag);
      break;
    case 'G':
      strftime_iso_week(fields, &iso_year);
      strftime_number(sink, iso_year, PF_WASI ? 4 : 1, '0', flag);
      break;
    case 'H': strftime_number(sink, fields->tm_hour, 2, '0', flag); break;
    case 'I': strftime_number(sink, hour12, 2, '0', flag); break;
    case 'j': strftime_number(sink, fields->tm_yday + 1, 3, '0', flag); break;
    case 'k': strftime_number(sink, fields->tm_hour, 2, ' ', flag); break;
    case 'l': strftime_number(sink, hour12, 2, ' ', flag); break;
    case 'm': strftime_number(sink, fields->tm_mon + 1, 2, '0', flag); break;
    case 'M': strftime_number(sink, fields->tm_min, 2, '0', flag); break;
    case 'n': __pfc_emit(sink, "\n", 1); break;
    case 'p': __pfc_emit(sink, fields->tm_hour >= 12 ? "PM" : "AM", 2); break;
    case 'P': __pfc_emit(sink, fields->tm_hour >= 12 ? "pm" : "am", 2); break;
    case 'r': strftime_format(sink, "%I:%M:%S %p", fields); break;
    case 'R': strftime_format(sink, "%H:%M", fields); break;
    case 's': strftime_number(sink, __pfc_seconds_of(fields) - fields->tm_gmtoff, 1, '0', flag); break;
    case 'S': strftime_number(sink, fields->tm_sec, 2, '0', flag); break;
    case 't': __pfc_emit(sink, "\t", 1); break;
    case 'T':
    case 'X': strftime_format(sink, "%H:%M:%S", fields); break;
    case 'u': strftime_number(sink, fields->tm_wday ? fields->tm_wday : 7, 1, '0', flag); break;
    case 'U': strftime_number(sink, (fields->tm_yday + 7 - fields->tm_wday) / 7, 2, '0', flag); break;
    case 'V': strftime_number(sink, strftime_iso_week(fields, &iso_year), 2, '0', flag); break;
    case 'w': strftime_number(sink, fields->tm_wday, 1, '0', flag); break;
    case 'W': strftime_number(sink, (fields->tm_yday + 7 - (fields->tm_wday + 6) % 7) / 7, 2, '0', flag); break;
    case 'y': strftime_number(sink, (year % 100 + 100) % 100, 2, '0', flag); break;
    case 'Y': strftime_number(sink, year, PF_WASI ? 4 : 1, '0', flag); break;
    case 'z': strftime_zone(sink, fields, flag); break;
    case 'Z':
      if (fields->tm_zone) strftime_text(sink, fields->tm_zone, SIZE_MAX, upper);
      break;
    case '%': __pfc_emit(sink, "%", 1); break;
    default: sink->error = EINVAL;
  }
}

static void strftime_format(struct pf_sink *sink, const char *format, const struct tm *fields) {
  while (*format && !sink->error) {
    const char *percent = strchrnul(format, '%');
    __pfc_emit(sink, format, (size_t)(percent - format));
    if (!*percent) return;
    format = percent + 1;
    char flag = 0;
    bool upper = false;
    for (; *format && strchr("_-0^#+", *format); format++) {
      if (*format == '^' || *format == '#') {
        upper = true;
      } else {
        flag = *format;
      }
    }
    if (*format == 'E' || *format == 'O') format++;
    strftime_convert(sink, *format, flag, upper, fields);
    if (*format) format++;
  }
}

size_t strftime(char *restrict buffer, size_t size, const char *restrict format, const struct tm *restrict fields) {
  struct pf_sink sink = {.buffer = buffer, .capacity = size};
  strftime_format(&sink, format, fields);
  if (sink.error || sink.length >= size) return 0;
  buffer[sink.length] = 0;
  return sink.length;
}

size_t strftime_l(char *restrict buffer, size_t size, const char *restrict format, const struct tm *restrict fields,
                  void *locale) {
  (void)locale;
  return strftime(buffer, size, format, fields);
}
