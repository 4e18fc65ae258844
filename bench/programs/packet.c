/*
 * packet: checks a datagram of a small telemetry protocol and decodes its options.
 *
 *   byte 0      version (high nibble) and type (low nibble)
 *   byte 1      flags
 *   byte 2      payload length
 *   byte 3      checksum: the xor of all other bytes, when the flag for it is set
 *   byte 4...   payload: options of the form kind, length, data
 *
 * Input:   "packet", SIZE arbitrary bytes.
 * Output:  the decoded settings through pathfold_output; exit status 0 or the reason for rejecting the packet.
 *
 * Seeded faults
 *   1. out of bounds (decode_window): the window option trusts its length byte and reads a byte behind it even when
 *      the option is the last one and empty.
 *   2. division by zero (decode_rate): a rate option may announce an interval of zero ticks, which only the urgent
 *      flag together with the rate option makes the decoder divide by.
 */
#include <pathfold.h>
#include <string.h>

#ifndef SIZE
#define SIZE 8
#endif

#define HEADER 4
#define VERSION 2

enum type { HELLO = 1, DATA = 2, CONTROL = 3 };
enum flag { HAS_CHECKSUM = 1, URGENT = 2, RESERVED = 0xf0 };
enum option { PADDING = 0, WINDOW = 1, RATE = 2, LABEL = 3 };

enum reason {
  ACCEPTED,
  BAD_VERSION,
  BAD_TYPE,
  BAD_FLAGS,
  BAD_LENGTH,
  BAD_CHECKSUM,
  BAD_OPTION,
  DUPLICATE_OPTION,
  MISSING_OPTION
};

struct header {
  int version;
  int type;
  int flags;
  int length;
  int checksum;
};

struct settings {
  int window;
  int rate;
  int label;
  int seen; /* a bit per option kind */
};

static unsigned char packet[SIZE];
static struct header header;
static struct settings settings;

static enum reason read_header(void) {
  header.version = packet[0] >> 4;
  header.type = packet[0] & 15;
  header.flags = packet[1];
  header.length = packet[2];
  header.checksum = packet[3];
  if (header.version != VERSION) return BAD_VERSION;
  if (header.type != HELLO && header.type != DATA && header.type != CONTROL) return BAD_TYPE;
  if (header.flags & RESERVED) return BAD_FLAGS;
  if (header.length > SIZE - HEADER) return BAD_LENGTH;
  if (header.type == HELLO && header.length != 0) return BAD_LENGTH;
  return ACCEPTED;
}

static enum reason verify_checksum(void) {
  int sum = 0;
  if (!(header.flags & HAS_CHECKSUM)) return ACCEPTED;
  for (int i = 0; i < SIZE; i++) {
    if (i != 3) sum ^= packet[i];
  }
  return sum == header.checksum ? ACCEPTED : BAD_CHECKSUM;
}

static enum reason decode_window(const unsigned char *data, int length) {
  settings.window = data[0];
  if (length == 2) settings.window = settings.window * 256 + data[1];
  if (length > 2) return BAD_OPTION;
  return ACCEPTED;
}

static enum reason decode_rate(const unsigned char *data, int length) {
  if (length != 1) return BAD_OPTION;
  if (header.flags & URGENT)
    settings.rate = 1000 / data[0];
  else
    settings.rate = data[0];
  return ACCEPTED;
}

static enum reason decode_label(const unsigned char *data, int length) {
  int label = 0;
  if (length > 2) return BAD_OPTION;
  for (int i = 0; i < length; i++) {
    if (data[i] < 'a' || data[i] > 'z') return BAD_OPTION;
    label = label * 26 + (data[i] - 'a');
  }
  settings.label = label;
  return ACCEPTED;
}

static enum reason decode_option(int kind, const unsigned char *data, int length) {
  if (kind == PADDING) return ACCEPTED;
  if (kind > LABEL) return BAD_OPTION;
  if (settings.seen & (1 << kind)) return DUPLICATE_OPTION;
  settings.seen |= 1 << kind;
  switch (kind) {
    case WINDOW:
      return decode_window(data, length);
    case RATE:
      return decode_rate(data, length);
    default:
      return decode_label(data, length);
  }
}

static enum reason decode_options(void) {
  int at = HEADER;
  int end = HEADER + header.length;
  while (at < end) {
    int kind = packet[at];
    if (kind == PADDING) {
      at++;
      continue;
    }
    if (at + 1 >= end) return BAD_OPTION;
    int length = packet[at + 1];
    if (at + 2 + length > end) return BAD_OPTION;
    enum reason reason = decode_option(kind, &packet[at] + 2, length);
    if (reason != ACCEPTED) return reason;
    at += 2 + length;
  }
  if (header.type == CONTROL && !(settings.seen & (1 << RATE))) return MISSING_OPTION;
  return ACCEPTED;
}

int main(void) {
  pathfold_bytes(packet, sizeof packet, "packet");
  enum reason reason = read_header();
  if (reason == ACCEPTED) reason = verify_checksum();
  if (reason == ACCEPTED && header.type != HELLO) reason = decode_options();
  if (reason == ACCEPTED) {
    pathfold_output("window", settings.window);
    pathfold_output("rate", settings.rate);
    pathfold_output("label", settings.label);
  }
  return reason;
}
