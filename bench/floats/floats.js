/**
 * Loops over floats as public verification tasks have them (iterations, polynomials, filters, rounding), and a parser that reads
 * numbers with strtod: each is decided within its time, or given up on time and said to be.
 *
 *   npm run bench:floats -- [--seconds LIMIT]
 *
 * Exit status 1 when a program with true assertions is not, when one takes longer than its limit (10 s, 15 s for the parser) allows,
 * or when fewer than eight of the ten are decided.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '10' } } });
const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const PATHFOLD = fileURLToPath(new URL('../../bin/pathfold', import.meta.url));
const PARSER = 'number-parser';
const FEWEST_DECIDED = 8;

let decided = 0;
for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.c'))) {
  const name = basename(file, '.c');
  const limit = Number(values.seconds) + (name === PARSER ? 5 : 0);
  const out = mkdtempSync(join(tmpdir(), 'pathfold-floats-'));
  const began = performance.now();
  const words = ['test', file, '--reduce', 'none', '--replay', 'none', '--json', '--max-time', String(limit)];
  const { stdout, stderr } = spawnSync(PATHFOLD, [...words, '--out', join(out, 'run')], {
    cwd: FOLDER,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const seconds = (performance.now() - began) / 1000;
  rmSync(out, { recursive: true, force: true });
  if (!stdout.startsWith('{')) throw new Error(stderr);
  const { verdict, paths, faults, solver } = JSON.parse(stdout);
  const { completed, faulty } = paths;
  console.log(
    `${name.padEnd(20)} ${verdict.padEnd(9)} ${String(completed + faulty).padStart(5)} paths ${seconds.toFixed(1).padStart(6)} s, ${solver.seconds.toFixed(1)} s of it solving`,
  );
  const isDecided = verdict === 'complete';
  if (isDecided && name !== PARSER) decided++;
  if (faults.length > 0 || seconds > 1.1 * limit + 2 || (name === PARSER && !isDecided)) process.exitCode = 1;
}
console.log(`${decided} decided`);
if (decided < FEWEST_DECIDED) process.exitCode = 1;
