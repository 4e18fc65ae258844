enum month { JAN = 1, FEB, MAR, APR, MAY, JUN, JUL, AUG, SEP, OCT, NOV, DEC };
int days_in(enum month m, _Bool leap) {
  switch (m) {
    case FEB: return leap ? 29 : 28;
    case APR: case JUN: case SEP: case NOV: return 30;
    default: return 31;
  }
}
