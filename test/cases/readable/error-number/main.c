// What a function leaves in errno is said by name, whatever the number is on the target.
#include <errno.h>

int set_speed(int speed) {
  if (speed < 0) {
    errno = EINVAL;
    return -1;
  }
  if (speed > 120) {
    errno = EMULTIHOP;
    return -1;
  }
  return speed;
}
