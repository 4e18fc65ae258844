/** Bugrara and Engler: coverage of coreutils, sooner. Figures 5 and 6, tables 1 and 2. */
import { coverFigures, ended, isCompared } from '../../coreutils/compare.js';
import { ANOTHER_WORLD } from '../../coreutils/known.js';
import { coverageGain, highest, speedUpOf, timeOf } from '../../coreutils/speedup.js';
import { barChart } from '../figures.js';
import { number, percent, table, times } from '../markdown.js';
import { mainRows, rowRunLines } from './runs.js';

/** Section 4 of the paper. */
const THEIRS = {
  programs: 66,
  hours: 1,
  mean: 50.5,
  median: 10,
  highest: 717,
  lowest: 0.2,
  faster: 54,
  sameOrMore: 55,
  more: 30,
  meanGain: 3.8,
  medianGain: 2.5,
  exhausted: 12,
  totals: { instructions: 8, paths: 14, queries: 3.4, solving: 5 },
  overhead: { none: 0.73, reduced: 0.37 },
  largest: {
    join: { speedUp: 3.6, gain: 4.4 },
    csplit: { speedUp: 1.3, gain: 7.4 },
    stty: { speedUp: 35.2, gain: 28.3 },
    dd: { speedUp: 24.5, gain: 4.2 },
    tail: { speedUp: 22.7, gain: 6.7 },
    od: { speedUp: 18, gain: 10.2 },
    tr: { speedUp: 3, gain: 3.4 },
    ptx: { speedUp: 85.1, gain: 22.1 },
    pr: { speedUp: 0.5, gain: -17.8 },
    ls: { speedUp: 1.1, gain: -4.5 },
  },
};

export function redundantSection(all) {
  const rows = mainRows(all);
  const title = ['## Redundant states (`cover`)', ''];
  if (!rows.some(isCompared)) return { lines: [...title, 'Not measured yet.', ''] };
  const halves = ['tuning', 'held-out'].map((half) => rows.filter((row) => row.half === half));
  const [everything, tuning, heldOut] = [rows, ...halves].map((some) =>
    some.some(isCompared) ? coverFigures(some) : null,
  );
  const { seconds } = rows[0];
  return {
    lines: [
      ...title,
      `\`cover --reduce none\` against \`cover\`, ${seconds} s of the processor each instead of an hour, on coreutils of Debian with the arguments of the`,
      'paper and a standard input. The speed-up is the time at which exhaustive search had the highest coverage that both reached, over the time',
      'at which the reduced search had it.',
      '',
      ...summaryTable(everything, tuning, heldOut),
      ...judgement(everything, seconds),
      '![Speed-ups](evaluation/coreutils-speedup.svg)',
      '',
      '![Coverage gained](evaluation/coreutils-coverage.svg)',
      '',
      'Table 1, all programs together, exhaustive over reduced. Where time stops both searches, as here and in theirs, less work in the same time is',
      'a gain only together with the coverage above:',
      '',
      ...totalsTable(everything.totals),
      'Table 2, their ten largest programs (speed-up to the same coverage; coverage gained in % of lines):',
      '',
      ...largestTable(rows),
      '<details><summary>All programs</summary>',
      '',
      ...programTable(rows),
      '</details>',
      '',
      ...nativeLines(rows),
      ...rowRunLines(rows, 'npm run study:coreutils -- --study cover'),
    ],
    figures: {
      'coreutils-speedup.svg': barChart(
        `How many times sooner cover reaches the same coverage (${seconds} s per search)`,
        everything.speedUps.map(({ program, factor }) => ({ name: program, value: factor })),
        { base: 1, scale: 'log', unit: 'x' },
      ),
      'coreutils-coverage.svg': barChart(
        `Lines that cover reaches beyond exhaustive search after ${seconds} s, in % of all lines`,
        everything.gains.map(({ program, gain }) => ({ name: program, value: gain })),
        { base: 0, scale: 'linear', unit: '%' },
      ),
    },
  };
}

