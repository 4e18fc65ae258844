/** Exports are read by programs that are not ours: compilers, test frameworks, XML and coverage readers, as far as this machine has them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../cli/run.ts';

const directory = mkdtempSync(join(tmpdir(), 'pathfold-exports-'));
const before = process.cwd();
afterAll(() => {
  process.chdir(before);
  rmSync(directory, { recursive: true });
});

const PROGRAMS: Readonly<
  Record<string, { readonly text: string; readonly mutate: readonly [from: string, to: string] }>
> = {
  parse: {
    text: `#include <string.h>
int parse(const char *s, _Bool *out) {
  if (strcmp(s, "on") == 0) { *out = 1; return 0; }
  if (strcmp(s, "off") == 0) { *out = 0; return 0; }
  return -1;
}
`,
    mutate: ['"off"', '"of"'],
  },
  push: {
    text: `#include <stdlib.h>
struct node { int key; struct node *next; };
struct node *push(struct node *head, int key) {
  struct node *made = malloc(sizeof *made);
  made->key = key;
  made->next = head;
  return made;
}
`,
    mutate: ['made->key = key', 'made->key = key + 1'],
  },
  light: {
    text: `enum light { RED, GREEN, AMBER };
enum light light(enum light now) { return now == RED ? GREEN : now == GREEN ? AMBER : RED; }
`,
    mutate: ['? AMBER', '? RED'],
  },
  scale: {
    text: 'double scale(double x, unsigned long n) { return x > 1.5 ? -x : n > 3 ? 2.5 : 0.5; }\n',
    mutate: ['0.5', '0.75'],
  },
  order: {
    text: 'void order(int *a, int *b) { if (*a > *b) { int t = *a; *a = *b; *b = t; } }\n',
    mutate: ['*a > *b', '*a < *b'],
  },
  days: {
    text: `static const unsigned char table[4] = {31, 28, 31, 30};
int days(int month) { return month < 0 || month > 3 ? 0 : table[month]; }
`,
    mutate: ['? 0 :', '? 1 :'],
  },
  date: {
    text: `struct date { short year; signed char month; };
struct date date(struct date d, char step) { if (step == '+') d.month++; else d.year--; return d; }
`,
    mutate: ['d.year--', 'd.year++'],
  },
};

/** Whether a program can be compiled here with the given words. */
function compiles(text: string, ...words: readonly string[]): boolean {
  const result = spawnSync('cc', ['-x', 'c', '-', '-o', '/dev/null', ...words], { input: text });
  return result.status === 0;
}

/** Debian has no package of Unity; `npm run check:readers` takes it from the sources of one that contains it. */
const UNITY = process.env.PATHFOLD_UNITY;
const unityWords = UNITY === undefined ? [] : [`-I${UNITY}`, join(UNITY, 'unity.c')];

const hasCompiler = compiles('int main(void) { return 0; }');
const FRAMEWORKS = [
  ['assert', [], true],
  ['criterion', ['-lcriterion'], compiles('#include <criterion/criterion.h>\nTest(a, b) {}', '-lcriterion')],
  [
    'cmocka',
    ['-lcmocka'],
    compiles(
      '#include <stdarg.h>\n#include <setjmp.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <cmocka.h>\nint main(void) {}',
      '-lcmocka',
    ),
  ],
  ['unity', unityWords, compiles('#include <unity.h>\nint main(void) {}', ...unityWords.slice(0, 1))],
] as const;

beforeAll(async () => {
  process.chdir(directory);
  for (const [name, { text }] of Object.entries(PROGRAMS)) {
    writeFileSync(`${name}.c`, text);
    const { status } = await run('test', `${name}.c`, '--function', name, '--replay', 'none', '--out', name);
    expect(status).toBe(0);
  }
  writeFileSync(
    'faulty <&>.c',
    `#include <pathfold.h>
static int look(int i) { int t[4] = {1, 2, 3, 4}; return t[i]; }
int main(void) { int i = pathfold_int("i </failure>"); return i > 2 ? look(i) : 0; }
`,
  );
  await run('test', 'faulty <&>.c', '--replay', 'none', '--out', 'faulty');
}, 120_000);

