/**
 * Where an exploration spends its time and where its paths come from, by decision. The time from one decision to the next, in whatever
 * path, is put down to the first: solving it, and running from there. That costs a look at the clock per decision.
 */
import type { DecisionKind } from '../machine/client.ts';
import type { Site } from '../machine/code.ts';
import type { SourcePosition } from '../program/debug.ts';
import type { Instruction } from '../program/instructions.ts';

export interface DecisionCosts {
  readonly position: SourcePosition | null;
  readonly function: string;
  readonly kind: DecisionKind;
  /** How often it was met with both sides open to question. */
  asked: number;
  /** Paths that began there. */
  forks: number;
  /** Paths that a reduction ended there. */
  cut: number;
  ms: number;
}

export class Profile {
  private readonly costs = new Map<Instruction, DecisionCosts>();
  private current: DecisionCosts | null = null;
  private since = 0;

  constructor(private readonly now: () => number) {}

  deciding({ instruction }: Site, kind: DecisionKind): void {
    const now = this.now();
    if (this.current !== null) this.current.ms += now - this.since;
    this.since = now;
    let costs = this.costs.get(instruction);
    if (costs === undefined) {
      const { debug, name } = instruction.block.function;
      costs = {
        position: userPlace(instruction),
        function: debug?.name ?? name,
        kind,
        asked: 0,
        forks: 0,
        cut: 0,
        ms: 0,
      };
      this.costs.set(instruction, costs);
    }
    costs.asked++;
    this.current = costs;
  }

  forked(): void {
    if (this.current !== null) this.current.forks++;
  }

  cut(): void {
    if (this.current !== null) this.current.cut++;
  }

  /** The most expensive first. */
  get decisions(): DecisionCosts[] {
    return [...this.costs.values()].sort((a, b) => b.forks - a.forks || b.ms - a.ms);
  }
}

/** Branches may have no place of their own: then that of what they test. */
function userPlace({ position, block }: Instruction): SourcePosition | null {
  if (position !== null && position.line > 0) return position;
  return block.instructions.findLast((each) => (each.position?.line ?? 0) > 0)?.position ?? null;
}
