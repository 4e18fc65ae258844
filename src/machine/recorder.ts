/** Who writes down what a path does. */
import type { Term } from '../expr/term.ts';
import type { DecisionKind } from './client.ts';
import type { Segment, Site } from './code.ts';
import type { Frame, State } from './state.ts';
import type { MemoryObject } from './value.ts';

/**
 * Gets what a path does, in order. With no recorder nothing is recorded and nothing is paid. What it keeps per path goes
 * into `state.trace`, through the `TraceOf` of its class, and must be persistent.
 *
 * An instruction that forks half-way is repeated by the forked side, so an access may be reported twice in a row.
 */
export interface Recorder {
  /** All steps of the segment are done; its control step is about to run. */
  executed(state: State, segment: Segment): void;
  /** An access in bounds of a live object, before it takes effect. `offset` is a number or a 32-bit term. */
  access(state: State, site: Site, object: MemoryObject, offset: number | Term, size: number, writes: boolean): void;
  /** A symbolic condition was settled for this state, whether or not it forked. */
  decided(state: State, condition: Term, value: boolean, kind: DecisionKind, site: Site): void;
  /** An object was made by the instruction at `site`. */
  allocated(state: State, site: Site, object: MemoryObject, size: number): void;
  /** An object on the heap is about to be freed. */
  freed?(state: State, site: Site, object: MemoryObject): void;
  /** The size of an object was looked at. */
  sized?(state: State, site: Site, object: MemoryObject): void;
  /** Several functions are about to be left at once, by longjmp. Without it calls and returns must be nested: paths end there. */
  jumped?: ((state: State) => void) | undefined;
  /** A fresh input was made by the instruction at `site`. */
  input(state: State, term: Term): void;
  /** A frame was left; `caller` (null at the outermost) goes on. */
  returned(state: State, frame: Frame, caller: Frame | null): void;
  /** Whether it need not hear for now what the state does: then compiled code may run (compile/hot.ts). Without it, it always must. */
  isResting?(state: State): boolean;
  /** The path is over; the segment at `site` was executed up to and including it. */
  ended(state: State, site: Site | null): void;
}
