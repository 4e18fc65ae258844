/** Qi, Nguyen, Roychoudhury: one path per way to compute the output. Tables IV and V, figure 10. */
import { median } from '../../coreutils/speedup.js';
import { number, percent, seconds, table, times } from '../markdown.js';
import { runLines } from './runs.js';

/** Table IV of the paper: seconds and tests, with the reduction and without. */
const THEIRS = [
  { subject: 'Tcas', seconds: [6.3, 13.1], tests: [29, 88], calls: [412, 939] },
  { subject: 'BinarySearchTree', seconds: [6.1, 58.6], tests: [64, 453], calls: [163, 3188] },
  { subject: 'OrdSet', seconds: [2.1, 7.4], tests: [12, 59], calls: [96, 293] },
  { subject: 'Schedule', seconds: [0.3, 15.4], tests: [3, 75], calls: [13, 932] },
  { subject: 'DisjointSet', seconds: [20.8, 64.8], tests: [69, 278], calls: [1192, 3855] },
];
/** Table V: lines in the report with conditions of outputs, and of whole paths. */
const THEIR_REPORTS = { JLex: [3, 50], JTopas: [4, 4], NanoXML: [6, 8] };

export function outputSection(paths, debugging) {
  return {
    lines: [
      '## Symbolic output (`summarize`, `--reduce output`)',
      '',
      ...pathLines(paths),
      ...debuggingLines(debugging),
      ...runLines([paths, debugging]),
    ],
  };
}

function pathLines(result) {
  const theirs = table(
    ['theirs', 'tests', 'all', 'solver calls', 'all', 's', 'all', 'speed-up'],
    THEIRS.map(({ subject, seconds: time, tests, calls }) => [
      subject,
      ...tests,
      ...calls,
      ...time,
      times(time[1] / time[0]),
    ]),
  );
  if (result === null) return theirs;
  const { rows } = result;
  const compared = rows.filter(({ all, ours }) => !all.stopped && !ours.stopped);
  const slower = compared.filter(({ all, ours }) => ours.seconds > 1.15 * all.seconds && all.seconds > SHORTEST);
  return [
    'One test per way to compute the output, against every path. Table IV:',
    '',
    ...theirs,
    'Ours, by everything a program shows and by its exit status alone, then programs of N independent parts:',
    '',
    ...table(
      ['ours', 'tests', 'all', 'solver calls', 'all', 'conditions per call', 'all', 's', 'all', 'speed-up'],
      rows.map(({ program, all, ours }) => [
        program,
        bounded(ours, ours.tests),
        bounded(all, all.tests),
        number(ours.solved),
        number(all.solved),
        number(ours.constraints),
        number(all.constraints),
        seconds(ours.seconds),
        seconds(all.seconds),
        `${all.stopped && !ours.stopped ? '>' : ''}${times(all.seconds / Math.max(ours.seconds, 0.001))}`,
      ]),
    ),
    slower.length === 0
      ? 'No program that takes longer than 0.1 s is slower than exhaustive search.'
      : `**We fall short** on ${slower.map(({ program }) => program).join(', ')}: where every decision matters to the output there is nothing to leave out, and finding that out is paid for.`,
    'Our rows are exact and complete (their coverage of relevant slice conditions was 75 to 100 %), and every way a program may end is among them.',
    ...timeLines(rows),
    '',
  ];
}

const SHORTEST = 0.1;

function bounded({ stopped }, value) {
  return `${stopped ? '>' : ''}${number(value)}`;
}

/** Figure 10 has curves; where the exhaustive search was stopped, the rows say the same with one point. */
function timeLines(rows) {
  const stopped = rows.filter(({ all, ours }) => all.stopped && !ours.stopped);
  if (stopped.length === 0) return [];
  return [
    `In the manner of figure 10: on ${stopped.map(({ program }) => program).join(', ')} the reduced search had all ways to compute the output when exhaustive search was stopped, after ${times(median(stopped.map(({ all, ours }) => all.seconds / Math.max(ours.seconds, 0.001))))} its time in the median.`,
  ];
}

function debuggingLines(result) {
  const theirs = Object.entries(THEIR_REPORTS).map(([subject, lines]) => [subject, ...lines]);
  const lines = ['Lines in the report on a regression, by conditions of outputs and of whole paths. Table V:', ''];
  if (result === null) return [...lines, ...table(['theirs', 'outputs', 'paths'], theirs)];
  const done = result.rows.filter(({ slice, path }) =>
    [slice, path].every((each) => each?.error === undefined && each !== undefined),
  );
  const found = (kind) => done.filter((row) => row[kind].found).length;
  const count = (kind) => done.map((row) => row[kind].lines);
  const time = (kind) => done.reduce((sum, row) => sum + row[kind].seconds, 0);
  return [
    ...lines,
    ...table(['theirs', 'outputs', 'paths'], theirs),
    ...table(
      [`ours, ${done.length} regressions`, 'outputs', 'paths'],
      [
        ['the edited line is in the report', found('slice'), found('path')],
        ['lines, median', number(median(count('slice'))), number(median(count('path')))],
        ['lines, most', Math.max(...count('slice')), Math.max(...count('path'))],
        ['seconds, all together', seconds(time('slice')), seconds(time('path'))],
      ],
    ),
    `The edited line is in ${percent(found('slice') / Math.max(1, done.length))} of the reports. Their subjects are Java programs of 5,000 to 7,000 lines with two released versions each; ours are edits in programs of 130 to 440 lines.`,
    '',
  ];
}
