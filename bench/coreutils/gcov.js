/**
 * Whether tests reach what `cover` claims, and do what they predict: coreutils built once more for gcov, each test of a run
 * executed there as a user who may do nothing, its status and texts compared with what the test expects, and gcov's counts held against coverage.lcov, line by line. gcc and clang disagree about which lines have
 * code, so only lines that both know are compared, and among them not those that begin with `&&` and the like (see below).
 *
 * A program that was not run to its end as the model expects (time, the user's rights, a terminal) may miss lines for that
 * reason; what is missed is listed in the row.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTests } from '../../dist/suite/read-tests.js';
import { compare } from '../../dist/suite/replay/compare.js';
import { stdinBytes } from '../../dist/suite/test-case.js';
import { bytesOfReadable } from '../../dist/suite/typed-value.js';
import { worldOf } from '../../dist/suite/world.js';
import { buildForGcov } from '../posix/coreutils.js';
import { ANOTHER_WORLD } from './known.js';

const LAUNCHER = fileURLToPath(new URL('launch.c', import.meta.url));
/** nobody, on every Linux. */
const POWERLESS_USER = 65534;
const MOST_MS = 2000;
/** Of what is wrong, for a row. */
const MOST_KEPT = 20;
const MOST_LETTERS = 300;
/** What a real program shows of faults: only how it ended. */
const AS_IT_IS = { name: 'the program', observable: new Set(), caution: null };

export class GcovBuild {
  static open(recorded) {
    const folder = buildForGcov();
    const launcher = join(folder, 'launch');
    execFileSync('gcc', ['-O1', '-o', launcher, LAUNCHER]);
    return new GcovBuild(folder, launcher, recorded);
  }

  /** `recorded` is the build that was explored. */
  constructor(folder, launcher, recorded) {
    this.folder = folder;
    this.recorded = recorded;
    this.launcher = launcher;
  }

  /** How many lines the run in `out` claims, and which of them none of its tests reaches here. */
  check(program, out) {
    const claimed = claimedLines(readFileSync(join(out, 'coverage.lcov'), 'utf8'), (file) => this.nameOf(file));
    for (const file of this.counters()) rmSync(file);
    const native = { agreed: 0, others: 0, disagreed: [] };
    for (const { test } of readTests(out)) {
      const { agreement, reasons } = compare(test, this.run(program, test), AS_IT_IS);
      if (agreement === 'agrees') native.agreed++;
      else if (agreement !== 'disagrees' || looksOutside(test)) native.others++;
      else native.disagreed.push(`${[program, ...test.argv.slice(1).map(textOf)].join(' ')}: ${reasons[0]}`);
    }
    const measured = this.measuredLines();
    const both = claimed.filter((line) => measured.has(line));
    if (both.length === 0) throw new Error(`none of the lines of ${program} that were claimed is known to gcov`);
    const missed = both.filter((line) => measured.get(line) === 0 && !this.beginsWithOperator(line));
    // Where the world is another one, the texts say more about this machine than about us.
    const kept = ANOTHER_WORLD[program] === undefined ? MOST_KEPT : 0;
    const disagreed = native.disagreed.slice(0, kept).map((text) => text.slice(0, MOST_LETTERS));
    return {
      claimed: claimed.length,
      compared: both.length,
      missed: missed.slice(0, MOST_KEPT),
      native: { ...native, disagreements: native.disagreed.length, disagreed },
    };
  }