function summaryTable(all, tuning, heldOut) {
  const ours = [all, tuning, heldOut];
  const line = (what, theirs, pick) => [what, theirs, ...ours.map((each) => (each === null ? '-' : pick(each)))];
  return table(
    ['', 'theirs', 'ours', 'tuning half', 'held-out half'],
    [
      line('programs', THEIRS.programs, (each) => each.programs),
      line('speed-up, mean', times(THEIRS.mean), (each) => times(each.mean)),
      line('speed-up, median', times(THEIRS.median), (each) => times(each.median)),
      line('speed-up, geometric mean', '-', (each) => times(each.geometricMean)),
      line('speed-up, highest', times(THEIRS.highest), (each) => times(each.highest)),
      line('speed-up, lowest', times(THEIRS.lowest), (each) => times(each.lowest)),
      line('faster', THEIRS.faster, (each) => each.faster),
      line('as much coverage or more', THEIRS.sameOrMore, (each) => each.sameOrMore),
      line('more coverage', THEIRS.more, (each) => each.more),
      line(
        'coverage gained where not all is explored, mean',
        `${THEIRS.meanGain} %`,
        (each) => `${number(each.meanGain)} %`,
      ),
      line('the same, median', `${THEIRS.medianGain} %`, (each) => `${number(each.medianGain)} %`),
      line(
        'exhausted (of these without a reduction)',
        `${THEIRS.exhausted} (0)`,
        (each) => `${each.exhausted} (${each.exhaustedByNone})`,
      ),
    ],
  );
}

function judgement({ median, analysing, msPerPath, lessByOver1 }, seconds) {
  const analysis =
    analysing === null
      ? ''
      : ` Before states are compared a program is analysed, which takes ${number(analysing)} s in the median.`;
  const short = median < THEIRS.median;
  return [
    `${short ? '**We fall short**' : 'We reach as much'}: the median is ${times(median)}, theirs ${times(THEIRS.median)}. Their searches had 3,600 s, ours ${seconds} s.${analysis}`,
    `Exhaustive search takes ${number(msPerPath)} ms per path here in the median of all programs (KLEE took 45 ms in the mean: 66 hours for 5,285,596 paths), and`,
    'comparing a state costs as much as running about twenty such stretches of code, so that far more has to be saved before it pays;',
    'where it does not, `cover` gives up comparing and goes on like exhaustive search.',
    lessByOver1.length === 0
      ? 'On no program is coverage lower by more than 1 % of its lines.'
      : `Coverage is lower by more than 1 % of all lines on ${lessByOver1.length}: ${lessByOver1.join(', ')}.`,
    '',
  ];
}

function totalsTable(totals) {
  const line = (what, key, theirs) => {
    const { none, reduced } = totals[key];
    return [what, times(theirs), number(none), number(reduced), times(none / reduced)];
  };
  const { overhead } = totals;
  return table(
    ['', 'theirs', 'exhaustive', 'reduced', 'ours'],
    [
      line('instructions', 'instructions', THEIRS.totals.instructions),
      line('paths', 'paths', THEIRS.totals.paths),
      line('queries', 'queries', THEIRS.totals.queries),
      line('solver time (s)', 'solving', THEIRS.totals.solving),
      [
        'solver share of the time',
        `${percent(THEIRS.overhead.none)} to ${percent(THEIRS.overhead.reduced)}`,
        percent(overhead.none),
        percent(overhead.reduced),
        '',
      ],
    ],
  );
}

function largestTable(rows) {
  return table(
    ['program', 'speed-up, theirs', 'ours', 'coverage gained, theirs', 'ours'],
    Object.entries(THEIRS.largest).map(([program, { speedUp, gain }]) => {
      const row = rows.find((each) => each.program === program && isCompared(each));
      const ours =
        row === undefined ? null : { ...speedUpOf(row.none, row.reduced), gain: coverageGain(row.none, row.reduced) };
      return [program, times(speedUp), times(ours?.factor), number(gain), number(ours?.gain)];
    }),
  );
}

