/** Verification and test tasks through `pathfold verify`. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readProperty } from '../../src/cli/verify/property.ts';
import { run } from './run.ts';

const check = (...formulas: string[]) => formulas.map((each) => `CHECK( init(main()), LTL(${each}) )\n`).join('');
const PROPERTIES: Readonly<Record<string, string>> = {
  'unreach-call': check('G ! call(reach_error())'),
  memsafety: check('G valid-free', 'G valid-deref', 'G valid-memtrack'),
  cleanup: check('G valid-memcleanup'),
  overflow: check('G ! overflow'),
  termination: check('F end'),
  race: check('G ! data-race'),
  branches: 'COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n',
  call: 'COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )\n',
};
const INPUT = 'extern int __VERIFIER_nondet_int(void);\nextern void abort(void);\n';
/** As tasks have it: the function that must not be called is defined, and fails in its own way. */
const ERROR = 'void reach_error(void) { abort(); }\n';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pathfold-verify-'));
  for (const [name, text] of Object.entries(PROPERTIES)) writeFileSync(join(folder, `${name}.prp`), text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let tasks = 0;
async function verify(property: string, program: string, ...words: string[]) {
  const file = join(folder, `task${++tasks}.c`);
  const out = join(folder, `out${tasks}`);
  writeFileSync(file, program);
  const ran = await run('verify', '--property', join(folder, `${property}.prp`), '--out', out, ...words, file);
  return { ...ran, answer: ran.out.trimEnd().split('\n').at(-1), file, folder: out };
}

const sized = (bytes: string) => `${INPUT}${ERROR}int main(void) {
  long x = __VERIFIER_nondet_int();
  if (sizeof x == ${bytes} && x == 77) reach_error();
  return 0;
}\n`;

describe('answers', () => {
  test.each([
    [
      'unreach-call',
      'true',
      `${INPUT}${ERROR}int main(void) { int x = __VERIFIER_nondet_int() & 7; if (x > 7) reach_error(); return 0; }`,
    ],
    [
      'unreach-call',
      'false(unreach-call)',
      `${INPUT}${ERROR}int main(void) { if (__VERIFIER_nondet_int() == 77) reach_error(); return 0; }`,
    ],
    // A function that is only declared is as good.
    [
      'unreach-call',
      'false(unreach-call)',
      `${INPUT}void reach_error(void);\nint main(void) { if (__VERIFIER_nondet_int() == 77) reach_error(); return 0; }`,
    ],
    // abort is an end like any other; a fault of another kind leaves everything open.
    ['unreach-call', 'true', `${INPUT}${ERROR}int main(void) { if (__VERIFIER_nondet_int()) abort(); return 0; }`],
    [
      'unreach-call',
      'unknown',
      `${INPUT}${ERROR}int main(void) { int *p = 0; if (__VERIFIER_nondet_int()) *p = 1; return 0; }`,
    ],
    ['unreach-call', 'unknown', `${INPUT}${ERROR}int main(void) { int x; if (x == 3) reach_error(); return 0; }`],
    ['unreach-call', 'unknown', `${INPUT}${ERROR}int outside(void);\nint main(void) { return outside(); }`],
    // What only the world outside decides.
    [
      'unreach-call',
      'unknown',
      `${ERROR.replace('abort()', '')}int rand(void);\nint main(void) { if (rand() == 5) reach_error(); return 0; }`,
    ],
    [
      'unreach-call',
      'unknown',
      `${INPUT}${ERROR}int main(int argc, char **argv) { if (argc > 3) reach_error(); return 0; }`,
    ],
    [
      'memsafety',
      'false(valid-deref)',
      `${INPUT}int main(void) { int a[4]; a[__VERIFIER_nondet_int() & 7] = 1; return 0; }`,
    ],
    [
      'memsafety',
      'false(valid-free)',
      `${INPUT}void *malloc(__SIZE_TYPE__); void free(void *);\nint main(void) { char *p = malloc(2); if (__VERIFIER_nondet_int()) free(p); free(p); return 0; }`,
    ],
    [
      'memsafety',
      'false(valid-memtrack)',
      `${INPUT}void *malloc(__SIZE_TYPE__);\nint main(void) { if (__VERIFIER_nondet_int()) malloc(2); return 0; }`,
    ],
    [
      'memsafety',
      'true',
      `${INPUT}void *malloc(__SIZE_TYPE__); char *kept;\nint main(void) { kept = malloc(2); return 0; }`,
    ],
    [
      'cleanup',
      'false(valid-memcleanup)',
      `${INPUT}void *malloc(__SIZE_TYPE__); char *kept;\nint main(void) { kept = malloc(2); return 0; }`,
    ],
    [
      'overflow',
      'false(no-overflow)',
      `${INPUT}int main(void) { int x = __VERIFIER_nondet_int(); if (x > 5) x = x + x; return x != 0; }`,
    ],
    [
      'overflow',
      'true',
      `${INPUT}int main(void) { int x = __VERIFIER_nondet_int(); if (x < 5) x = x + 1; return x != 0; }`,
    ],
    [
      'termination',
      'false(termination)',
      `${INPUT}int main(void) { int x = __VERIFIER_nondet_int(); while (x == 3) {} return 0; }`,
    ],
    [
      'termination',
      'true',
      `${INPUT}int main(void) { unsigned x = __VERIFIER_nondet_int() & 3; while (x) x--; return 0; }`,
    ],
    ['race', 'unknown', `${INPUT}int main(void) { return 0; }`],
  ])('%s: %s (%#)', async (property, answer, program) => {
    const ran = await verify(property, program);
    expect(ran.answer, ran.out + ran.err).toBe(answer);
    expect(ran.status).toBe(answer === 'true' ? 0 : answer === 'unknown' ? 4 : 1);
  });

  test('depend on the data model', async () => {
    expect((await verify('unreach-call', sized('8'), '--data-model', 'LP64')).answer).toBe('false(unreach-call)');
    expect((await verify('unreach-call', sized('8'), '--data-model', 'ILP32')).answer).toBe('true');
    expect((await verify('unreach-call', sized('4'), '--data-model', 'ILP32')).answer).toBe('false(unreach-call)');
  });

  test('are unknown where a struct is laid out differently on the machine that is meant', async () => {
    const program = `${INPUT}${ERROR}struct s { int a; long long b; } table[2];
int main(void) { char *p = (char *)table; p[4] = 1; if (table[0].b) reach_error(); return 0; }\n`;
    const ran = await verify('unreach-call', program);
    expect(ran.answer).toBe('unknown');
    expect(ran.out).toContain('laid out differently');
    expect((await verify('unreach-call', program, '--data-model', 'LP64')).answer).toBe('true');
  });

  test('are unknown where a limit was hit', async () => {
    const program = `${INPUT}${ERROR}int main(void) { unsigned n = 0; while (__VERIFIER_nondet_int()) n++; if (n == 999999) reach_error(); return 0; }`;
    const ran = await verify('unreach-call', program, '--max-paths', '20');
    expect(ran).toMatchObject({ answer: 'unknown', status: 4 });
    expect(ran.out).toContain('max-paths');
  });
});

test('a violation has a witness: what calls returned, and where the property is violated', async () => {
  const program = `${INPUT}${ERROR}int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 77)
    reach_error();
  return 0;
}\n`;
  const { folder: out, file } = await verify('unreach-call', program);
  const witness = readFileSync(join(out, 'witness.yml'), 'utf8');
  expect(witness).toContain('entry_type: "violation_sequence"');
  expect(witness).toContain('format_version: "2.0"');
  expect(witness).toMatch(/uuid: "[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"/);
  expect(witness).toContain(`- ${JSON.stringify(file)}`);
  expect(witness).toContain('specification: "G ! call(reach_error())"');
  const [, returned, target] = witness.split('- segment:');
  expect(returned).toContain('type: "function_return"');
  expect(returned).toContain(String.raw`value: "\\result == 77"`);
  // The parenthesis that closes the call.
  expect(returned).toMatch(/line: 5\n +column: 33\n/);
  expect(target).toMatch(/type: "target"[\s\S]*line: 7\n +column: 5\n +function: "main"/);
});

describe('test suites', () => {
  const program = `${INPUT}${ERROR}int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 10) return 1;
  if (x == 7) reach_error();
  return 0;
}\n`;
  const hasUnzip = spawnSync('unzip', ['-v']).status === 0;
  const unzipped = (archive: string, name: string) => spawnSync('unzip', ['-p', archive, name]).stdout.toString();

  test('promise coverage, not all that other runs of the reduction promise', async () => {
    const { folder: out } = await verify('branches', program);
    const { guarantee } = JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')) as { guarantee: string };
    expect(guarantee).toBe('every line and branch direction that some input reaches is reached by a test');
  });

  test.skipIf(!hasUnzip)('cover branches, as a zip with metadata', async () => {
    const { answer, status, folder: out } = await verify('branches', program, '--data-model', 'LP64');
    expect({ answer, status }).toEqual({ answer: 'done', status: 0 });
    const archive = join(out, 'test-suite.zip');
    expect(spawnSync('unzip', ['-t', archive]).status).toBe(0);
    const metadata = unzipped(archive, 'metadata.xml');
    expect(metadata).toContain('<specification>COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )</specification>');
    expect(metadata).toContain('<architecture>64bit</architecture>');
    const tests = unzipped(archive, 'test*.xml');
    const inputs = Array.from(tests.matchAll(/<input>(-?\d+)<\/input>/g), ([, value]) => Number(value));
    expect(inputs.some((x) => x > 10)).toBe(true);
    expect(inputs).toContain(7);
    expect(inputs.some((x) => x <= 10 && x !== 7)).toBe(true);
    expect(tests.split('coversError').length - 1).toBe(1);
  });

  test.skipIf(!hasUnzip)('reach a call with one test', async () => {
    const archive = join(folder, 'mine.zip');
    const { answer } = await verify('call', program, '--test-suite', archive);
    expect(answer).toBe('done');
    expect(unzipped(archive, 'test*.xml')).toMatch(/<testcase coversError="true">\s*<input>7<\/input>/);
  });
});

test('properties that are not known are refused', async () => {
  expect(() => readProperty('CHECK( init(main()), LTL(G p) )', 'p.prp')).toThrow(/p\.prp: not a property/);
  expect(() => readProperty('', 'p.prp')).toThrow(/either CHECK or COVER/);
  expect(readProperty(PROPERTIES.memsafety, 'm.prp').checked).toEqual(['valid-free', 'valid-deref', 'valid-memtrack']);
  expect(await run('verify', 'x.c')).toMatchObject({ status: 2 });
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

test.skipIf(!hasPython)("BenchExec's module makes the command line and reads the answer", () => {
  const module = fileURLToPath(new URL('../../integrations/benchexec/pathfold.py', import.meta.url));
  const stubs = join(folder, 'stubs');
  const files: Readonly<Record<string, string>> = {
    'benchexec/__init__.py': '',
    'benchexec/result.py':
      'RESULT_TRUE_PROP="true"\nRESULT_FALSE_PROP="false"\nRESULT_UNKNOWN="unknown"\nRESULT_DONE="done"\nRESULT_ERROR="ERROR"\n',
    'benchexec/tools/__init__.py': '',
    'benchexec/tools/template.py': 'class BaseTool2:\n    pass\n',
    'try.py': `
import importlib.util, types
spec = importlib.util.spec_from_file_location("pathfold", ${JSON.stringify(module)})
loaded = importlib.util.module_from_spec(spec)
spec.loader.exec_module(loaded)
tool = loaded.Tool()
task = types.SimpleNamespace(property_file="p.prp", options={"data_model": "LP64"}, single_input_file="t.c")
limits = types.SimpleNamespace(cputime=100)
print(" ".join(tool.cmdline("pathfold", ["--seed", "2"], task, limits)))
for text in (["x", "true"], ["false(valid-deref)"], ["unknown"], ["done"], ["pathfold: error: no"], []):
    print(tool.determine_result(types.SimpleNamespace(output=text)))
`,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(stubs, name)), { recursive: true });
    writeFileSync(join(stubs, name), text);
  }
  const { stdout, stderr } = spawnSync('python3', ['try.py'], { cwd: stubs, encoding: 'utf8' });
  expect(stdout.trim().split('\n'), stderr).toEqual([
    'pathfold verify --property p.prp --data-model LP64 --max-time 90s --seed 2 t.c',
    'true',
    'false(valid-deref)',
    'unknown',
    'done',
    'ERROR',
    'ERROR',
  ]);
});
