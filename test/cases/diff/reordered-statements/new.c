#include <pathfold.h>

struct box {
  int left, top, right, bottom;
};

static int area(struct box b) {
  int height = b.bottom - b.top;
  if (height < 0) height = 0;
  int width = b.right - b.left;
  if (width < 0) width = 0;
  return width * height;
}

int main(void) {
  struct box b;
  b.left = pathfold_range("left", 0, 63);
  b.top = pathfold_range("top", 0, 63);
  b.right = pathfold_range("right", 0, 63);
  b.bottom = pathfold_range("bottom", 0, 63);
  pathfold_output("area", area(b));
  return 0;
}
