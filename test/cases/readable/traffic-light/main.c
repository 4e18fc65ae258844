enum light { RED, RED_AMBER, GREEN, AMBER };
enum light next(enum light now, _Bool pedestrian) {
  switch (now) {
    case RED: return pedestrian ? RED : RED_AMBER;
    case RED_AMBER: return GREEN;
    case GREEN: return pedestrian ? AMBER : GREEN;
    default: return RED;
  }
}
