import type { Evaluator } from '../expr/evaluate.ts';
import { Kind } from '../expr/kinds.ts';
import { fromBigInt, maskOf, type Scalar } from '../expr/scalar.ts';
import type { Model, Term } from '../expr/term.ts';
import type { Group } from './independence.ts';

/** Evaluations of a group's constraints that may be spent on it. */
const MOST_TRIES = 400;

const isPrintable = (byte: number): boolean => byte >= 0x20 && byte < 0x7f;
const NICE_BYTES = ['a', 'A', '0', ' ', 'x', '1'].map((text) => text.charCodeAt(0));

/**
 * Replaces values by ones that a person would have chosen, as long as every constraint of the group stays true: bytes
 * become 0 or printable, numbers 0, small, or small and negative. The solver prefers false bits already, so most values
 * are small when they get here; what is left is tried by evaluation, which costs microseconds.
 */
export function makeReadable(model: Model, group: Group, evaluator: Evaluator, inputOf: (id: number) => Term): void {
  let tries = 0;
  const holds = (): boolean => {
    evaluator.use(model);
    return group.constraints.every((constraint) => evaluator.holds(constraint));
  };
  const { support } = group;
  for (let i = 0; i < support.length && tries < MOST_TRIES; i += 3) {
    const input = inputOf(support[i]);
    if (input.kind === Kind.variable) {
      const value = model.scalars.get(input) ?? 0;
      for (const candidate of betterNumbers(value, input.width)) {
        if (tries++ >= MOST_TRIES) break;
        model.scalars.set(input, candidate);
        if (holds()) break;
        model.scalars.set(input, value);
      }
      continue;
    }
    const bytes = model.arrays.get(input);
    if (bytes === undefined) continue;
    for (let cell = support[i + 1]; cell < support[i + 2] && cell < bytes.length; cell++) {
      const value = bytes[cell];
      if (value === 0 || isPrintable(value)) continue;
      for (const candidate of [0, ...NICE_BYTES, value & 0x0f]) {
        if (tries++ >= MOST_TRIES) break;
        bytes[cell] = candidate;
        if (holds()) break;
        bytes[cell] = value;
      }
    }
  }
}

/** Values nearer to zero than `value`, best first: 0, 1, -1, the low byte, the value with its high bits cleared. */
function betterNumbers(value: Scalar, width: number): Scalar[] {
  if (value === 0) return [];
  const mask = maskOf(width);
  const big = BigInt(value);
  const size = (x: bigint): bigint => (x >> BigInt(width - 1) === 0n ? x : (1n << BigInt(width)) - x);
  const candidates = [0n, 1n, 2n, 10n, 100n, mask, big & 0xffn, big & 0xffffn, -big & mask & 0xffn];
  return candidates
    .map((candidate) => candidate & mask)
    .filter((candidate) => size(candidate) < size(big))
    .map(fromBigInt);
}
