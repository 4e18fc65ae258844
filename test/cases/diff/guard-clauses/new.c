#include <pathfold.h>

enum answer { GRANTED, UNKNOWN_USER, LOCKED, WRONG_PIN };

static int authorise(int user, int attempts, int pin) {
  if (user < 1 || user > 5) return UNKNOWN_USER;
  if (attempts >= 3) return LOCKED;
  if (pin != 1000 + user * 7) return WRONG_PIN;
  return GRANTED;
}

int main(void) {
  int user = pathfold_int("user");
  int attempts = pathfold_int("attempts");
  int pin = pathfold_int("pin");
  return authorise(user, attempts, pin);
}
