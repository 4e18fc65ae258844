/** What must hold of single subjects, held against the recorded rows. */
import { ratioOf } from './comparison.js';

/** Points of the curve of a parser's cost over the length of its input. */
export const LENGTHS = [8, 16, 24, 32];
const GROWN = ['state-machine', 'libcsv'];

export function claimsOf(rows) {
  const find = (subject, size, way) =>
    rows.find((row) => row.subject === subject && row.size === size && row.way === way && row.problem === undefined);
  return [
    fasterThanExhaustive(
      'libcsv, 6 bytes: `test` at least 20 times faster than exhaustive',
      find,
      ['libcsv', 6],
      1 / 20,
    ),
    within('libcsv, 6 bytes: `summarize --output exit` complete within 5 s', find('libcsv', 6, 'summarize'), 5),
    ...GROWN.map((subject) => linear(subject, (size) => find(subject, size, 'test'))),
    atMost('schedule, 3 commands: `dependence` runs at most 127 of 343 paths', find('schedule', 3, 'dependence'), 127),
    twiceTheTexts(find('schedule', 3, 'printed')),
    fasterThanExhaustive('schedule, 4 commands: `test` faster than exhaustive', find, ['schedule', 4], 1),
  ];
}

const unknown = (claim) => ({ claim, measured: 'not measured', holds: null });

function fasterThanExhaustive(claim, find, [subject, size], most) {
  const [row, exhaustive] = [find(subject, size, 'test'), find(subject, size, 'none')];
  const ratio = row === undefined ? null : ratioOf(row, exhaustive);
  if (ratio === null) return unknown(claim);
  const measured = `${row.seconds} s, exhaustive ${exhaustive.seconds} s`;
  return { claim, measured, holds: ratio.bound !== '>' && ratio.value <= most };
}

function within(claim, row, seconds) {
  if (row === undefined) return unknown(claim);
  return {
    claim,
    measured: `${row.seconds} s, ${row.verdict}`,
    holds: row.verdict === 'complete' && row.seconds <= seconds,
  };
}

function atMost(claim, row, paths) {
  if (row === undefined) return unknown(claim);
  return { claim, measured: `${row.paths} paths`, holds: row.verdict === 'complete' && row.paths <= paths };
}

function twiceTheTexts(row) {
  const claim = 'schedule, 3 commands: `summarize --output stdout` runs at most twice as many paths as there are texts';
  if (row === undefined) return unknown(claim);
  const measured = `${row.paths} paths, ${row.outputs} different texts`;
  return { claim, measured, holds: row.verdict === 'complete' && row.paths <= 2 * row.outputs };
}

/** From one length to twice the length, at most two and a half times the instructions and paths; all of them complete. */
function linear(subject, rowAt) {
  const claim = `${subject}: \`test\` grows linearly up to ${LENGTHS.at(-1)} bytes`;
  const measured = LENGTHS.map((length) => ({ length, row: rowAt(length) })).filter(({ row }) => row !== undefined);
  if (measured.length < 3) return unknown(claim);
  const text = measured.map(({ length, row }) => {
    const limit = row.limits.length === 0 ? '' : ` (${row.limits.join(', ')})`;
    return `${length} bytes: ${row.paths} paths, ${row.seconds} s${limit}`;
  });
  const doubled = measured.flatMap(({ length, row }) => {
    const twice = rowAt(2 * length);
    return twice === undefined ? [] : [twice.paths / row.paths, twice.instructions / row.instructions];
  });
  const holds = measured.every(({ row }) => row.verdict === 'complete') && doubled.every((growth) => growth <= 2.5);
  return { claim, measured: text.join('; '), holds };
}
