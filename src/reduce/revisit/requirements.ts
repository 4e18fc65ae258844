/**
 * What must be known of the inputs for the paths below a place to be all there are.
 *
 * Where a decision below had one possible side only, another state that comes to it with the same values must know enough
 * to go the same way: the condition of that side is required. On the way up a requirement is weakened by what is decided
 * in between: below the side `g` of a fork only states with `g` count, so `r` becomes `g implies r`, and often true. A fork
 * with both sides explored asks for nothing. So the requirements at a place are the weakest there are, up to a bound on
 * their number; beyond it, what was known at the place itself is required, which implies them.
 *
 * A decision may follow from what is known of single bytes: the digits of a number are between '0' and '9', so the number is below
 * a limit. Then that is required instead. It is a little more, but each part of it vanishes where the byte was decided on, while
 * a condition on all bytes of the number is carried up past all these decisions, and has to be put to the solver each time.
 *
 * Most requirements, and most of what is known, are about one byte of input. A condition on one byte is a set of 256 bits:
 * whether one implies another is decided by looking.
 */
import { Evaluator } from '../../expr/evaluate.ts';
import { Kind } from '../../expr/kinds.ts';
import type { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import { Facts } from '../../solver/facts.ts';
import type { Group } from '../../solver/independence.ts';
import type { PathCondition, Solver } from '../../solver/solver.ts';
import { intersects, NO_SUPPORT, type Support, SupportFinder, union } from '../../solver/support.ts';
import { type ByteSet, EVERY_BYTE, forEachByte, type HowOften, howOften, isOneCell, isSubset } from './byte-sets.ts';

export type Requirements = Set<Term>;

/** Requirements of one place. */
const MOST_REQUIREMENTS = 64;
/** Decisions a requirement on several inputs is weakened by; further ones leave it as it is, which is stronger. */
const MOST_WEAKENINGS = 6;

/** Conditions on fewer cells, as whether two bytes are the same, can be carried up as they are. */
const MANY_CELLS = 3;

/** Cells of one input: its bytes. */
const MOST_CELLS = 2 ** 32;

/** A byte of which a group knows something by itself. */
export interface KnownByte {
  readonly possible: ByteSet;
  readonly constraints: readonly Term[];
}

export class Knowledge {
  private readonly finder = new SupportFinder();
  private readonly supports = new Map<Term, Support>();
  private readonly byteSets = new Map<Term, ByteSet | null>();
  private readonly groupSets = new WeakMap<Group, ByteSet>();
  /** By the input and its cell: a group may be about the same cell of several inputs. */
  private readonly knownBytes = new WeakMap<Group, Map<number, KnownByte>>();
  private readonly weakenings = new Map<Term, number>();
  /** Of requirements on several inputs, what holds when nothing is known: some are always true, and do not look it. */
  private readonly unconditional = new Map<Term, HowOften>();
  /** What a condition was last required for. */
  private readonly reasons = new Map<Term, { readonly groups: readonly Group[]; readonly reasons: readonly Term[] }>();
  private readonly evaluator = new Evaluator();

  constructor(
    private readonly terms: Terms,
    private readonly solver: Solver,
  ) {}

  supportOf(term: Term): Support {
    let support = this.supports.get(term);
    if (support === undefined) {
      support = this.finder.of(term);
      this.supports.set(term, support);
    }
    return support;
  }

  /** What must be known for a condition to hold that holds where `known` does. */
  reasonsFor(literal: Term, known: PathCondition): readonly Term[] {
    const support = this.supportOf(literal);
    if (cellsOf(support) < MANY_CELLS) return [literal];
    const groups = this.solver.groupsAbout(known, support);
    const before = this.reasons.get(literal);
    if (before !== undefined && areSameGroups(before.groups, groups)) return before.reasons;
    const reasons = this.explain(literal, support, groups) ?? [literal];
    this.reasons.set(literal, { groups, reasons });
    return reasons;
  }

  /** Conditions on single cells that it follows from by their bounds; null if it does not. */
  private explain(literal: Term, support: Support, groups: readonly Group[]): readonly Term[] | null {
    const bounds: Term[] = [];
    for (const group of groups) {
      for (const constraint of group.constraints) {
        const about = this.supportOf(constraint);
        if (isBound(constraint) && isOneCell(about) && intersects(about, support)) bounds.push(constraint);
      }
    }
    return bounds.length > 0 && new Facts(this.terms, bounds).decide(literal) === true ? bounds : null;
  }

  /** `literal implies` each of them; null keeps them as they are. */
  weaken(required: Requirements, literal: Term): Requirements {
    const result: Requirements = new Set();
    for (const each of required) {
      const weaker = this.implication(literal, each);
      if (weaker !== null) result.add(weaker);
    }
    return result;
  }

  /** What both sides of a fork require, each where it is taken. */
  join(whenTrue: Requirements, onTrue: Term, whenFalse: Requirements, onFalse: Term): Requirements {
    const result: Requirements = new Set();
    for (const each of whenTrue) {
      const weaker = whenFalse.has(each) ? each : this.implication(onTrue, each);
      if (weaker !== null) result.add(weaker);
    }
    for (const each of whenFalse) {
      const weaker = whenTrue.has(each) ? each : this.implication(onFalse, each);
      if (weaker !== null) result.add(weaker);
    }
    return result;
  }

  /** Requirements that are few enough, implied by what was known. Null where there is no such set. */
  bounded(required: Requirements, known: PathCondition): Requirements | null {
    if (required.size <= MOST_REQUIREMENTS) return required;
    let mentioned: Support = NO_SUPPORT;
    for (const each of required) mentioned = union(mentioned, this.supportOf(each));
    const result: Requirements = new Set();
    for (const group of this.solver.groups(known)) {
      if (intersects(group.support, mentioned)) for (const constraint of group.constraints) result.add(constraint);
    }
    return result.size <= 4 * MOST_REQUIREMENTS ? result : null;
  }

  private implication(premise: Term, conclusion: Term): Term | null {
    if (premise === conclusion) return null;
    const support = this.supportOf(conclusion);
    if (!intersects(this.supportOf(premise), support)) return conclusion;
    const before = this.weakenings.get(conclusion) ?? 0;
    const a = this.byteSetOf(premise);
    const b = a === null ? null : this.byteSetOf(conclusion);
    if (a !== null && b !== null) {
      if (isSubset(a, b)) return null;
    } else if (before >= MOST_WEAKENINGS) return conclusion;
    const result = this.terms.implies(premise, conclusion);
    if (result.kind === Kind.constant) return result.value === 1 ? null : conclusion;
    if (this.isCertain(result)) return null;
    this.weakenings.set(result, before + 1);
    if (a !== null && b !== null && !this.byteSets.has(result)) {
      this.byteSets.set(
        result,
        a.map((word, i) => ~word | b[i]),
      );
    }
    return result;
  }

  /**
   * What must hold besides the condition for all requirements to hold: nothing, or conditions on the same inputs that are
   * possible; null where that would be too much, or is impossible. `ask` is for the cases that only the solver can decide;
   * `known` implies all requirements.
   */
  missing(condition: PathCondition, required: Requirements, known: PathCondition, ask: Ask): readonly Term[] | null {
    let missing: Term[] | null = null;
    let about: Support | null = null;
    for (const each of required) {
      const answer = this.implied(condition, each, known, ask);
      if (answer === 'always') continue;
      if (answer === 'never') return null;
      const support = this.supportOf(each);
      if (about !== null && !isEqualSupport(about, support)) return null;
      about = support;
      missing ??= [];
      missing.push(each);
    }
    return missing ?? NOTHING;
  }

  private implied(condition: PathCondition, required: Term, known: PathCondition, ask: Ask): HowOften {
    const support = this.supportOf(required);
    const touched = this.solver.groupsAbout(condition, support);
    if (isOneCell(support) && (touched.length === 0 || isOneCell(touched[0].support))) {
      const allowed = this.byteSetOf(required);
      const possible = touched.length === 0 ? EVERY_BYTE : this.byteSetOfGroup(touched[0]);
      if (allowed !== null && possible !== null) return howOften(possible, allowed);
    }
    if (touched.length === 0) return this.withNothingKnown(required, ask);
    if (areSameGroups(touched, this.solver.groupsAbout(known, support))) return 'always';
    if (touched.some((group) => group.constraints.includes(required)) || condition.has(required)) return 'always';
    return this.isOneKnown(condition, required) ? 'always' : (ask(required) ?? 'never');
  }

  /** Whether one of the alternatives is a part of the condition, or follows from what is known of a byte: no need to ask then. */
  private isOneKnown(condition: PathCondition, required: Term): boolean {
    return alternativesOf(required).some((each) => condition.has(each) || this.followsFromByte(condition, each));
  }

  private followsFromByte(condition: PathCondition, required: Term): boolean {
    const support = this.supportOf(required);
    if (!isOneCell(support)) return false;
    const [group] = this.solver.groupsAbout(condition, support);
    const allowed = group === undefined ? null : this.byteSetOf(required);
    return allowed !== null && isSubset(this.knownByte(group, support).possible, allowed);
  }

  private withNothingKnown(required: Term, ask: Ask): HowOften {
    const known = this.unconditional.get(required);
    if (known !== undefined) return known;
    const answer = ask(required);
    if (answer === null) return 'never';
    this.unconditional.set(required, answer);
    return answer;
  }

  /** Whether one of the alternatives is the opposite of another. */
  private isCertain(term: Term): boolean {
    const alternatives = new Set(alternativesOf(term));
    for (const each of alternatives) if (alternatives.has(this.terms.not(each))) return true;
    return false;
  }

  private byteSetOfGroup(group: Group): ByteSet | null {
    const known = this.groupSets.get(group);
    if (known !== undefined) return known;
    if (group.constraints.some((each) => this.byteSetOf(each) === null)) return null;
    const result = this.possibleBytes(group.constraints);
    this.groupSets.set(group, result);
    return result;
  }

  /** The values of a byte that conditions on it alone leave. */
  private possibleBytes(constraints: readonly Term[]): ByteSet {
    const result = new Int32Array(8).fill(-1);
    for (const constraint of constraints) {
      const set = this.byteSetOf(constraint);
      if (set !== null) for (let i = 0; i < 8; i++) result[i] &= set[i];
    }
    return result;
  }

  /** What the conditions of a group that are about this byte alone leave of it. */
  knownByte(group: Group, [input, cell]: Support): KnownByte {
    let ofGroup = this.knownBytes.get(group);
    if (ofGroup === undefined) {
      ofGroup = new Map();
      this.knownBytes.set(group, ofGroup);
    }
    const key = input * MOST_CELLS + cell;
    let known = ofGroup.get(key);
    if (known === undefined) {
      const constraints = group.constraints.filter((each) => {
        const about = this.supportOf(each);
        return isOneCell(about) && about[0] === input && about[1] === cell;
      });
      known = { possible: this.possibleBytes(constraints), constraints };
      ofGroup.set(key, known);
    }
    return known;
  }

  /** Null for a condition on anything but one byte of input. */
  private byteSetOf(term: Term): ByteSet | null {
    const known = this.byteSets.get(term);
    if (known !== undefined) return known;
    const result = this.makeByteSet(term);
    this.byteSets.set(term, result);
    return result;
  }

  private makeByteSet(term: Term): ByteSet | null {
    if (term.kind === Kind.not) {
      const inner = this.byteSetOf(term.a!);
      return inner === null ? null : inner.map((word) => ~word);
    }
    const support = this.supportOf(term);
    if (support.length !== 3 || support[2] - support[1] !== 1) return null;
    const input = this.terms.byId(support[0]);
    const isByte = input.kind === Kind.bytes || (input.kind === Kind.variable && input.width === 8);
    if (!isByte) return null;
    const result = new Int32Array(8);
    forEachByte(input, support[1], (value, model) => {
      if (this.evaluator.use(model).value(term) === 1) result[value >> 5] |= 1 << (value & 31);
    });
    return result;
  }
}

/** Asks the solver; null where enough was asked. */
type Ask = (required: Term) => HowOften | null;

const NOTHING: readonly Term[] = [];

function areSameGroups(a: readonly Group[], b: readonly Group[]): boolean {
  return a.length === b.length && a.every((group, i) => group === b[i]);
}

/** What it is a choice of; itself where it is none. */
function alternativesOf(term: Term): readonly Term[] {
  const alternatives: Term[] = [];
  const open = [term];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at.kind === Kind.or) open.push(at.a!, at.b!);
    else alternatives.push(at);
  }
  return alternatives;
}

function cellsOf(support: Support): number {
  let cells = 0;
  for (let i = 0; i < support.length; i += 3) cells += support[i + 2] - support[i + 1];
  return cells;
}

/** Whether it says that something is equal to another, smaller or larger. */
function isBound({ kind, a }: Term): boolean {
  if (kind === Kind.not) return a!.kind !== Kind.eq && isBound(a!);
  return kind === Kind.eq || kind === Kind.ult || kind === Kind.ule || kind === Kind.slt || kind === Kind.sle;
}

function isEqualSupport(a: Support, b: Support): boolean {
  return a === b || (a.length === b.length && a.every((each, i) => each === b[i]));
}
