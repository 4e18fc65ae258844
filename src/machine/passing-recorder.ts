/** Passes on all it hears to one recorder, which may be replaced between two runs of states: closures keep this one. */
import type { Term } from '../expr/term.ts';
import type { DecisionKind } from './client.ts';
import type { Segment, Site } from './code.ts';
import type { Recorder } from './recorder.ts';
import type { Frame, State } from './state.ts';
import type { MemoryObject } from './value.ts';

export class PassingRecorder implements Recorder {
  constructor(public target: Recorder) {}

  executed(state: State, segment: Segment): void {
    this.target.executed(state, segment);
  }

  access(state: State, site: Site, object: MemoryObject, offset: number | Term, size: number, writes: boolean): void {
    this.target.access(state, site, object, offset, size, writes);
  }

  decided(state: State, condition: Term, value: boolean, kind: DecisionKind, site: Site): void {
    this.target.decided(state, condition, value, kind, site);
  }

  allocated(state: State, site: Site, object: MemoryObject, size: number): void {
    this.target.allocated(state, site, object, size);
  }

  freed(state: State, site: Site, object: MemoryObject): void {
    this.target.freed?.(state, site, object);
  }

  sized(state: State, site: Site, object: MemoryObject): void {
    this.target.sized?.(state, site, object);
  }

  isResting(state: State): boolean {
    return this.target.isResting?.(state) === true;
  }

  /** Undefined where the target does not follow jumps. */
  get jumped(): ((state: State) => void) | undefined {
    const { target } = this;
    return target.jumped === undefined ? undefined : (state) => target.jumped!(state);
  }

  input(state: State, term: Term): void {
    this.target.input(state, term);
  }

  returned(state: State, frame: Frame, caller: Frame | null): void {
    this.target.returned(state, frame, caller);
  }

  ended(state: State, site: Site | null): void {
    this.target.ended(state, site);
  }
}
