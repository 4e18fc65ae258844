/**
 * Programs out of parts that real programs have: command loops over lists, parsers with a state, tables of functions, buffers
 * that grow, functions with a memory, prints through a wrapper; and all the ways to end: handlers, destructors, exits in
 * callees, loops that may not end, blocks that are lost, variables nobody set.
 *
 * A part is C text with holes that chance fills; parts of one program share inputs, a global and a sum, and nothing else has
 * to fit. A program is made smaller by leaving parts out.
 */
import type fc from 'fast-check';
import { type Chance, drawnBy } from './chance.ts';

export interface Part {
  /** Globals and functions; `N` is the number of the part. */
  readonly before: string;
  readonly body: string;
}

type Maker = (chance: Chance) => Part;

const inputs = ['x', 'y', 'c[0]', 'c[1]', 'c[2]'];

function condition(chance: Chance): string {
  const small = () => chance.between(-1, 5);
  return chance.weighted<string>([
    [4, () => `${chance.of(inputs)} ${chance.of(['==', '!=', '<', '>', '<='])} ${small()}`],
    [2, () => `(${chance.of(inputs)} & 3) == ${chance.between(0, 3)}`],
    [1, () => 'x < y'],
    [2, () => `sum ${chance.of(['>', '==', '!='])} ${small()}`],
    [1, () => `g == ${small()}`],
  ]);
}

/** Never forks by itself. */
function effect(chance: Chance): string {
  return chance.of([
    'g ^= 1;',
    'g = 3;',
    "putchar('a' + (g & 3));",
    'puts("part");',
    'sum += 2;',
    `sum ^= ${chance.of(inputs)} & 1;`,
    '',
  ]);
}

/** The same in a function, which does not see the sum. */
function effectOnGlobals(chance: Chance): string {
  return effect(chance).replaceAll(/sum.*/g, '');
}

/** How a function of a program ends it. */
function ending(chance: Chance): string {
  return chance.of([
    '_exit(3);',
    'abort();',
    'puts("bye");',
    'g = 7;',
    'if (g == 1) _exit(4);',
    'while (g == 3) putchar(103);',
  ]);
}

const handler: Maker = (chance) => ({
  before: `static void handlerN(void) { ${ending(chance)} }`,
  body: `if (${condition(chance)}) { atexit(handlerN); ${effect(chance)} }`,
});

const destructor: Maker = (chance) => ({
  before: `static int leavingN;\n__attribute__((destructor)) static void lastN(void) { if (leavingN) { ${ending(chance)} } }`,
  body: `if (${condition(chance)}) leavingN = 1;`,
});

const endless: Maker = (chance) => ({
  before: `static int turnN(int v) { ${chance.of(['', 'if (v == 2) exit(5);', "putchar('t');"])} return v; }`,
  body: chance.of([
    `while (${condition(chance)}) { ${chance.of(['', 'g ^= 1;', "putchar('l');"])} }`,
    `for (;;) { if (${condition(chance)}) break; ${chance.of(['', 'g ^= 1;', `if (${condition(chance)}) break;`])} }`,
    `if (${condition(chance)}) for (;;) { turnN(${chance.of(['g', '2', '3'])}); }`,
    `for (int i = 0; i != 4; i = (i + ${chance.of(['1', '2', '3'])}) & 7) { if (${condition(chance)}) i = 1; ${effect(chance)} }`,
  ]),
});

const unset: Maker = (chance) => {
  const use = chance.of(['sum += uN;', 'if (uN) sum++;', 'putchar(uN & 127);', 'g = uN;', '']);
  return {
    before: '',
    body: chance.of([
      `int uN; if (${condition(chance)}) uN = ${chance.between(0, 3)}; if (${condition(chance)}) { ${use} }`,
      `int vN[2]; if (${condition(chance)}) vN[1] = 2; int uN = 1; if (${condition(chance)}) uN = vN[1]; ${use}`,
      `int *hN = malloc(8); if (${condition(chance)}) hN[0] = 1; int uN = hN[0]; if (${condition(chance)}) { ${use} } free(hN);`,
    ]),
  };
};

const lost: Maker = (chance) => ({
  before: 'static char *keptN;',
  body: `char *bN = malloc(2); if (${condition(chance)}) free(bN); else if (${condition(chance)}) keptN = bN; ${chance.of(['', `if (${condition(chance)}) keptN = 0;`])}`,
});

const leavingCallee: Maker = (chance) => ({
  before: `static int checkN(int v) { if (v == ${chance.between(0, 4)}) { ${effectOnGlobals(chance)} exit(${chance.between(0, 3)}); } if (v > 3) return 1; return 0; }`,
  body: `sum += checkN(${chance.of(inputs)}); ${chance.of(['', `if (${condition(chance)}) sum += checkN(${chance.of(inputs)});`])}`,
});