describe.runIf(hasCompiler)('unit tests', () => {
  for (const [kind, libraries, isThere] of FRAMEWORKS) {
    it.runIf(isThere)(
      `for ${kind} pass, and a wrong program fails them`,
      async () => {
        for (const [name, { text, mutate }] of Object.entries(PROGRAMS)) {
          writeFileSync(`${name}.c`, text);
          expect((await run('export', name, '--format', kind)).status).toBe(0);
          const passes = () => {
            execFileSync('cc', ['-w', join(name, `${kind}_${name}.c`), '-o', join(name, kind), ...libraries, '-lm']);
            return spawnSync(join(name, kind)).status === 0;
          };
          expect(`${name} passes: ${passes()}`).toBe(`${name} passes: true`);
          // One wrong program tells whether a framework reports anything; the checks are the same for all.
          if (kind !== 'assert' && name !== 'parse') continue;
          expect(text).toContain(mutate[0]);
          writeFileSync(`${name}.c`, text.replace(...mutate));
          expect(`${name} passes: ${passes()}`).toBe(`${name} passes: false`);
          writeFileSync(`${name}.c`, text);
        }
      },
      120_000,
    );
  }

  it.runIf(spawnSync('ctest', ['--version']).status === 0 && spawnSync('cmake', ['--version']).status === 0)(
    'for ctest are run by it one by one, and a wrong program fails one of them',
    async () => {
      const { text, mutate } = PROGRAMS.parse;
      const outcome = () => {
        execFileSync('cmake', ['-S', 'parse', '-B', 'built', '-DCMAKE_C_FLAGS=-w']);
        execFileSync('cmake', ['--build', 'built']);
        return spawnSync('ctest', ['--test-dir', 'built'], { encoding: 'utf8' }).stdout;
      };
      writeFileSync('parse.c', text);
      expect((await run('export', 'parse', '--format', 'ctest')).status).toBe(0);
      expect(outcome()).toMatch(/100% tests passed, 0 tests failed out of \d+/);
      writeFileSync('parse.c', text.replace(...mutate));
      expect(outcome()).toMatch(/[1-9]\d* tests failed out of/);
      writeFileSync('parse.c', text);
    },
  );

  it('as plain assertions read as if somebody had typed them', async () => {
    const text = async (name: string) => {
      expect((await run('export', name, '--format', 'assert')).status).toBe(0);
      return readFileSync(join(name, `assert_${name}.c`), 'utf8');
    };
    const parse = await text('parse');
    expect(parse).toContain(`static void test_s_on_out_false_returns_0(void) {
  _Bool out = {0};
  assert(parse("on", &out) == 0);
  assert(out);
}`);
    expect(await text('light')).toMatch(/assert\(light\((RED|GREEN|AMBER)\) == (RED|GREEN|AMBER)\);/);
    expect(await text('order')).toMatch(
      /int a = \{0\};\n {2}(a = \d+;\n {2})?int b = \{0\};\n.*order\(&a, &b\);\n {2}assert\(a == /s,
    );
    expect(await text('push')).toContain('assert(head->next->key == 0);');
    for (const name of Object.keys(PROGRAMS)) expect(await text(name)).not.toContain('PF_');
  });

  it('say that they are made of functions', async () => {
    const { status, err } = await run('export', 'faulty', '--format', 'assert');
    expect(status).toBe(2);
    expect(err).toContain('run pathfold with --function');
  });
});

async function exported(format: string, file: string): Promise<string> {
  expect((await run('export', 'faulty', '--format', format)).status).toBe(0);
  return readFileSync(join('faulty', file), 'utf8');
}

describe('faults', () => {
  it('in SARIF have a place, the calls that led there and an input', async () => {
    const log = JSON.parse(await exported('sarif', 'pathfold.sarif'));
    expect(log.version).toBe('2.1.0');
    const [result] = log.runs[0].results;
    expect(result).toMatchObject({ ruleId: 'out-of-bounds', level: 'error', properties: { function: 'look' } });
    expect(result.locations[0].physicalLocation.artifactLocation.uri).toBe('faulty%20%3C%26%3E.c');
    const steps = result.codeFlows[0].threadFlows[0].locations.map(
      ({
        location,
      }: {
        location: { message: { text: string }; physicalLocation: { region: { startLine: number } } };
      }) => `${location.physicalLocation.region.startLine}: ${location.message.text}`,
    );
    expect(steps[0]).toMatch(/^3: i = \d+, true$/);
    expect(steps.at(-1)).toMatch(/^2: read of 4 bytes at an index beyond local 't' of look/);
    const frames = result.stacks[0].frames.map(
      ({ location }: { location: { logicalLocations: { name: string }[] } }) => location.logicalLocations[0].name,
    );
    expect(frames).toEqual(['look', 'main']);
    expect(log.runs[0].tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
  });

  it('in SARIF are as the schema of the standard wants them', async () => {
    const validate = sarifValidator();
    for (const folder of ['faulty', 'parse']) {
      expect((await run('export', folder, '--format', 'sarif')).status).toBe(0);
      const log = JSON.parse(readFileSync(join(folder, 'pathfold.sarif'), 'utf8'));
      expect(validate(log) ? [] : validate.errors).toEqual([]);
    }
    expect(validate({ version: '2.1.0', runs: [{ results: [{}] }] })).toBe(false);
  });

  it('as annotations are one line each', async () => {
    expect(await exported('github', 'annotations.txt')).toMatch(
      /^::error file=faulty <&>\.c,line=2,col=\d+,title=out of bounds access::read of 4 bytes .*\n$/,
    );
  });
});

/** The schema as Microsoft packs it; it is of draft 4, which Ajv 6 is the last to read. */
function sarifValidator(): Ajv.ValidateFunction {
  const read = createRequire(import.meta.url);
  const ajv = new Ajv({ schemaId: 'auto', unknownFormats: 'ignore' });
  ajv.addMetaSchema(read('ajv/lib/refs/json-schema-draft-04.json'));
  return ajv.compile(read('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'));
}

const hasJunitReader = spawnSync('/usr/bin/python3', ['-c', 'import junitparser']).status === 0;
it.runIf(hasJunitReader)('JUnit is read by junitparser', async () => {
  await exported('junit', 'junit.xml');
  const script =
    "import junitparser as j; x = j.JUnitXml.fromfile('faulty/junit.xml'); print(x.tests, x.failures, x.errors)";
  const counts = execFileSync('/usr/bin/python3', ['-c', script], { encoding: 'utf8' });
  expect(counts).toMatch(/^3 1 0\n$/);
});

const hasXmlReader = spawnSync('xmllint', ['--version']).status === 0;

describe.runIf(hasXmlReader)('XML', () => {
  it.each([
    ['junit', 'junit.xml', 'string(//failure/@type)', 'out-of-bounds'],
    ['cobertura', 'cobertura.xml', 'string(//class/@filename)', 'faulty <&>.c'],
    ['testcomp', 'test-suite/metadata.xml', 'string(//programfile)', 'faulty <&>.c'],
    ['testcomp', 'test-suite/test000001.xml', 'count(//input)', '1'],
  ])('%s is well formed and says what it should', async (format, file, path, expected) => {
    await exported(format, file);
    const read = execFileSync('xmllint', ['--nonet', '--xpath', path, join('faulty', file)], { encoding: 'utf8' });
    expect(read.trim()).toBe(expected);
  });
});

it.runIf(spawnSync('genhtml', ['--version']).status === 0)('coverage is read by genhtml', async () => {
  await exported('lcov', 'coverage.lcov');
  const text = execFileSync('genhtml', ['faulty/coverage.lcov', '-o', 'html', '--branch-coverage'], {
    encoding: 'utf8',
  });
  expect(text).toMatch(/lines\.+: 100\.0%/);
});

it('a corpus has the bytes of each input once', async () => {
  await exported('afl', 'corpus/test000001');
  expect(readFileSync('faulty/corpus/test000001')).toHaveLength(4);
});
