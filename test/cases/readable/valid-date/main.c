#include <stdbool.h>
struct date { int year, month, day; };
bool valid(const struct date *d) {
  if (d->month < 1 || d->month > 12 || d->day < 1) return false;
  if (d->month == 2) return d->day <= 28;
  if (d->month == 4 || d->month == 6 || d->month == 9 || d->month == 11) return d->day <= 30;
  return d->day <= 31;
}
