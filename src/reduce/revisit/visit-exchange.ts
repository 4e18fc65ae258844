/** Visits told to others who explore the same program, and those that arrive from them (sent-visits.ts has how they travel). */
import type { Exploration } from '../../explore/exploration.ts';
import type { Term } from '../../expr/term.ts';
import type { Site } from '../../machine/code.ts';
import type { State } from '../../machine/state.ts';
import type { MemoryObject } from '../../machine/value.ts';
import type { Derivations } from './derivations.ts';
import type { StateNeeds } from './needs.ts';
import type { Places } from './places.ts';
import { type SentVisit, sendable, VisitReader } from './sent-visits.ts';
import type { Snapshot, TreeFork } from './tree.ts';

export class VisitExchange {
  readonly counts = { sent: 0, received: 0 };
  private readonly reader: VisitReader;
  private outgoing: SentVisit[] = [];
  private arrived: SentVisit[] = [];

  constructor(
    private readonly exploration: Exploration,
    private readonly places: Places,
    /** By id. */
    private readonly objects: MemoryObject[],
    derivations: Derivations,
    /** Effort below a visit from which others are told of it; null: nothing is exchanged. */
    private readonly shareFrom: number | null,
  ) {
    this.reader = new VisitReader(exploration.machine, derivations, objects);
  }

  /** A visit of the place at which the condition is decided. */
  offer({ site, work }: TreeFork, condition: Term, needs: StateNeeds, snapshot: Snapshot): void {
    const { machine, options } = this.exploration;
    if (this.shareFrom === null || work < this.shareFrom || options.sharing?.hasOthers !== true) return;
    const visit = sendable(machine, site.instruction.id, condition, work, needs, snapshot, this.objects);
    if (visit === null) return;
    this.outgoing.push(visit);
    this.counts.sent++;
  }

  take(): readonly SentVisit[] {
    const { outgoing } = this;
    this.outgoing = [];
    return outgoing;
  }

  learn(visits: readonly SentVisit[]): void {
    if (this.shareFrom !== null) this.arrived.push(...visits);
  }

  /** Visits of others become ones of this search where a state comes to their place; how many did. */
  receive(state: State, site: Site): number {
    for (const visit of this.arrived) this.places.expect(visit);
    this.arrived = [];
    let received = 0;
    for (const sent of this.places.takeExpected(state, site)) {
      const read = this.reader.read(sent, state);
      if (read === null) continue;
      received++;
      this.places.of(state, site, read.condition).visits.add(read.visit);
    }
    this.counts.received += received;
    return received;
  }
}
