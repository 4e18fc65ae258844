#include <pathfold.h>

static int checksum(const unsigned char *data, int length) {
  int sum = 0;
  int i = 0;
  while (i < length) {
    if (data[i] != 0) {
      sum = sum * 3 + data[i];
      if (sum > 500) sum -= 500;
    }
    i++;
  }
  return sum;
}

int main(void) {
  unsigned char data[4];
  pathfold_bytes(data, sizeof data, "data");
  pathfold_output("sum", checksum(data, 4));
  return 0;
}
