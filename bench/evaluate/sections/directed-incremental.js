/** Person, Yang, Rungta, Khurshid: only what a change affects. Tables 2 and 3. */
import { mean, median } from '../../coreutils/speedup.js';
import { number, percent, table, times } from '../markdown.js';
import { grouped, runLines } from './runs.js';

/** Table 2 of the paper, version by version: seconds and path conditions of the directed search and of the full one. */
const THEIRS = [
  {
    artifact: 'ASW',
    directed: [19, 22, 21, 20, 20, 32, 29, 30, 32, 28, 31, 32, 31, 30, 47],
    full: [1039, 1009, 1023, 1087, 1076, 1009, 997, 993, 982, 1215, 1334, 1221, 1033, 1130, 1116],
    conditions: [0, 0, 1, 1, 1, 381, 2, 3, 0, 3, 0, 0, 0, 2, 383],
    allConditions: 1728,
  },
  {
    artifact: 'WBS',
    directed: [199, 8, 27, 8, 23, 8, 187, 29, 33, 220, 28, 31, 29, 219, 217, 28],
    full: [150, 142, 161, 164, 224, 164, 171, 225, 161, 171, 223, 234, 224, 171, 171, 223],
    conditions: [24, 17, 12, 1, 14, 1, 24, 14, 12, 24, 14, 6, 14, 24, 24, 14],
    allConditions: 24,
  },
  {
    artifact: 'OAE',
    directed: [30, 4, 15, 4, 3, 57, 53, 17, 53],
    full: [514, 514, 521, 519, 521, 627, 572, 632, 631],
    conditions: [13_082, 2, 3926, 3, 2, 26_164, 26_164, 7852, 26_164],
    allConditions: 130_820,
  },
];
/** Table 3: of a suite, selected and added in the mean of all versions. */
const THEIR_TESTS = [
  {
    artifact: 'ASW',
    suite: 256,
    selected: mean([0, 0, 0, 1, 0, 59, 2, 2, 0, 3, 0, 0, 0, 2, 60]),
    added: mean([0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
  },
  {
    artifact: 'WBS',
    suite: 24,
    selected: mean([20, 17, 12, 1, 14, 1, 20, 14, 12, 20, 14, 5, 14, 20, 20, 14]),
    added: mean([4, 0, 0, 0, 0, 0, 4, 0, 0, 4, 0, 1, 0, 4, 4, 0]),
  },
  {
    artifact: 'OAE',
    suite: 2920,
    selected: mean([1, 0, 89, 2, 2, 2, 178, 2, 584]),
    added: mean([291, 2, 0, 0, 0, 582, 0, 582, 0]),
  },
];

export function incrementalSection(searches, tests) {
  return {
    lines: [
      '## Directed incremental (`diff`, `augment`, `--since`)',
      '',
      ...searchLines(searches),
      ...testLines(tests),
      ...runLines([searches, tests]),
    ],
  };
}

function searchLines(result) {
  const theirs = table(
    ['theirs', 'versions', 'conditions', 'all', 's', 'all', 'speed-up', 'all affected'],
    THEIRS.map(({ artifact, directed, full, conditions, allConditions }) => [
      artifact,
      directed.length,
      number(median(conditions)),
      number(allConditions),
      number(median(directed)),
      number(median(full)),
      times(median(full) / median(directed)),
      conditions.filter((count) => count === allConditions).length,
    ]),
  );
  if (result === null) return theirs;
  const groups = grouped(result.rows, ({ version, cycles }) => `${version.split(' ')[0]}, CYCLES=${cycles}`);
  const slower = result.rows.filter(({ directed, full }) => directed.seconds > 1.3 * full.seconds);
  return [
    'Edited versions of two controllers, medians over the versions. Table 2:',
    '',
    ...theirs,
    ...table(
      ['ours', 'versions', 'conditions', 'all', 'instructions', 'all', 's', 'all', 'speed-up', 'all affected'],
      [...groups].map(([name, rows]) => {
        const pair = (key) => [median(rows.map((row) => row.directed[key])), median(rows.map((row) => row.full[key]))];
        const [mine, all] = pair('seconds');
        const same = rows.filter(({ directed, full }) => directed.reported === full.reported).length;
        return [
          name,
          rows.length,
          ...[...pair('reported'), ...pair('instructions'), mine, all].map(number),
          times(all / mine),
          same,
        ];
      }),
    ),
    `Slower than 1.3 times exhaustive search (their worst) are ${slower.length} of ${result.rows.length} versions. Their exhaustive searches take minutes, ours ${number(median(result.rows.map(({ full }) => full.seconds)))} s in the median, and analysing the change alone takes ${number(median(result.rows.map(({ directed }) => directed.analysis)))} s: what pays for them only begins to pay for us.`,
    '',
  ];
}

function testLines(result) {
  const theirs = table(
    ['theirs', 'suite', 'selected', 'added', 'to run, of suite'],
    THEIR_TESTS.map(({ artifact, suite, selected, added }) => [
      artifact,
      suite,
      number(selected),
      number(added),
      percent((selected + added) / suite),
    ]),
  );
  const lines = ['Tests selected and added per version, means. Table 3:', '', ...theirs];
  if (result === null) return lines;
  const groups = grouped(result.rows, ({ program }) => program);
  return [
    ...lines,
    ...table(
      ['ours', 'versions', 'selected', 'added', 'to run', 'changes exposed'],
      [...groups].map(([program, rows]) => [
        program,
        rows.length,
        ...['selected', 'added', 'total'].map((key) => number(mean(rows.map((row) => row[key])))),
        rows.filter(({ exposed }) => exposed).length,
      ]),
    ),
    'Their tests are matched as text; ours are selected where the affected paths contain them, and each says what the new version must do.',
    '',
  ];
}
