/**
 * Reads, lowers and checks real C: every C file of some Debian source packages, each on its own, and programs that csmith
 * generates. Prints how many, and every one that fails. Needs apt (nothing is installed by it; sources go to a temporary
 * folder) and, for the second part, csmith (`apt-get install csmith libcsmith-dev`). Usage: npm run bench:frontend [-- PROGRAMS]
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { loadProgram } from '../../dist/frontend/load.js';
import { UserError } from '../../dist/program/errors.js';
import { fetchSources } from './debian-sources.js';

/** With the macros their builds would define on a system like this one. */
const PACKAGES = {
  zlib: ['HAVE_UNISTD_H'],
  jsmn: [],
  cjson: [],
  utf8proc: [],
  'lua5.4': ['L_tmpnam=20'],
};
/** Files for other systems, or templates that other files include: not C that is compiled by itself on this target. */
const NOT_OURS =
  /(^|\/)(win32|amiga|msdos|iowin32|nintendods|watcom|contrib\/(delphi|vstudio|dotzlib|testzlib|inflate86|masmx\w*|iostream\w*|ada)|fuzzing|unity|utf8proc-[^/]*\/bench|utf8proc_data)(\/|\.|$)/i;
const programs = Number(process.argv[2] ?? 200);
const folder = mkdtempSync(join(tmpdir(), 'pathfold-bench-'));
let broken = 0;
try {
  console.log(`node ${process.version}`);
  fetchSources(Object.keys(PACKAGES), join(folder, 'packages'));
  for (const name of Object.keys(PACKAGES)) await checkPackage(name, join(folder, 'packages', name));
  await checkGenerated(join(folder, 'csmith'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = broken === 0 ? 0 : 1;

async function checkPackage(name, place) {
  const files = readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.c') && !NOT_OURS.test(file))
    .sort();
  const headers = [place, ...new Set(filesEnding(place, '.h').map((file) => dirname(join(place, file))))];
  const count = { read: 0, instructions: 0, refused: [] };
  const started = performance.now();
  for (const file of files) {
    const path = join(place, file);
    const flags = { includeDirectories: [dirname(path), ...headers], defines: PACKAGES[name] };
    await check(path, relative(place, path), flags, count);
  }
  report(name, files.length, count, started);
}

async function checkGenerated(place) {
  if (spawnSync('csmith', ['--version']).status !== 0) {
    console.log('csmith is not installed; its programs are left out');
    return;
  }
  mkdirSync(place);
  const runtime = ['/usr/include/csmith', '/usr/include/csmith-2.3.0'].find((path) =>
    existsSync(join(path, 'csmith.h')),
  );
  if (runtime === undefined) {
    console.log('libcsmith-dev is not installed; csmith programs are left out');
    return;
  }
  const count = { read: 0, instructions: 0, refused: [] };
  const started = performance.now();
  for (let seed = 1; seed <= programs; seed++) {
    const path = join(place, `seed${seed}.c`);
    writeFileSync(path, execFileSync('csmith', ['--seed', String(seed)]));
    await check(path, `csmith --seed ${seed}`, { includeDirectories: [runtime] }, count);
  }
  report('csmith', programs, count, started);
}

/** Loading verifies; what only the compiler objects to is its affair, everything else is a failure. */
async function check(path, name, options, count) {
  try {
    const clangFlags = ['-w', '-Wno-implicit-function-declaration'];
    const program = await loadProgram([path], { ...options, clangFlags, withRuntime: false, cacheDirectory: null });
    count.read++;
    count.instructions += program.instructionCount;
  } catch (error) {
    const first = error.message.split('\n').find((line) => line.includes('error: ')) ?? error.message.split('\n')[0];
    if (error instanceof UserError && error.message.includes('does not compile')) {
      count.refused.push(`${name}: ${first.replace(/^.*error: /, '')}`);
    } else {
      broken++;
      console.log(`  BROKEN ${name}: ${first}`);
    }
  }
}

function report(name, total, count, started) {
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${name}: ${count.read} of ${total} read, lowered and checked (${count.instructions} instructions, ${seconds} s)`,
  );
  for (const refused of count.refused) console.log(`  not compiled by clang: ${refused}`);
}

function filesEnding(place, ending) {
  return readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(ending));
}
