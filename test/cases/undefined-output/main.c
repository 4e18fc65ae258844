struct pair {
  int first, second;
};

struct pair halves(int x) {
  struct pair result;
  result.first = x;
  if (x > 3) result.second = 1;
  return result;
}
