/** Yi, Yang, Guo, Wang, Liu, Zhao: coreutils to their end. Table 4, figures 6 and 7, and the optimisations of section 5.4. */
import { ended, finishFigures, isCompared, MOST_SLOWDOWN } from '../../coreutils/compare.js';
import { geometricMean } from '../../coreutils/speedup.js';
import { number, percent, seconds, table, times } from '../markdown.js';
import { mainRows, rowRunLines, runLines } from './runs.js';

/** Table 4 (means), sections 5.3 and 5.4 of the paper. */
const THEIRS = {
  programs: 57,
  paths: 3.34,
  instructions: 23.03,
  seconds: 2.26,
  onlyReduced: 18,
  overhead: 0.7,
  memory: 1.87,
};

export function postconditionedSection(all, switches) {
  const rows = mainRows(all);
  const title = ['## Postconditions (`test`)', ''];
  const programs = rows.some(isCompared) ? programLines(rows) : ['coreutils: not measured yet.', ''];
  return {
    lines: [...title, ...programs, ...switchLines(switches), ...(switches === null ? [] : runLines([switches]))],
  };
}

function programLines(rows) {
  const figures = finishFigures(rows);
  const limit = rows[0].seconds;
  return [
    `\`test --reduce none\` against \`test\`, ${limit} s of the processor each instead of three hours, arguments of at most two characters and a standard`,
    'input. `test` uses `revisit`, our successor of their reduction with the same guarantee: every path suffix is run.',
    '',
    ...table(
      ['', 'theirs', 'ours, finished by both', 'ours, also those stopped without the reduction'],
      [
        ['programs', THEIRS.programs, figures.both.length, figures.both.length + figures.onlyReduced.length],
        ['finished with the reduction only', THEIRS.onlyReduced, '', figures.onlyReduced.length],
        ['finished without it only', 0, '', figures.onlyNone.length],
        ['fewer paths, mean (geometric mean)', `>${times(THEIRS.paths)}`, ...meanTexts(figures, 'paths')],
        ['fewer instructions', `>${times(THEIRS.instructions)}`, ...meanTexts(figures, 'instructions')],
        ['less time', times(THEIRS.seconds), ...meanTexts(figures, 'seconds')],
        ['share of time for summaries and checks', percent(THEIRS.overhead), percent(figures.reducing), ''],
        ['memory, relative to exhaustive', times(THEIRS.memory), times(figures.memory), ''],
      ],
    ),
    judgement(figures),
    '',
    '<details><summary>All programs</summary>',
    '',
    ...programTable(rows),
    '</details>',
    '',
    ...rowRunLines(rows, 'npm run study:coreutils -- --study test'),
  ];
}

function meanTexts(figures, key) {
  const text = (figure, bound) =>
    figure.mean === null ? '-' : `${bound}${times(figure.mean)} (${times(figure.geometricMean)})`;
  return [text(figures[key], ''), text(figures.bounds[key], figures.onlyReduced.length > 0 ? '>' : '')];
}

function judgement({ both, paths, seconds: time, slower, onlyNone }) {
  if (both.length === 0) return 'No program was finished by both searches within the time: nothing can be compared.';
  const missing = [...(paths.mean < THEIRS.paths ? ['paths'] : []), ...(time.mean < THEIRS.seconds ? ['time'] : [])];
  const shortfall =
    missing.length === 0
      ? 'Both paths and time are reduced by more than in the paper.'
      : `**We fall short** in ${missing.join(' and ')}: what is finished within so short a time has few paths to leave out, and theirs are programs that took KLEE more than five minutes.`;
  const names = slower.length === 0 ? 'nobody' : slower.join(', ');
  const lost = onlyNone.length === 0 ? '' : ` Finished only without the reduction: ${onlyNone.join(', ')}.`;
  return `${shortfall} Slower than ${MOST_SLOWDOWN} times exhaustive search: ${names}.${lost}`;
}

function programTable(rows) {
  const pair = (pick, text) => (row) => [text(pick(row.none)), text(pick(row.reduced))];
  const columns = [
    pair((way) => way.paths, number),
    pair((way) => way.instructions, number),
    pair((way) => way.seconds, seconds),
  ];
  return table(
    ['program', 'half', 'paths', 'reduced', 'instructions', 'reduced', 's', 'reduced', 'finished'],
    rows.map((row) => {
      const { program, half, none, reduced } = row;
      if (!isCompared(row))
        return [program, half, row.problem ?? none?.problem ?? reduced?.problem, ...Array(6).fill('')];
      const who = ended(reduced) ? (ended(none) ? 'by both' : 'by reduced') : ended(none) ? 'by exhaustive' : '';
      return [program, half, ...columns.flatMap((cells) => cells(row)), who];
    }),
    2,
  );
}

/** Their Q3: each optimisation changed by itself, on programs of ours. */
function switchLines(switches) {
  if (switches === null) return [];
  const { rows } = switches;
  const programs = [...new Set(rows.map(({ program }) => program))];
  const find = (program, reduction) => rows.find((row) => row.program === program && row.reduction === reduction);
  const names = [...new Set(rows.map(({ reduction }) => reduction))].filter((name) => name !== 'none');
  const ratio = (name, pick) => {
    const pairs = programs.map((program) => [find(program, 'none'), find(program, name)]);
    return geometricMean(pairs.filter(([a, b]) => a && b).map(([none, row]) => pick(row) / pick(none)));
  };
  const share = (name, pick) => {
    const shares = programs
      .map((program) => find(program, name))
      .filter(Boolean)
      .map(pick);
    return shares.reduce((sum, each) => sum + each, 0) / shares.length;
  };
  return [
    `Optimisations changed one by one (their section 5.4), on ${programs.join(', ')} of \`bench/programs\`; geometric means relative to exhaustive search,`,
    'and the share of time for summaries and checks (their figure 6: 70 % in the mean):',
    '',
    ...table(
      ['search', 'paths', 'instructions', 'time', 'summaries', 'checks'],
      names.map((name) => [
        `\`${name}\``,
        number(ratio(name, (row) => row.paths)),
        number(ratio(name, (row) => row.instructions)),
        number(ratio(name, (row) => Math.max(row.seconds, 0.001))),
        percent(share(name, (row) => row.summaries)),
        percent(share(name, (row) => row.checks)),
      ]),
    ),
  ];
}
