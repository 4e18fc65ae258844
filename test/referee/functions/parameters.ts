/**
 * Parameters of generated functions. Each kind knows how pathfold calls what it makes symbolic (a slot for each number), how
 * the witness makes the same objects from numbers, and how it shows them afterwards: under the names that pathfold gives them,
 * by pointers that were kept from before the call.
 */

export interface Slot {
  /** As examples call it; bytes of a text share one name. */
  readonly name: string;
  readonly kind: 'number' | 'byte' | 'character' | 'null';
}

export interface ParameterKind {
  readonly name: string;
  readonly declaration: string;
  /** Options of the command that say how large it is. */
  readonly options?: readonly string[];
  readonly slots: readonly Slot[];
  /** Statements that make the objects from `in(0)`, `in(1)`, ... */
  readonly setUp: string;
  /** Statements that show the objects. */
  readonly show: string;
  /** Places of numbers that the function can always read and write. */
  readonly places: readonly string[];
  /** Objects that the caller made: what pathfold calls them, and the caller's pointer to them. */
  readonly objects?: Readonly<Record<string, string>>;
  /** Pointers in them: what pathfold calls them, how the caller reads them, and whether it may. */
  readonly pointers?: readonly { readonly name: string; readonly value: string; readonly when: string }[];
}

const number = (name: string): Slot => ({ name, kind: 'number' });
const bytes = (name: string, count: number, kind: Slot['kind']): Slot[] =>
  Array.from({ length: count }, () => ({ name, kind }));

export const PARAMETERS = {
  x: {
    name: 'x',
    declaration: 'int x',
    slots: [number('x')],
    setUp: 'int x = in(0);',
    show: '',
    places: ['x'],
  },
  y: {
    name: 'y',
    declaration: 'short y',
    slots: [number('y')],
    setUp: 'short y = in(0);',
    show: '',
    places: ['y'],
  },
  p: {
    name: 'p',
    declaration: 'int *p',
    slots: [number('*p')],
    setUp: 'int *p = malloc(sizeof *p); *p = in(0);',
    show: 'SHOW("*p", p, *p);',
    places: ['*p'],
    objects: { p: 'p' },
  },
  a: {
    name: 'a',
    declaration: 'int a[3]',
    slots: [0, 1, 2].map((i) => number(`a[${i}]`)),
    setUp: 'int *a = malloc(3 * sizeof *a); a[0] = in(0); a[1] = in(1); a[2] = in(2);',
    show: [0, 1, 2].map((i) => `SHOW("a[${i}]", a, a[${i}]);`).join(' '),
    places: ['a[0]', 'a[1]', 'a[2]', 'a[x & 1]'],
    objects: { a: 'a' },
  },
  s: {
    name: 's',
    declaration: 'struct rec *s',
    slots: [number('s->key'), number('s->tag'), ...bytes('s->text', 3, 'byte'), number('*s->link')],
    setUp: `struct rec *s = malloc(sizeof *s); int *sLink = malloc(sizeof *sLink); s->key = in(0); s->tag = in(1);
  for (int i = 0; i < 3; i++) s->text[i] = in(2 + i);
  *sLink = in(5); s->link = sLink;`,
    show: `SHOW("s->key", s, s->key); SHOW("s->tag", s, s->tag);
  BYTES("s->text", s, s->text, 3);
  SHOW("*s->link", sLink, *sLink);
  if (LIVES(s)) BEHIND("*s->link", s->link, sLink);`,
    places: ['s->key', 's->tag', 's->text[1]', '*s->link'],
    objects: { s: 's', 's->link': 'sLink' },
    pointers: [{ name: 's->link', value: 's->link', when: 'LIVES(s)' }],
  },
  v: {
    name: 'v',
    declaration: 'struct pair v',
    slots: [number('v.first'), number('v.second')],
    setUp: 'struct pair v = { in(0), in(1) };',
    show: '',
    places: ['v.first', 'v.second'],
  },
  t: {
    name: 't',
    declaration: 'char *t',
    options: ['--string', 't=3'],
    slots: bytes('t', 3, 'character'),
    setUp: 'char *t = malloc(4); for (int i = 0; i < 3; i++) t[i] = in(i); t[3] = 0;',
    show: 'BYTES("t", t, t, 4);',
    places: ['t[0]', 't[1]', 't[2]'],
    objects: { t: 't' },
  },
  q: {
    name: 'q',
    declaration: 'int **q',
    slots: [number('**q')],
    setUp: 'int **q = malloc(sizeof *q); int *qTarget = malloc(sizeof *qTarget); *qTarget = in(0); *q = qTarget;',
    show: 'SHOW("**q", qTarget, *qTarget); if (LIVES(q)) BEHIND("**q", *q, qTarget);',
    places: ['**q'],
    objects: { q: 'q', '*q': 'qTarget' },
    pointers: [{ name: '*q', value: '*q', when: 'LIVES(q)' }],
  },
  n: {
    name: 'n',
    declaration: 'struct node *n',
    slots: [
      { name: 'n == NULL', kind: 'null' },
      number('n->value'),
      { name: 'n->next == NULL', kind: 'null' },
      number('n->next->value'),
    ],
    setUp: `struct node *n = in(0) ? 0 : calloc(1, sizeof *n), *nNext = n == 0 || in(2) ? 0 : calloc(1, sizeof *n);
  if (n) { n->value = in(1); n->next = nNext; } if (nNext) nNext->value = in(3);`,
    show: `if (n) { SHOW("n->value", n, n->value); }
  if (nNext) { SHOW("former n->next->value", nNext, nNext->value); SHOW("former n->next->next?", nNext, nNext->next == 0 ? 0 : nNext->next == n ? 1 : nNext->next == nNext ? 2 : 3); }
  if (n && LIVES(n) && n->next && n->next != nNext && n->next != n && LIVES(n->next)) SHOW("n->next->value", n->next, n->next->value);`,
    places: [],
    objects: { n: 'n', 'n->next': 'nNext' },
    pointers: [{ name: 'n->next', value: 'n->next', when: 'n && LIVES(n)' }],
  },
} as const satisfies Readonly<Record<string, ParameterKind>>;

export type ParameterName = keyof typeof PARAMETERS;
