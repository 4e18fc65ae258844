/**
 * How much faster a run is with several threads, and what they cost a short one.
 * `npm run bench:workers [-- --workers N] [--times N]`; needs a machine that does nothing else.
 *
 * Long runs that leave out nothing must be 1.7 times as fast with two threads on two processors; short ones at most 1.1 times as
 * slow with `auto` as with one. Runs take turns, and the median of each counts.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { workers: { type: 'string', default: '2' }, times: { type: 'string', default: '3' } },
});
const executable = fileURLToPath(new URL('../../bin/pathfold.js', import.meta.url));
const source = (name) => fileURLToPath(new URL(`../programs/${name}.c`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pathfold-speed-'));

const LONG = [
  ['tokenizer, every path', [source('tokenizer'), '--reduce', 'none', '-D', 'LENGTH=5']],
  ['scheduler, every path', [source('scheduler'), '--reduce', 'none', '-D', 'TASKS=4']],
  ['connection, every path', [source('connection'), '--reduce', 'none', '-D', 'EVENTS=5']],
  // What one learned the others have to learn again.
  ['tokenizer, revisit', [source('tokenizer'), '-D', 'LENGTH=5']],
];
const SHORT = [
  ['tokenizer of 3', [source('tokenizer'), '-D', 'LENGTH=3']],
  ['date', [source('date')]],
  ['packet', [source('packet')]],
];

function secondsOf(words, workers) {
  const out = ['--out', join(folder, 'out'), '--force', '--replay', 'none', '--json', '--max-time', '300'];
  const began = performance.now();
  const run = spawnSync(process.execPath, [executable, 'test', ...words, ...out, '--workers', workers], {
    encoding: 'utf8',
  });
  if (run.stdout === '') throw new Error(run.stderr);
  const { paths, faults, workers: took } = JSON.parse(run.stdout);
  return { seconds: (performance.now() - began) / 1000, faults: faults.length, paths, took: took ?? 1 };
}

const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

function compare(rows, many, says) {
  for (const [name, words] of rows) {
    secondsOf([...words, '--max-paths', '1'], '1');
    const [one, several] = [[], []];
    let last;
    for (let i = 0; i < Number(values.times); i++) {
      const alone = secondsOf(words, '1');
      last = secondsOf(words, many);
      one.push(alone.seconds);
      several.push(last.seconds);
      if (alone.faults !== last.faults) throw new Error(`${name}: ${alone.faults} faults, then ${last.faults}`);
    }
    const [a, b] = [median(one), median(several)];
    const took = `${last.took} explored, ${last.paths.completed + last.paths.faulty + last.paths.pruned} paths`;
    console.log(`${name.padEnd(26)} ${a.toFixed(2)} s alone, ${b.toFixed(2)} s: ${says(a / b)} (${took})`);
  }
}

console.log(`${availableParallelism()} processors`);
compare(LONG, values.workers, (ratio) => `${ratio.toFixed(2)} times as fast with ${values.workers} threads`);
compare(SHORT, 'auto', (ratio) => `${(1 / ratio).toFixed(2)} times as long with auto`);
rmSync(folder, { recursive: true });
