/** For the goal `outputs`: what counts as output, and who keeps what the tree of paths comes to. */
import type { Term } from '../../expr/term.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import { type Chain, chainToArray, type State } from '../../machine/state.ts';
import type { MemoryObject } from '../../machine/value.ts';
import type { OutcomeFork } from '../output/outcome-tree.ts';

/** Besides the way a path ends. */
export interface WatchedOutputs {
  readonly exitStatus: boolean;
  readonly text: boolean;
  readonly marks: boolean;
  /** Whether it shows under which name an object is known. */
  readonly objects: boolean;
}

export const NOTHING_WATCHED: WatchedOutputs = { exitStatus: false, text: false, marks: false, objects: false };
export const ALL_WATCHED: WatchedOutputs = { exitStatus: true, text: true, marks: true, objects: true };

export interface OutcomeKeeper {
  readonly watched: WatchedOutputs;
  split(state: State, copy: State, condition: Term): OutcomeFork;
  /** Both sides of the fork made last go on. */
  forked(state: State): void;
  /** `spokenFor`: the fork from which everything that could follow was explored; null where the path ran to its end. */
  ended(state: State, outcome: PathOutcome, spokenFor: OutcomeFork | null): void;
  /** What the path leaves in memory for others to see. */
  left(state: State, outcome: PathOutcome): readonly MemoryObject[];
}

/** What a path has shown when it comes to a place. */
export type ShownSoFar = Pick<State, 'stdout' | 'stderr' | 'outputs' | 'named' | 'answers' | 'isObserved'>;

export const NOTHING_SHOWN: ShownSoFar = {
  stdout: null,
  stderr: null,
  outputs: null,
  named: null,
  answers: null,
  isObserved: false,
};

export function shownBy({ stdout, stderr, outputs, named, answers, isObserved }: State): ShownSoFar {
  return { stdout, stderr, outputs, named, answers, isObserved };
}

export function isShownAlike(one: ShownSoFar, two: ShownSoFar, { text, marks }: WatchedOutputs): boolean {
  if (text && !(isSameText(one.stdout, two.stdout) && isSameText(one.stderr, two.stderr))) return false;
  if (!marks) return true;
  return (
    one.isObserved === two.isObserved &&
    one.named === two.named &&
    one.answers === two.answers &&
    isSameList(one.outputs, two.outputs, isSameMark)
  );
}

type Text = State['stdout'];

/** Bytes and terms are compared, not the calls that wrote them. */
function isSameText(one: Text, two: Text): boolean {
  return one === two || isSameSequence(chainToArray(one).flat(), chainToArray(two).flat());
}

function isSameMark(one: PathOutcome['outputs'][number], two: PathOutcome['outputs'][number]): boolean {
  return (
    one.name === two.name &&
    one.kind === two.kind &&
    one.bits === two.bits &&
    one.label === two.label &&
    one.value === two.value &&
    isSameSequence(one.bytes ?? [], two.bytes ?? [])
  );
}

function isSameSequence<T>(one: readonly T[], two: readonly T[]): boolean {
  return one.length === two.length && one.every((each, i) => each === two[i]);
}

function isSameList<T>(one: Chain<T> | null, two: Chain<T> | null, isSame: (a: T, b: T) => boolean): boolean {
  let [left, right] = [one, two];
  while (left !== right) {
    if (left === null || right === null || !isSame(left.item, right.item)) return false;
    left = left.rest;
    right = right.rest;
  }
  return true;
}
