/**
 * The forking search: keeps a frontier of open states and runs them until none is left or a limit is hit.
 *
 * It is a generator that yields about ten times a second, so that a caller who has an event loop can let it turn (for
 * Ctrl-C, a progress line, a worker's messages), and one who has none simply runs it through.
 */

import type { Machine } from '../machine/machine.ts';
import { endingOf } from '../machine/path-end.ts';
import type { State } from '../machine/state.ts';
import type { Deadline } from '../solver/deadline.ts';
import type { Searcher } from './searchers/searcher.ts';
import type { SharedWork, Sharing } from './sharing/sharing.ts';

export interface Limits {
  readonly maxTimeMs: number;
  readonly maxPaths: number;
  readonly maxInstructions: number;
  /** Decisions with two feasible sides on one path. */
  readonly maxDepth: number;
  readonly maxMemoryMb: number;
  /** Decisions of all paths together of which both sides are explored. */
  readonly maxForks?: number;
}

export const NO_LIMITS: Limits = {
  maxTimeMs: Number.POSITIVE_INFINITY,
  maxPaths: Number.POSITIVE_INFINITY,
  maxInstructions: Number.POSITIVE_INFINITY,
  maxDepth: Number.POSITIVE_INFINITY,
  maxMemoryMb: Number.POSITIVE_INFINITY,
};

/** What the search needs to know of the world it runs in. */
export interface Surroundings {
  /** Milliseconds. */
  now(): number;
  memoryMb(): number;
  /** Ctrl-C: stop, but lose nothing. */
  interrupted(): boolean;
  /** Called now and then, for progress. */
  tick?(open: number): void;
  /** Told of each instruction that is about to decide something, by its number. */
  deciding?(instruction: number): void;
}

/** Instructions between two looks at the clock. */
const INSTRUCTIONS_BETWEEN_LOOKS = 200_000;
/** Milliseconds between two looks at the memory, and between two pauses: shorter where others wait for an answer. */
const LOOK_MS = 100;
const LOOK_FOR_OTHERS_MS = 20;

/** Those who explore the same program at the same time, and how to take up what they give. */
export interface Others {
  readonly sharing: Sharing;
  take(work: SharedWork): State | null;
}

/** States that wait because a question was too hard for the time that it got at first, and who gives it. */
export interface Postponed {
  readonly states: State[];
  readonly policy: { hurries: boolean; isPatient: boolean };
}

/**
 * Runs to the end. States still open when a limit stops the search end with that limit's name, so that what they reached
 * is not lost, but for those that `skips` says are of no interest. `ended` is the number of paths that have ended so far, counted by the client; `abandoned` is told of each
 * open state that was given up without an ending, and by which limit.
 */
