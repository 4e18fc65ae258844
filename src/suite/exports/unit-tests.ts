/**
 * Unit tests of one function in C: one file that calls it with the inputs of every test and checks what comes out, for the framework that a
 * project already has. The generated main becomes the call, and the text of `pathfold_unit.h` stands in for `pathfold.h`, so the file
 * needs nothing but the function's own source. Tests that end in a fault are left out: they would take the others down with them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RUNTIME_DIRECTORY } from '../../frontend/clang/runtime.ts';
import { UserError } from '../../program/errors.ts';
import { testInputText } from '../input-text.ts';
import { type TestCase, type TypedValue, testName } from '../test-case.ts';
import { bytesOfHex } from '../typed-value.ts';
import { quotedText, realText } from './c-literals.ts';
import { plainAssertions } from './plain-assertions.ts';
import type { StoredRun } from './stored-run.ts';

interface UnitTest {
  readonly test: TestCase;
  /** An identifier that says which input it has. */
  readonly name: string;
}

interface Framework {
  /** What the file begins with. */
  readonly includes: readonly string[];
  /** The definition of a test that passes when `condition` holds; `pf_wrong` says what is wrong. */
  readonly define: (unit: UnitTest, suite: string, condition: string) => readonly string[];
  readonly main: (units: readonly UnitTest[]) => readonly string[];
  /** How to build and run it. */
  readonly build: string;
}

const NO_MAIN = (): readonly string[] => [];

export const FRAMEWORKS: Readonly<Record<'criterion' | 'cmocka' | 'unity' | 'ctest' | 'assert', Framework>> = {
  criterion: {
    includes: ['#include <criterion/criterion.h>'],
    define: ({ name }, suite, condition) => [`Test(${suite}, ${name}) { cr_assert(${condition}, "%s", pf_wrong); }`],
    main: NO_MAIN,
    build: 'cc FILE -lcriterion && ./a.out',
  },
  cmocka: {
    includes: [
      '#include <stdarg.h>',
      '#include <setjmp.h>',
      '#include <stddef.h>',
      '#include <stdint.h>',
      '#include <cmocka.h>',
    ],
    define: ({ name }, _, condition) => [
      `static void ${name}(void **state) {`,
      '  (void)state;',
      `  if (!${condition}) fail_msg("%s", pf_wrong);`,
      '}',
    ],
    main: (units) => [
      'int main(void) {',
      '  const struct CMUnitTest tests[] = {',
      ...units.map(({ name }) => `    cmocka_unit_test(${name}),`),
      '  };',
      '  return cmocka_run_group_tests(tests, NULL, NULL);',
      '}',
    ],
    build: 'cc FILE -lcmocka && ./a.out',
  },
  unity: {
    includes: ['#include <unity.h>'],
    define: ({ name }, _, condition) => [`static void ${name}(void) { TEST_ASSERT_MESSAGE(${condition}, pf_wrong); }`],
    main: (units) => [
      'void setUp(void) {}',
      'void tearDown(void) {}',
      '',
      'int main(void) {',
      '  UNITY_BEGIN();',
      ...units.map(({ name }) => `  RUN_TEST(${name});`),
      '  return UNITY_END();',
      '}',
    ],
    build: 'cc $(pkg-config --cflags --libs unity) FILE && ./a.out',
  },
  ctest: {
    includes: [],
    define: ({ name }, _, condition) => [`static bool ${name}(void) { return ${condition}; }`],
    main: numberedMain,
    build: 'cmake -B build . && cmake --build build && ctest --test-dir build',
  },
  assert: {
    includes: ['#undef NDEBUG', '#include <assert.h>'],
    define: ({ name }, _, condition) => [
      `static void ${name}(void) {`,
      `  bool passes = ${condition};`,
      '  if (!passes) fprintf(stderr, "%s\\n", pf_wrong);',
      '  assert(passes);',
      '}',
    ],
    main: (units) => ['int main(void) {', ...units.map(({ name }) => `  ${name}();`), '  return 0;', '}'],
    build: 'cc FILE && ./a.out',
  },
};

