/**
 * Kills runs at random moments and takes them up again, until each came to its end:
 * `npm run check:kills [-- --kills N] [--seed S] [--reduce NAME] [--workers N]`.
 *
 * In every reduction, a run that was killed N times with SIGKILL must end with the faults, the coverage and the verdict of one
 * that was not, and with no path twice in its journal. The paths are the same, too, but for reductions that learn while they fork: what
 * such a one had learned is learned again after a kill, and it may cut elsewhere.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    reduce: { type: 'string', default: 'none,postcondition,revisit,dependence,output,relevance' },
    workers: { type: 'string', default: '1' },
    size: { type: 'string', default: '4' },
  },
});
const executable = fileURLToPath(new URL('../bin/pathfold.js', import.meta.url));
const source = fileURLToPath(new URL('../bench/programs/tokenizer.c', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pathfold-kills-'));

let state = Number(values.seed) >>> 0;
/** 0 <= result < 1, the same for the same seed. */
function random() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}

/** The summary; null where it was killed before. */
function run(words, killAfterMs) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [executable, ...words, '--json'], { stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let err = '';
    child.stdout.on('data', (part) => (out += part));
    child.stderr.on('data', (part) => (err += part));
    const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    child.on('exit', (_, signal) => {
      clearTimeout(timer);
      if (signal === 'SIGKILL') resolve(null);
      else if (out === '') reject(new Error(err));
      else resolve(JSON.parse(out));
    });
  });
}

const NEVER = 2 ** 30;
const shownBy = ({ verdict, coverage, faults }) =>
  JSON.stringify({ verdict, coverage, faults: faults.map((f) => `${f.kind}:${f.line}`).sort() });
/** Names of the paths that ended, without those that a limit had left open. */
const pathsIn = (out) =>
  readFileSync(join(out, 'journal.pathfold'), 'utf8')
    .split('\n')
    .filter((line) => !line.includes('"open":true'))
    .flatMap((line) => /"record":"path","path":"([^"]*)"/.exec(line)?.[1] ?? []);
/** They fork, and go on where they were. */
const LEARNING = ['postcondition', 'revisit'];

const MOST_ROUNDS = 20;

function differences(reduction, killed, whole) {
  const problems = [];
  if (shownBy(killed.summary) !== shownBy(whole.summary))
    problems.push(`${shownBy(killed.summary)} instead of ${shownBy(whole.summary)}`);
  if (new Set(killed.names).size !== killed.names.length) problems.push('paths that occur twice');
  if (values.workers !== '1' && reduction !== 'none') return problems;
  const isOther = JSON.stringify(killed.summary.paths) !== JSON.stringify(whole.summary.paths);
  if (isOther && !LEARNING.includes(reduction)) problems.push('other paths');
  const all = new Set([...whole.names, ...killed.names]);
  if (reduction === 'none' && all.size !== whole.names.length) problems.push('other names');
  return problems;
}

let failures = 0;
for (const reduction of values.reduce.split(',')) {
  const words = [source, '--replay', 'none', '--workers', values.workers, '-D', `LENGTH=${values.size}`];
  const named = (out) => [reduction === 'relevance' ? 'cover' : 'test', ...words, '--reduce', reduction, '--out', out];
  const began = performance.now();
  const whole = await run(named(join(folder, `${reduction}-whole`)), NEVER);
  const ms = performance.now() - began;
  const out = join(folder, reduction);
  const before = pathsIn(join(folder, `${reduction}-whole`));
  let kills = 0;
  // A run that ends before it is killed often enough is followed by another one.
  for (let round = 1; kills < Number(values.kills) && round <= MOST_ROUNDS; round++) {
    rmSync(out, { recursive: true, force: true });
    let summary = null;
    while (summary === null) {
      const journal = join(out, 'journal.pathfold');
      const isBegun = existsSync(journal) && readFileSync(journal).length > 0;
      // A search that begins again must once have the time to end.
      const isLast = kills >= Number(values.kills);
      const after = isLast ? NEVER : 300 + random() * Math.max(0.8 * ms, 1000);
      summary = await run(isBegun ? ['resume', out] : [...named(out), '--force'], after);
      if (summary === null) kills++;
    }
    const after = pathsIn(out);
    const problems = differences(reduction, { summary, names: after }, { summary: whole, names: before });
    failures += problems.length;
    console.log(
      `${reduction}: ${kills} kills, ${after.length} paths (${before.length} without), ${summary.tests} tests: ${problems.length === 0 ? 'as if never killed' : problems.join('; ')}`,
    );
  }
}
rmSync(folder, { recursive: true });
process.exit(failures === 0 ? 0 : 1);
