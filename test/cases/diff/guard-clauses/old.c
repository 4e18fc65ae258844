#include <pathfold.h>

enum answer { GRANTED, UNKNOWN_USER, LOCKED, WRONG_PIN };

static int authorise(int user, int attempts, int pin) {
  int answer;
  if (user >= 1 && user <= 5) {
    if (attempts < 3) {
      if (pin == 1000 + user * 7) {
        answer = GRANTED;
      } else {
        answer = WRONG_PIN;
      }
    } else {
      answer = LOCKED;
    }
  } else {
    answer = UNKNOWN_USER;
  }
  return answer;
}

int main(void) {
  int user = pathfold_int("user");
  int attempts = pathfold_int("attempts");
  int pin = pathfold_int("pin");
  return authorise(user, attempts, pin);
}
