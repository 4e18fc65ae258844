/*
 * altitude: an altitude switch that powers a device of interest below a threshold, with hysteresis, an inhibit switch,
 * three redundant altimeters, a watchdog and a fault indicator.
 *
 * Input:   per cycle (CYCLES of them) "altitude", one for each of the three altimeters, any int, and "quality" (0 to 2) of
 *          each; "inhibit" and "reset" (0 or 1); once "device" (0 to 2), the state of the device at start.
 * Output:  the globals command, indicator, watchdog and chosen, also as outputs at the end; exit status 0, or 1
 *          when the switch has failed.
 *
 * altitude.versions.json holds 16 edited versions, each as one replacement in this text.
 */
#include <pathfold.h>

#ifndef CYCLES
#define CYCLES 1
#endif

#define ALTIMETERS 3
#define THRESHOLD 2000
#define HYSTERESIS 200
#define LOWEST (-1000)
#define HIGHEST 50000
#define PATIENCE 2

enum mode { INITIALISING, STANDBY, AWAITING_DEVICE, FAULT };
enum device { DEVICE_OFF, DEVICE_ON, DEVICE_UNKNOWN };
enum position { ABOVE, BELOW, BETWEEN, NO_ALTITUDE };

struct reading {
  int altitude;
  int quality; /* 0 bad, 1 uncertain, 2 good */
};

int command;
int indicator;
int watchdog;
int chosen;

static enum mode mode = INITIALISING;
static enum device device;
static enum position last_position = NO_ALTITUDE;
static int missing;

static int usable(const struct reading *r) {
  if (r->quality == 0) return 0;
  return r->altitude >= LOWEST && r->altitude <= HIGHEST;
}

/* The lowest usable altitude; good readings are preferred to uncertain ones. */
static int choose(const struct reading readings[ALTIMETERS], int *altitude) {
  int best = 0;
  int found = 0;
  for (int i = 0; i < ALTIMETERS; i++) {
    const struct reading *r = &readings[i];
    if (!usable(r)) continue;
    if (r->quality < best) continue;
    if (!found || r->quality > best || r->altitude < *altitude) {
      *altitude = r->altitude;
      chosen = i + 1;
    }
    best = r->quality;
    found++;
  }
  return found;
}

static enum position classify(int altitude) {
  if (altitude < THRESHOLD) return BELOW;
  if (altitude > THRESHOLD + HYSTERESIS) return ABOVE;
  return BETWEEN;
}

static void fail(void) {
  mode = FAULT;
  indicator = 1;
  command = 0;
}

/* Two cycles without an altitude are tolerated. */
static enum position without_altitude(void) {
  missing++;
  if (missing > PATIENCE) fail();
  return NO_ALTITUDE;
}

static enum position locate(const struct reading readings[ALTIMETERS]) {
  int altitude = 0;
  if (choose(readings, &altitude) == 0) return without_altitude();
  missing = 0;
  return classify(altitude);
}

/* The device is switched on when the aircraft descends below the threshold, unless it is on or inhibited. */
static void standby(enum position position, int inhibit) {
  int descends = position == BELOW && last_position != BELOW;
  if (!descends) return;
  if (device == DEVICE_ON) return;
  if (inhibit) return;
  command = 1;
  mode = AWAITING_DEVICE;
}

static void await_device(void) {
  if (device == DEVICE_ON) {
    mode = STANDBY;
    command = 0;
    return;
  }
  watchdog++;
  if (watchdog > PATIENCE) fail();
}

static void reset(void) {
  mode = INITIALISING;
  missing = 0;
  watchdog = 0;
  indicator = 0;
  command = 0;
  last_position = NO_ALTITUDE;
}

static void step(const struct reading readings[ALTIMETERS], int inhibit, int wants_reset) {
  enum position position;
  if (wants_reset) {
    reset();
    return;
  }
  if (mode == FAULT) return;
  position = locate(readings);
  if (mode == FAULT) return;
  switch (mode) {
    case INITIALISING:
      if (position == NO_ALTITUDE) break;
      mode = STANDBY;
      standby(position, inhibit);
      break;
    case STANDBY:
      standby(position, inhibit);
      break;
    default:
      await_device();
      break;
  }
  if (position == ABOVE || position == BELOW) last_position = position;
}

int main(void) {
  device = (enum device)pathfold_range("device", DEVICE_OFF, DEVICE_UNKNOWN);
  for (int i = 0; i < CYCLES; i++) {
    struct reading readings[ALTIMETERS];
    for (int k = 0; k < ALTIMETERS; k++) {
      readings[k].altitude = pathfold_int("altitude");
      readings[k].quality = pathfold_range("quality", 0, 2);
    }
    int inhibit = pathfold_range("inhibit", 0, 1);
    int wants_reset = pathfold_range("reset", 0, 1);
    step(readings, inhibit, wants_reset);
  }
  pathfold_output("command", command);
  pathfold_output("indicator", indicator);
  pathfold_output("watchdog", watchdog);
  pathfold_output("chosen", chosen);
  return mode == FAULT;
}
