/*
 * connection: the state machine of a connection protocol, driven by a sequence of events; tables of handlers decide
 * what happens, counters limit retries, and a final report says whether the peer was treated fairly.
 *
 * Input:   EVENTS times "event" (0 to 6) and, for events that carry one, "value" (any byte).
 * Output:  the trace of states on standard output, the final state as exit status.
 *
 * Seeded faults
 *   1. null (deliver): the table has no handler for a timeout while closing, and only the other missing handlers are
 *      replaced by the default one at start.
 *   2. division by zero (on_data): the load is the share of unacknowledged data in what is left of the window, which
 *      is nothing after a message that fills the window exactly.
 */
#include <pathfold.h>
#include <stddef.h>
#include <stdio.h>

#ifndef EVENTS
#define EVENTS 4
#endif

#define FULL_WINDOW 100
#define MAX_RETRIES 2

enum state { CLOSED, OPENING, OPEN, CLOSING, FAILED, STATES };
enum event { CONNECT, ACCEPT, SEND, ACKNOWLEDGE, CLOSE, TIMEOUT, RESET, EVENT_KINDS };

struct connection {
  enum state state;
  int window;
  int unacknowledged;
  int retries;
  int load; /* percent */
  int ignored;
};

typedef enum state (*handler)(struct connection *c, unsigned char value);

static enum state on_connect(struct connection *c, unsigned char value) {
  c->window = value == 0 ? FULL_WINDOW : value;
  c->retries = 0;
  return OPENING;
}

static enum state on_accept(struct connection *c, unsigned char value) {
  if (value > c->window) return FAILED;
  return OPEN;
}

static enum state on_retry(struct connection *c, unsigned char value) {
  (void)value;
  c->retries++;
  return c->retries > MAX_RETRIES ? FAILED : OPENING;
}

static enum state on_data(struct connection *c, unsigned char value) {
  if (value > c->window) {
    c->ignored++;
    return OPEN;
  }
  c->unacknowledged += value;
  c->window -= value;
  c->load = 100 * c->unacknowledged / c->window;
  return OPEN;
}

static enum state on_acknowledge(struct connection *c, unsigned char value) {
  if (value > c->unacknowledged) return FAILED;
  c->unacknowledged -= value;
  c->window += value;
  return OPEN;
}

static enum state on_late_acknowledge(struct connection *c, unsigned char value) {
  if (value >= c->unacknowledged) {
    c->unacknowledged = 0;
    return CLOSED;
  }
  c->unacknowledged -= value;
  return CLOSING;
}

static enum state on_close(struct connection *c, unsigned char value) {
  (void)value;
  return c->unacknowledged > 0 ? CLOSING : CLOSED;
}

/* Giving up before the peer has answered: its answer is still awaited. */
static enum state on_abort(struct connection *c, unsigned char value) {
  c->unacknowledged = 1 + value;
  return CLOSING;
}

static enum state on_reset(struct connection *c, unsigned char value) {
  (void)value;
  c->unacknowledged = 0;
  return CLOSED;
}

static enum state ignore(struct connection *c, unsigned char value) {
  (void)value;
  c->ignored++;
  return c->state;
}

static handler handlers[STATES][EVENT_KINDS] = {
    [CLOSED] = {[CONNECT] = on_connect},
    [OPENING] = {[ACCEPT] = on_accept, [CLOSE] = on_abort, [TIMEOUT] = on_retry, [RESET] = on_reset},
    [OPEN] = {[SEND] = on_data, [ACKNOWLEDGE] = on_acknowledge, [CLOSE] = on_close, [RESET] = on_reset},
    [CLOSING] = {[ACKNOWLEDGE] = on_late_acknowledge, [RESET] = on_reset},
    [FAILED] = {[RESET] = on_reset},
};

/* A timeout matters in every state that waits for something, so it is not filled in blindly. */
static void fill_handlers(void) {
  for (int state = 0; state < STATES; state++) {
    for (int event = 0; event < EVENT_KINDS; event++) {
      if (handlers[state][event] != NULL) continue;
      if (event == TIMEOUT && state == CLOSING) continue;
      handlers[state][event] = ignore;
    }
  }
}

static int carries_value(enum event event) {
  return event == CONNECT || event == ACCEPT || event == SEND || event == ACKNOWLEDGE;
}

static void deliver(struct connection *c, enum event event) {
  unsigned char value = 0;
  if (carries_value(event)) value = pathfold_unsigned_char("value");
  switch (c->state) {
    case CLOSED:
      c->state = handlers[CLOSED][event](c, value);
      break;
    case OPENING:
      c->state = handlers[OPENING][event](c, value);
      break;
    case OPEN:
      c->state = handlers[OPEN][event](c, value);
      break;
    case CLOSING:
      c->state = handlers[CLOSING][event](c, value);
      break;
    default:
      c->state = handlers[FAILED][event](c, value);
      break;
  }
}

int main(void) {
  struct connection c = {CLOSED, 0, 0, 0, 0, 0};
  fill_handlers();
  for (int i = 0; i < EVENTS; i++) {
    enum event event = (enum event)pathfold_range("event", 0, EVENT_KINDS - 1);
    deliver(&c, event);
    putchar("coOCf"[c.state]);
  }
  putchar('\n');
  if (c.ignored > 2) printf("noisy\n");
  if (c.load > 50) printf("loaded\n");
  return c.state;
}
