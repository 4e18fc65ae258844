/** What users say about the inputs of a function: it reaches the exploration, the tests, and compiled code. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Summary } from '../../src/suite/summary.ts';
import { run } from './run.ts';

const SOURCE = `#include <stddef.h>
struct ring { unsigned head, tail; int data[16]; };
int pop(struct ring *rb) {
  if (rb->head == rb->tail) return -1;
  int v = rb->data[rb->tail];
  rb->tail = (rb->tail + 1) % 16;
  return v;
}
int apart(int x) { return x < 0 ? -1 : x > 10 ? 1 : 0; }
int sum(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
int last(const int *a, int n) { return a[n - 1]; }
int commas(const char *buf, size_t n) { int c = 0; for (size_t i = 0; i < n; i++) c += buf[i] == ','; return c; }
struct vec { int *items; size_t len; };
int total(struct vec *v) { int s = 0; for (size_t i = 0; i < v->len; i++) s += v->items[i]; return s; }
int first(const int *a, int n, int (*wanted)(int, void *), void *context) {
  for (int i = 0; i < n; i++) if (wanted(a[i], context)) return i;
  return -1;
}
int is_even(int x, void *context) { return (void)context, x % 2 == 0; }
static int limit = 3;
struct entry { int key, value; } table[4];
int look(int key) {
  for (int i = 0; i < 4; i++) if (table[i].key == key) return i <= limit ? table[i].value : -1;
  return -2;
}
int tail(void *memory, int n) { unsigned char *bytes = memory; return n > 2 ? bytes[n - 1] : 0; }
extern int elsewhere;
int beyond(int x) { return x > elsewhere; }
int hides(int limit) { if (limit > 0) return 1; return 2; }
`;

let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pathfold-inputs-'));
  file = join(folder, 'inputs.c');
  writeFileSync(file, SOURCE);
});
afterAll(() => rmSync(folder, { recursive: true }));

let runs = 0;

async function explored(
  command: string,
  ...words: string[]
): Promise<Summary & { signature?: { condition: string }[] }> {
  const out = join(folder, `out${++runs}`);
  const result = await run(command, file, ...words, '--replay', 'all', '--json', '--out', out);
  expect(result.err).toBe('');
  return JSON.parse(result.out);
}

describe('an assumption', () => {
  it('keeps a ring buffer whole, and every test agrees with compiled code', async () => {
    const free = await explored('test', '--function', 'pop');
    expect(free.faults.map(({ kind }) => kind)).toEqual(['out-of-bounds']);
    const bound = await explored('test', '--function', 'pop', '--assume', 'rb->head < 16 && rb->tail < 16');
    expect(bound).toMatchObject({ faults: [], paths: { completed: 2 }, replay: { replayed: 2, agreed: 2 } });
    expect(bound.assumptions).toContain('rb->head < 16 && rb->tail < 16');
  });

  it('that is a disjunction is not two paths', async () => {
    const { paths } = await explored('test', '--function', 'apart', '--reduce', 'none', '--assume', 'x < -5 || x > 20');
    expect(paths.completed).toBe(2);
  });

  it.each([
    [['pop', '--assume', 'rb->haed < 16'], "--assume 'rb->haed < 16': no member named 'haed' in 'struct ring'"],
    [['pop', '--nullable', 'rb', '--assume', 'rb->head < 16'], "--assume 'rb->head < 16' itself faults"],
    [['apart', '--assume', 'x > 3 && x < 2'], "no input is as assumed: --assume 'x > 3 && x < 2'"],
    [['apart', '--range', 'x=1..x y'], '--range x=1..x y: write --range NAME=LOW..HIGH'],
    [['apart', '--range', 'y=1..2'], '--range y: apart has no such input'],
    [['commas', '--range', 'n=-1..2'], 'n is unsigned, so it cannot be negative'],
    [['sum', '--array', 'a=m'], '--array a=m: there is no m'],
    [['first', '--nullable', 'context', '--callback', 'wanted=is_odd'], '--callback wanted=is_odd: use of undeclared'],
    [['look', '--input', 'tabel'], 'there is no global variable tabel'],
    [['beyond', '--input', 'elsewhere'], 'elsewhere is declared, but none of the files defines it'],
    [['look', '--input', 'table[0..3].kye'], 'table[0] has no member kye'],
    [['look', '--input', 'table[4]'], 'table has 4 elements'],
  ])('or another option that is wrong is the mistake of the user: %j', async (words, message) => {
    const result = await run('test', file, '--function', ...words, '--out', join(folder, `out${++runs}`));
    expect(result.err).toContain(message);
    expect(result.status).toBe(2);
  });

  it('without a function is refused', async () => {
    const { err } = await run('test', file, '--assume', 'x > 1', '--out', join(folder, `out${++runs}`));
    expect(err).toContain('--assume is about the inputs of a function');
  });
});

describe('a length', () => {
  it('may be another parameter: there is exactly as much memory', async () => {
    const right = await explored('test', '--function', 'sum', '--array', 'a=n');
    expect(right).toMatchObject({ faults: [], paths: { completed: 9 }, replay: { replayed: 9, agreed: 9 } });
    const wrong = await explored('test', '--function', 'last', '--array', 'a=n', '--range', 'n=0..2');
    expect(wrong).toMatchObject({ faults: [{ kind: 'out-of-bounds' }], paths: { completed: 2, faulty: 1 } });
  });

  it('may be a member behind the pointer it belongs to', async () => {
    const words = ['--array', 'v->items=v->len', '--range', 'v->len=0..3'];
    const result = await explored('test', '--function', 'total', ...words);
    expect(result).toMatchObject({ faults: [], paths: { completed: 4 }, replay: { agreed: 4 } });
  });

  it('may follow from a string or an array', async () => {
    const string = await explored('test', '--function', 'commas', '--string', 'buf=2', '--length', 'n=buf');
    expect(string).toMatchObject({ faults: [], verdict: 'complete' });
    expect(string.assumptions).toContain('n: the length of buf');
    const array = await explored('test', '--function', 'commas', '--array', 'buf=2', '--length', 'n=buf');
    expect(array).toMatchObject({ faults: [], verdict: 'complete' });
  });

  it('of void memory may be a parameter too', async () => {
    const result = await explored('test', '--function', 'tail', '--array', 'memory=n', '--range', 'n=0..3');
    expect(result).toMatchObject({ faults: [], replay: { replayed: 4, agreed: 4 } });
  });
});

describe('a function that is called back', () => {
  it('gets what it is called with as outputs, and returns anything', async () => {
    const words = ['--array', 'a=n', '--range', 'n=0..1', '--callback', 'wanted', '--nullable', 'context'];
    const { signature, replay } = await explored('summarize', '--function', 'first', ...words);
    expect(signature!.map(({ condition }) => condition)).toEqual([
      'n == 0',
      'n == 1 && wanted() == 0',
      'n == 1 && wanted() != 0',
    ]);
    expect(signature![1]).toMatchObject({ outputs: { 'wanted(): argument 1': 'a[0]' } });
    expect(replay).toMatchObject({ replayed: 3, agreed: 3 });
  });

  it('may be one of the program', async () => {
    const words = ['--array', 'a=2', '--range', 'n=2..2', '--callback', 'wanted=is_even', '--nullable', 'context'];
    const result = await explored('test', '--function', 'first', ...words);
    expect(result).toMatchObject({ paths: { completed: 3 }, replay: { agreed: 3 } });
  });
});

describe('a global variable', () => {
  it('is an input where the user says so, whole or in parts', async () => {
    const plain = await explored('test', '--function', 'look');
    const words = ['--input', 'table[0..1].key', '--input', 'limit'];
    const more = await explored('test', '--function', 'look', ...words);
    expect(more.paths.completed).toBeGreaterThan(plain.paths.completed);
    expect(more.replay!.agreed).toBe(more.replay!.replayed);
    expect(more.assumptions[0]).toContain('the rest of table: as initialised');
  });

  it('is told apart from a parameter of that name', async () => {
    const result = await explored('test', '--function', 'hides', '--input', 'limit', '--assume', 'limit < 5');
    expect(result).toMatchObject({ paths: { completed: 2 }, replay: { agreed: 2 } });
  });
});

describe('memory at a fixed address', () => {
  const device = `#include <stdint.h>
#define UART ((volatile uint32_t *)0x4000C000)
int send(uint8_t byte) {
  if (UART[1] & 1u) return -1;
  UART[0] = byte;
  uintptr_t base = 0x4000C000;
  for (int i = 0; i < 3; i++) if (*(uint32_t *)(base + 4u * i) == 7u) return i;
  return 9;
}
`;

  it.each(['none', 'revisit', 'dependence'])('is input and output under %s', async (reduction) => {
    const other = join(folder, 'device.c');
    writeFileSync(other, device);
    const words = [
      '--function',
      'send',
      '--memory',
      '0x4000C000:12',
      '--reduce',
      reduction,
      '--replay',
      'all',
      '--json',
    ];
    const { out, err } = await run('test', other, ...words, '--out', join(folder, `out${++runs}`));
    expect(err).toBe('');
    const summary = JSON.parse(out);
    expect(summary).toMatchObject({ faults: [], verdict: 'complete', replay: { disagreed: [] } });
    expect(summary.replay).toMatchObject({ replayed: 4, agreed: 4 });
  });

  it('is no larger than said', async () => {
    const words = ['--function', 'send', '--memory', '0x4000C000:8', '--replay', 'none', '--json'];
    const { out } = await run('test', join(folder, 'device.c'), ...words, '--out', join(folder, `out${++runs}`));
    expect(JSON.parse(out).faults[0]).toMatchObject({ kind: 'out-of-bounds' });
  });
});

describe('several functions', () => {
  it('are explored one after the other, with one report', async () => {
    const out = join(folder, `out${++runs}`);
    const words = ['--function', 'pop', '--function', 'first', '--array', 'a=n', '--range', 'n=0..1', '--out', out];
    const result = await run('test', file, ...words);
    expect(result.status).toBe(1);
    expect(result.out).toMatch(
      /^pop: 3 paths, 1 fault, complete\n {4}.*inputs\.c:5: .*\nfirst: \d+ paths, no faults, complete\n/,
    );
    expect(result.out).toContain('2 functions, 1 with faults, 2 complete, 0 skipped');
  });

  it('are all of a file, and what cannot be called is left out with its reason', async () => {
    const other = join(folder, 'all.c');
    writeFileSync(
      other,
      'struct hidden;\nint one(struct hidden *h) { return !h; }\nstatic int two(int x) { return x; }\n',
    );
    const out = join(folder, `out${++runs}`);
    const result = await run('test', other, '--all-functions', '--json', '--out', out);
    const { functions } = JSON.parse(result.out);
    expect(functions.map((each: { function: string }) => each.function)).toEqual(['one', 'two']);
    expect(functions[0].skipped).toContain('struct hidden is declared but not defined here');
    expect(functions[1].summary).toMatchObject({ verdict: 'complete', paths: { completed: 1 } });
    expect(result.status).toBe(4);
  });

  it('are refused where one is compared', async () => {
    const words = ['--function', 'pop', '--function', 'sum'];
    expect((await run('diff', file, file, ...words)).err).toContain(
      'diff takes one function at a time, not pop and sum',
    );
  });
});

describe('an allocation', () => {
  it('may find no memory, also where a test is replayed', async () => {
    const other = join(folder, 'memory.c');
    writeFileSync(
      other,
      `#include <stdlib.h>
int *pair(int x) {
  int *p = malloc(2 * sizeof *p);
  if (!p) return NULL;
  p[0] = p[1] = x;
  int *q = realloc(p, 3 * sizeof *p);
  q[2] = x;
  return q;
}
`,
    );
    const words = ['--function', 'pair', '--malloc-fails', '--replay', 'all', '--json'];
    const summary = JSON.parse((await run('test', other, ...words, '--out', join(folder, `out${++runs}`))).out);
    expect(summary).toMatchObject({
      faults: [{ kind: 'null-pointer', line: 7 }],
      paths: { completed: 2, faulty: 1 },
      replay: { replayed: 3, agreed: 2, unobservable: 1 },
    });
  });
});

describe('the tests of such a function', () => {
  it('are kept whole by the journal: replay agrees natively, and with what was exported', async () => {
    const out = join(folder, `out${++runs}`);
    const words = ['--function', 'sum', '--array', 'a=n', '--range', 'n=1..2'];
    await run('test', file, ...words, '--out', out);
    rmSync(join(out, 'test000001.json'));
    expect((await run('replay', '--native', out)).out).toContain('2 replayed, 2 agree');
    await run('export', out);
    expect(readFileSync(join(out, 'test000001.json'), 'utf8')).toContain('"answers"');
    expect((await run('replay', join(out, 'test000001.json'))).out).toContain('1 agree');
  });

  it('count for two versions that agree on inputs as assumed', async () => {
    const other = join(folder, 'other.c');
    writeFileSync(other, SOURCE.replace('% 16', '% 15'));
    const words = ['--function', 'pop', '--assume', 'rb->head < 16 && rb->tail < 14'];
    const same = await run('diff', file, other, ...words, '--json', '--out', join(folder, `out${++runs}`));
    expect(JSON.parse(same.out).difference).toBe('equivalent');
    // Nothing was explored, because nothing had to be: that says nothing about what is assumed.
    const itself = await run('diff', file, file, ...words, '--json', '--out', join(folder, `out${++runs}`));
    expect(itself.err).not.toContain('no input is as assumed');
    expect(JSON.parse(itself.out).difference).toBe('equivalent');
  });
});
