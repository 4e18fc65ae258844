/** Small projects, built as their users build them, and explored from the executable. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isExecutable } from '../../src/frontend/clang/executable.ts';
import { readTests } from '../../src/suite/read-tests.ts';
import { run } from './run.ts';

const PATHFOLD = fileURLToPath(new URL('../../bin/pathfold', import.meta.url));
const has = (program: string) => spawnSync(program, ['--version']).status === 0;
const ready =
  process.platform === 'linux' &&
  ['x64', 'arm64'].includes(process.arch) &&
  ['cc', 'make', 'ar', 'sha256sum'].every(has);

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'pathfold-build-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function project(name: string, files: Readonly<Record<string, string>>): string {
  const folder = join(root, name);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** A shell command as a user types it; `pathfold` and `$CC` are ours. */
function sh(folder: string, command: string, environment: Record<string, string> = {}) {
  const CC = `${PATHFOLD} cc`;
  const PATH = `${dirname(PATHFOLD)}:${process.env.PATH}`;
  return spawnSync('sh', ['-c', command], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, CC, PATH, ...environment },
  });
}

async function explored(program: string, ...words: string[]) {
  const out = join(root, 'out');
  const result = await run('test', '--json', '--force', '--out', out, '--replay', 'none', program, ...words);
  return { ...result, summary: result.out === '' ? null : JSON.parse(result.out) };
}

function firstTest() {
  return JSON.parse(readFileSync(join(root, 'out/test000001.json'), 'utf8'));
}

const MAIN = [
  '#include <stdio.h>',
  '#include "lib.h"',
  'int main(int argc, char **argv) {',
  '  if (argc > 1 && argv[1][0] == LETTER) puts(GREETING);',
  '  return sizeof(long) == 8 ? twice(argc) : 99;',
  '}',
].join('\n');
const LIB = {
  'lib/lib.h': "#define LETTER 'q'\nint twice(int x);\n",
  'lib/twice.c': '#include "lib.h"\nint twice(int x) { return 2 * x; }\n',
};

