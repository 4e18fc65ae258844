#include <pathfold.h>

static int checksum(const unsigned char *data, int length) {
  int sum = 0;
  for (int i = 0; i < length; i++) {
    if (data[i] == 0) continue;
    sum = sum * 3 + data[i];
    if (sum > 500) sum -= 500;
  }
  return sum;
}

int main(void) {
  unsigned char data[4];
  pathfold_bytes(data, sizeof data, "data");
  pathfold_output("sum", checksum(data, 4));
  return 0;
}
