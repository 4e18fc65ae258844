import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { run } from './run.ts';

const scratch = mkdtempSync(join(tmpdir(), 'pathfold-automaton-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const VENDING = join(ROOT, 'test/cases/automata/vending/main.c');

let runs = 0;
const out = () => join(scratch, `out${++runs}`);

function source(name: string, text: string): string {
  const file = join(scratch, name);
  writeFileSync(file, text);
  return file;
}

const lamp = source(
  'lamp.c',
  `#include <assert.h>
enum color { RED, GREEN, YELLOW };
struct lamp { enum color color; double watts; };
enum color next(enum color c, int pressed) { return pressed ? (c == YELLOW ? RED : c + 1) : c; }
void toggle(_Bool *on, int hit) { if (hit) *on = !*on; }
void shine(struct lamp *l, int hit) { assert(hit >= 0); if (hit) l->color = (l->color + 1) % 3; }
static const unsigned char table[3][2] = {{0, 1}, {1, 2}, {2, 0}};
static unsigned char where;
void walk(_Bool go) { where = table[where][go]; }
static int count;
int step(int up) { if (up) count++; else if (count == 10) count = 0; return count; }
int local(int n) { int state = 0; for (int i = 0; i < n; i++) state = !state; return state; }
#define IDLE 0
#define BUSY 1
static int mode;
void work(int job) { if (mode == IDLE && job) mode = BUSY; else if (mode == BUSY && !job) mode = IDLE; }
void stop(void) { mode = IDLE; }
static int phase;
int fetch(void);
void serve(void) { for (int job = fetch(); job >= 0; job = fetch()) phase = phase == IDLE && job ? BUSY : IDLE; }
int tell(int what);
void settle(int n) { while (n-- > 0) { phase = phase == IDLE ? BUSY : IDLE; tell(phase); } }
void weigh(unsigned bits) { int sum = 0; for (int i = 0; i < 20; i++) if (bits >> i & 1) sum += i; if (sum > 99) phase = 1; }
int main(void) { serve(); return phase; }
`,
);

const machine = (...words: string[]) => run('automaton', lamp, '--out', out(), ...words);

describe('the state may be', () => {
  test('a parameter that comes back as the result', async () => {
    const { status, out: text } = await machine('--function', 'next', '--state', 'c', '--initial', 'RED');
    expect({ status, text }).toMatchObject({
      status: 0,
      text: expect.stringContaining('3 states and 6 transitions of c'),
    });
  });

  test('what a pointer leads to', async () => {
    const { out: text } = await machine('--function', 'toggle', '--state', 'on[0]', '--initial', 'false');
    expect(text).toContain('2 states and 4 transitions of *on, starting in false');
  });

  test('set from a table of transitions', async () => {
    const { out: text } = await machine('--function', 'walk', '--state', 'where');
    expect(text).toContain('3 states and 6 transitions of where, starting in 0');
  });

  test('a number with macros for names', async () => {
    const { out: text } = await machine('--function', 'work', '--state', 'mode');
    expect(text).toContain('IDLE   job == 0  IDLE        (nothing)');
    expect(text).toContain('2 states and 4 transitions of mode, starting in IDLE');
    expect(text).toContain('assumed: only the step and stop change mode');
  });

  test('a range of values', async () => {
    const { out: text } = await machine('--function', 'step', '--state', 'count=0..9,10,11..', '--output', 'count');
    expect(text).toContain('count == 9 && up != 0');
    expect(text).toContain('starting in 0 <= count <= 9');
  });
});

test('a step that does not return is no transition, and found', async () => {
  const { status, out: text } = await machine('--function', 'shine', '--state', 'l->color', '--initial', 'RED');
  expect(status).toBe(1);
  expect(text).toContain('3 states and 6 transitions of l->color');
  expect(text).toMatch(/hit < 0 +\(none\) +assert at lamp\.c:6/);
});

test('the same machine in other forms', async () => {
  const words = ['automaton', VENDING, '--function', 'serve', '--state', 'state'];
  const folder = out();
  const { out: json } = await run(...words, '--out', folder, '--json');
  const { automaton, verdict } = JSON.parse(json);
  expect(verdict).toBe('complete');
  expect(automaton.transitions).toHaveLength(9);
  expect(automaton.transitions[0]).toMatchObject({
    from: 'IDLE',
    to: 'CREDIT',
    guard: 'cups != 0 && input == COIN',
    actions: [{ kind: 'set', text: 'coins = 1' }],
    ignored: false,
  });
  expect(automaton.dead).toHaveLength(3);
  const dot = readFileSync(join(folder, 'automaton.dot'), 'utf8');
  expect(dot).toContain('"READY" -> "BROKEN" [label="coins >= 4", style=dashed');
  expect(readFileSync(join(folder, 'automaton.mmd'), 'utf8')).toContain('  [*] --> IDLE\n');
  const { out: svg } = await run(...words, '--out', out(), '--svg');
  expect(svg).toMatch(/<svg [\s\S]*CREDIT[\s\S]*<\/svg>/);
});

test('a loop that fetches nothing may be part of a step', async () => {
  const words = ['--function', 'settle', '--state', 'phase', '--range', 'n=1..2', '--initial', '0'];
  const { status, out: text } = await machine(...words);
  expect(text).toContain('2 states and');
  expect(status).toBe(0);
});

const records = source(
  'records.c',
  `#define FIRST_TONE 0
enum tone { LOUD = FIRST_TONE, QUIET };
enum place { ROW, FIELD, AFTER_QUOTE, COMMENT, HEADER };
int other_place;
int tone_of(int loud) { other_place = loud ? LOUD : QUIET; other_place = LOUD; return other_place; }
struct reader { int place; int quoted; unsigned spaces; unsigned used; unsigned char kept[8]; };
void end_of_row(int mark, int used);
void read_byte(struct reader *r, const unsigned char *text) {
  unsigned char c = text[0];
  if (r->used >= sizeof r->kept) { r->place = ROW; return; }
  switch (r->place) {
    case ROW:
      if (c == '\\r' || c == '\\n') { end_of_row(c, r->used); r->quoted = r->spaces = r->used = 0; }
      else { r->quoted = c == '"'; r->kept[r->used++] = c; r->place = FIELD; }
      break;
    case FIELD:
      if (!r->quoted && (c == '\\r' || c == '\\n')) { end_of_row(c, r->used); r->spaces = r->used = 0; r->place = ROW; }
      else if (r->quoted && c == '"') { r->spaces = 0; r->place = AFTER_QUOTE; }
      else if (!r->quoted && c == ',') { r->spaces = 0; r->used = 0; }
      else r->kept[r->used++] = c;
      break;
    case AFTER_QUOTE:
      if (c == '"') { r->kept[r->used++] = c; r->place = FIELD; }
      else { r->quoted = 0; r->place = ROW; }
      break;
    case COMMENT:
    case HEADER:
      r->place = ROW;
  }
}
`,
);

test('a byte that is passed on is one transition, and a constant no copy of an input that happens to equal it', async () => {
  const words = ['--function', 'read_byte', '--state', 'r->place', '--array', 'text=1', '--initial', 'ROW'];
  const { status, out: text } = await run('automaton', records, ...words, '--assume', 'r->used < 7', '--out', out());
  expect(status).toBe(0);
  expect(text).toMatch(/^ROW +text in \{'\\n', '\\r'\} +ROW +end_of_row\(text,/m);
  expect(text).toMatch(/^FIELD +r->quoted == 0 && text in \{'\\n', '\\r'\} +ROW +end_of_row\(text, r->used\)/m);
  expect(text).toContain('3 states and 8 transitions of r->place, starting in ROW\n');
  expect(text).toContain('r->spaces = 0');
  expect(text).not.toContain('r->spaces = r->quoted');
  // Bytes that are kept may be anywhere for all that pointers tell; that is no assignment to the state.
  expect(text).toMatch(/^no effect: the assignment at \S*records.c:10 never decides the next state$/m);
  expect(text).toContain('unreachable: COMMENT, HEADER: no step leads to them\n');
  expect(text).toContain('never taken: COMMENT -> ROW: COMMENT is never reached\n');
});

test('a machine that nobody would read comes with ways to a smaller one', async () => {
  const many = Array.from({ length: 16 }, (_, i) => `  if (key == ${i * 3}) { flags ^= ${1 << i}; at = ${i % 4}; }`);
  const file = source(
    'keys.c',
    `int at, flags;\nvoid press(int key, int more) {\n${many.join('\n')}\n  if (more == 7) flags++;\n}\n`,
  );
  const words = ['--function', 'press', '--state', 'at', '--initial', '0'];
  const { out: text } = await run('automaton', file, ...words, '--out', out());
  expect(text).toContain("long: this may be more than you want to read: --output 'at' shows states and guards alone");
  const { out: short } = await run('automaton', file, ...words, '--output', 'at', '--out', out());
  expect(short).not.toContain('long: this may be');
});

test('a step that takes too long is cut short, and a line says so', async () => {
  const words = ['--function', 'weigh', '--state', 'phase', '--initial', '0', '--reduce', 'none', '--max-time', '3'];
  const { status, out: text, err } = await machine(...words);
  // A slow machine may not have come to the end of any step.
  expect(text + err).toMatch(
    /incomplete: not every step was followed in 3 s: give it more|no step was explored within/,
  );
  expect([2, 4]).toContain(status);
});

describe('a mistake is one sentence:', () => {
  test.each([
    [
      ['--function', 'step', '--state', 'count'],
      /--state count: it takes more than 128 values.*--state 'count=\.\.9,10,11\.\.'/s,
    ],
    [['--function', 'local', '--state', 'state'], /it is a local variable of local.*must outlive a call/s],
    [['--function', 'local', '--state', 'state'], /make the body of the loop such a function/],
    [
      ['--function', 'serve', '--state', 'phase'],
      /serve makes many steps: its loop at .*lamp\.c:\d+ sets.*function of its own/s,
    ],
    [['--function', 'main', '--state', 'phase'], /main is the whole program, not one step of it/],
    [['--function', 'shine', '--state', 'l'], /a pointer is no state.*for example l->color/s],
    [['--function', 'shine', '--state', 'l->colour'], /l has no such member.*did you mean l->color/s],
    [['--function', 'shine', '--state', 'l->watts'], /a floating-point number is no state/],
    [['--function', 'walk', '--state', 'were'], /no such global variable.*did you mean where/s],
    [['--function', 'wlak', '--state', 'where'], /there is no function called wlak/],
    [['--function', 'walk'], /name the variable that holds the state with --state VAR/],
    [['--state', 'where'], /name the function that makes a step with --function STEP/],
    [
      ['--function', 'shine', '--state', 'l->color', '--initial', 'BLUE'],
      /BLUE is no value of l->color.*one of RED, GREEN, YELLOW/s,
    ],
    [['--function', 'step', '--state', 'count=5..1'], /5\.\.1 is no range/],
    [['--function', 'step', '--state', 'count=0..5,5..'], /ranges overlap/],
  ])('%j', async (words, message) => {
    const { status, err } = await machine(...words);
    expect(err).toMatch(message);
    expect(status).toBe(2);
    expect(err.trim().split('\n').length).toBeLessThanOrEqual(2);
  });
});

describe('two machines', () => {
  const vending = readFileSync(VENDING, 'utf8');
  const compare = (name: string, text: string) =>
    run('diff', VENDING, source(name, text), '--automaton', '--function', 'serve', '--state', 'state', '--out', out());

  test('that do the same are equivalent, however they are written', async () => {
    const same = vending.replace('coins = 1;', 'coins += 1;').replace('cups > 0', 'cups >= 1');
    const { status, out: text } = await compare('same.c', same);
    expect(text).toContain('equivalent: in every state both do the same on every input');
    expect(status).toBe(0);
  });
});

test('docs/AUTOMATON.md shows what is printed', async () => {
  const text = readFileSync(join(ROOT, 'docs/AUTOMATON.md'), 'utf8');
  const blocks = Array.from(text.matchAll(/^```\n([\s\S]*?)^```$/gm), (match) => match[1]);
  const [command] = blocks;
  const printed = await run(...command.trim().split(' ').slice(1), '--out', out());
  expect(blocks[1]).toBe(printed.out);
  const changed = source('changed.c', readFileSync(VENDING, 'utf8').replace('coins > PRICE', 'coins >= PRICE'));
  const words = ['--automaton', '--function', 'serve', '--state', 'state', '--out', out()];
  const { out: difference } = await run('diff', VENDING, changed, ...words);
  expect(blocks[2]).toBe(difference);
  for (const [, path] of text.matchAll(/\]\(([^)]+)\)/g)) expect(existsSync(join(ROOT, 'docs', path)), path).toBe(true);
});
