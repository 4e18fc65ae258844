/** Wang, Liu, Guan, Shen, Zheng, Yang: one path per dependence. Tables 5 to 7, 10 and 11. */
import { number, percent, seconds, table, times } from '../markdown.js';
import { runLines } from './runs.js';

/** Tables 5 and 6 of the paper, at both sizes: share of all paths, and speed-up. */
const THEIRS = [
  { subject: 'WBS', paths: 0.5625, speedUp: 1.5 },
  { subject: 'Tcas', paths: 0.9657, speedUp: 1.02 },
  { subject: 'Schedule2, 3 and 6 inputs', paths: [0.3703, 0.0696], speedUp: [1.83, 25.87] },
  { subject: 'Schedule, 3 and 6 inputs', paths: [0.3703, 0.0696], speedUp: [1.83, 23.91] },
  { subject: 'Replace, 5 and 11 inputs', paths: [0.5138, 0.0752], speedUp: [1.6, 30.9] },
  { subject: 'PrintTokens2, 2 and 3 inputs', paths: [0.338, 0.1183], speedUp: [4.6, 49.56] },
];
/** Table 10: the largest difference of kill rates, and the share of tests. */
const THEIR_MUTANTS = { difference: 0.002, fewest: 0.3703, most: 0.8776 };

export function dependenceSection(paths, mutants) {
  return {
    lines: [
      '## Dependence guided (`--reduce dependence`)',
      '',
      ...pathLines(paths),
      ...mutantLines(mutants),
      ...runLines([paths, mutants]),
    ],
  };
}

function pathLines(result) {
  const theirs = table(
    ['theirs', 'paths, of exhaustive', 'speed-up'],
    THEIRS.map(({ subject, paths, speedUp }) => [
      subject,
      [paths].flat().map(percent).join(', '),
      [speedUp].flat().map(times).join(', '),
    ]),
  );
  if (result === null) return theirs;
  const pairs = pairsOf(result.rows);
  const ours = pairs.map(({ program, all, ours }) => {
    const bound = all.limits.length > 0 ? '<' : '';
    const faster = all.limits.length > 0 ? '>' : '';
    return [
      program,
      `${number(ours.paths)} of ${all.limits.length > 0 ? 'more than ' : ''}${number(all.paths)}`,
      `${bound}${percent(ours.paths / all.paths)}`,
      `${number(ours.infeasible)} of ${number(all.infeasible)}`,
      `${number(ours.queries)} of ${number(all.queries)}`,
      seconds(ours.seconds),
      seconds(ours.analysis),
      seconds(all.seconds),
      `${faster}${times(all.seconds / Math.max(ours.seconds, 0.001))}`,
      ours.limits.join(' '),
    ];
  });
  const slower = pairs.filter(({ all, ours }) => all.limits.length === 0 && ours.seconds > 1.15 * all.seconds);
  return [
    'Programs of the same kinds, written for this (`bench/programs`, `bench/study/subjects/schedule`): a brake and a collision controller, two',
    'schedulers, a pattern replacer, a tokenizer. Tables 5 to 7:',
    '',
    ...theirs,
    ...table(
      ['ours', 'paths', 'share', 'infeasible', 'queries', 's', 'of it analysis', 'exhaustive s', 'speed-up', ''],
      ours,
    ),
    slower.length === 0
      ? 'Nobody is slower than 1.15 times exhaustive search.'
      : `**We fall short** on ${slower.map(({ program }) => program).join(', ')}: there, following what a path depends on costs more than the paths it saves; a query of ours takes a fraction of a millisecond where theirs took several, so that fewer of them save less time.`,
    'Their programs are Java ports of the Siemens suite under Symbolic PathFinder; ours are C of the same shape, smaller, with the same kinds of inputs.',
    '',
  ];
}

function pairsOf(rows) {
  return rows
    .filter(({ order }) => order === 'exhaustive')
    .map((all) => ({
      program: all.program,
      all,
      ours: rows.find(({ program, order }) => program === all.program && order === 'dependence dfs'),
    }));
}

function mutantLines(result) {
  if (result === null) return [];
  const { rows } = result;
  const programs = [...new Set(rows.map(({ program }) => program))];
  const of = (program, reduction) => rows.find((row) => row.program === program && row.reduction === reduction);
  const rate = (row) => row.killed / row.mutants;
  const differences = programs.map((program) => Math.abs(rate(of(program, 'none')) - rate(of(program, 'dependence'))));
  const largest = Math.max(...differences);
  const verdict = largest <= THEIR_MUTANTS.difference ? 'as close' : '**not as close**';
  const kinds = [...new Set(rows.flatMap((row) => Object.keys(row.kinds)))].sort();
  return [
    'Do fewer tests find fewer faults? Mutants killed by the tests of both searches, tables 10 and 11:',
    '',
    ...table(
      [
        'program',
        'mutants',
        'tests',
        'exhaustive',
        'killed',
        'exhaustive',
        'killed alone',
        'exhaustive',
        ...kinds.map((kind) => `${kind}s`),
      ],
      programs.map((program) => {
        const [ours, all] = [of(program, 'dependence'), of(program, 'none')];
        return [
          program,
          number(ours.mutants),
          number(ours.tests),
          number(all.tests),
          percent(rate(ours)),
          percent(rate(all)),
          number(ours.alone),
          number(all.alone),
          ...kinds.map((kind) => kindText(ours.kinds[kind], all.kinds[kind])),
        ];
      }),
    ),
    `Kill rates differ by at most ${percent(largest)}; theirs by less than ${percent(THEIR_MUTANTS.difference)} with ${percent(THEIR_MUTANTS.fewest)} to ${percent(THEIR_MUTANTS.most)} of the tests: ${verdict}. Their mutants are MuJava's, ours are made in the program's own representation.`,
    '',
  ];
}

function kindText(ours, all) {
  if (ours === undefined) return '-';
  return `${percent(ours.killed / ours.mutants)} / ${percent(all.killed / all.mutants)}`;
}
