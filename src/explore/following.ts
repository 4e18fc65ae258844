/** The path of one input: no forks, no solver. */
import type { Model, Term } from '../expr/term.ts';
import type { Audience, Client, DecisionKind } from '../machine/client.ts';
import type { Site } from '../machine/code.ts';
import type { PathOutcome } from '../machine/outcome.ts';
import type { State } from '../machine/state.ts';
import { InternalError } from '../program/errors.ts';
import type { Exploration } from './exploration.ts';
import { stopPath } from './forking.ts';
import { GuidedPolicy } from './policy.ts';

/** While an input is followed: instructions and time between two looks at the limits, and most conditions and logged instructions. */
const INSTRUCTIONS_BETWEEN_LOOKS = 10_000;
const MS_BETWEEN_LOOKS = 100;
const MOST_CONDITIONS = 5_000;
const MOST_LOGGED_INSTRUCTIONS = 1_000_000;

export interface GuidedPath {
  readonly state: State;
  readonly outcome: PathOutcome;
}

/** Keeps the path instead of reporting it; for the rest the exploration is the client. */
class Followed implements Client {
  path: GuidedPath | null = null;

  constructor(private readonly exploration: Exploration) {}

  get audience(): Audience | undefined {
    return this.exploration.audience;
  }

  forked(): void {
    throw new InternalError('a path that follows an input has forked');
  }

  splitting(state: State, child: State, site: Site, repeats: boolean): void {
    this.exploration.splitting(state, child, site, repeats);
  }

  deciding(state: State, condition: Term, kind: DecisionKind, site: Site): void {
    this.exploration.deciding(state, condition, kind, site);
  }

  ended(state: State, outcome: PathOutcome): void {
    this.path = { state, outcome };
  }
}

export function followInput(
  exploration: Exploration,
  state: State,
  input: Model,
  slice = INSTRUCTIONS_BETWEEN_LOOKS,
  paused?: (state: State) => string | null,
): GuidedPath {
  const client = new Followed(exploration);
  const partners = { policy: new GuidedPolicy(input), client };
  exploration.machine.withPartners(partners, () => runFollowed(exploration, state, slice, paused));
  if (client.path === null) throw new InternalError('a path ended without saying so');
  return client.path;
}

function runFollowed(
  exploration: Exploration,
  state: State,
  slice: number,
  paused?: (state: State) => string | null,
): void {
  const { machine } = exploration;
  const { now } = exploration.options.surroundings;
  const began = machine.instructions - state.steps;
  let look = state.steps + INSTRUCTIONS_BETWEEN_LOOKS - (state.steps % INSTRUCTIONS_BETWEEN_LOOKS);
  let looked = now();
  for (;;) {
    const result = machine.run(state, slice, false);
    if (result === 'ended') return;
    const halted = paused?.(state) ?? null;
    // What is made of the instructions may take much longer than they do.
    if (halted === null && result === 'paused' && state.steps < look && now() - looked < MS_BETWEEN_LOOKS) continue;
    look = Math.max(look, state.steps + INSTRUCTIONS_BETWEEN_LOOKS);
    looked = now();
    const hit = halted ?? followedTooFar(exploration, state, began);
    if (hit === null) continue;
    stopPath(machine, state, hit);
    return;
  }
}

/** An input may lead into a loop without an end; nothing else runs until its path is over. */
function followedTooFar(exploration: Exploration, state: State, began: number): string | null {
  const { limits, surroundings } = exploration.options;
  const logged = exploration.strategy.recorder === null ? 0 : exploration.machine.instructions - began;
  if (logged > MOST_LOGGED_INSTRUCTIONS) return 'max-instructions';
  if (state.condition.length > Math.min(MOST_CONDITIONS, 64 + 8 * limits.maxDepth)) return 'max-depth';
  if (exploration.machine.instructions >= limits.maxInstructions) return 'max-instructions';
  if (exploration.deadline.isOver()) return 'max-time';
  if (surroundings.memoryMb() >= limits.maxMemoryMb) return 'max-memory';
  if (surroundings.interrupted()) return 'interrupted';
  return null;
}
