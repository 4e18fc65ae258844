/**
 * What becomes of a value where only something computed from it is looked at.
 *
 * A counter that is compared with a limit, a field of bits of which one is tested, a position of which only matters whether
 * it is set: two states may hold different numbers there and still do the same from then on. So a register or a cell of
 * memory may be needed only as far as a *derivation* goes: a chain of steps, each with one operand that is no constant,
 * whose last result must be the same. To compare two numbers the steps themselves are run on them, by the machine's own
 * closures; anything else than numbers has to be identical, but for two pointers, neither of them null, that are compared with null.
 */
import type { Segment } from '../../machine/code.ts';
import type { State } from '../../machine/state.ts';
import { Pointer, type Value } from '../../machine/value.ts';

/** Longer chains are counters in loops: the value itself is needed. */
const MOST_STEPS = 8;

/** A step of a derivation, in numbers that every machine over the program knows. */
export interface DerivationStep {
  readonly function: number;
  readonly instruction: number;
  readonly operand: number;
  readonly result: number;
  readonly testsForNull: boolean;
}

export class Derivation {
  readonly length: number;

  constructor(
    readonly id: number,
    private readonly segment: Segment,
    private readonly step: number,
    private readonly operand: number,
    private readonly result: number,
    private readonly testsForNull: boolean,
    private readonly next: Derivation | null,
  ) {
    this.length = 1 + (next?.length ?? 0);
  }

  get steps(): readonly DerivationStep[] {
    const steps: DerivationStep[] = [];
    for (let at: Derivation | null = this; at !== null; at = at.next) {
      const { segment, step, operand, result, testsForNull } = at;
      const { id: instruction } = segment.sites[step].instruction;
      steps.push({ function: segment.code.function.index, instruction, operand, result, testsForNull });
    }
    return steps;
  }

  /** Whether the same comes out for both. */
  isSameFor(one: Value, two: Value): boolean {
    if (typeof one === 'number') return typeof two === 'number' && this.of(one) === this.of(two);
    return this.testsForNull && isNotNull(one) && isNotNull(two);
  }

  /** What comes out for a number, if that is one. */
  numberFor(value: number): number | null {
    const result = this.of(value);
    return typeof result === 'number' ? result : null;
  }

  private of(value: number): Value {
    let result: Value = value;
    for (let at: Derivation | null = this; at !== null; at = at.next) {
      const registers = at.segment.code.template.slice();
      registers[at.operand] = result;
      // Steps that only compute from registers do not look at the state.
      at.segment.steps[at.step](registers, NO_STATE);
      result = registers[at.result];
    }
    return result;
  }
}

/** A pointer that is certainly not null: one before its object, or somewhere, might be. */
function isNotNull(value: Value): boolean {
  return value instanceof Pointer && typeof value.offset === 'number' && value.offset >= 0;
}

const NO_STATE = null as unknown as State;

/** Interned: the same chain is one object. */
export class Derivations {
  /** By the id of the first step's instruction, then by the rest of the chain. */
  private readonly known: (Map<number, Derivation> | undefined)[] = [];
  private count = 0;

  /** The chain that begins with a step; null if it would be too long. */
  before(
    next: Derivation | null,
    segment: Segment,
    step: number,
    operand: number,
    result: number,
    testsForNull: boolean,
  ): Derivation | null {
    if (next !== null && next.length >= MOST_STEPS) return null;
    const key = segment.sites[step].instruction.id;
    const after = (this.known[key] ??= new Map());
    let found = after.get(next?.id ?? -1);
    if (found === undefined) {
      found = new Derivation(this.count++, segment, step, operand, result, testsForNull && next === null, next);
      after.set(next?.id ?? -1, found);
    }
    return found;
  }
}
