/*
 * A recogniser of numbers in N bytes, with sign, fraction and exponent, separated by commas and blanks. Its state is one
 * variable of nine values, whatever the length: what a search has to see of it grows with N, not with the number of paths.
 */
#include <pathfold.h>
#include <stdio.h>

enum state { START, SIGN, DIGITS, POINT, FRACTION, EXPONENT, EXPONENT_SIGN, EXPONENT_DIGITS, AFTER, WRONG };

static int is_digit(char c) { return c >= '0' && c <= '9'; }
static int is_sign(char c) { return c == '+' || c == '-'; }
static int is_blank(char c) { return c == ' ' || c == '\t'; }

static enum state ended_by(char c) { return c == ',' ? START : is_blank(c) ? AFTER : WRONG; }

static enum state step(enum state state, char c) {
  switch (state) {
    case START: return is_digit(c) ? DIGITS : is_sign(c) ? SIGN : is_blank(c) ? START : WRONG;
    case SIGN: return is_digit(c) ? DIGITS : WRONG;
    case DIGITS: return is_digit(c) ? DIGITS : c == '.' ? POINT : c == 'e' ? EXPONENT : ended_by(c);
    case POINT: return is_digit(c) ? FRACTION : WRONG;
    case FRACTION: return is_digit(c) ? FRACTION : c == 'e' ? EXPONENT : ended_by(c);
    case EXPONENT: return is_digit(c) ? EXPONENT_DIGITS : is_sign(c) ? EXPONENT_SIGN : WRONG;
    case EXPONENT_SIGN: return is_digit(c) ? EXPONENT_DIGITS : WRONG;
    case EXPONENT_DIGITS: return is_digit(c) ? EXPONENT_DIGITS : ended_by(c);
    case AFTER: return c == ',' ? START : is_blank(c) ? AFTER : WRONG;
    case WRONG: return WRONG;
  }
  return WRONG;
}

int main(void) {
  char input[N];
  pathfold_bytes(input, sizeof input, "input");
  enum state state = START;
  for (int i = 0; i < N; i++) state = step(state, input[i]);
  int accepted = state == DIGITS || state == FRACTION || state == EXPONENT_DIGITS || state == AFTER;
  puts(accepted ? "numbers" : "something else");
  return !accepted;
}