function programTable(rows) {
  return table(
    [
      'program',
      'half',
      'lines',
      'exhaustive',
      'after s',
      'reduced',
      'after s',
      'speed-up',
      'paths',
      'reduced',
      'explored',
    ],
    rows.map((row) => {
      const { program, half, none, reduced } = row;
      if (!isCompared(row))
        return [program, half, row.problem ?? none?.problem ?? reduced?.problem, ...Array(8).fill('')];
      const reach = (way) => [highest(way), number(timeOf(way.points, highest(way)) / 1000)];
      const { factor } = speedUpOf(none, reduced);
      const explored = ended(reduced) ? (ended(none) ? 'by both' : 'by reduced') : ended(none) ? 'by exhaustive' : '';
      return [
        program,
        half,
        none.lines,
        ...reach(none),
        ...reach(reduced),
        times(factor),
        number(none.paths),
        number(reduced.paths),
        explored,
      ];
    }),
    2,
  );
}

/** What running the tests on a build for gcov showed, and what was found on the way. */
function nativeLines(rows) {
  const checks = rows.flatMap(({ program, none, reduced }) =>
    [none, reduced].flatMap((way) => (way?.gcov === undefined ? [] : [{ program, ...way.gcov }])),
  );
  const unmodelled = rows.filter(({ none, reduced }) =>
    [none, reduced].some((way) => (way?.unmodelled?.length ?? 0) > 0),
  );
  const faulty = rows.filter(({ none, reduced }) => [none, reduced].some((way) => (way?.faults?.length ?? 0) > 0));
  const named = (list, what) => list.map((row) => `${row.program} (${what(row)})`).join(', ');
  const kinds = (field) => (row) =>
    [...new Set([row.none, row.reduced].flatMap((way) => way?.[field] ?? []))].join('; ');
  return [
    ...(checks.length === 0 ? ['The tests of this run were not run natively.'] : nativeText(checks)),
    unmodelled.length === 0
      ? 'Nothing was reached that is not modelled.'
      : `Not modelled: ${named(unmodelled, kinds('unmodelled'))}.`,
    faulty.length === 0 ? 'No fault was reported.' : `Faults reported: ${named(faulty, kinds('faults'))}.`,
    '',
  ];
}

function nativeText(checks) {
  const sum = (list, pick) => list.reduce((total, check) => total + pick(check), 0);
  const explained = checks.filter(({ program }) => ANOTHER_WORLD[program] !== undefined);
  const others = checks.filter(({ program }) => ANOTHER_WORLD[program] === undefined);
  const missed = others.filter((check) => check.missed.length > 0);
  const differing = others.filter((check) => check.native.disagreements > 0);
  const examples = (list, pick) =>
    list.length === 0 ? '.' : `: ${[...new Set(list.map((check) => `${check.program} (${pick(check)})`))].join('; ')}.`;
  const reasons = [...new Set(explained.map(({ program }) => `${program} (${ANOTHER_WORLD[program]})`))];
  return [
    `${others.length} suites were run natively, on a build for gcov. Of ${number(sum(others, (check) => check.compared))} claimed lines that gcc knows, gcov does not see ${sum(others, (check) => check.missed.length)}${examples(missed, (check) => check.missed.slice(0, 3).join(', '))}`,
    `${number(sum(others, (check) => check.native.agreed))} tests agree with what the program does, ${number(sum(others, (check) => check.native.disagreements))} do not${examples(differing, (check) => `\`${check.native.disagreed[0].slice(0, 120)}\``)}`,
    ...(reasons.length === 0
      ? []
      : [
          `Beside these, programs that find another world natively: ${reasons.join('; ')}. Of their tests ${sum(explained, (check) => check.native.agreed)} agree and ${sum(explained, (check) => check.native.disagreements)} do not; of ${number(sum(explained, (check) => check.compared))} lines gcov does not see ${sum(explained, (check) => check.missed.length)}.`,
        ]),
  ];
}
