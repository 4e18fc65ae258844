/**
 * GNU coreutils with arbitrary words and input: for each program, what it reaches that is not modelled.
 *
 *   npm run posix:explore -- [--build DIR] [--seconds N] [--program NAME,...]
 *
 * Each program runs as `--sym-args 0 1 2 --sym-args 0 1 2 --sym-stdin 4` for N seconds (10). DIR as for `npm run posix`. Exit
 * status 1 when fewer than 70 programs reach nothing that is not modelled.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isExecutable } from '../../dist/frontend/clang/executable.js';
import { buildCoreutils } from './coreutils.js';

const PATHFOLD = fileURLToPath(new URL('../../bin/pathfold.js', import.meta.url));
const SYMBOLIC = ['--sym-args', '0', '1', '2', '--sym-args', '0', '1', '2', '--sym-stdin', '4'];
const FEWEST = 70;
const { values } = parseArgs({
  options: { build: { type: 'string' }, seconds: { type: 'string', default: '10' }, program: { type: 'string' } },
});
const folder = join(values.build ?? buildCoreutils(), 'src');
const names =
  values.program?.split(',') ??
  readdirSync(folder)
    .filter((name) => !/^make-prime-list$|\.so$/.test(name) && isExecutable(join(folder, name)))
    .sort();
const out = mkdtempSync(join(tmpdir(), 'pathfold-explore-'));
let whole = 0;
for (const name of names) {
  const result = explore(name);
  if (result.unmodelled.length === 0) whole++;
  const { completed, faulty, pruned } = result.paths;
  const reasons = result.unmodelled.map((what) => `; not modelled: ${what}`).join('');
  const faults = result.faults.map(({ kind, file, line }) => `; ${kind} at ${file}:${line}`).join('');
  console.log(`${name}: ${completed + faulty + pruned} paths, ${result.verdict}${reasons}${faults}`);
}
rmSync(out, { recursive: true, force: true });
console.log(`${whole} of ${names.length} programs reach nothing that is not modelled`);
process.exitCode = whole >= FEWEST || values.program !== undefined ? 0 : 1;

function explore(name) {
  const words = [
    'test',
    '--json',
    '--force',
    '--max-time',
    values.seconds,
    '--out',
    out,
    join(folder, name),
    ...SYMBOLIC,
  ];
  const { stdout, stderr } = spawnSync(process.execPath, [PATHFOLD, ...words], { encoding: 'utf8', maxBuffer: 1e8 });
  if (stdout !== '') return JSON.parse(stdout);
  return {
    unmodelled: [stderr.split('\n')[0]],
    faults: [],
    verdict: 'none',
    paths: { completed: 0, faulty: 0, pruned: 0 },
  };
}
