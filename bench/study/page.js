/** docs/STUDY.md, made from the recorded results. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { claimsOf } from './claims.js';
import { meansOf, withExhaustive } from './comparison.js';
import { readRecord } from './record.js';
import { SUBJECTS } from './subjects.js';
import { COLUMNS, cellsOf, LEFT, ratioText } from './text.js';

const PAGE = fileURLToPath(new URL('../../docs/STUDY.md', import.meta.url));

export function writePage() {
  writeFileSync(PAGE, pageOf(readRecord()));
}

export function pageOf(rows) {
  const atSize = (subject) => rows.filter((row) => row.subject === subject.name && row.size === subject.size);
  const ofHalf = (half) => SUBJECTS.filter((subject) => subject.half === half).flatMap(atSize);
  const elsewhere = rows.filter((row) => {
    const subject = SUBJECTS.find(({ name }) => name === row.subject);
    return row.half === 'ours' || row.size !== subject?.size;
  });
  return `${[
    '# What the reductions save on code that nobody here wrote',
    '',
    '<!-- Made by `npm run study -- --record`, or `--page` from docs/study.json; do not edit. -->',
    '',
    ...INTRODUCTION,
    '',
    '## Means',
    '',
    ...meanTable(
      ['tuning', 'held-out'].flatMap((half) => meansOf(ofHalf(half), half).map((mean) => ({ half, ...mean }))),
    ),
    '',
    ...['tuning', 'held-out'].flatMap((half) => [`## Subjects: ${half}`, '', ...rowTable(ofHalf(half)), '']),
    '## What must hold of single subjects',
    '',
    ...claimTable(rows),
    '',
    '## Other sizes, and programs of ours with a known shape',
    '',
    ...rowTable(elsewhere),
    '',
    '## The subjects',
    '',
    ...subjectTable(rows),
    '',
    '## Runs',
    '',
    ...runLines(rows),
  ].join('\n')}\n`;
}

const INTRODUCTION = [
  'Third-party parsers and matchers, fetched as Debian source packages, each fed N arbitrary bytes by a small harness of ours',
  '(`bench/study/subjects/`). They were chosen before anything was tuned on them; in alphabetical order every other one is for',
  '*tuning*, the rest are *held out* and looked at only to be reported here.',
  '',
  '- `none` is exhaustive search, `test` and `cover` are the commands as users have them, the others `test --reduce NAME`,',
  '  `summarize` is `summarize --output exit` and `printed` is `summarize --output stdout`.',
  '- *seconds* is processor time of exploration, all threads; *compiling* is what came before (from the cache of compiled files)',
  '  and *writing* is making tests and writing them to a memory disk. *ratio* is seconds relative to `none` of the same run.',
  '- A run that hit a limit shows its name as verdict. A ratio with `<` or `>` is a bound: one side was stopped. Where both were,',
  '  nothing is compared.',
  '- *faults* and *coverage* say whether the run found the faults and executed the lines, branches and instructions that',
  '  exhaustive search did. `fewer` is allowed where the reduction promises something else; `LOST` never is, and fails the study.',
];

function meanTable(means) {
  const known = means.filter(({ mean }) => mean !== null);
  return markdown(
    ['half', 'way', 'geometric mean of ratios', 'worst', 'subjects', 'not comparable'],
    known.map(({ half, way, mean }) => {
      return [half, way, ratioText(mean), mean.worst.toFixed(2), mean.count, mean.unknown];
    }),
  );
}

function rowTable(rows) {
  return markdown(
    COLUMNS,
    withExhaustive(rows).map(({ row, exhaustive }) => cellsOf(row, exhaustive)),
    (column) => LEFT.has(column),
  );
}

function claimTable(rows) {
  const word = (holds) => (holds === null ? '-' : holds ? 'yes' : 'no');
  const lines = claimsOf(rows).map(({ claim, measured, holds }) => [claim, measured, word(holds)]);
  return markdown(['claim', 'measured', 'holds'], lines, () => true);
}

function subjectTable(rows) {
  const named = SUBJECTS.filter(({ half }) => half !== 'ours');
  return markdown(
    ['subject', 'half', 'version', 'what is explored'],
    named.map(({ name, half, about }) => [name, half, rows.find((row) => row.subject === name)?.version ?? '-', about]),
    () => true,
  );
}

function runLines(rows) {
  const runs = new Map();
  for (const { subject, run } of rows) {
    const key = `\`${run.command}\` on commit ${run.commit}, Node ${run.node}`;
    runs.set(key, (runs.get(key) ?? new Set()).add(subject));
  }
  return [...runs].map(([key, subjects]) => `- ${key}: ${[...subjects].join(', ')}`);
}

function markdown(header, lines, isLeft = (column) => column === 'half' || column === 'way') {
  const line = (cells) => `| ${header.map((_, i) => cells[i] ?? '').join(' | ')} |`;
  const rule = header.map((column) => (isLeft(column) ? '---' : '--:'));
  return [line(header), line(rule), ...lines.map(line)];
}
