/** What a row says next to the exhaustive row of the same run. */

const ended = (row) => row.problem === undefined && row.limits.length === 0;

/**
 * Processor time relative to exhaustive search. Where one of the two was stopped the true ratio lies on one side of the
 * measured one, and `bound` says on which; where both were, nothing is known.
 */
export function ratioOf(row, exhaustive) {
  if (exhaustive === undefined || row.problem !== undefined || exhaustive.problem !== undefined) return null;
  if (!ended(row) && !ended(exhaustive)) return null;
  const bound = ended(row) ? (ended(exhaustive) ? '' : '<') : '>';
  return { value: row.seconds / exhaustive.seconds, bound };
}

/** Whether the row has the faults and the coverage of the exhaustive one; null where one of them was stopped. */
export function sameness(row, exhaustive) {
  if (exhaustive === undefined || !ended(row) || !ended(exhaustive)) return { faults: null, coverage: null };
  const shares = ['instructions', 'lines', 'branches'];
  return {
    faults: row.faults.join('\n') === exhaustive.faults.join('\n'),
    coverage: shares.every((share) => row.coverage[share].covered === exhaustive.coverage[share].covered),
  };
}

/** What the row promised to keep and did not. */
export function lost(row, exhaustive) {
  if (row.problem !== undefined) return [];
  const same = sameness(row, exhaustive);
  return row.promises.filter((promise) => same[promise] === false);
}

/** Of the ratios of one way of exploring; stopped runs count with the bound that is known, and make the mean a bound. */
export function meanOf(ratios) {
  const known = ratios.filter((ratio) => ratio !== null);
  if (known.length === 0) return null;
  const bounds = new Set(known.map(({ bound }) => bound).filter((bound) => bound !== ''));
  return {
    value: Math.exp(known.reduce((sum, { value }) => sum + Math.log(value), 0) / known.length),
    bound: bounds.size === 2 ? '~' : ([...bounds][0] ?? ''),
    worst: Math.max(...known.map(({ value }) => value)),
    count: known.length,
    unknown: ratios.length - known.length,
  };
}

/** Rows with their exhaustive row: the one of the same subject and size. */
export function withExhaustive(rows) {
  const exhaustive = new Map(
    rows.filter(({ way }) => way === 'none').map((row) => [`${row.subject} ${row.size}`, row]),
  );
  return rows.map((row) => ({ row, exhaustive: exhaustive.get(`${row.subject} ${row.size}`) }));
}

export function meansOf(rows, half) {
  const compared = withExhaustive(rows).filter(({ row }) => row.half === half && row.way !== 'none');
  const ways = [...new Set(compared.map(({ row }) => row.way))];
  return ways.map((way) => ({
    way,
    mean: meanOf(compared.filter(({ row }) => row.way === way).map(({ row, exhaustive }) => ratioOf(row, exhaustive))),
  }));
}