/** The test whose name is given as argument. */
function numberedMain(units: readonly UnitTest[]): readonly string[] {
  return [
    'int main(int argc, char **argv) {',
    ...units.map(
      ({ name }) =>
        `  if (argc > 1 && strcmp(argv[1], "${name}") == 0 && !${name}()) return fprintf(stderr, "%s\\n", pf_wrong), 1;`,
    ),
    '  return 0;',
    '}',
  ];
}

export function unitTests(stored: StoredRun, kind: keyof typeof FRAMEWORKS): [name: string, content: string][] {
  const { run, tests, harness } = stored;
  if (harness === null) {
    throw new UserError(
      'unit tests are calls of one function, and this run explored main',
      'run pathfold with --function',
    );
  }
  const units = unitsOf(tests.filter(({ expected }) => expected.fault === null && expected.ending === 'exit'));
  const framework = FRAMEWORKS[kind];
  const plain = kind === 'assert' ? plainFile(units, stored, harness) : null;
  if (plain !== null) return [[`assert_${identifier(run.entry)}.c`, plain]];
  const file = `${kind}_${identifier(run.entry)}.c`;
  const left = tests.length - units.length;
  const text = [
    '/*',
    ` * ${units.length} tests of ${run.entry}, made by pathfold${left === 0 ? '' : `; ${left} that end in a fault are left out`}.`,
    ` * ${framework.build.replace('FILE', file)}`,
    ' */',
    ...framework.includes,
    unitRuntime(),
    ...callOf(harness),
    '',
    PASSES,
    ...units.flatMap((unit) => unitLines(unit, run.entry, framework)),
    ...framework.main(units),
    '',
  ].join('\n');
  const files: [string, string][] = [[file, text]];
  if (kind === 'ctest') files.push(['CMakeLists.txt', cmakeLists(file, units)]);
  return files;
}

/** Only assertions, to be pasted anywhere; null where one of the tests needs more than that. */
function plainFile(units: readonly UnitTest[], { run, nameOf }: StoredRun, harness: string): string | null {
  const { entry } = run;
  const [included] = /^#define main [\s\S]*?#undef main\n/m.exec(harness) ?? [''];
  // Without the source there are no enumerators to name.
  const names = included === '' ? undefined : nameOf;
  const bodies = units.map(({ test }) => plainAssertions(harness, test, names));
  if (bodies.includes(null) || units.length === 0) return null;
  return [
    `/* ${units.length} tests of ${entry}, made by pathfold. Run: cc FILE && ./a.out */`.replace(
      'FILE',
      `assert_${identifier(entry)}.c`,
    ),
    included.trimEnd(),
    '#undef NDEBUG',
    '#include <assert.h>',
    '#include <stdlib.h>',
    '#include <string.h>',
    '',
    ...units.flatMap(({ name }, i) => [
      `static void ${name}(void) {`,
      ...bodies[i]!.map((line) => `  ${line}`),
      '}',
      '',
    ]),
    ...FRAMEWORKS.assert.main(units),
    '',
  ].join('\n');
}

/** The comment at its head speaks of the file it is. */
function unitRuntime(): string {
  return readFileSync(join(RUNTIME_DIRECTORY, 'replay', 'pathfold_unit.h'), 'utf8').replace(/^\/\*[\s\S]*?\*\/\n/, '');
}

/** The generated main under another name. */
function callOf(harness: string): string[] {
  return harness
    .replace('#include <pathfold.h>\n', '')
    .replace('int main(void) {', 'static int pf_call(void) {')
    .replace(/ = pathfold_look\((.*), \(const void \*\)(.*)\);$/gm, ' = pf_look_at($1, $2, sizeof *($2));')
    .trimEnd()
    .split('\n');
}

