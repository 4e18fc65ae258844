/**
 * Places: a decision to be made (an instruction and the condition that decides) and the calls that lead there. The condition
 * is looked at in any case, and one instruction may have to decide several.
 *
 * In which iteration of the loops around it a state comes there is no part of a place. The machine numbers iterations, and
 * names objects by them, but what a program does next depends on its state alone: two states at one place that agree in all
 * that is looked at run the same instructions, decide the same conditions and fault alike, in whatever iteration. Only the
 * names of the objects differ (object-names.ts).
 *
 * Memory is bounded by two generations: when the younger one is full the older one is forgotten; a place that is come to
 * again is young again.
 */
import type { Term } from '../../expr/term.ts';
import type { Site } from '../../machine/code.ts';
import type { Machine } from '../../machine/machine.ts';
import { contextOf } from '../../machine/semantics/allocate.ts';
import type { State } from '../../machine/state.ts';
import { CallSequences } from '../call-sequences.ts';
import type { SentVisit } from './sent-visits.ts';
import type { TreeFork } from './tree.ts';
import { VisitIndex } from './visit-index.ts';

/** More than a program has. */
const MOST_INSTRUCTIONS = 2 ** 26;

/** Visits of others that wait for a state. */
const MOST_EXPECTED = 20_000;
const NONE_EXPECTED: readonly SentVisit[] = [];

export class DecisionPlace {
  /** Forks that may be explored by now, and are not visits yet. */
  waiting: TreeFork[] = [];
  readonly visits = new VisitIndex();
}

/** By calls, then by instruction, then by condition. */
type Generation = Map<number, Map<Term, DecisionPlace>>[];

export class Places {
  private young: Generation = [];
  private old: Generation = [];
  private readonly calls = new CallSequences();
  /** Visits of others that no state has come to yet, by calls and instruction. */
  private readonly expected = new Map<number, SentVisit[]>();
  private expectedCount = 0;
  count = 0;

  constructor(private readonly machine: Machine) {}

  of({ frame }: State, site: Site, condition: Term): DecisionPlace {
    const calls = this.calls.of(contextOf(this.machine, frame));
    const key = site.instruction.id;
    const byKey = (this.young[calls] ??= new Map());
    let byCondition = byKey.get(key);
    if (byCondition === undefined) {
      byCondition = this.old[calls]?.get(key) ?? new Map<Term, DecisionPlace>();
      byKey.set(key, byCondition);
    }
    let place = byCondition.get(condition);
    if (place === undefined) {
      place = new DecisionPlace();
      this.count++;
      byCondition.set(condition, place);
    }
    return place;
  }

  /** Keeps a visit of others until a state comes to its place; where there are too many, nothing is lost but time. */
  expect(visit: SentVisit): void {
    if (this.expectedCount >= MOST_EXPECTED) return;
    this.expectedCount++;
    const calls = this.calls.below(this.machine.names.root, visit.calls);
    const key = calls * MOST_INSTRUCTIONS + visit.instruction;
    const others = this.expected.get(key);
    if (others === undefined) this.expected.set(key, [visit]);
    else others.push(visit);
  }

  /** Those that others sent for where a state is, under whatever condition; they are not expected any more. */
  takeExpected({ frame }: State, site: Site): readonly SentVisit[] {
    if (this.expectedCount === 0) return NONE_EXPECTED;
    const key = this.calls.of(contextOf(this.machine, frame)) * MOST_INSTRUCTIONS + site.instruction.id;
    const found = this.expected.get(key);
    if (found === undefined) return NONE_EXPECTED;
    this.expected.delete(key);
    this.expectedCount -= found.length;
    return found;
  }

  /** Forgets what no state came to since the last time. */
  age(): void {
    this.old = this.young;
    this.young = [];
  }
}
