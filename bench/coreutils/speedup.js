/**
 * What a reduction gains, as section 4 of the paper on redundant states has it: C is the highest coverage that both searches
 * reached, and the speed-up is the time at which the exhaustive one first had C over the time at which the reduced one had it.
 */

/** Index in a point of a curve. */
const TIME = 0;
const LINES = 1;

/** Null where one of the two has no curve. Times below a clock's tick count as one. */
export function speedUpOf(none, reduced) {
  if (!none?.points?.length || !reduced?.points?.length) return null;
  const common = Math.min(highest(none), highest(reduced));
  const [base, ours] = [none, reduced].map(({ points }) => Math.max(1, timeOf(points, common)));
  return { lines: common, baseMs: base, reducedMs: ours, factor: base / ours };
}

export function highest({ points }) {
  return Math.max(...points.map((point) => point[LINES]));
}

export function timeOf(points, lines) {
  return points.find((point) => point[LINES] >= lines)[TIME];
}

/** Of lines of the program, in percent of all. */
export function coverageGain(none, reduced) {
  return (100 * (highest(reduced) - highest(none))) / reduced.lines;
}

export function mean(numbers) {
  return numbers.length === 0 ? null : numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}

export function geometricMean(numbers) {
  return numbers.length === 0 ? null : Math.exp(mean(numbers.map(Math.log)));
}

export function median(numbers) {
  if (numbers.length === 0) return null;
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
