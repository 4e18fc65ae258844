/*
 * brake: the control loop of an aircraft's wheel brake. Every cycle reads the sensors, chooses between the normal and
 * the alternate hydraulic system, limits the pressure by wheel slip, and sets the valves and lamps.
 *
 * Input:   per cycle (CYCLES of them) "pedal" (-1 to 4), "switch_position" (0 to 3), "speed" (0 to 3), "slip" (0 to 4);
 *          once "autobrake" (0 to 2).
 * Output:  the globals normal_pressure, alternate_pressure, meter and lamps, also as outputs at the end; exit status 0, or
 *          1 after a failure.
 *
 * brake.versions.json holds 16 edited versions, each as one replacement in this text.
 */
#include <pathfold.h>

#ifndef CYCLES
#define CYCLES 1
#endif

#define MAX_PRESSURE 100
#define LAMP_ALTERNATE 1
#define LAMP_ANTISKID 2
#define LAMP_AUTOBRAKE 4
#define LAMP_FAILURE 8

enum system { NORMAL, ALTERNATE, OFF };

struct sensors {
  int pedal;
  int switch_position;
  int speed;
  int slip;
};

int normal_pressure;
int alternate_pressure;
int meter;
int lamps;

static enum system selected = NORMAL;
static int autobrake;
static int failures;
static int previous_command;

/* Positions outside the travel of the pedal mean a broken sensor. */
static int pedal_is_valid(int pedal) {
  return pedal >= 0 && pedal <= 3;
}

static int pedal_command(int pedal) {
  int command;
  if (pedal == 0)
    command = 0;
  else if (pedal == 1)
    command = 30;
  else if (pedal == 2)
    command = 60;
  else
    command = MAX_PRESSURE;
  return command;
}

/* The autobrake works only while the pilot does not brake and the aircraft is fast enough. */
static int autobrake_command(int pedal, int speed) {
  if (autobrake == 0) return 0;
  if (pedal > 0) return 0;
  if (speed < 1) return 0;
  return autobrake == 1 ? 40 : 70;
}

static enum system select_system(int position, enum system current) {
  switch (position) {
    case 0:
      return NORMAL;
    case 1:
      return ALTERNATE;
    case 2:
      return current == OFF ? NORMAL : current;
    default:
      return OFF;
  }
}

/* Slip beyond 2 releases the brake in steps; a locked wheel releases it fully. */
static int limit_by_slip(int command, int slip, int speed) {
  if (speed == 0) return command;
  if (slip > 3) {
    lamps |= LAMP_ANTISKID;
    return 0;
  }
  if (slip == 3) {
    lamps |= LAMP_ANTISKID;
    return command / 2;
  }
  return command;
}

/* Pressure must not rise by more than 60 in one cycle. */
static int limit_rise(int command) {
  int limit = previous_command + 60;
  if (command > limit) command = limit;
  previous_command = command;
  return command;
}

static void set_meter(int position) {
  if (position == 0)
    meter = 1;
  else if (position == 1)
    meter = 2;
  else
    meter = 0;
}

static void set_valves(int command) {
  normal_pressure = 0;
  alternate_pressure = 0;
  switch (selected) {
    case NORMAL:
      normal_pressure = command;
      break;
    case ALTERNATE:
      alternate_pressure = command;
      lamps |= LAMP_ALTERNATE;
      break;
    default:
      break;
  }
}

static int count_failure(void) {
  failures++;
  lamps |= LAMP_FAILURE;
  return failures > 0;
}

static int cycle(const struct sensors *s) {
  int command;
  int automatic;
  lamps = 0;
  if (!pedal_is_valid(s->pedal)) {
    set_valves(0);
    return count_failure();
  }
  selected = select_system(s->switch_position, selected);
  set_meter(s->switch_position);
  command = pedal_command(s->pedal);
  automatic = autobrake_command(s->pedal, s->speed);
  if (automatic > command) command = automatic;
  if (automatic > 0) lamps |= LAMP_AUTOBRAKE;
  command = limit_rise(limit_by_slip(command, s->slip, s->speed));
  set_valves(command);
  return 0;
}

int main(void) {
  int failed = 0;
  autobrake = pathfold_range("autobrake", 0, 2);
  for (int i = 0; i < CYCLES; i++) {
    struct sensors s;
    s.pedal = pathfold_range("pedal", -1, 4);
    s.switch_position = pathfold_range("switch_position", 0, 3);
    s.speed = pathfold_range("speed", 0, 3);
    s.slip = pathfold_range("slip", 0, 4);
    failed |= cycle(&s);
  }
  pathfold_output("normal_pressure", normal_pressure);
  pathfold_output("alternate_pressure", alternate_pressure);
  pathfold_output("meter", meter);
  pathfold_output("lamps", lamps);
  return failed;
}
