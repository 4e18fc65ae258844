/** A C file of any length with the usual mixture: structs, loops, switches, calls, pointers. Same number, same text. */
export function generateC(functions) {
  const parts = [
    'struct item { int key; unsigned short flags; struct item *next; char name[12]; double weight; };',
    'typedef struct item item_t;',
    'enum mode { IDLE, RUN = 4, STOP };',
    'static int table[64]; static item_t pool[16]; extern int observe(const char *, int);',
  ];
  for (let i = 0; i < functions; i++) parts.push(functionText(i));
  return parts.join('\n');
}

function functionText(i) {
  const callee = i === 0 ? 'x + n' : `work${i - 1}(p, x + ${i % 7}, n - 1)`;
  return `
int work${i}(item_t *p, int x, int n) {
  int sum = ${i}, count = 0;
  enum mode mode = x > ${i % 13} ? RUN : IDLE;
  if (n <= 0) return x;
  for (int k = 0; k < n; k++) {
    item_t *q = &pool[(k + ${i}) & 15];
    q->key += table[k & 63] * ${(i % 9) + 1};
    if (q->key % 3 == 0 && p->next) { q->next = p->next; count++; }
    else if (q->flags & ${1 << (i % 8)}) { q->weight = q->weight * 0.5 + x; }
    switch (q->key & 7) {
      case 0: sum += k; break;
      case 1: sum ^= x; break;
      case ${(i % 4) + 2}: sum -= q->flags; mode = STOP; break;
      default: sum = (sum << 1) | (k & 1);
    }
  }
  while (p && p->key < sum) { p->name[count % 12] = (char)sum; p = p->next; count++; }
  if (mode == STOP) observe("work${i}", count);
  return sum + ${callee};
}`;
}
