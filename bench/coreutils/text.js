/** Rows as they appear while a study runs. */
import { coverFigures, ended, finishFigures, isCompared } from './compare.js';
import { highest, speedUpOf } from './speedup.js';

export function lineOf(row) {
  const { program, none, reduced } = row;
  if (!isCompared(row)) return `${program}: ${row.problem ?? none?.problem ?? reduced?.problem}`;
  const remarks = [
    ...new Set([...none.unmodelled, ...reduced.unmodelled].map((what) => `not modelled: ${what}`)),
    ...new Set([...none.faults, ...reduced.faults]),
    ...['none', 'reduced'].flatMap((way) => {
      const { missed = [], native = { disagreed: [] } } = row[way].gcov ?? {};
      return [
        ...(missed.length === 0 ? [] : [`gcov does not see ${missed.length} lines of ${way}: ${missed.slice(0, 4)}`]),
        ...native.disagreed.slice(0, 2).map((text) => `${way}: natively ${text}`),
      ];
    }),
  ];
  const speedUp = speedUpOf(none, reduced);
  const gain = none.lines === null ? '' : `, x ${number(speedUp.factor)} to ${speedUp.lines} lines`;
  return [`${program}: ${wayText(none)}; reduced ${wayText(reduced)}${gain}`, ...remarks].join('\n    ');
}

function wayText(way) {
  const lines = way.lines === null ? '' : `, ${highest(way)} of ${way.lines} lines`;
  return `${way.paths} paths, ${way.instructions} instructions, ${way.seconds} s${lines}${ended(way) ? ', all' : ` (${way.limits.join(', ')})`}`;
}

export function summaryOf(study, rows) {
  const halves = [...new Set(rows.map(({ half }) => half))];
  return ['all', ...halves].flatMap((half) => {
    const some = rows.filter((row) => half === 'all' || row.half === half);
    if (!some.some(isCompared)) return [];
    return [`${half}: ${study === 'cover' ? coverText(coverFigures(some)) : finishText(finishFigures(some))}`];
  });
}

function coverText(figures) {
  return `${figures.programs} programs; to the same coverage x ${number(figures.median)} in the median, ${number(figures.mean)} in the mean, \
${number(figures.lowest)} to ${number(figures.highest)}; coverage as high on ${figures.sameOrMore}, higher on ${figures.more}; \
exhausted ${figures.exhausted}, without a reduction ${figures.exhaustedByNone}`;
}

function finishText(figures) {
  return `${figures.programs} programs, ${figures.both.length} finished by both, ${figures.onlyReduced.length} by the reduced only, \
${figures.onlyNone.length} by the exhaustive only; fewer paths x ${number(figures.paths.mean)}, instructions x ${number(figures.instructions.mean)}, \
less time x ${number(figures.seconds.mean)} in the mean; slower: ${figures.slower.join(', ') || 'none'}`;
}

export function number(value) {
  if (value === null) return '-';
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
