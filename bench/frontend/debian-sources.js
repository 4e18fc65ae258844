/** Source packages of the Debian system this runs on. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Unpacks the original sources of each package into a folder of its name under `target`, with apt's state kept apart from
 * the system's. Needs apt; nothing is installed.
 */
export function fetchSources(names, target) {
  const apt = join(target, '.apt');
  for (const part of ['state/lists/partial', 'cache/archives/partial']) mkdirSync(join(apt, part), { recursive: true });
  writeFileSync(join(apt, 'sources.sources'), sourceEntries());
  const options = [
    `Dir::Etc::sourcelist=${apt}/sources.sources`,
    'Dir::Etc::sourceparts=/dev/null',
    `Dir::State=${apt}/state`,
    `Dir::Cache=${apt}/cache`,
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option]);
  execFileSync('apt-get', ['-qq', ...options, 'update'], { stdio: 'inherit' });
  for (const name of names) {
    const place = join(target, name);
    mkdirSync(place, { recursive: true });
    spawnSync('apt-get', ['-qq', ...options, 'source', '--download-only', '--tar-only', name], { cwd: place });
    const archive = readdirSync(place).find((file) => file.includes('.orig.tar'));
    if (archive === undefined) console.log(`${name}: could not be fetched`);
    else execFileSync('tar', ['xf', archive], { cwd: place });
  }
}

/** The system's own package sources, asked for source packages instead. */
function sourceEntries() {
  const found = [];
  const folders = ['/etc/apt/sources.list.d'];
  for (const file of folders.flatMap((each) =>
    existsSync(each) ? readdirSync(each).map((name) => join(each, name)) : [],
  )) {
    if (!file.endsWith('.sources')) continue;
    found.push(readFileSync(file, 'utf8').replace(/^Types:.*$/gm, 'Types: deb-src'));
  }
  const plain = '/etc/apt/sources.list';
  for (const line of existsSync(plain) ? readFileSync(plain, 'utf8').split('\n') : []) {
    const match = /^deb\s+(\[.*\]\s+)?(\S+)\s+(\S+)\s+(.+)$/.exec(line);
    if (match) found.push(`Types: deb-src\nURIs: ${match[2]}\nSuites: ${match[3]}\nComponents: ${match[4]}\n`);
  }
  return found.join('\n');
}
