/** How a path comes to its end, and what it leaves behind. */
import type { Scalar } from '../expr/scalar.ts';
import type { Term } from '../expr/term.ts';
import type { SourcePosition } from '../program/debug.ts';
import type { Site } from './code.ts';
import type { EndingKind } from './endings.ts';
import type { PathEnding, PathOutcome, StackEntry } from './outcome.ts';
import { chainToArray, type Frame, type State, type Text } from './state.ts';

/** Thrown to leave a step when the path is over; not an Error, so it costs no stack trace. */
export class PathEnd {
  constructor(
    readonly ending: PathEnding,
    readonly evidence: unknown = null,
  ) {}
}

/** Thrown by a client that learns at a fork that a path is of no interest: it stops without an ending, as if still open. */
export class PathForgotten {}

/** Thrown where a question is too hard for now: the state will repeat the instruction that asked it, when others have ended. */
export class PathPostponed {}

/** The ending of a state at a site, told as its user knows things. */
export function endingOf(
  state: State,
  kind: EndingKind,
  message: string,
  site: Site | null,
  name = '',
  status: Scalar | Term = 0,
): PathEnding {
  const stack: StackEntry[] = [];
  let position: SourcePosition | null = null;
  if (site !== null) {
    const covered = site.instruction.id - site.segment.firstId + 1;
    if (site.segment.covered < covered) site.segment.covered = covered;
  }
  for (let frame: Frame | null = state.frame; frame !== null; frame = frame.caller) {
    const at = frame === state.frame && site !== null ? site : siteOf(frame);
    const functionName = frame.code.function.debug?.name ?? frame.code.function.name;
    stack.push({ functionName, position: at?.instruction.position ?? null });
    // A fault inside the modelled library is reported where user code called it; the stack tells the rest.
    if (position === null && frame.code.function.library !== true) position = at?.instruction.position ?? null;
  }
  const told = byName(message, state);
  return { kind, message: told, instruction: site?.instruction ?? null, site, position, stack, status, name };
}

export function outcomeOf(state: State, ending: PathEnding): PathOutcome {
  return {
    ending,
    condition: state.condition,
    inputs: chainToArray(state.inputs),
    outputs: chainToArray(state.outputs),
    answers: chainToArray(state.answers),
    arguments: state.arguments,
    stdout: textOf(state.stdout),
    stderr: textOf(state.stderr),
    left: chainToArray(state.left),
    absent: chainToArray(state.absent),
    threads: state.stacks.length > 0,
    returned: state.returned,
    wishes: chainToArray(state.wishes),
    steps: state.steps,
    choices: state.choices,
  };
}

function siteOf(frame: Frame): Site | null {
  const { segment, next } = frame;
  return next < segment.steps.length ? (segment.sites[next] ?? null) : segment.controlSite;
}

/** Oldest chunk first. */
function textOf(text: Text | null): (number | Term)[] {
  let length = 0;
  for (let link = text; link !== null; link = link.rest) length += link.item.length;
  const result: (number | Term)[] = new Array(length);
  for (let link = text; link !== null; link = link.rest) {
    length -= link.item.length;
    for (let i = 0; i < link.item.length; i++) result[length + i] = link.item[i];
  }
  return result;
}

/** An object that the caller has a name for is called so: `a (24 bytes)`, not a block allocated somewhere. */
function byName(message: string, { named }: State): string {
  let told = message;
  for (let link = named; link !== null; link = link.rest) told = told.replace(link.item.object.label, link.item.name);
  return told;
}