describe.skipIf(!ready)('a program built with the recorder (needs Linux, cc, make, ar)', () => {
  test('is explored from its executable: parallel make in several folders, an archive, an odd macro', async () => {
    const folder = project('archive', {
      'main.c': MAIN,
      ...LIB,
      'lib/unused.c': 'int unused(void) { return undefined_elsewhere(); }\nint twice_more;\n',
      Makefile: [
        'prog: main.o lib/liblib.a',
        '\t$(CC) -o $@ main.o -Llib -llib',
        'main.o: main.c',
        '\t$(CC) -Ilib -DGREETING=\'"a b"\' -c main.c',
        'lib/liblib.a:',
        '\t$(MAKE) -C lib',
      ].join('\n'),
      'lib/Makefile': 'liblib.a: twice.o unused.o\n\tar cr $@ twice.o unused.o\n\trm twice.o\n',
    });
    const built = sh(folder, 'make -j4');
    expect(built.stderr).not.toContain('pathfold');
    expect(readdirSync(folder)).toContain('.pathfold');
    expect(existsSync(join(folder, 'lib/.pathfold'))).toBe(false);
    const { summary, status } = await explored(join(folder, 'prog'), '--sym-arg', '1');
    expect(status).toBe(0);
    expect(summary).toMatchObject({ verdict: 'complete', paths: { completed: 2 }, unmodelled: [] });
    expect(summary.target).toMatch(/^(x86_64|aarch64)/);
    expect(firstTest().expected.status).toBe(4);
    const texts = [1, 2].map(
      (n) => JSON.parse(readFileSync(join(root, `out/test00000${n}.json`), 'utf8')).expected.stdout,
    );
    expect(JSON.stringify(texts)).toContain('a b');
  });

  test('says the date of its compilation as it was, and is excused where it tells the time', async () => {
    const folder = project('date', {
      'main.c': [
        '#include <stdio.h>',
        '#include <time.h>',
        'int main(int argc, char **argv) {',
        '  if (argc > 1 && argv[1][0] == \'t\') printf("%ld\\n", (long)time(NULL));',
        '  return printf("built on %s at %s\\n", __DATE__, __TIME__) == 0;',
        '}',
      ].join('\n'),
    });
    for (const [name, environment] of [
      ['now', {}],
      ['then', { SOURCE_DATE_EPOCH: '86400' }],
    ] as const) {
      expect(sh(folder, `$CC -o ${name} main.c`, environment).status).toBe(0);
      const out = join(root, `date-${name}`);
      const words = ['--out', out, '--replay', 'all', join(folder, name)];
      const { out: told } = await run('test', ...words, '--sym-arg', '1');
      expect(told).toContain('replayed: 1 of 2 tests agree');
      expect(told).toContain('depends on the time');
      expect(told).not.toContain('please report it');
      const texts = readTests(out).map(({ test }) => test.expected.stdout);
      if (name === 'then') expect(texts).toContain('built on Jan  2 1970 at 00:00:00\n');
    }
  });

  test('that fails to build is said to have failed, with the status of the build', () => {
    const folder = project('failing', { 'a.c': 'int a;\n', 'b.c': 'int main(void) { return x; }\n' });
    const built = sh(folder, 'pathfold build -- sh -c "cc -c a.c && cc -c b.c"');
    expect(built.status).toBe(1);
    expect(built.stderr).toContain('the build failed with status 1; recorded are the 1 steps that succeeded');
    expect(built.stderr).not.toContain('clean the tree');
  });

  test('is replayed by running it, with the files, variables and input of each test and nothing else', async () => {
    const folder = project('native', {
      'main.c': [
        '#include <stdio.h>',
        '#include <stdlib.h>',
        'int main(int argc, char **argv) {',
        '  const char *mode = getenv("MODE");',
        '  FILE *in = fopen("dir/in", "r"), *out = fopen(argv[1], "w");',
        '  if (!in || !out || argc != 2 || getenv("PATH")) return 2;',
        '  int c = getc(in), d = getchar();',
        "  if (mode && mode[0] == 'u' && c >= 'a' && c <= 'z') c -= 32;",
        '  fprintf(out, "%c%c", c, d);',
        '  if (c == 77) remove("dir/in");',
        '  return fclose(out);',
        '}',
      ].join('\n'),
      given: 'm\n',
    });
    chmodSync(root, 0o755);
    sh(folder, '$CC -o prog main.c');
    const world = ['--file', `dir/in=${join(folder, 'given')}`, '--sym-env', 'MODE=1', '--sym-stdin', '1'];
    const out = join(root, 'native-out');
    const words = ['--json', '--replay', 'all', '--out', out, ...world, join(folder, 'prog'), 'out.txt'];
    const { summary } = JSON.parse(`{"summary":${(await run('test', ...words)).out}}`);
    expect(summary).toMatchObject({ verdict: 'complete', faults: [], replay: { disagreed: [] } });
    expect(summary.replay.agreed).toBe(summary.replay.replayed);
    expect(summary.replay.agreed).toBeGreaterThanOrEqual(2);
    const left = [1, 2].map((n) => JSON.parse(readFileSync(join(out, `test00000${n}.json`), 'utf8')).expected.files);
    expect(left.map((files) => files.map(({ name }: { name: string }) => name).join())).toEqual(
      expect.arrayContaining(['dir,out.txt', 'dir,dir/in,out.txt']),
    );
    const outside = await run(
      'test',
      '--json',
      '--replay',
      'all',
      '--force',
      '--out',
      out,
      join(folder, 'prog'),
      '../x',
    );
    expect(JSON.parse(outside.out).replay).toMatchObject({ replayed: 1, agreed: 0, unobservable: 1 });
    expect((await run('replay', out)).out).toContain('argument 1 names a place outside of the folder it runs in');
  });

  test('is replayed from a folder that is closed to others, but not where its path starts other programs', async () => {
    const folder = project('closed', {
      'main.c': [
        '#include <stdio.h>',
        '#include <stdlib.h>',
        'int main(void) {',
        '  int c = getchar();',
        '  if (c == \'!\') return system("touch made") != 0;',
        '  puts(c < 64 ? "low" : "high");',
        '  return 0;',
        '}',
      ].join('\n'),
    });
    sh(folder, '$CC -o prog main.c');
    chmodSync(folder, 0o700);
    const out = join(root, 'closed-out');
    const words = ['--json', '--replay', 'all', '--out', out, '--sym-stdin', '1', join(folder, 'prog')];
    const summary = JSON.parse((await run('test', ...words)).out);
    expect(summary).toMatchObject({ verdict: 'complete', faults: [], tests: 3 });
    expect(summary.warnings).toContain('system() is not modelled: it fails');
    expect(summary.replay).toMatchObject({ replayed: 3, agreed: 2, unobservable: 1, disagreed: [] });
    expect((await run('replay', out)).out).toContain('its path calls system(), which is not modelled');
  });

  test('computes as the processor does, also with long double and functions that set errno', async () => {
    const folder = project('floats', {
      'main.c': [
        '#include <math.h>',
        '#include <stdio.h>',
        '#include <stdlib.h>',
        'int main(int argc, char **argv) {',
        '  long double v[] = {0.1L, 1.0L / argc / 3, 1e300L * argc, -7.25L, 1e4000L, 1e-4940L};',
        '  for (int i = 0; i < 6; i++)',
        '    for (int j = 0; j < 6; j++) {',
        '      long double x = v[i], y = v[j];',
        '      printf("%La %La %La %La %d %d\\n", x + y, x - y, x * y, x / y, x < y, x == y);',
        '    }',
        '  printf("%.25Lg %a %a %d\\n", v[0], (double)v[1], (float)v[1], strtold("0.1", NULL) == 0.1L);',
        '  printf("%lld %.21Lg\\n", (long long)(v[1] * 1e18L), (long double)9223372036854775807LL);',
        '  printf("%g %g\\n", fmod(7.5 * argc, 2), sqrt(2.0 * argc));',
        '  return 0;',
        '}',
      ].join('\n'),
    });
    sh(folder, '$CC -fno-builtin -o prog main.c -lm');
    const out = join(root, 'floats-out');
    const summary = JSON.parse(
      (await run('test', '--json', '--replay', 'all', '--out', out, join(folder, 'prog'))).out,
    );
    expect(summary).toMatchObject({ verdict: 'complete', faults: [], unmodelled: [] });
    expect(summary.replay).toMatchObject({ replayed: 1, agreed: 1 });
  });

  test('may be built out of its tree, with a shared library, generated sources and response files', async () => {
    const folder = project('shared', {
      'src/main.c': MAIN,
      ...LIB,
      'out/Makefile': [
        'prog: main.o libl.so',
        '\techo \'-o prog "main.o" -L. -ll\' > args; $(CC) @args; rm args main.o',
        'main.o: config.h ../src/main.c',
        '\t$(CC) -include config.h -I../lib -c ../src/main.c',
        'config.h:',
        '\techo \'#define GREETING "generated"\' > $@',
        'libl.so: ../lib/twice.c',
        '\t$(CC) -fPIC -c -o t.tmp $< && mv t.tmp t.o && $(CC) -shared t.o -o $@',
      ].join('\n'),
    });
    expect(sh(join(folder, 'out'), 'make -j4').stderr).toBe('');
    const { summary } = await explored(join(folder, 'out/prog'), 'q');
    expect(summary).toMatchObject({ verdict: 'complete', paths: { completed: 1 }, unmodelled: [] });
    expect(summary.coverage.lines.total).toBe(3);
    expect(firstTest().expected).toMatchObject({ status: 4, stdout: 'generated\n' });
  });

  test('may be built by any command, several programs at once, and found by name', async () => {
    const folder = project('several', {
      Makefile: 'all: one two\n',
      'one.c': 'int main(void) { return 1; }\n',
      'two.c': '#include <stdlib.h>\nint main(int argc, char **argv) { return atoi(argv[1]); }\n',
    });
    const built = sh(folder, 'pathfold build -- make -j2 CC=cc; pathfold build make');
    expect(built.stderr).toContain('recorded 2 steps; linked: one, two');
    expect(built.stderr).toContain('no compiler or linker ran that could be recorded');
    const found = await explored('--build', folder, 'two', '7');
    expect(found.summary).toMatchObject({ verdict: 'complete', entry: 'main' });
    expect(firstTest().expected.status).toBe(7);
  });

  test('costs the build nothing but a few milliseconds: same outputs, messages and exit status', () => {
    const folder = project('same', {
      'good.c': 'int main(void) { return 0; }\n',
      'bad.c': 'int main(void) { return x; }\n',
      'warned.c': 'int main(void) { int unused; return 0; }\n',
    });
    for (const words of [
      '-c good.c -o X.o',
      '-c bad.c',
      '-Wall warned.c -o X',
      '-E good.c',
      'gone.c',
      '--version',
      '',
    ]) {
      const mine = sh(folder, `${PATHFOLD} cc ${words.replace('X', 'mine')}`);
      const real = sh(folder, `cc ${words.replace('X', 'real')}`);
      expect([mine.status, mine.stdout, mine.stderr], words).toEqual([real.status, real.stdout, real.stderr]);
    }
    expect(readFileSync(join(folder, 'mine.o'))).toEqual(readFileSync(join(folder, 'real.o')));
    expect(readFileSync(join(folder, 'mine'))).toEqual(readFileSync(join(folder, 'real')));
  });

  test('is built as ever where nothing can be recorded', () => {
    const folder = project('unwritable', { 'a.c': 'int main(void) { return 0; }\n', blocked: 'no folder' });
    const built = sh(folder, '$CC a.c -o a; echo $?', { PATHFOLD_BUILD: join(folder, 'blocked') });
    expect([built.stdout, built.stderr]).toEqual(['0\n', '']);
    const told = sh(folder, 'pathfold build cc a.c -o b; echo $?', { PATHFOLD_BUILD: join(folder, 'blocked') });
    expect(told.stdout).toBe('0\n');
    expect(told.stderr).toMatch(/warning: the build is not recorded: .*blocked cannot be written \(E\w+\)/);
    expect(isExecutable(join(folder, 'b'))).toBe(true);
  });

  describe('and then', () => {
    let folder: string;
    beforeAll(() => {
      folder = project('later', {
        'main.c': '#include "later.h"\n#define NAME "neighbour"\nint main(void) { return part() + VALUE; }\n',
        'part.c': 'static int hidden(int x) { return x == 3 ? 0 : x; }\nint part(void) { return hidden(1); }\n',
        'later.h': '#define VALUE 2\nint part(void);\n',
        'start.s': '.globl start\nstart:\n\tret\n.section .note.GNU-stack\n',
      });
      expect(sh(folder, '$CC -c part.c main.c start.s && $CC main.o part.o start.o -o prog').stderr).toBe('');
    });

    test('any function of it can be the entry, also a static one', async () => {
      const { summary } = await explored('--function', 'hidden', join(folder, 'prog'));
      expect(summary).toMatchObject({ entry: 'hidden', verdict: 'complete', paths: { completed: 2 } });
    });

    test('is compared with another build of it', async () => {
      sh(folder, "sed 's/(1)/(5)/' part.c > part5.c && $CC part5.c main.o start.o -o changed");
      const words = ['diff', '--json', '--force', '--out', join(root, 'out'), '--function', 'part'];
      const { out } = await run(...words, join(folder, 'prog'), join(folder, 'changed'));
      expect(JSON.parse(out)).toMatchObject({ difference: 'different' });
    });

    test('names what is only there as a binary', async () => {
      const { summary, err } = await explored(join(folder, 'prog'));
      expect(summary.verdict).toBe('complete');
      expect(err).toMatch(/note: \S+prog contains what is only there as a binary: start\.s \(assembly\)/);
    });

    test('is still known after strip, and after it was moved within the tree', async () => {
      expect(sh(folder, 'mkdir -p bin && cp prog bin/moved && cp prog bin/stripped.tmp').status).toBe(0);
      expect((await explored(join(folder, 'bin/moved'))).status).toBe(0);
      sh(folder, 'cp prog keep; strip prog');
      const { status, err } = await explored(join(folder, 'prog'));
      expect(status).toBe(0);
      expect(err).toContain('is not as it was recorded: it was stripped, or linked again without pathfold');
      sh(folder, 'mv keep prog');
    });

    test('a changed source is named', async () => {
      const text = readFileSync(join(folder, 'part.c'), 'utf8');
      writeFileSync(join(folder, 'part.c'), `${text}// new\n`);
      const { status, err } = await explored(join(folder, 'prog'));
      writeFileSync(join(folder, 'part.c'), text);
      expect(status).toBe(2);
      expect(err).toMatch(/error: \S*part\.c has changed since \S+prog was built\npathfold: hint: build it again/);
    });

    test('a header that was changed later is mentioned', async () => {
      sh(folder, 'touch -d "1 hour" later.h');
      const { status, err } = await explored(join(folder, 'prog'));
      sh(folder, 'touch -d "1 day ago" later.h');
      expect(status).toBe(0);
      expect(err).toMatch(/note: \S*later\.h changed after \S+prog was built/);
    });

    test('a program beside it that a macro happens to name is no header', async () => {
      sh(folder, 'cp prog neighbour && touch -d "1 hour" neighbour');
      const { status, err } = await explored(join(folder, 'prog'));
      rmSync(join(folder, 'neighbour'));
      expect(status).toBe(0);
      expect(err).not.toContain('changed after');
    });

    test('a missing source and a missing header are named', async () => {
      execFileSync('mv', ['later.h', 'kept'], { cwd: folder });
      const without = await explored(join(folder, 'prog'));
      expect(without.status).toBe(2);
      expect(without.err).toMatch(
        /error: later\.h, which \S*main\.c includes, is not found any more: it was when \S+prog was built\n/,
      );
      expect(without.err).toContain("main.c:1:10: fatal error: 'later.h' file not found");
      expect(without.err).toContain('hint: build it again and keep its headers');
      execFileSync('mv', ['kept', 'later.h'], { cwd: folder });
      execFileSync('mv', ['part.c', 'kept'], { cwd: folder });
      const { status, err } = await explored(join(folder, 'prog'));
      execFileSync('mv', ['kept', 'part.c'], { cwd: folder });
      expect(status).toBe(2);
      expect(err).toMatch(/error: \S*part\.c, from which \S+prog was built, is gone/);
    });
  });

  test('an executable of another origin is refused in one sentence', async () => {
    const folder = project('foreign', {
      'a.c': 'int main(void) { return 0; }\n',
      'b.c': 'int main(void) { return 1; }\n',
    });
    sh(folder, 'cc a.c -o a');
    const alone = await explored(join(folder, 'a'));
    expect(alone.status).toBe(2);
    expect(alone.err).toMatch(/error: how \S+a was built is not known: there is no \.pathfold folder above it/);
    sh(folder, '$CC b.c -o b');
    expect((await explored(join(folder, 'a'))).err).toContain('the records of its build lack it');
    expect((await explored('--build', folder, 'c')).err).toContain('the build made no program c');
  });

  test('the script of libtool leads to the program behind it', async () => {
    const folder = project('libtool', { 'a.c': 'int main(void) { return 0; }\n' });
    sh(folder, 'mkdir .libs && $CC a.c -o .libs/a');
    writeFileSync(
      join(folder, 'a'),
      '#! /bin/bash\n\n# a - temporary wrapper script for .libs/a\n# Generated by libtool\n',
    );
    chmodSync(join(folder, 'a'), 0o755);
    expect((await explored(join(folder, 'a'))).status).toBe(0);
  });

  // Not by way of PATH: a link that took itself for a compiler would call itself without an end.
  test('the command may be linked under another name', () => {
    const folder = project('link', {});
    mkdirSync(folder, { recursive: true });
    symlinkSync(PATHFOLD, join(folder, 'pf'));
    expect(sh(folder, './pf --version').stdout).toMatch(/^pathfold \d/);
  });
});
