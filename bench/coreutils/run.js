/** One program in one way, in a process of its own; what became of it, for a row. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const RUN_ONCE = fileURLToPath(new URL('run-once.js', import.meta.url));
/** Writing must not wait for a disk. */
const MEMORY_DISK = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
/** A run ends by itself when its processor time is up. On the clock, on a busy machine, that may be a while later. */
const CLOCK_FACTOR = 8;
const GRACE_SECONDS = 120;

/** `look` is given the folder of the run before it is removed. */
export function measure(file, input, words, seconds, look = () => ({})) {
  const { result, messages, looked, ...run } = runOnce(file, input, words, seconds, look);
  if (result === null) return { problem: firstLine(messages) };
  const { completed, endless, faulty, pruned, unfinished } = result.paths;
  return {
    verdict: result.verdict,
    limits: result.limits,
    paths: completed + endless + faulty + pruned + unfinished,
    pruned,
    unfinished,
    tests: result.tests,
    instructions: result.instructions,
    queries: result.solver.queries,
    seconds: rounded(run.exploringMs / 1000),
    writing: rounded(run.writingMs / 1000),
    solving: result.solver.seconds,
    // On the clock, all four: only their shares mean something on a busy machine.
    clock: pick(result.seconds, ['analyse', 'execute', 'solve', 'reduce']),
    analysing: result.seconds.analyse,
    memoryMb: result.peakMemoryMb,
    coverage: result.coverage.lines,
    faults: result.faults.map(({ kind, file, line }) => `${kind} ${file}:${line}`).sort(),
    unmodelled: result.unmodelled,
    lines: run.lines,
    points: run.points,
    ...looked,
  };
}

function runOnce(file, input, words, seconds, look) {
  const folder = mkdtempSync(join(MEMORY_DISK, 'pathfold-coreutils-'));
  const out = join(folder, 'run');
  const options = ['--json', '--replay', 'none', '--out', out];
  // As bin/pathfold starts it.
  const all = ['--max-semi-space-size=64', RUN_ONCE, String(seconds), ...words, ...options, file, ...input];
  try {
    const { stdout, stderr, signal } = spawnSync(process.execPath, all, {
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
      timeout: (CLOCK_FACTOR * seconds + GRACE_SECONDS) * 1000,
      killSignal: 'SIGKILL',
    });
    if (!stdout.startsWith('{')) return { result: null, messages: signal === null ? stderr : `ended by ${signal}` };
    const run = JSON.parse(stdout);
    return { ...run, looked: run.result === null ? null : look(out) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function pick(from, names) {
  return Object.fromEntries(names.map((name) => [name, from[name]]));
}

function firstLine(text) {
  return text.trim().split('\n')[0];
}

function rounded(seconds) {
  return Math.round(seconds * 100) / 100;
}
