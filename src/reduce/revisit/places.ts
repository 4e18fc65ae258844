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
import type { TreeFork } from './tree.ts';
import { VisitIndex } from './visit-index.ts';

/** More than a program has, with the contexts that nobody calls. */
const MOST_INSTRUCTIONS = 2 ** 26;

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
      const key =
        (calls + 1) * MOST_INSTRUCTIONS + (next.call === null ? MOST_INSTRUCTIONS - 1 - next.id : next.call.id);
      let number = this.byCalls.get(key);
      if (number === undefined) {
        number = this.byCalls.size;
        this.byCalls.set(key, number);
      }
      this.calls[next.id] = number;
      calls = number;
    }
    return calls;
  }

  /** Forgets what nobody came to since the last time. */
  age(): void {
    this.old = this.young;
    this.young = [];
  }
}