const commands: Maker = (chance) => ({
  before: `struct nodeN { int key; struct nodeN *next; };
static struct nodeN *queueN;
static void pushN(int key) { struct nodeN *n = malloc(sizeof *n); n->key = key; n->next = queueN; queueN = n; }
static int popN(void) { struct nodeN *n = queueN; ${chance.of(['if (!n) return -1;', ''])} int key = n->key; queueN = n->next; free(n); return key; }`,
  body: `for (int i = 0; i < ${chance.between(2, 3)}; i++) { switch (c[i] & 3) { case 0: pushN(i); break; case 1: sum += popN(); break; case 2: for (struct nodeN *n = queueN; n; n = n->next) sum += n->key; ${effect(chance)} break; default: break; } }`,
});

const parser: Maker = (chance) => ({
  before: `enum stateN { startN, wordN, quotedN };`,
  body: `enum stateN stateN = startN; for (int i = 0; i < 3; i++) { switch (stateN) { case startN: if (c[i] == '"') stateN = quotedN; else if (c[i] != ' ') stateN = wordN; break; case wordN: if (c[i] == ' ') { stateN = startN; ${effect(chance)} } break; case quotedN: if (c[i] == '"') stateN = startN; ${chance.of(['', 'else sum++;'])} break; } } ${chance.of(['if (stateN == quotedN) return 2;', 'sum += stateN;'])}`,
});

const wrapper: Maker = (chance) => ({
  before: `static void sayN(const char *format, ...) { va_list list; va_start(list, format); vprintf(format, list); va_end(list); }`,
  body: `if (${condition(chance)}) sayN("%s=%c;", "${chance.of(['a', 'bc'])}", 'a' + (${chance.of(inputs)} & 3)); ${chance.of(['', `sayN("%d", ${chance.of(['g', '12'])});`])}`,
});

const table: Maker = (chance) => ({
  before: `static int incN(int v) { return v + 1; }
static int turnN(int v) { g ^= 1; return -v; }
static int quitN(int v) { ${chance.of(['exit(v & 7);', 'return v & 7;', 'abort();'])} }
static int (*const tableN[])(int) = { incN, turnN, quitN };`,
  body: `sum = tableN[(unsigned)${chance.of(inputs)} % 3](sum); ${chance.of(['', `if (${condition(chance)}) sum = tableN[g & 1](sum);`])}`,
});

const growing: Maker = (chance) => ({
  before: `static char *textN;
static unsigned lengthN, roomN;
static void appendN(int byte) { if (lengthN == roomN) { roomN = roomN ? 2 * roomN : 1; textN = realloc(textN, roomN); } textN[lengthN++] = byte; }`,
  body: `for (int i = 0; i < 3; i++) if (c[i] ${chance.of(['>', '=='])} ${chance.between(0, 3)}) appendN(c[i]); ${chance.of([`if (lengthN > ${chance.between(0, 2)}) sum += textN[${chance.between(0, 2)}];`, 'for (unsigned i = 0; i < lengthN; i++) putchar(textN[i]);', 'sum += lengthN;'])} ${chance.of(['free(textN);', ''])}`,
});

const remembering: Maker = (chance) => ({
  before: `static int nextN(int by) { static int seed = ${chance.between(0, 3)}; seed = (seed + by) & 7; return seed; }`,
  body: `if (${condition(chance)}) nextN(1); if (${condition(chance)}) nextN(${chance.between(1, 3)}); sum += nextN(${chance.between(0, 2)}); ${chance.of(['', 'if (sum == 5) return 9;'])}`,
});

/** What is chosen on one side of a branch is known to be right there, and on the other it is not. */
const index: Maker = (chance) => ({
  before: 'struct recordN { unsigned char key[4]; int after; };',
  body: `struct recordN rN = { { 1, 2 }, 3 }; int iN = ${chance.between(0, 3)}; if (${condition(chance)}) iN = ${chance.of(inputs)} & ${chance.of([1, 3, 7])}; if (${condition(chance)}) { ${chance.of(['sum += rN.key[iN];', 'rN.key[iN] = 5;'])} } sum += rN.after;`,
});

const conversion: Maker = (chance) => ({
  before: '',
  body: `float fN = ${chance.of(['x', 'c[0]', 'g'])}; if (${condition(chance)}) fN = ${chance.of(['x', 'y', 'c[1]', '0.5f'])}; if (${condition(chance)}) fN *= ${chance.of(['2', '65536', '0.5f'])}; if (${condition(chance)}) sum += (${chance.of(['int', 'short', 'unsigned char'])})fN & 1;`,
});

const quotient: Maker = (chance) => ({
  before: '',
  body: `int dN = ${chance.between(1, 3)}; if (${condition(chance)}) dN = ${chance.of(inputs)}; if (${condition(chance)}) sum += (dN ${chance.of(['/ -1', '% -1', '/ 3'])}) & 1; if (${condition(chance)}) sum += ${chance.of(['7', 'x'])} ${chance.of(['/', '%'])} (dN ${chance.of(['', '- 1', '| 1'])});`,
});

