/** Debian's coreutils, built as anybody builds them but with `pathfold cc`; the folder stays for the next run. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchSources } from '../frontend/debian-sources.js';

const PATHFOLD = fileURLToPath(new URL('../../bin/pathfold', import.meta.url));

export function buildCoreutils() {
  const folder = join(tmpdir(), 'pathfold-coreutils');
  const build = join(folder, 'build');
  if (existsSync(join(build, 'src', 'yes'))) return build;
  fetchSources(['coreutils'], folder);
  mkdirSync(build, { recursive: true });
  const settings = { cwd: build, stdio: 'inherit', env: { ...process.env, FORCE_UNSAFE_CONFIGURE: '1' } };
  const configure = join(folder, 'coreutils', readdirSync(join(folder, 'coreutils')).find(isFolder), 'configure');
  execFileSync(
    configure,
    [`CC=${PATHFOLD} cc`, '--disable-nls', '--without-selinux', '--with-openssl=no', '--without-libgmp'],
    settings,
  );
  execFileSync('make', ['-j2'], settings);
  return build;
}

/** Archives lie beside what was unpacked from them. */
function isFolder(name) {
  return /^coreutils-[\d.]+$/.test(name);
}
