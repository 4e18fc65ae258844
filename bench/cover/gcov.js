// Whether tests reach what `cover` claims: npm run bench:cover:gcov [PROGRAM...]. Runs `pathfold cover`, compiles the program
// with gcc --coverage, runs the written tests on it and compares gcov's counts with coverage.lcov, line by line. SECONDS (30)
// limits each search; REDUCE (revisit) is passed on as --reduce.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { main } from '../../dist/cli/main.js';
import { PROGRAMS } from './programs.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const seconds = process.env.SECONDS ?? '30';
const reduction = process.env.REDUCE ?? 'revisit';

function ensureGcov() {
  if (spawnSync('gcov', ['--version']).status === 0) return;
  spawnSync('apt-get', ['install', '-y', 'gcc'], { stdio: 'inherit' });
  if (spawnSync('gcov', ['--version']).status !== 0) throw new Error('gcov is needed: install gcc');
}

/** Line numbers of one file: true for covered. */
function claimedLines(folder) {
  const lines = new Map();
  for (const [, line, count] of readFileSync(join(folder, 'coverage.lcov'), 'utf8').matchAll(/^DA:(\d+),(\d+)$/gm)) {
    lines.set(Number(line), count !== '0');
  }
  return lines;
}

function measuredLines(source, tests, folder) {
  copyFileSync(source, join(folder, 'measured.c'));
  const runtime = join(ROOT, 'runtime');
  const gcc = (...words) =>
    execFileSync('gcc', ['-w', '-O0', '-g', '-isystem', join(runtime, 'include'), ...words], { cwd: folder });
  gcc('--coverage', '-c', 'measured.c', '-o', 'measured.o');
  gcc(
    '--coverage',
    '-DALARM=10',
    'measured.o',
    join(runtime, 'replay', 'pathfold_replay.c'),
    join(ROOT, 'bench', 'cover', 'flush.c'),
    '-o',
    'measured',
    '-lm',
  );
  for (const test of tests)
    spawnSync('./measured', [], { cwd: folder, env: { ...process.env, KTEST_FILE: test }, timeout: 15_000 });
  execFileSync('gcov', ['--json-format', 'measured.c'], { cwd: folder });
  const report = JSON.parse(gunzipSync(readFileSync(join(folder, 'measured.gcov.json.gz'))).toString());
  const lines = new Map();
  for (const file of report.files) {
    if (basename(file.file) !== 'measured.c') continue;
    for (const { line_number: line, count } of file.lines) lines.set(line, (lines.get(line) ?? 0) + count);
  }
  return lines;
}

ensureGcov();
const names = process.argv.length > 2 ? process.argv.slice(2) : PROGRAMS;
let wrong = 0;
console.log('program,tests,lines claimed,of these reached,claimed but not reached,reached but not claimed');
for (const name of names) {
  const source = resolve(ROOT, 'bench', 'programs', `${name}.c`);
  const folder = mkdtempSync(join(tmpdir(), 'pathfold-gcov-'));
  const out = join(folder, 'out');
  const quiet = { interactive: false, out() {}, err: (text) => process.stderr.write(text), progress() {} };
  const options = ['--search', 'coverage', '--reduce', reduction, '--max-time', seconds, '--replay', 'none'];
  await main(['cover', source, '--out', out, ...options], quiet);
  const tests = readdirSync(out)
    .filter((file) => file.endsWith('.ktest'))
    .map((file) => join(out, file));
  const claimed = claimedLines(out);
  const measured = measuredLines(source, tests, folder);
  // gcc and clang disagree about which lines have code; only lines both know can be compared.
  const both = [...claimed].filter(([line]) => measured.has(line));
  const missed = both.filter(([line, covered]) => covered && measured.get(line) === 0).map(([line]) => line);
  const extra = both.filter(([line, covered]) => !covered && measured.get(line) > 0).map(([line]) => line);
  const reached = both.filter(([line, covered]) => covered && measured.get(line) > 0).length;
  console.log(
    [
      name,
      tests.length,
      both.filter(([, covered]) => covered).length,
      reached,
      missed.join(' ') || '-',
      extra.join(' ') || '-',
    ].join(','),
  );
  wrong += missed.length;
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = wrong === 0 ? 0 : 1;
