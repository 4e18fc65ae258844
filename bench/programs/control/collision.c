/*
 * collision: the advisory logic of a collision avoidance unit. From the state of the own aircraft and of one intruder it
 * decides whether to warn, and whether to climb or to descend.
 *
 * Input:   "separation" (vertical, feet), "horizontal" (seconds to the closest approach), "own_altitude", "own_rate",
 *          "other_altitude", "other_intent" (0 none, 1 climbs, 2 descends), "equipped", "confident", "layer" (0 to 2),
 *          "inhibit" (0 or 1).
 * Output:  the advice and the display as outputs; exit status 0, or 1 when the intruder is ignored.
 *
 * collision.versions.json holds 40 edited versions with one fault each, as replacements in this text.
 */
#include <pathfold.h>

#define NEAR 600
#define FAST 1000
#define CLOSE_TIME 30
#define FLOOR 400

enum advice { CLEAR, TRAFFIC, CLIMB, DESCEND };
enum intent { NO_INTENT, INTENDS_CLIMB, INTENDS_DESCENT };

struct aircraft {
  int altitude;
  int rate;
};

struct encounter {
  struct aircraft own;
  struct aircraft other;
  int separation;
  int horizontal;
  enum intent intent;
  int equipped;
  int confident;
  int layer;
  int inhibit;
};

static int advisory;
static int display;

/* The vertical distance that must be kept, by layer of the air space. */
static int required_separation(int layer) {
  switch (layer) {
    case 0:
      return 300;
    case 1:
      return 400;
    default:
      return 640;
  }
}

static int is_threat(const struct encounter *e) {
  if (!e->confident) return 0;
  if (e->horizontal > CLOSE_TIME) return 0;
  return e->separation <= required_separation(e->layer) || e->separation < NEAR;
}

static int own_below(const struct encounter *e) {
  return e->own.altitude < e->other.altitude;
}

static int own_above(const struct encounter *e) {
  return e->own.altitude > e->other.altitude;
}

/* The separation that climbing would give; fast climbs give more. */
static int after_climb(const struct encounter *e) {
  int gain = e->own.rate > FAST ? 300 : 100;
  return e->inhibit ? e->separation : e->separation + gain;
}

static int after_descent(const struct encounter *e) {
  int gain = e->own.rate < -FAST ? 300 : 100;
  if (e->own.altitude - gain < FLOOR) return 0;
  return e->separation + gain;
}

static int climb_is_better(const struct encounter *e) {
  return after_climb(e) > after_descent(e);
}

static int may_climb(const struct encounter *e) {
  if (e->inhibit) return 0;
  if (e->equipped && e->intent == INTENDS_CLIMB) return 0;
  if (climb_is_better(e)) return !own_below(e) || e->separation >= required_separation(e->layer);
  return own_above(e) && after_climb(e) >= required_separation(e->layer);
}

static int may_descend(const struct encounter *e) {
  if (e->own.altitude <= FLOOR) return 0;
  if (e->equipped && e->intent == INTENDS_DESCENT) return 0;
  if (!climb_is_better(e)) return !own_above(e) || e->separation >= required_separation(e->layer);
  return own_below(e) && after_descent(e) >= required_separation(e->layer);
}

static void show(enum advice advice) {
  advisory = advice;
  display = advice == CLEAR ? 0 : 1;
  if (advice == CLIMB || advice == DESCEND) display += 2;
}

static int advise(const struct encounter *e) {
  if (!is_threat(e)) {
    show(e->horizontal <= 2 * CLOSE_TIME && e->confident ? TRAFFIC : CLEAR);
    return 1;
  }
  int climb = may_climb(e);
  int descend = may_descend(e);
  if (climb && !descend)
    show(CLIMB);
  else if (descend && !climb)
    show(DESCEND);
  else if (climb && descend)
    show(climb_is_better(e) ? CLIMB : DESCEND);
  else
    show(TRAFFIC);
  return 0;
}

int main(void) {
  struct encounter e;
  e.separation = pathfold_range("separation", 0, 2000);
  e.horizontal = pathfold_range("horizontal", 0, 100);
  e.own.altitude = pathfold_range("own_altitude", 0, 40000);
  e.own.rate = pathfold_range("own_rate", -4000, 4000);
  e.other.altitude = pathfold_range("other_altitude", 0, 40000);
  e.intent = (enum intent)pathfold_range("other_intent", NO_INTENT, INTENDS_DESCENT);
  e.equipped = pathfold_range("equipped", 0, 1);
  e.confident = pathfold_range("confident", 0, 1);
  e.layer = pathfold_range("layer", 0, 2);
  e.inhibit = pathfold_range("inhibit", 0, 1);
  int ignored = advise(&e);
  pathfold_output("advisory", advisory);
  pathfold_output("display", display);
  return ignored;
}
