/*
 * A connection after RFC 793, with the segments that one end gets and the orders of its user as events.
 *
 * automaton: --function handle --state c->state --initial CLOSED
 */
enum tcp_state {
  CLOSED,
  LISTEN,
  SYN_SENT,
  SYN_RECEIVED,
  ESTABLISHED,
  FIN_WAIT_1,
  FIN_WAIT_2,
  CLOSE_WAIT,
  CLOSING,
  LAST_ACK,
  TIME_WAIT
};
enum event { PASSIVE_OPEN, ACTIVE_OPEN, SEND, CLOSE, SEGMENT, TIMEOUT };

#define FIN 0x01
#define SYN 0x02
#define RST 0x04
#define ACK 0x10

struct connection {
  enum tcp_state state;
  unsigned peer;
};

void transmit(struct connection *c, unsigned char flags);

static void segment(struct connection *c, unsigned char flags) {
  if (c->state != CLOSED && c->state != LISTEN && (flags & RST) != 0) {
    c->state = CLOSED;
    return;
  }
  switch (c->state) {
    case LISTEN:
      if ((flags & SYN) != 0) {
        transmit(c, SYN | ACK);
        c->state = SYN_RECEIVED;
      }
      break;
    case SYN_SENT:
      if ((flags & SYN) == 0) break;
      transmit(c, ACK);
      c->state = (flags & ACK) != 0 ? ESTABLISHED : SYN_RECEIVED;
      break;
    case SYN_RECEIVED:
      if ((flags & ACK) != 0) c->state = ESTABLISHED;
      break;
    case ESTABLISHED:
      if ((flags & FIN) != 0) {
        transmit(c, ACK);
        c->state = CLOSE_WAIT;
      }
      break;
    case FIN_WAIT_1:
      if ((flags & FIN) != 0) {
        transmit(c, ACK);
        c->state = (flags & ACK) != 0 ? TIME_WAIT : CLOSING;
      } else if ((flags & ACK) != 0) {
        c->state = FIN_WAIT_2;
      }
      break;
    case FIN_WAIT_2:
      if ((flags & FIN) != 0) {
        transmit(c, ACK);
        c->state = TIME_WAIT;
      }
      break;
    case CLOSING:
      if ((flags & ACK) != 0) c->state = TIME_WAIT;
      break;
    case LAST_ACK:
      if ((flags & ACK) != 0) c->state = CLOSED;
      break;
    default:
      break;
  }
}

static void close_connection(struct connection *c) {
  switch (c->state) {
    case LISTEN:
    case SYN_SENT:
      c->state = CLOSED;
      break;
    case SYN_RECEIVED:
    case ESTABLISHED:
      transmit(c, FIN);
      c->state = FIN_WAIT_1;
      break;
    case CLOSE_WAIT:
      transmit(c, FIN);
      c->state = LAST_ACK;
      break;
    default:
      break;
  }
}

void handle(struct connection *c, enum event event, unsigned char flags) {
  if (event == SEGMENT) {
    segment(c, flags);
  } else if (event == CLOSE) {
    close_connection(c);
  } else if (event == PASSIVE_OPEN && c->state == CLOSED) {
    c->state = LISTEN;
  } else if ((event == ACTIVE_OPEN && c->state == CLOSED) || (event == SEND && c->state == LISTEN)) {
    transmit(c, SYN);
    c->state = SYN_SENT;
  } else if (event == TIMEOUT && c->state == TIME_WAIT) {
    c->state = CLOSED;
  }
}
