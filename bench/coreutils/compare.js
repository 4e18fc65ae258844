/** What rows of a study say together: the figures that the papers give of theirs. */
import { coverageGain, geometricMean, mean, median, speedUpOf } from './speedup.js';

/** Both runs are there. */
export function isCompared({ problem, none, reduced }) {
  return problem === undefined && none?.problem === undefined && reduced?.problem === undefined;
}

export const ended = (way) => way.verdict === 'complete';

/** Section 4 of the paper on redundant states. */
export function coverFigures(rows) {
  const compared = rows.filter(isCompared);
  const speedUps = compared.map(({ program, none, reduced }) => ({ program, ...speedUpOf(none, reduced) }));
  const gains = compared.map(({ program, none, reduced }) => ({ program, gain: coverageGain(none, reduced) }));
  const factors = speedUps.map(({ factor }) => factor);
  const open = compared.filter(({ none, reduced }) => !(ended(none) && ended(reduced)));
  const gainsOfOpen = open.map(({ none, reduced }) => coverageGain(none, reduced));
  return {
    programs: compared.length,
    failed: rows.length - compared.length,
    speedUps,
    gains,
    mean: mean(factors),
    median: median(factors),
    geometricMean: geometricMean(factors),
    highest: Math.max(...factors),
    lowest: Math.min(...factors),
    faster: factors.filter((factor) => factor > 1).length,
    sameOrMore: gains.filter(({ gain }) => gain >= 0).length,
    more: gains.filter(({ gain }) => gain > 0).length,
    lessByOver1: gains.filter(({ gain }) => gain < -1).map(({ program }) => program),
    meanGain: mean(gainsOfOpen),
    medianGain: median(gainsOfOpen),
    open: open.length,
    exhausted: compared.filter(({ reduced }) => ended(reduced)).length,
    exhaustedByNone: compared.filter(({ none }) => ended(none)).length,
    totals: totalsOf(compared),
    /** Of programs that were analysed at all; on the clock. */
    analysing: median(compared.map(({ reduced }) => reduced.analysing).filter((each) => each > 0)),
    msPerPath: median(compared.map(({ none }) => (1000 * none.seconds) / Math.max(1, none.paths))),
  };
}

/** Table 1 of that paper: sums over all programs. */
function totalsOf(rows) {
  const sum = (way, pick) => rows.reduce((total, row) => total + pick(row[way]), 0);
  const both = (pick) => ({ none: sum('none', pick), reduced: sum('reduced', pick) });
  const solving = both((way) => way.solving);
  const exploring = both((way) => way.seconds);
  return {
    instructions: both((way) => way.instructions),
    paths: both((way) => way.paths),
    queries: both((way) => way.queries),
    solving,
    overhead: { none: solving.none / exploring.none, reduced: solving.reduced / exploring.reduced },
  };
}

/** Table 4 of the paper on postconditions: programs that the reduced search finishes; bounds where the other does not. */
export function finishFigures(rows) {
  const compared = rows.filter(isCompared);
  const both = compared.filter(({ none, reduced }) => ended(none) && ended(reduced));
  const onlyReduced = compared.filter(({ none, reduced }) => !ended(none) && ended(reduced));
  const onlyNone = compared.filter(({ none, reduced }) => ended(none) && !ended(reduced));
  const ratios = (list, pick) => list.map(({ none, reduced }) => pick(none) / Math.max(pick(reduced), SMALLEST));
  const figure = (list, pick) => {
    const values = ratios(list, pick);
    return { mean: mean(values), median: median(values), geometricMean: geometricMean(values) };
  };
  const slower = both.filter(({ none, reduced }) => reduced.seconds > MOST_SLOWDOWN * none.seconds);
  return {
    programs: compared.length,
    failed: rows.length - compared.length,
    both: both.map(({ program }) => program),
    onlyReduced: onlyReduced.map(({ program }) => program),
    onlyNone: onlyNone.map(({ program }) => program),
    paths: figure(both, (way) => way.paths),
    instructions: figure(both, (way) => way.instructions),
    seconds: figure(both, (way) => way.seconds),
    memory: geometricMean(both.map(({ none, reduced }) => reduced.memoryMb / none.memoryMb)),
    /** As in the paper, whose means count a search that was stopped with what it had done by then: bounds from below. */
    bounds: {
      paths: figure([...both, ...onlyReduced], (way) => way.paths),
      instructions: figure([...both, ...onlyReduced], (way) => way.instructions),
      seconds: figure([...both, ...onlyReduced], (way) => way.seconds),
    },
    slower: slower.map(({ program }) => program),
    reducing: mean(both.flatMap(({ reduced }) => shareOfReducing(reduced))),
  };
}

/** Empty where it is not known. */
function shareOfReducing({ clock }) {
  if (clock === undefined) return [];
  const { analyse, execute, solve, reduce } = clock;
  return [(analyse + reduce) / Math.max(SMALLEST, analyse + execute + solve + reduce)];
}

/** Seconds are rounded to hundredths. */
const SMALLEST = 0.01;
/** A search may take so many times as long where there is nothing to gain. */
export const MOST_SLOWDOWN = 1.15;
