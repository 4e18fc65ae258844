/** Debian's coreutils, built as anybody builds them; the folders stay for the next run. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchSources } from '../frontend/debian-sources.js';

const PATHFOLD = fileURLToPath(new URL('../../bin/pathfold', import.meta.url));
const FLUSH = fileURLToPath(new URL('../cover/flush.c', import.meta.url));
const FOLDER = join(tmpdir(), 'pathfold-coreutils');
const FEATURES = ['--disable-nls', '--without-selinux', '--with-openssl=no', '--without-libgmp'];

/** With `pathfold cc`. */
export function buildCoreutils() {
  return built('build', () => [`CC=${PATHFOLD} cc`]);
}

/**
 * For gcov; whoever runs the programs may write the counters. Headers choose what to do by __OPTIMIZE__, which the build that is explored
 * has.
 */
export function buildForGcov() {
  return built('gcov', (build) => {
    const flush = join(build, 'flush.o');
    execFileSync('gcc', ['-O1', '-c', '-o', flush, FLUSH]);
    return ['CC=gcc', 'CFLAGS=-O0 -D__OPTIMIZE__ -g -w --coverage', `LIBS=${flush}`];
  });
}

function built(name, settingsOf) {
  const build = join(FOLDER, name);
  if (existsSync(join(build, 'src', 'yes'))) return build;
  const sources = join(FOLDER, 'coreutils');
  if (!existsSync(sources)) fetchSources(['coreutils'], FOLDER);
  mkdirSync(build, { recursive: true });
  const options = { cwd: build, stdio: 'inherit', env: { ...process.env, FORCE_UNSAFE_CONFIGURE: '1' } };
  const configure = join(sources, readdirSync(sources).find(isFolder), 'configure');
  execFileSync(configure, [...settingsOf(build), ...FEATURES], options);
  execFileSync('make', ['-j2'], options);
  execFileSync('chmod', ['-R', 'a+rwX', build]);
  return build;
}

/** Archives lie beside what was unpacked from them. */
function isFolder(name) {
  return /^coreutils-[\d.]+$/.test(name);
}
