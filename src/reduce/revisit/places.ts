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
import type { Context } from '../../machine/names.ts';
import { contextOf } from '../../machine/semantics/allocate.ts';
import type { State } from '../../machine/state.ts';
import type { SentVisit } from './sent-visits.ts';
import type { TreeFork } from './tree.ts';
import { VisitIndex } from './visit-index.ts';

/** More than a program has, with the contexts that nobody calls. */
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
  /** By the id of a context. */
  private readonly calls: (number | undefined)[] = [];
  /** By the calls before, and the last call. */
  private readonly byCalls = new Map<number, number>();
  /** Visits of others that no state has come to yet, by calls and instruction. */
  private readonly expected = new Map<number, SentVisit[]>();
  private expectedCount = 0;
  count = 0;

  constructor(private readonly machine: Machine) {}

  of({ frame }: State, site: Site, condition: Term): DecisionPlace {
    const calls = this.callsOf(contextOf(this.machine, frame));
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
    let calls = this.numberOf(-1, MOST_INSTRUCTIONS - 1 - this.machine.names.root.id);
    for (const call of visit.calls) calls = this.numberOf(calls, call);
    const key = calls * MOST_INSTRUCTIONS + visit.instruction;
    const others = this.expected.get(key);
    if (others === undefined) this.expected.set(key, [visit]);
    else others.push(visit);
  }

  /** Those that others sent for where a state is, under whatever condition; they are not expected any more. */
  takeExpected({ frame }: State, site: Site): readonly SentVisit[] {
    if (this.expectedCount === 0) return NONE_EXPECTED;
    const key = this.callsOf(contextOf(this.machine, frame)) * MOST_INSTRUCTIONS + site.instruction.id;
    const found = this.expected.get(key);
    if (found === undefined) return NONE_EXPECTED;
    this.expected.delete(key);
    this.expectedCount -= found.length;
    return found;
  }

  /** The number of a sequence of calls, in whatever iterations. */
  private callsOf(context: Context): number {
    const known = this.calls[context.id];
    if (known !== undefined) return known;
    // Not recursive: programs may nest calls deeper than our own stack is.
    const unknown: Context[] = [];
    let at: Context | null = context;
    for (; at !== null && this.calls[at.id] === undefined; at = at.parent) unknown.push(at);
    let calls = at === null ? -1 : this.calls[at.id]!;
    for (let next = unknown.pop(); next !== undefined; next = unknown.pop()) {
      // Constructors and the final exit have contexts of their own without a call.
      calls = this.numberOf(calls, next.call === null ? MOST_INSTRUCTIONS - 1 - next.id : next.call.id);
      this.calls[next.id] = calls;
    }
    return calls;
  }

  private numberOf(before: number, call: number): number {
    const key = (before + 1) * MOST_INSTRUCTIONS + call;
    let number = this.byCalls.get(key);
    if (number === undefined) {
      number = this.byCalls.size;
      this.byCalls.set(key, number);
    }
    return number;
  }

  /** Forgets what nobody came to since the last time. */
  age(): void {
    this.old = this.young;
    this.young = [];
  }
}
