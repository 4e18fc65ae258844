/**
 * What the reductions save on third-party code: processor time of exploration, paths and more against exhaustive search, with
 * faults and coverage held against it. Each run has a process of its own, one at a time; results go to a memory disk.
 *
 *   npm run study -- [--half tuning|held-out|ours] [--subject NAME,...] [--size N,...] [--reduce WAY,...] [--seconds LIMIT]
 *                    [--switch NAME=VALUE]... [--merge off|simple] [--json FILE] [--record | --page]
 *
 * `--record` keeps the rows in docs/study.json, in place of earlier ones of the same subject and size, and makes docs/STUDY.md
 * from it; `--page` only makes the page. Without a choice, everything is run, and recorded.
 *
 * A run is stopped after LIMIT seconds on the clock (300). A WAY is `none`, `test` or `cover` as users have them, the name of a
 * reduction for `test --reduce`, `summarize` (of the exit status) or `printed` (`summarize` of the text); `cover+revisit` is `cover --reduce revisit`.
 * Exit status 1 when a reduction lost something that it promises to keep.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { lost } from './comparison.js';
import { writePage } from './page.js';
import { record } from './record.js';
import { runRow, warmUp } from './run.js';
import { fetchMissing, versionOf } from './sources.js';
import { HALVES, SUBJECTS } from './subjects.js';
import { alignedLine, COLUMNS, cellsOf, meanLines } from './text.js';

const WAYS = ['none', 'test', 'cover', 'dependence', 'output'];

const { values } = parseArgs({
  options: {
    half: { type: 'string' },
    subject: { type: 'string', multiple: true },
    size: { type: 'string' },
    reduce: { type: 'string' },
    seconds: { type: 'string', default: '300' },
    switch: { type: 'string', multiple: true, default: [] },
    merge: { type: 'string', default: 'off' },
    json: { type: 'string' },
    record: { type: 'boolean', default: process.argv.length === 2 },
    page: { type: 'boolean', default: false },
  },
});
if (values.page) {
  writePage();
  process.exit();
}
const subjects = chosenSubjects();
const settings = { seconds: Number(values.seconds), switches: values.switch, merge: values.merge };
fetchMissing(subjects);
console.log(alignedLine(COLUMNS));
const rows = subjects.flatMap((subject) => runsOf(subject).flatMap(({ size, ways }) => study(subject, size, ways)));
for (const half of HALVES) for (const line of meanLines(rows, half)) console.log(line);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);

function study(subject, size, ways) {
  const { problem } = warmUp(subject, size);
  if (problem !== null) {
    console.log(`${subject.name}: ${problem.trim()}`);
    return [];
  }
  const rows = [];
  for (const way of ways) {
    const row = { ...runRow(subject, size, way, settings), version: versionOf(subject) };
    const exhaustive = [...rows, row].find((each) => each.way === 'none');
    console.log(alignedLine(cellsOf(row, exhaustive)));
    if (row.problem !== undefined) console.log(`  ${row.problem}`);
    if (lost(row, exhaustive).length > 0) process.exitCode = 1;
    rows.push(row);
  }
  if (values.record) {
    record(rows, ['npm run study --', ...process.argv.slice(2)].join(' '));
    writePage();
  }
  return rows;
}

function chosenSubjects() {
  const names = values.subject?.flatMap((each) => each.split(',')) ?? null;
  const unknown = names?.filter((name) => !SUBJECTS.some((subject) => subject.name === name)) ?? [];
  if (unknown.length > 0)
    throw new Error(`no subject ${unknown.join(', ')}: there are ${SUBJECTS.map(({ name }) => name).join(', ')}`);
  if (values.half !== undefined && !HALVES.includes(values.half))
    throw new Error(`--half is one of ${HALVES.join(', ')}`);
  return SUBJECTS.filter(
    ({ name, half }) => (names?.includes(name) ?? true) && (values.half === undefined || values.half === half),
  );
}

/** Which sizes in which ways: as the table has it, unless options say otherwise. */
function runsOf(subject) {
  const usual = [...WAYS, ...(subject.ways ?? [])];
  if (values.size === undefined && values.reduce === undefined) {
    return [{ size: subject.size, ways: usual }, ...(subject.also ?? [])];
  }
  const ways = values.reduce?.split(',') ?? usual;
  return (values.size?.split(',') ?? [subject.size]).map((size) => ({ size: Number(size), ways }));
}
