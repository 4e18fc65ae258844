// Compares the machine with compiled code on many generated programs: npm run csmith -- --programs 300 --seed 1
// Installs csmith on Debian and its relatives where it is missing.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { programs: { type: 'string', default: '300' }, seed: { type: 'string', default: '1' } },
});

function run(command, words) {
  return spawnSync(command, words, { stdio: 'inherit' }).status ?? 1;
}

if (spawnSync('csmith', ['--version']).status !== 0 || !existsSync('/usr/include/csmith/csmith.h')) {
  const elevate = process.getuid?.() === 0 ? [] : ['sudo'];
  const [command, ...words] = [
    ...elevate,
    'apt-get',
    'install',
    '-y',
    '--no-install-recommends',
    'csmith',
    'libcsmith-dev',
  ];
  if (run(command, words) !== 0) {
    console.error('csmith cannot be installed: install the packages csmith and libcsmith-dev yourself');
    process.exit(2);
  }
}
process.env.CSMITH_PROGRAMS = values.programs;
process.env.CSMITH_SEED = values.seed;
process.exit(run('npx', ['vitest', 'run', 'test/machine/csmith.test.ts']));
