static const unsigned char days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
int days_in(int month) { if (month < 1 || month > 12) return 0; return days[month - 1]; }
