/** One row of the study: a subject explored in one way, in a process of its own. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reductionOf } from '../../dist/reduce/registry.js';
import { buildOf } from './sources.js';

const RUN_ONCE = fileURLToPath(new URL('run-once.js', import.meta.url));
/** Writing must not wait for a disk. */
const MEMORY_DISK = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
/** A run ends by itself when its time is up; this is for one that does not. */
const GRACE_SECONDS = 120;

/** What a row runs; any other name is a reduction of `test`, and `COMMAND+NAME` a reduction of that command. */
const COMMANDS = {
  test: ['test', '--workers', '1'],
  cover: ['cover'],
  summarize: ['summarize', '--output', 'exit'],
  printed: ['summarize', '--output', 'stdout'],
};

export function wordsOf(way, switches = []) {
  const [command, reduction] = way.includes('+') ? way.split('+') : way in COMMANDS ? [way] : ['test', way];
  return [
    ...COMMANDS[command],
    ...(reduction === undefined ? [] : ['--reduce', reduction]),
    ...switches.flatMap((each) => ['--switch', each]),
  ];
}

/** Compiles into the cache of compiled files, so that no row pays for it or for the compiler's own loading. */
export function warmUp(subject, size) {
  const run = runOnce(subject, size, ['test', '--reduce', 'none', '--max-paths', '1'], 600);
  return { seconds: run.spent?.compiling ?? null, problem: run.result === null ? run.messages : null };
}

export function runRow(subject, size, way, { seconds, switches, merge }) {
  const limit = ['--max-time', String(seconds), ...(merge === 'simple' ? ['--merge', 'simple'] : [])];
  const run = runOnce(subject, size, [...wordsOf(way, switches), ...limit], seconds + GRACE_SECONDS);
  const row = { subject: subject.name, half: subject.half, size, way };
  if (run.result === null) return { ...row, problem: run.messages.trim() };
  const { result, spent } = run;
  const { completed, faulty, pruned, unfinished } = result.paths;
  const reduction = reductionOf(result.reduction);
  return {
    ...row,
    reduction: result.reduction,
    verdict: result.verdict,
    limits: result.limits,
    unmodelled: result.unmodelled,
    paths: completed + faulty + pruned + unfinished,
    pruned,
    tests: result.tests,
    instructions: result.instructions,
    queries: result.solver.queries,
    seconds: rounded(spent.exploring),
    solving: result.solver.seconds,
    compiling: rounded(spent.compiling),
    writing: rounded(spent.writing),
    memoryMb: result.peakMemoryMb,
    coverage: result.coverage,
    faults: result.faults.map(({ kind, file, line, column }) => `${kind} ${file}:${line}:${column}`).sort(),
    promises: ['faults', 'coverage'].filter((name) => [reduction.property, ...reduction.implies].includes(name)),
    counters: result.counters,
    ...(result.signature === undefined ? {} : signatureCounts(result.signature)),
  };
}

function runOnce(subject, size, words, patienceSeconds) {
  const { directory, words: build } = buildOf(subject, size);
  const folder = mkdtempSync(join(MEMORY_DISK, 'pathfold-study-'));
  // As bin/pathfold starts it.
  const all = [
    '--max-semi-space-size=64',
    RUN_ONCE,
    ...words,
    '--json',
    '--replay',
    'none',
    '--out',
    join(folder, 'run'),
    ...build,
  ];
  try {
    const { stdout, stderr, signal } = spawnSync('node', all, {
      cwd: directory,
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
      timeout: patienceSeconds * 1000,
      killSignal: 'SIGKILL',
    });
    if (!stdout.startsWith('{')) return { result: null, messages: signal === null ? stderr : `ended by ${signal}` };
    return JSON.parse(stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How many rows, and how many different outputs they have. */
function signatureCounts(signature) {
  return {
    signatureRows: signature.length,
    outputs: new Set(signature.map(({ outputs }) => JSON.stringify(outputs))).size,
  };
}

function rounded(seconds) {
  return Math.round(seconds * 100) / 100;
}
