/**
 * GNU coreutils, exhaustively and as users explore them, with the inputs of two papers: how fast both reach the same coverage
 * (`--study cover`, redundant states) and what finishing costs them (`--study test`, postconditioned).
 *
 *   npm run study:coreutils -- [--study cover|test] [--seconds T] [--only NAME,...] [--half tuning|held-out]
 *                              [--again] [--no-gcov] [--results FILE] [--build DIR]
 *
 * Each run has T seconds of the processor (20) and the machine for itself, as far as this script is concerned. A row is added to
 * FILE (docs/evaluation/coreutils-STUDY.jsonl) when a program is done; programs that have one for the same T are left out, unless
 * `--again` is given. Sources are Debian's; DIR is a tree of them that was built with `pathfold cc`.
 * For `cover`, each suite is also run on a build for gcov, unless `--no-gcov` is given. Exit status 1 when a line was claimed that
 * no test reaches there, or a test predicts what the program does not do (but for programs of known.js), or a run failed.
 * Counters of gcov are files of that build: only one study at a time.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { resultFile } from '../evaluate/results.js';
import { buildCoreutils } from '../posix/coreutils.js';
import { commit } from '../study/record.js';
import { GcovBuild } from './gcov.js';
import { ANOTHER_WORLD } from './known.js';
import { halfOf, programsIn, STUDIES } from './programs.js';
import { addRow, keyOf, readRows, tidyRows } from './rows.js';
import { measure } from './run.js';
import { lineOf, summaryOf } from './text.js';

const { values } = parseArgs({
  allowNegative: true,
  options: {
    study: { type: 'string', default: 'cover' },
    seconds: { type: 'string', default: '20' },
    only: { type: 'string' },
    half: { type: 'string' },
    again: { type: 'boolean', default: false },
    gcov: { type: 'boolean', default: true },
    results: { type: 'string' },
    build: { type: 'string' },
  },
});
const study = STUDIES[values.study];
if (study === undefined) throw new Error(`--study is one of ${Object.keys(STUDIES).join(', ')}`);
const seconds = Number(values.seconds);
const file = values.results ?? resultFile(`coreutils-${values.study}.jsonl`);
const build = values.build ?? buildCoreutils();
const programs = programsIn(build);
const chosen = programs.filter(
  (name) =>
    (values.only?.split(',').includes(name) ?? true) &&
    (values.half === undefined || halfOf(name, programs) === values.half),
);
const known = new Set(values.again ? [] : readRows(file).map(keyOf));
const gcov = values.study === 'cover' && values.gcov ? GcovBuild.open(build) : null;
const run = { commit: commit(), node: process.version };
for (const program of chosen) {
  if (known.has(keyOf({ program, seconds }))) continue;
  const row = rowOf(program);
  addRow(file, row);
  console.log(lineOf(row));
  if (isWrong(row)) process.exitCode = 1;
}
tidyRows(file);
const rows = readRows(file).filter((row) => row.seconds === seconds);
for (const line of summaryOf(values.study, rows)) console.log(line);

function rowOf(program) {
  const executable = join(build, 'src', program);
  const row = { program, half: halfOf(program, programs), seconds, run };
  const ways = Object.entries(study.ways).map(([way, words]) => {
    const look = (folder) => (gcov === null ? {} : { gcov: gcov.check(program, folder) });
    return [way, measure(executable, study.input, words, seconds, look)];
  });
  return { ...row, ...Object.fromEntries(ways) };
}

function isWrong({ program, problem, none, reduced }) {
  if (problem !== undefined) return true;
  return [none, reduced].some(
    (way) => way.problem !== undefined || (ANOTHER_WORLD[program] === undefined && differsNatively(way)),
  );
}

function differsNatively({ gcov: check }) {
  return check !== undefined && check.missed.length + check.native.disagreements > 0;
}
