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

let failures = 0;
for (const reduction of values.reduce.split(',')) {
  const words = [source, '--replay', 'none', '--workers', values.workers, '-D', `LENGTH=${values.size}`];
  const named = (out) => [reduction === 'relevance' ? 'cover' : 'test', ...words, '--reduce', reduction, '--out', out];
  const began = performance.now();
  const whole = await run(named(join(folder, `${reduction}-whole`)), NEVER);
  const ms = performance.now() - began;
  const out = join(folder, reduction);
  let kills = 0;
  let summary = null;
  while (summary === null) {
    const isBegun = existsSync(join(out, 'journal.pathfold')) && readFileSync(join(out, 'journal.pathfold')).length > 0;
    // A search that begins again must once have the time to end.
    const isLast = kills >= Number(values.kills);
    const after = isLast ? NEVER : 300 + random() * Math.max(ms, 1000);
    summary = await run(isBegun ? ['resume', out] : [...named(out), '--force'], after);
    if (summary === null) kills++;
  }
  const problems = [];
  if (shownBy(summary) !== shownBy(whole)) problems.push(`${shownBy(summary)} instead of ${shownBy(whole)}`);
  const [before, after] = [pathsIn(join(folder, `${reduction}-whole`)), pathsIn(out)];
  if (new Set(after).size !== after.length) problems.push('paths that occur twice');
  if (values.workers === '1' || reduction === 'none') {
    const isOther = JSON.stringify(summary.paths) !== JSON.stringify(whole.paths);
    if (isOther && !LEARNING.includes(reduction)) problems.push('other paths');
    if (reduction === 'none' && new Set([...before, ...after]).size !== before.length) problems.push('other names');
  }
  failures += problems.length;
  console.log(
    `${reduction}: ${kills} kills, ${after.length} paths (${before.length} without), ${summary.tests} tests: ${problems.length === 0 ? 'as if never killed' : problems.join('; ')}`,
  );
}
rmSync(folder, { recursive: true });
process.exit(failures === 0 ? 0 : 1);