export function* exploreForking(
  machine: Machine,
  searcher: Searcher,
  start: readonly State[],
  postponed: Postponed,
  limits: Limits,
  deadline: Deadline,
  surroundings: Surroundings,
  ended: () => number,
  abandoned: (limit: string) => void = () => {},
  skips: (state: State) => boolean = () => false,
  others: Others | null = null,
): Generator<void, void> {
  for (let i = start.length - 1; i >= 0; i--) searcher.fork(null, start[i]);
  let lastLook = surroundings.now();
  let lastPause = lastLook;
  let looked = false;
  const limitHit = (): string | null => {
    if (ended() >= limits.maxPaths) return 'max-paths';
    if (machine.instructions >= limits.maxInstructions) return 'max-instructions';
    if (deadline.isOver()) return 'max-time';
    if (surroundings.interrupted()) return 'interrupted';
    const elsewhere = others?.sharing.limit() ?? null;
    if (elsewhere !== null) return elsewhere;
    const now = surroundings.now();
    if (others !== null && now - lastPause > LOOK_FOR_OTHERS_MS) {
      lastPause = now;
      looked = true;
    }
    if (now - lastLook > LOOK_MS) {
      lastLook = now;
      looked = true;
      surroundings.tick?.(searcher.size + 1);
      if (surroundings.memoryMb() >= limits.maxMemoryMb) return 'max-memory';
    }
    return null;
  };
  const takeUp = () => {
    for (const waiting of postponed.states.splice(0).reverse()) searcher.fork(null, waiting);
  };
  // An instruction that is repeated would be recorded twice; and noted twice, for others to follow. Once hard questions are asked again,
  // there is nothing to hurry to.
  postponed.policy.hurries = machine.listener === null && others === null && !postponed.policy.isPatient;
  for (;;) {
    if (searcher.size === 0 && postponed.states.length > 0) {
      postponed.policy.isPatient = true;
      postponed.policy.hurries = false;
      takeUp();
    }
    const state = searcher.next();
    if (state === undefined && others === null) return;
    const hit = limitHit();
    if (looked) {
      looked = false;
      // Others may be given any state, this one too.
      const isPutBack = others?.sharing.hasOthers === true && state !== undefined;
      if (isPutBack) searcher.add(state);
      yield;
      // However long the pause was: something is done before the next one.
      if (others !== null) lastPause = lastLook = surroundings.now();
      if (isPutBack) continue;
    }
    if (hit !== null) {
      deadline.startWriting();
      takeUp();
      for (const work of others?.sharing.stop(hit) ?? []) {
        const waiting = others!.take(work);
        if (waiting !== null) searcher.fork(null, waiting);
      }
      yield* stopAll(machine, state, searcher, hit, deadline, surroundings, abandoned, skips);
      return;
    }
    if (state === undefined) {
      const work = others!.sharing.next();
      if (work === null) return;
      if (work === 'later') yield;
      else {
        const taken = others!.take(work);
        if (taken !== null) searcher.fork(null, taken);
      }
      continue;
    }
    if (skips(state)) {
      searcher.ended(state);
      continue;
    }
    if (state.forks > limits.maxDepth) {
      stopPath(machine, state, 'max-depth');
      searcher.ended(state);
      continue;
    }
    const budget = Math.min(INSTRUCTIONS_BETWEEN_LOOKS, limits.maxInstructions - machine.instructions);
    const result = machine.run(state, budget, searcher.choosesAtForks || limits.maxDepth !== Number.POSITIVE_INFINITY);
    if (result === 'postponed') postponed.states.push(state);
    if (result === 'ended' || result === 'postponed') searcher.ended(state);
    else searcher.add(state);
  }
}

/** How long tests of open states are written after the user said stop. */
const GRACE_MS = 10_000;

/** What open states reached is not lost; but where there are very many, the last ones are only counted. */
function* stopAll(
  machine: Machine,
  first: State | undefined,
  searcher: Searcher,
  limit: string,
  deadline: Deadline,
  { now }: Surroundings,
  abandoned: (limit: string) => void,
  skips: (state: State) => boolean,
): Generator<void, void> {
  const until = limit === 'interrupted' ? now() + GRACE_MS : Number.POSITIVE_INFINITY;
  let lastPause = now();
  let left = 0;
  for (let open = first ?? searcher.next(); open !== undefined; open = searcher.next()) {
    if (skips(open)) continue;
    if (now() < until && !deadline.isOver()) stopPath(machine, open, limit);
    else {
      left++;
      abandoned(limit);
    }
    // A second Ctrl-C is heard.
    if (now() - lastPause > 100) {
      yield;
      lastPause = now();
    }
  }
  if (left > 0) {
    machine.warnings.add(`${left} open paths have no test: writing them would have taken too long`);
  }
}

export function stopPath(machine: Machine, state: State, limit: string): void {
  const site = state.frame.segment.sites[state.frame.next] ?? state.frame.segment.controlSite;
  machine.finish(state, endingOf(state, 'limit', `stopped by ${limit}`, site, limit));
}