/**
 * What is asked later is set on one side of a branch that has nothing new to it: all of its code was run before, by inputs that
 * left early. States that come there differ in nothing but what is known of the input.
 */
const setting: Maker = (chance) => {
  const input = chance.of(inputs);
  const isLeft = `${chance.of(['<', '>', '=='])} ${chance.between(0, 4)}`;
  const [yes, no] = chance.oneIn(4) ? ['levelN = 1;', ''] : ['', 'levelN = 1;'];
  const leaves = `if (${condition(chance)}) { setN(${chance.between(-1, 5)}); return 3; }`;
  const known = `if (${input} ${chance.oneIn(3) ? `== ${chance.between(0, 4)}` : isLeft}) { ${effect(chance)} }`;
  return {
    before: `static int levelN;\nstatic void setN(int v) { if (v ${isLeft}) { ${yes} } else { ${no} } }`,
    body: `${leaves} ${known} setN(${input}); if (levelN ${chance.of(['== 1', '> 0'])}) { ${effect(chance)} }`,
  };
};

/** Loops without a counter: the same state comes in one iteration and in another. */
const search: Maker = (chance) => ({
  before: `static int findN(const unsigned char *s, int first, int second) { do { do { if (*s == 0) return ${chance.of(['0', '-1'])}; } while (*s++ != first); } while (*s != second); return 1; }`,
  body: `unsigned char tN[4] = { c[0], c[1], c[2], 0 }; sum += findN(tN, ${chance.of(['1', 'c[0]', 'x', 'y'])}, ${chance.of(['2', 'c[1]', 'x'])}); ${effect(chance)}`,
});

/** Assumptions made of branches: nothing of what comes before says that the path is of no interest. */
const assumption: Maker = (chance) => ({
  before: `static int fitsN(int v) { if (v < ${chance.between(0, 3)}) return 0; return v != ${chance.between(1, 5)}; }`,
  body: chance.of([
    `if (!(${condition(chance)})) pathfold_assume(0);`,
    `pathfold_assume(${condition(chance)} && ${condition(chance)});`,
    `pathfold_assume(${condition(chance)} || fitsN(${chance.of(inputs)}));`,
    `if (${condition(chance)}) { ${effect(chance)} pathfold_assume(fitsN(${chance.of(inputs)})); }`,
  ]),
});

/** Two bytes that one condition ties together, and branches on each of them by itself. */
const tied: Maker = (chance) => {
  const [one, two] = chance.of([
    ['c[0]', 'c[1]'],
    ['c[1]', 'c[2]'],
    ['c[2]', 'c[0]'],
  ] as const);
  const tie = chance.of([
    `${one} + ${two} == ${chance.between(1, 6)}`,
    `${one} == ${two}`,
    `${one} == ${two} + 1`,
    `(${one} ^ ${two}) == ${chance.between(1, 3)}`,
  ]);
  const asked = (byte: string) => `if (${byte} ${chance.of(['==', '!=', '<'])} ${chance.between(0, 5)})`;
  return {
    before: '',
    body: `int kN = 0; ${chance.of([`if (!(${tie})) return 6;`, `if (${tie}) { ${effect(chance)} }`, `if (${tie}) kN = 1;`])} ${asked(one)} { kN ${chance.of(['|= 2', '= 3'])}; } ${asked(two)} { ${effect(chance)} } ${asked(chance.of([one, two]))} sum += kN;`,
  };
};

const makers: readonly Maker[] = [
  handler,
  destructor,
  endless,
  endless,
  unset,
  lost,
  leavingCallee,
  commands,
  parser,
  wrapper,
  table,
  growing,
  remembering,
  index,
  conversion,
  quotient,
  setting,
  setting,
  search,
  assumption,
  tied,
  tied,
];

function drawParts(chance: Chance): Part[] {
  return Array.from({ length: chance.between(2, 4) }, () => chance.of(makers)(chance));
}

export const partLists: fc.Arbitrary<Part[]> = drawnBy(drawParts);

export function printParts(parts: readonly Part[]): string {
  const numbered = (text: string, i: number) => text.replaceAll(/([a-z])N\b/g, `$1${i}`);
  return [
    '#include <pathfold.h>',
    '#include <stdarg.h>',
    '#include <stdio.h>',
    '#include <stdlib.h>',
    '#include <unistd.h>',
    '',
    'static int g = 1;',
    ...parts.map((part, i) => numbered(part.before, i)).filter((text) => text !== ''),
    '',
    'int main(void) {',
    '  int x = pathfold_int("x"), y = pathfold_int("y"), sum = 0;',
    '  unsigned char c[3];',
    '  pathfold_bytes(c, 3, "c");',
    ...parts.map((part, i) => `  ${numbered(part.body, i)}`),
    '  return sum & 127;',
    '}',
    '',
  ].join('\n');
}
