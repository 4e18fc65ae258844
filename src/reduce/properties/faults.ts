/** The same faults: kind and place. */
import { isFault } from '../../machine/endings.ts';
import { endingKey, endingText } from './outputs.ts';
import { Losses, type Property } from './property.ts';

export const sameFaults: Property = (baseline, reduced, _, limit) => {
  const found = new Set(reduced.paths.map((path) => endingKey(path.reported.outcome.ending)));
  const losses = new Losses(limit);
  for (const { reported, input } of baseline.paths) {
    const { ending } = reported.outcome;
    const key = endingKey(ending);
    if (!isFault(ending.kind) || found.has(key)) continue;
    found.add(key);
    losses.add(`fault: ${endingText(ending)}`, input);
    if (losses.full) break;
  }
  return { missing: losses.missing, undecided: null };
};