  run(program, test) {
    const folder = mkdtempSync(join(tmpdir(), 'pathfold-gcov-'));
    const user = process.getuid?.() === 0 ? POWERLESS_USER : undefined;
    const own = (path) => user !== undefined && chownSync(path, user, user);
    try {
      const words = join(folder, 'words');
      const place = join(folder, 'place');
      chmodSync(folder, 0o755);
      mkdirSync(place);
      own(place);
      writeFileSync(words, Buffer.concat(test.argv.flatMap((word) => [bytesOfReadable(word), Buffer.of(0)])));
      const { files, variables } = worldOf(test);
      for (const { name, bytes } of files) {
        const path = join(place, name);
        mkdirSync(bytes === null ? path : dirname(path), { recursive: true });
        if (bytes !== null) writeFileSync(path, bytes);
        own(path);
      }
      const { error, signal, status, stdout, stderr } = spawnSync(
        this.launcher,
        [words, join(this.folder, 'src', program)],
        {
          cwd: place,
          input: stdinBytes(test),
          env: Object.fromEntries(variables.map(({ name, value }) => [name, Buffer.from(value).toString('latin1')])),
          timeout: MOST_MS,
          killSignal: 'SIGVTALRM',
          ...(user === undefined ? {} : { uid: user, gid: user }),
        },
      );
      // Standard input that is not read is no reason to worry.
      const isStopped = error?.code === 'ETIMEDOUT' || error?.code === 'ENOBUFS';
      const end = isStopped ? 'stopped' : signal === null ? 'exit' : 'fault';
      const message = isStopped
        ? 'it was stopped'
        : signal === null
          ? `it ended with status ${status}`
          : `ended by ${signal}`;
      return { end, status, statusMask: 0xff, faults: new Set(), message, stdout, stderr, outputs: null };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /**
   * clang has the branch after the left side of `a \n && b` where the operator is, so that the line counts as reached when only `a`
   * was evaluated; gcc counts it for `b`.
   */
  beginsWithOperator(line) {
    const [, file, number] = /^(.*):(\d+)$/.exec(line);
    const path = resolve(this.folder, file);
    this.texts ??= new Map();
    if (!this.texts.has(path)) this.texts.set(path, readFileSync(path, 'utf8').split('\n'));
    return /^\s*(&&|\|\||\?|:)/.test(this.texts.get(path)[Number(number) - 1]);
  }

  /** As seen from the folder of the build, also where the other build has the file. */
  nameOf(file) {
    const path = resolve(this.folder, file);
    const folder = path.startsWith(`${this.recorded}/`) ? this.recorded : this.folder;
    return relative(folder, path);
  }

  counters() {
    return ['src', 'lib'].flatMap((part) =>
      readdirSync(join(this.folder, part), { recursive: true })
        .filter((name) => name.endsWith('.gcda'))
        .map((name) => join(this.folder, part, name)),
    );
  }

  /** Per `FILE:LINE`, with files as seen from the folder of the build, how often it ran. */
  measuredLines() {
    const lines = new Map();
    const counters = this.counters().map((file) => relative(this.folder, file));
    const words = ['--json-format', '--stdout', ...counters];
    const settings = { cwd: this.folder, encoding: 'utf8', maxBuffer: 2 ** 30 };
    const reports = counters.length === 0 ? '' : execFileSync('gcov', words, settings);
    for (const report of reports.split('\n').filter((line) => line.startsWith('{'))) {
      for (const { file, lines: counts } of JSON.parse(report).files) {
        const name = this.nameOf(file);
        for (const { line_number: line, count } of counts) {
          lines.set(`${name}:${line}`, (lines.get(`${name}:${line}`) ?? 0) + count);
        }
      }
    }
    return lines;
  }
}

/** What lies outside of its folder is not as the model has it. */
function looksOutside({ argv }) {
  return argv.slice(1).some((word) => /\/|\.\.|~/.test(textOf(word)));
}

function textOf(word) {
  return JSON.stringify(Buffer.from(bytesOfReadable(word)).toString('latin1'));
}

/** Of an lcov tracefile, as `FILE:LINE`. */
export function claimedLines(tracefile, nameOf) {
  const lines = [];
  let file = '';
  for (const record of tracefile.split('\n')) {
    if (record.startsWith('SF:')) file = nameOf(record.slice(3));
    const [, line, count] = /^DA:(\d+),(\d+)$/.exec(record) ?? [];
    if (line !== undefined && count !== '0') lines.push(`${file}:${line}`);
  }
  return lines;
}
