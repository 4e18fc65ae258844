/** Assumptions that numbers lie in ranges the user gave: of one input, or of every element of an array. */
import type { DebugType } from '../../program/debug.ts';
import { UserError } from '../../program/errors.ts';
import type { HarnessOptions, Range } from './harness-options.ts';
import type { Place } from './place.ts';

const LONGEST_SIGNED = 2n ** 63n - 1n;

export class RangeWriter {
  private readonly said = new Set<string>();
  private assumptions: string[] = [];

  constructor(private readonly options: HarnessOptions) {}

  concerns(place: Place): boolean {
    return this.keyOf(place) !== null;
  }

  statements(place: Place, type: DebugType): string[] {
    const key = this.keyOf(place);
    if (key === null) return [];
    const range = this.options.ranges!.get(key)!;
    const text = `${range.low ?? ''}..${range.high ?? ''}`;
    const unsigned = type.kind === 'base' && type.encoding.startsWith('unsigned');
    if (unsigned && range.low?.startsWith('-')) {
      throw new UserError(`--range ${key}=${text}: ${key} is unsigned, so it cannot be negative`);
    }
    const bits = type.kind === 'base' || type.kind === 'enum' ? type.bits : 0;
    const isFloat = type.kind === 'base' && type.encoding === 'float';
    // Otherwise C would turn a negative number into a large one.
    const value = isFloat || (unsigned && bits >= 64) ? place.lvalue : `(long long)${place.lvalue}`;
    const conditions = [
      ...(range.low === null ? [] : [`(${value} >= ${literal(range.low)})`]),
      ...(range.high === null ? [] : [`(${value} <= ${literal(range.high)})`]),
    ];
    if (!this.said.has(key)) {
      this.said.add(key);
      this.assumptions.push(`${key === place.name ? key : `every element of ${key}`}: ${inWords(range)}`);
    }
    return [`pathfold_assume(${conditions.join(' & ')}); /* --range ${key}=${text} */`];
  }

  takeAssumptions(): string[] {
    const taken = this.assumptions;
    this.assumptions = [];
    return taken;
  }

  private keyOf({ name }: Place): string | null {
    const { ranges } = this.options;
    const array = name.replace(/\[\d+\]$/, '');
    return ranges?.has(name) ? name : ranges?.has(array) ? array : null;
  }
}

function literal(bound: string): string {
  if (!/^\d+$/.test(bound)) return bound;
  return BigInt(bound) > LONGEST_SIGNED ? `${bound}ull` : bound;
}

function inWords({ low, high }: Range): string {
  if (low === null) return `at most ${high}`;
  return high === null ? `at least ${low}` : `from ${low} to ${high}`;
}