const PASSES = `static bool pf_passes(const struct pf_value *inputs, size_t input_count, const struct pf_value *outputs, size_t output_count,
                      const unsigned *sizes, size_t size_count) {
  pf_wrong[0] = 0;
  pf_resized = false;
  pf_input = inputs, pf_input_end = inputs + input_count;
  pf_output = outputs, pf_output_end = outputs + output_count;
  pf_size = sizes, pf_size_end = sizes + size_count;
  pf_call();
  if (pf_output < pf_output_end && !pf_resized) pf_complain("%s did not come out", pf_output->name);
  return !pf_wrong[0];
}
#define PF_LIST(list) list, sizeof(list) / sizeof(list)[0] - 1
#define PF_PASSES(test) pf_passes(PF_LIST(test##_given), PF_LIST(test##_expected), PF_LIST(test##_sizes))
`;

function unitLines(unit: UnitTest, suite: string, framework: Framework): string[] {
  const { test, name } = unit;
  const list = (part: string, values: readonly TypedValue[]) => [
    `static const struct pf_value ${name}_${part}[] = {`,
    ...values.map((value) => `  ${valueText(value)},`),
    '  {0},',
    '};',
  ];
  const sizes = [...(test.answers ?? []), 0].join(', ');
  return [
    `/* ${commentText(`${testInputText(test) || 'no input'}`)} */`,
    ...list(
      'given',
      test.inputs.filter(({ origin }) => origin === 'call'),
    ),
    ...list('expected', test.expected.outputs),
    `static const unsigned ${name}_sizes[] = {${sizes}};`,
    ...framework.define(unit, identifier(suite), `PF_PASSES(${name})`),
    '',
  ];
}

function valueText({ name, kind, value, bits, signed }: TypedValue): string {
  const quoted = quotedText(new TextEncoder().encode(name));
  if (kind === 'bytes') return `PF_BYTES(${quoted}, ${quotedText(bytesOfHex(String(value)))})`;
  if (kind === 'float') return `PF_REAL(${quoted}, ${realText(value)})`;
  const number = BigInt(value);
  if (number === -(2n ** 63n)) return `PF_INT(${quoted}, -9223372036854775807ll - 1)`;
  return `PF_INT(${quoted}, ${!signed && bits === 64 && number >= 2n ** 63n ? `(long long)${number}ull` : number})`;
}

function commentText(text: string): string {
  return text.replaceAll('*/', '* /').replaceAll('/*', '/ *').replaceAll('\\', '\\\\');
}

/** `s_on_out_false_returns_0`: long ones are cut, and equal ones numbered. */
function unitsOf(tests: readonly TestCase[]): UnitTest[] {
  const used = new Set<string>();
  return tests.map((test) => {
    const result = test.expected.outputs.find(({ name, kind }) => name === 'return' && kind === 'int');
    const returns = result === undefined ? '' : `_returns_${identifier(String(result.value))}`;
    const words = identifier(testInputText(test)).slice(0, LONGEST_NAME).replace(/_+$/, '') + returns;
    const plain = words === '' || /^\d/.test(words) ? `with_${words || 'no_input'}` : words;
    const name = used.has(`test_${plain}`) ? `test_${plain}_${testName(test.number)}` : `test_${plain}`;
    used.add(name);
    return { test, name };
  });
}

const LONGEST_NAME = 48;

function identifier(text: string): string {
  return text
    .replace(/-(?=\d)/g, 'minus_')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
}

function cmakeLists(file: string, units: readonly UnitTest[]): string {
  const target = file.replace(/\.c$/, '');
  return [
    'cmake_minimum_required(VERSION 3.10)',
    `project(${target} C)`,
    'enable_testing()',
    `add_executable(${target} ${file})`,
    `target_link_libraries(${target} m)`,
    ...units.map(({ name }) => `add_test(NAME ${name} COMMAND ${target} ${name})`),
    '',
  ].join('\n');
}
