/**
 * Following a prefix: the machine runs from a start of the program and gets the answers that the prefix holds. At forks the
 * other side is left to the giver of the prefix; for the strategy it stays open, so that nothing above is ever taken
 * for explored to its end here. Paths that end beside the prefix have been reported by the giver.
 *
 * The marks in the name are compared at every fork: a machine that goes another way than the one that gave the prefix away would
 * explore something else in its place, and that must not go unnoticed.
 */
import type { Scalar } from '../../expr/scalar.ts';
import type { Term } from '../../expr/term.ts';
import type { Site } from '../../machine/code.ts';
import type { Machine } from '../../machine/machine.ts';
import { PathForgotten } from '../../machine/path-end.ts';
import { type Policy, type Sides, sidesOfLetter } from '../../machine/policy.ts';
import type { State } from '../../machine/state.ts';
import { InternalError } from '../../program/errors.ts';
import { choicesIn } from '../path-name.ts';
import { answersOf, type PathPrefix, type StoredAnswer, splitBy } from './prefix.ts';

/** Instructions at a time. */
const INSTRUCTIONS_BETWEEN_LOOKS = 1_000_000;

export class Retracing implements Policy {
  /** Whether everything that the prefix says was used: the next policy answers from then on. */
  private isBeyond = false;
  private noted = false;
  private readonly answers: readonly StoredAnswer[];
  private readonly choices: ReturnType<typeof choicesIn>;
  private nextAnswer = 0;
  private nextChoice = 0;
  /** The side to go on with, where it is the one that was forked off. */
  private child: State | null = null;
  private followed: State | null = null;

  /** `over` is called when everything that the prefix says was used. */
  constructor(
    private readonly machine: Machine,
    { path, ...prefix }: PathPrefix,
    private readonly beyond: Policy,
    private readonly over: () => void,
  ) {
    this.answers = answersOf({ path, ...prefix });
    this.choices = choicesIn(path);
  }

  get records(): boolean {
    return this.isBeyond ? this.beyond.records : this.noted;
  }

  /** From the state where the program starts to the one that the prefix leads to; null where that has ended meanwhile. */
  run(start: State): State | null {
    return this.machine.withPartners({ policy: this }, () => this.retrace(start));
  }

  private retrace(start: State): State | null {
    const { machine } = this;
    let state = start;
    for (;;) {
      if (this.isOver) {
        this.finish();
        return state;
      }
      this.followed = state;
      const result = machine.run(state, INSTRUCTIONS_BETWEEN_LOOKS, true);
      if (this.child !== null) {
        state = this.child;
        this.child = null;
      } else if (this.isBeyond) return result === 'ended' ? null : state;
      else if (result === 'ended') throw lost();
    }
  }

  private get isOver(): boolean {
    return this.nextChoice === this.choices.length && this.nextAnswer === this.answers.length;
  }

  private finish(): void {
    this.isBeyond = true;
    this.over();
  }

  sides(state: State, condition: Term): Sides {
    const answer = this.next();
    if (answer === undefined) return this.beyond.sides(state, condition);
    if (typeof answer !== 'string') throw lost();
    this.noted = answer === 'T' || answer === 'F';
    return sidesOfLetter(answer);
  }

  value(state: State, term: Term): Scalar | null {
    const answer = this.next();
    if (answer === undefined) return this.beyond.value(state, term);
    if (typeof answer !== 'number' && typeof answer !== 'bigint') throw lost();
    return answer;
  }

  /** Undefined once the prefix says no more. */
  private next(): StoredAnswer | undefined {
    if (this.isBeyond) return undefined;
    const answer = this.answers[this.nextAnswer++];
    if (answer === undefined) this.finish();
    return answer;
  }

  /** A decision is about to be made: before it the state may have been split from what others speak for. */
  deciding(state: State, site: Site): void {
    for (;;) {
      const answer = this.answers[this.nextAnswer];
      if (typeof answer !== 'object') return;
      this.nextAnswer++;
      this.machine.cutWhere(state, splitBy(answer.split, this.machine.terms, state), 'explored elsewhere', site, null);
    }
  }

  splitting({ choices }: State): void {
    const expected = this.choices[this.nextChoice];
    if (choices === null || expected === undefined || !expected.isAt(choices)) throw lost();
    this.nextChoice++;
  }

  /** Whether the end of a state is one of the path that is followed, which is then followed no longer. */
  endsWith(state: State): boolean {
    if (state !== this.followed) return false;
    if (!this.isOver) throw lost();
    this.finish();
    return true;
  }

  forked(child: State): void {
    if (this.choices[this.nextChoice - 1].side === 0) return;
    this.child = child;
    throw new PathForgotten();
  }
}

function lost(): InternalError {
  return new InternalError('a path that was given away goes another way when it is followed');
}
