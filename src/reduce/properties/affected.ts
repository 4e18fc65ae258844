/**
 * Every sequence of affected statements covered (directed incremental symbolic execution, section 3).
 *
 * The affected statements a path executes, in order and with repetitions, are what the change can show on it; a path
 * without any shows nothing of the change. A path that was cut counts with what it executed before.
 */
import { Losses, type Property } from './property.ts';

export const everyAffectedSequence: Property = (baseline, reduced, observer, limit) => {
  const shown = new Set(reduced.paths.map((path) => path.affected));
  const losses = new Losses(limit);
  for (const path of baseline.paths) {
    if (path.affected === -1 || shown.has(path.affected)) continue;
    shown.add(path.affected);
    const lines = observer.chains.toArray(path.affected).map((id) => observer.instruction(id).position?.line ?? '?');
    const sequence = lines.filter((line, i) => i === 0 || line !== lines[i - 1]);
    losses.add(`sequence of affected statements: lines ${sequence.join(', ')}`, path.input);
    if (losses.full) break;
  }
  return { missing: losses.missing, undecided: null };
};
