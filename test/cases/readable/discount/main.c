enum kind { PRIVATE, TRADE, STAFF };
struct order { enum kind kind; int amount; };
struct rebate { int least; unsigned char percent; };
static const struct rebate rebates[3] = {{1000, 1}, {100, 10}, {0, 25}};
int rebate(const struct order *o) {
  if (o->amount < 0) return -1;
  if (o->amount < rebates[o->kind].least) return 0;
  return rebates[o->kind].percent;
}
