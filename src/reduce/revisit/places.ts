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
import type { TreeFork } from './tree.ts';
import { VisitIndex } from './visit-index.ts';

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

  /** Forgets what nobody came to since the last time. */
  age(): void {
    this.old = this.young;
    this.young = [];
  }
}
