/**
 * Programs whose behaviour C leaves undefined on some inputs: each statement prints a value that may be uninitialised, or
 * that depends on where objects lie, on an order that is none, on a sum that does not fit. What compiled code prints there
 * is anything; whoever compares must blame the line, not pathfold.
 */
import type { Random } from '../../src/explore/random.ts';

/** Many programs in one file: the first input chooses, so that they share one compilation. */
export interface UndefinedPrograms {
  readonly source: string;
  /** Lines on which something undefined may happen. */
  readonly lines: ReadonlySet<number>;
}

interface Piece {
  /** Before main; a line that begins with `!` is one on which something undefined may happen. */
  readonly outside?: readonly string[];
  /** Inside the program, likewise. */
  readonly inside: readonly string[];
}

type Maker = (id: number, small: () => number) => Piece;

const MAKERS: readonly Maker[] = [
  (id, small) => ({
    inside: [`int v${id};`, `if (x == ${small()}) v${id} = ${small()};`, `!show(v${id} + 1);`],
  }),
  (id, small) => ({
    inside: [`int a${id}[4];`, `a${id}[x & 1] = ${small()};`, `!show(a${id}[${small() & 1}] * 2);`],
  }),
  (id, small) => ({
    inside: [
      `char *h${id} = malloc(24);`,
      `if (x > ${small()}) memset(h${id}, 65, 24);`,
      `!show(h${id}[${8 + small()}] + 1);`,
      `free(h${id});`,
    ],
  }),
  (id, small) => ({
    outside: [`!static int f${id}(int x) { if (x > ${small()}) return ${small()}; }`],
    inside: [`!show(f${id}(x) + 1);`],
  }),
  (id, small) => ({
    outside: [`struct s${id} { int a, b; };`],
    inside: [
      `struct s${id} s${id}, t${id};`,
      `s${id}.a = x;`,
      `t${id} = s${id};`,
      `!show(t${id}.${small() & 1 ? 'a' : 'b'} + 1);`,
    ],
  }),
  (id) => ({
    inside: [
      `int p${id}[2] = {x, 1}, q${id}[3] = {1, x};`,
      `int *l${id} = p${id}, *r${id} = q${id};`,
      `!show(l${id} < r${id});`,
    ],
  }),
  (id) => ({
    outside: [`static int b${id}[3], c${id}[5];`],
    inside: [`int *m${id} = b${id}, *n${id} = c${id};`, `!show((int)(m${id} - n${id}) + x);`],
  }),
  (id, small) => ({
    outside: [
      `static int w${id}(const void *a, const void *b) {`,
      `  return ((*(const int *)a ^ *(const int *)b) & ${1 + small()}) ? 1 : -1;`,
      '}',
    ],
    inside: [
      `int o${id}[6] = {5, x, 4, ${small()}, 3, 1};`,
      `!qsort(o${id}, 6, sizeof(int), w${id});`,
      `show(o${id}[0] * 100 + o${id}[1] * 10 + o${id}[2]);`,
    ],
  }),
  (_, small) => ({ inside: [`!show(x * 2147483647 + ${small()});`] }),
  (_, small) => ({ inside: [`!show((x - ${small()}) << ${small()});`] }),
  (id, small) => ({
    inside: [`char z${id}[12] = "abcdefgh";`, `!memcpy(z${id} + ${1 + small()}, z${id}, 4);`, `show(z${id}[5]);`],
  }),
  (id, small) => ({
    outside: [`static int g${id}(int a) { return a + ${small()}; }`],
    inside: [`int (*k${id})(int, int) = (int (*)(int, int))g${id};`, `!if (x == ${small()}) show(k${id}(x, 1));`],
  }),
  (id, small) => ({
    outside: [`struct e${id} { char key[4]; char rest[8]; };`],
    inside: [`struct e${id} e${id} = {"abc", "defg"};`, `!show(e${id}.key[x + ${small()}]);`],
  }),
  (_, small) => ({ inside: [`!show((signed char)(x * ${40 + small()}.5));`] }),
  (_, small) => ({ inside: [`show(x + ${small()});`] }),
];

const PIECES = 5;

export function undefinedPrograms(random: Random, count: number): UndefinedPrograms {
  const lines = [
    '#include <pathfold.h>',
    '#include <stdio.h>',
    '#include <stdlib.h>',
    '#include <string.h>',
    'static void show(int value) { printf("%d\\n", value); }',
    'static void noise(int n) { volatile int used[64]; for (int i = 0; i < 64; i++) used[i] = n + i; }',
  ];
  for (let program = 0; program < count; program++) {
    const pieces = Array.from({ length: PIECES }, (_, i) =>
      MAKERS[random.below(MAKERS.length)](program * PIECES + i, () => random.below(4)),
    );
    lines.push(...pieces.flatMap((piece) => piece.outside ?? []), `static void program${program}(int x) {`);
    lines.push(...pieces.flatMap((piece) => piece.inside.map((line) => `  ${line}`)), '}');
  }
  lines.push(
    'int main(void) {',
    '  int chosen = pathfold_int("program"), x = pathfold_int("x");',
    '  pathfold_assume(x >= 0 && x < 4);',
    '  char *block = malloc(24);',
    "  memset(block, 'n', 24);",
    '  free(block);',
    '  noise(1000);',
    '  switch (chosen) {',
    ...Array.from({ length: count }, (_, program) => `    case ${program}: program${program}(x); break;`),
    '  }',
    '  return 0;',
    '}',
  );
  const undefinedLines = lines.flatMap((line, i) => (/^ *!/.test(line) ? [i + 1] : []));
  const source = `${lines.map((line) => line.replace(/^( *)!/, '$1')).join('\n')}\n`;
  return { source, lines: new Set(undefinedLines) };
}
