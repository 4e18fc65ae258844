/* Numbers at equal distances. */
int is_olympic(int year) {
  return year > 1950 && year < 2000 && year % 4 == 0;
}
