/**
 * `npm run check:readers`: reports and exports in the hands of programs that are not ours. Installs what Debian has of them (a browser,
 * lcov, test frameworks, CMake, readers of XML and JUnit), takes Unity from the sources of cJSON, and runs the tests of reports and exports,
 * which skip what is missing otherwise. Needs root and apt-get; takes a few minutes.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fetchSources } from '../bench/frontend/debian-sources.js';

const PACKAGES = [
  'chromium',
  'fonts-dejavu-core',
  'lcov',
  'cmake',
  'make',
  'libcriterion-dev',
  'libcmocka-dev',
  'libxml2-utils',
  'python3-junitparser',
];
const SOURCES = resolve('.cache/readers');

const apt = (...words) =>
  spawnSync('apt-get', ['-qq', ...words], {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;
if (!apt('update') || !apt('install', '-y', '--no-install-recommends', ...PACKAGES)) {
  console.error('not everything could be installed: what is missing is skipped');
}
mkdirSync(SOURCES, { recursive: true });
const unpacked = () => readdirSync(join(SOURCES, 'cjson')).find((name) => name.startsWith('cJSON-'));
try {
  if (!readdirSync(SOURCES).includes('cjson')) fetchSources(['cjson'], SOURCES);
} catch (error) {
  console.error(`the sources of cJSON could not be fetched: ${error.message}`);
}
const folder = readdirSync(SOURCES).includes('cjson') ? unpacked() : undefined;
const unity = folder === undefined ? {} : { PATHFOLD_UNITY: join(SOURCES, 'cjson', folder, 'tests/unity/src') };
execFileSync('npx', ['vitest', 'run', '--maxWorkers=1', 'test/report', 'test/suite/exports.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, ...unity },
});
