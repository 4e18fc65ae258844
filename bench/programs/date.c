/*
 * date: validates a date of the form YYYY-MM-DD, with an optional weekday check, and computes the day of the year.
 *
 * Input:   "text", ten characters; "mode", 0 (date only), 1 (must be a working day) or 2 (must not be in the future).
 * Output:  day of the year and weekday through pathfold_output; exit status 0 or the reason why the date is invalid.
 *
 * Seeded faults
 *   1. out of bounds (day_limit): in leap years the month is only checked against 12, so month 00 of a leap year reads
 *      the table of month lengths before its beginning.
 *   2. failed assert (day_of_year): the result is asserted to be at most 365, which December 31 of a leap year violates.
 */
#include <assert.h>
#include <pathfold.h>

#define CURRENT_YEAR 2020
#define CURRENT_DAY 183

enum mode { DATE_ONLY, WORKING_DAY, NOT_IN_FUTURE };

enum reason {
  VALID,
  BAD_SEPARATOR,
  BAD_DIGIT,
  BAD_YEAR,
  BAD_MONTH,
  BAD_DAY,
  WEEKEND,
  HOLIDAY,
  IN_FUTURE
};

struct date {
  int year;
  int month;
  int day;
};

static const int month_lengths[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

static int is_leap(int year) {
  if (year % 400 == 0) return 1;
  if (year % 100 == 0) return 0;
  return year % 4 == 0;
}

static int read_number(const char *text, int digits, int *number) {
  int value = 0;
  for (int i = 0; i < digits; i++) {
    if (text[i] < '0' || text[i] > '9') return 0;
    value = value * 10 + (text[i] - '0');
  }
  *number = value;
  return 1;
}

static enum reason read_date(const char *text, struct date *date) {
  if (text[4] != '-' || text[7] != '-') return BAD_SEPARATOR;
  if (!read_number(text, 4, &date->year)) return BAD_DIGIT;
  if (!read_number(text + 5, 2, &date->month)) return BAD_DIGIT;
  if (!read_number(text + 8, 2, &date->day)) return BAD_DIGIT;
  return VALID;
}

static int day_limit(const struct date *date) {
  if (is_leap(date->year)) {
    if (date->month > 12) return 0;
    return date->month == 2 ? 29 : month_lengths[date->month - 1];
  }
  if (date->month < 1 || date->month > 12) return 0;
  return month_lengths[date->month - 1];
}

static enum reason check_date(const struct date *date) {
  if (date->year < 1600 || date->year > 2999) return BAD_YEAR;
  int limit = day_limit(date);
  if (limit == 0) return BAD_MONTH;
  if (date->day < 1 || date->day > limit) return BAD_DAY;
  return VALID;
}

static int day_of_year(const struct date *date) {
  int day = date->day;
  for (int month = 1; month < date->month; month++) {
    day += month_lengths[month - 1];
    if (month == 2 && is_leap(date->year)) day++;
  }
  assert(day <= 365);
  return day;
}

/* 0 is Sunday; after Sakamoto. */
static int weekday(const struct date *date) {
  static const int offsets[12] = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};
  int year = date->year - (date->month < 3);
  return (year + year / 4 - year / 100 + year / 400 + offsets[date->month - 1] + date->day) % 7;
}

static int is_holiday(const struct date *date) {
  if (date->day == 1) return date->month == 1 || date->month == 5;
  return date->month == 12 && (date->day == 25 || date->day == 26);
}

static enum reason check_working_day(const struct date *date) {
  int day = weekday(date);
  if (day == 0 || day == 6) return WEEKEND;
  return is_holiday(date) ? HOLIDAY : VALID;
}

static enum reason check_not_in_future(const struct date *date, int day) {
  if (date->year > CURRENT_YEAR) return IN_FUTURE;
  if (date->year == CURRENT_YEAR && day > CURRENT_DAY) return IN_FUTURE;
  return VALID;
}

int main(void) {
  char text[10];
  struct date date;
  pathfold_bytes(text, sizeof text, "text");
  enum mode mode = (enum mode)pathfold_range("mode", DATE_ONLY, NOT_IN_FUTURE);
  enum reason reason = read_date(text, &date);
  if (reason == VALID) reason = check_date(&date);
  if (reason != VALID) return reason;
  int day = day_of_year(&date);
  if (mode == WORKING_DAY) reason = check_working_day(&date);
  if (mode == NOT_IN_FUTURE) reason = check_not_in_future(&date, day);
  pathfold_output("day", day);
  return reason;
}
