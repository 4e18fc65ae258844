/*
 * A vending machine that counts coins and cups.
 *
 * automaton: --function serve --state state
 */
#include <stdio.h>

enum state { IDLE, CREDIT, READY, BROKEN };
enum input { COIN, BUTTON, CANCEL };

#define PRICE 3

static enum state state = IDLE;
static unsigned coins;
static unsigned cups = 10;

void give_back(unsigned count);

void serve(enum input input) {
  switch (state) {
    case IDLE:
      if (input == COIN && cups > 0) {
        coins = 1;
        state = CREDIT;
      }
      break;
    case CREDIT:
      if (input == COIN && ++coins == PRICE) state = READY;
      if (input == CANCEL) {
        give_back(coins);
        coins = 0;
        state = IDLE;
      }
      break;
    case READY:
      if (coins > PRICE) {
        state = BROKEN;
      } else if (input == BUTTON) {
        puts("coffee");
        cups--;
        coins = 0;
        state = IDLE;
      } else if (input == CANCEL) {
        give_back(coins);
        coins = 0;
        state = IDLE;
      }
      break;
    case BROKEN:
      if (input == CANCEL) state = IDLE;
      break;
  }
}
