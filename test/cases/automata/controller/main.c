/*
 * The controller between a panel that announces new weather and the clients that use it. Written from the description
 * of NASA's CTAS weather control logic in Qi, Nguyen and Roychoudhury, section 5.4: 9 states, 17 transitions.
 *
 * automaton: --function control --state state
 */
#define CLIENTS 3

enum state {
  UNKNOWN,
  PREINITIALIZING,
  INITIALIZING,
  POSTINITIALIZING,
  PREUPDATING,
  UPDATING,
  POSTUPDATING,
  POSTREVERTING,
  DONE
};
enum request { NOTHING, CONNECT, UPDATE };
enum order { LOAD_WEATHER, USE_WEATHER, USE_OLD_WEATHER };
enum reply { WAITING, LOADED, USED, FAILED };

static enum state state = UNKNOWN;
static int newest;

void send(int client, enum order order);

static void send_all(enum order order) {
  for (int client = 0; client < CLIENTS; client++) send(client, order);
}

static int all(const enum reply *replies, enum reply wanted) {
  for (int client = 0; client < CLIENTS; client++) {
    if (replies[client] != wanted) return 0;
  }
  return 1;
}

void control(enum request request, _Bool weather_lost, const enum reply replies[CLIENTS]) {
  switch (state) {
    case UNKNOWN:
      if (request == CONNECT) {
        newest = (newest + 1) % CLIENTS;
        state = PREINITIALIZING;
      }
      break;
    case PREINITIALIZING:
      send(newest, LOAD_WEATHER);
      state = INITIALIZING;
      break;
    case INITIALIZING:
      if (replies[newest] == LOADED) {
        send(newest, USE_WEATHER);
        state = POSTINITIALIZING;
      }
      break;
    case POSTINITIALIZING:
      if (replies[newest] == USED) state = DONE;
      break;
    case PREUPDATING:
      send_all(LOAD_WEATHER);
      state = UPDATING;
      break;
    case UPDATING:
      if (weather_lost) {
        send_all(USE_OLD_WEATHER);
        state = POSTREVERTING;
      } else if (all(replies, LOADED)) {
        send_all(USE_WEATHER);
        state = POSTUPDATING;
      }
      break;
    case POSTUPDATING:
    case POSTREVERTING:
      if (all(replies, USED)) state = DONE;
      break;
    case DONE:
      if (request == UPDATE) state = PREUPDATING;
      break;
  }
}
