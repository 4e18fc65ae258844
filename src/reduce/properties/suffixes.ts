/**
 * Every path suffix covered (theorem 1 of the postconditioned symbolic execution paper).
 *
 * A suffix is the sequence of branch directions, each at its unrolled location, from some point of a path to its end, and
 * how it ended. Read literally, the theorem would ask for every whole path, since that is the suffix from the start; what
 * the method gives is that a path may be cut where everything it could still do has been done by others from the same
 * location. So a baseline suffix is covered when some reduced path has it, or when some cut path has a beginning of it up
 * to its cut, and the rest is covered. A cut path by itself covers nothing beyond its cut.
 *
 * Covering a whole path covers all its suffixes, so only whole paths are asked about. For each path the points from which
 * the rest is covered are found from the end backwards; following chains of cut paths backwards ends as soon as no path
 * has such a chain, so the cost is close to linear in the length of the paths.
 *
 * A reduction that compares whole states, not what was unrolled, leaves a path in the third iteration of a loop because all was run
 * from the same state in the first. What it promises is the same with locations in whatever iteration.
 */
import { CUT, type ObservedPath } from './observer.ts';
import { Losses, type Property } from './property.ts';

type Directions = (path: ObservedPath) => number;

export const everySuffix = suffixesBy(({ directions }) => directions);
export const everySuffixAnywhere = suffixesBy(({ directionsAnywhere }) => directionsAnywhere);

function suffixesBy(directionsOf: Directions): Property {
  return (baseline, reduced, observer, limit) => missingSuffixes(directionsOf, baseline, reduced, observer, limit);
}

function missingSuffixes(
  directionsOf: Directions,
  ...[baseline, reduced, observer, limit]: Parameters<Property>
): ReturnType<Property> {
  const { chains } = observer;
  const shown = new Set<number>();
  for (const path of reduced.paths) for (const chain of chains.suffixes(directionsOf(path))) shown.add(chain);
  const cutHere = chains.find(CUT, -1);
  const losses = new Losses(limit);
  const lost = new Set<number>();
  for (const path of baseline.paths) {
    if (path.outputs === null || shown.has(directionsOf(path))) continue;
    const events = chains.toArray(directionsOf(path));
    const covered = new Uint8Array(events.length);
    let whole = -1;
    for (let start = events.length - 1; start >= 0; start--) {
      if (whole !== -1 || start === events.length - 1) whole = chains.find(events[start], whole);
      if (whole !== -1 && shown.has(whole)) covered[start] = 1;
    }
    for (let rest = events.length - 1; rest >= 1; rest--) {
      if (covered[rest] === 0) continue;
      // A cut path whose last events are those before `rest` covers from each of its points on.
      let chain = cutHere;
      for (let start = rest - 1; start >= 0 && chain !== -1; start--) {
        chain = chains.find(events[start], chain);
        if (chain === -1 || !shown.has(chain)) break;
        covered[start] = 1;
      }
    }
    if (covered[0] === 1) continue;
    const first = covered.lastIndexOf(0);
    const suffix = chains.of(events.slice(first));
    if (lost.has(suffix)) continue;
    lost.add(suffix);
    const steps = events.slice(first).map((event) => observer.describe(event));
    losses.add(`path suffix: ${shorten(steps).join(', ')}`, path.input);
    if (losses.full) break;
  }
  return { missing: losses.missing, undecided: null };
}

const MOST_STEPS_SHOWN = 8;

function shorten(steps: readonly string[]): readonly string[] {
  if (steps.length <= MOST_STEPS_SHOWN) return steps;
  return [
    ...steps.slice(0, MOST_STEPS_SHOWN - 2),
    `${steps.length - MOST_STEPS_SHOWN + 1} more`,
    steps[steps.length - 1],
  ];
}
