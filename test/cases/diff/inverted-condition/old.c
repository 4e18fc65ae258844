#include <pathfold.h>
#include <stdio.h>

static void advise(int temperature, int raining, int windy) {
  if (temperature < 10 && (raining || windy)) {
    puts("stay in");
  } else {
    if (raining)
      puts("umbrella");
    else
      puts("go out");
  }
}

int main(void) {
  int temperature = pathfold_int("temperature");
  int raining = pathfold_range("raining", 0, 1);
  int windy = pathfold_range("windy", 0, 1);
  advise(temperature, raining, windy);
  return 0;
}
