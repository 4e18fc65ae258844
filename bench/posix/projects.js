/**
 * Projects with builds of different kinds, from Debian's sources: each is built as its authors say, with pathfold watching; one of its
 * programs is explored; and every test is replayed by running that program.
 *
 *   npm run posix:projects -- [--project NAME,...] [--seconds N]
 *
 * Sources and builds stay in a folder for temporary files. Needs apt, make, cmake. Exit status 1 when a test disagrees, or none agrees.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fetchSources } from '../frontend/debian-sources.js';

const BIN = fileURLToPath(new URL('../../bin', import.meta.url));
/** `build` runs in an empty folder, with $SOURCE beside it; what stands in `program` after the first word are its arguments. */
const PROJECTS = {
  expat: {
    build: 'pathfold build -- sh -c "cmake $SOURCE/expat -DEXPAT_BUILD_TESTS=OFF -DEXPAT_BUILD_DOCS=OFF && make"',
    options: ['--sym-files', '1', '4'],
    program: ['xmlwf/xmlwf', 'A'],
  },
  'lua5.4': {
    build: 'cp -r $SOURCE/. . && make generic CC="pathfold cc"',
    options: ['--sym-files', '1', '3'],
    program: ['src/luac', '-p', 'A'],
  },
  bc: {
    build: 'CC="pathfold cc" $SOURCE/configure && make MAKEINFO=true',
    options: ['--sym-stdin', '3'],
    program: ['bc/bc'],
  },
};

const { values } = parseArgs({ options: { project: { type: 'string' }, seconds: { type: 'string', default: '20' } } });
const names = values.project?.split(',') ?? Object.keys(PROJECTS);
const folder = join(tmpdir(), 'pathfold-projects');
mkdirSync(folder, { recursive: true });
const missing = names.filter((name) => sourceOf(name) === null);
if (missing.length > 0) fetchSources(missing, folder);
for (const name of names) {
  const { options, program } = PROJECTS[name];
  const build = built(name);
  const out = join(folder, `${name}-out`);
  rmSync(out, { recursive: true, force: true });
  const words = [
    'test',
    '--json',
    '--max-time',
    values.seconds,
    '--replay',
    'all',
    '--out',
    out,
    ...options,
    ...program,
  ];
  // The time is for exploring: what is compiled is kept.
  spawnSync(join(BIN, 'pathfold'), ['ir', program[0]], { cwd: build, stdio: 'ignore' });
  const { stdout, stderr } = spawnSync(join(BIN, 'pathfold'), words, { cwd: build, encoding: 'utf8', maxBuffer: 1e9 });
  if (stdout === '') {
    console.log(`${name}: ${stderr}`);
    process.exitCode = 1;
    continue;
  }
  const { paths, replay, unmodelled, coverage } = JSON.parse(stdout);
  const { covered, total } = coverage.lines;
  console.log(
    `${name}: ${paths.completed + paths.faulty} paths, ${covered} of ${total} lines; ${replay.replayed} tests run natively: ${replay.agreed} agree, ${replay.unfinished} expect nothing, ${replay.unobservable} were not run, ${replay.disagreed.length} disagree${unmodelled.length === 0 ? '' : `; not modelled: ${unmodelled.join(', ')}`}`,
  );
  for (const line of replay.disagreed.slice(0, 5)) console.log(`    ${line}`);
  if (replay.disagreed.length > 0 || replay.agreed === 0) process.exitCode = 1;
}

function built(name) {
  const build = join(folder, `${name}-build`);
  const { build: command, program } = PROJECTS[name];
  if (existsSync(join(build, program[0]))) return build;
  mkdirSync(build, { recursive: true });
  const env = { ...process.env, PATH: `${BIN}:${process.env.PATH}`, SOURCE: sourceOf(name) };
  execFileSync('sh', ['-c', command], { cwd: build, stdio: ['ignore', 'ignore', 'inherit'], env });
  return build;
}

/** The folder that was unpacked, beside its archive; null before that. */
function sourceOf(name) {
  const place = join(folder, name);
  if (!existsSync(place)) return null;
  const unpacked = readdirSync(place, { withFileTypes: true }).find((entry) => entry.isDirectory());
  return unpacked === undefined ? null : join(place, unpacked.name);
}
