/**
 * Places: a decision to be made (an instruction and the condition that decides), the calls that lead there, and the
 * iterations of the loops around it and around those calls. The condition is looked at in any case, and one instruction may
 * have to decide several.
 *
 * With the iterations, what comes after two visits has the same names: a path suffix is a sequence of places. Without
 * them a loop head reached with the same state in another iteration would be one place too; its future is the same, but
 * the places in it are not.
 *
 * Memory is bounded by two generations: when the younger one is full the older one is forgotten; a place that is come to
 * again is young again.
 */
import type { Term } from '../../expr/term.ts';
import type { Site } from '../../machine/code.ts';
import type { Machine } from '../../machine/machine.ts';
import { type Context, nameKey } from '../../machine/names.ts';
import { contextOf, iterationsAt } from '../../machine/semantics/allocate.ts';
import type { State } from '../../machine/state.ts';
import type { TreeFork } from './tree.ts';
import { VisitIndex } from './visit-index.ts';

export class DecisionPlace {
  /** Forks that may be explored by now, and are not visits yet. */
  waiting: TreeFork[] = [];
  readonly visits = new VisitIndex();
  searches = 0;
  matches = 0;
}

/** By context, then by instruction and iterations, then by condition. */
type Generation = Map<number | string, Map<Term, DecisionPlace>>[];

export class Places {
  private young: Generation = [];
  private old: Generation = [];
  count = 0;

  constructor(private readonly machine: Machine) {}

  of({ frame }: State, site: Site, condition: Term): DecisionPlace {
    const context: Context = contextOf(this.machine, frame);
    const key = nameKey(site.instruction.id, iterationsAt(frame, site));
    const byKey = (this.young[context.id] ??= new Map());
    let byCondition = byKey.get(key);
    if (byCondition === undefined) {
      byCondition = this.old[context.id]?.get(key) ?? new Map<Term, DecisionPlace>();
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

  /** Forgets what nobody came to since the last time. */
  age(): void {
    this.old = this.young;
    this.young = [];
  }
}
