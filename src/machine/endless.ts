/**
 * Programs that never end: a state that comes back to where it was is there for ever.
 *
 * After every so many instructions a path keeps a snapshot of its state; for a while it is then compared with the snapshot
 * whenever it is at the same place. If everything is as it was that decides what happens next (frames, live registers,
 * memory, what has been read, the path condition), the path repeats what it did in between without an end: text it prints is
 * the only trace of it. Terms are compared by identity, so this is true of every input that takes the path.
 *
 * Snapshots are taken at twice the number of instructions each time, and looked at for a quarter of that (Brent's
 * algorithm): whatever the length of the cycle and of the way to it, it is found within four times their sum. Loops that
 * change something at every turn, a counter for example, are not found; those end with a limit. A snapshot inside a function
 * gives way to one in its caller: locals of another call are other objects.
 *
 * Costs nothing before the first snapshot; then a copy of what is written afterwards, once for each snapshot, and a comparison
 * of two places per executed segment for an eighth of the time.
 */

import { Liveness } from '../analysis/liveness.ts';
import type { Segment } from './code.ts';
import type { Machine } from './machine.ts';
import type { ObjectState } from './memory/object-state.ts';
import type { Cycle } from './outcome.ts';
import { endingOf, PathEnd } from './path-end.ts';
import type { Frame, State, Text } from './state.ts';
import { Pointer, type Value } from './value.ts';

export interface CycleWatch {
  readonly snapshot: State;
  /** Instructions of the path after which the snapshot is given up. */
  readonly until: number;
}

/** To be called when `steps` has reached `lookAt`, at the header of a loop (or where a function begins). */
export function endIfEndless(machine: Machine, state: State): void {
  const cycle = lookForCycle(state);
  if (cycle === null) return;
  const { segment, next } = state.frame;
  const site = segment.sites[next] ?? segment.controlSite;
  if (state.stacks.some((stack) => stack !== undefined)) {
    machine.refuse(state, site, 'a loop that waits for another thread without synchronisation');
  }
  throw new PathEnd({ ...endingOf(state, 'endless', 'the loop here never ends', site), cycle });
}

/** What the state does again and again, if it does; also says when to look again. */
function lookForCycle(state: State): Cycle | null {
  const { watch, steps } = state;
  if (watch === null) {
    state.watch = { snapshot: state.snapshot(), until: steps + Math.ceil(steps / 4) };
    state.lookAt = steps + 1;
    return null;
  }
  if (isSame(watch.snapshot, state)) return cycleBetween(watch.snapshot, state);
  if (state.frame.depth < watch.snapshot.frame.depth) state.watch = { ...watch, snapshot: state.snapshot() };
  if (steps < watch.until) state.lookAt = steps + 1;
  else {
    state.lookAt = 2 * watch.snapshot.steps;
    state.watch = null;
  }
  return null;
}

function cycleBetween(before: State, now: State): Cycle {
  return {
    steps: now.steps - before.steps,
    stdout: bytesSince(before.stdout, now.stdout),
    stderr: bytesSince(before.stderr, now.stderr),
  };
}

function bytesSince(before: Text | null, now: Text | null): number {
  let bytes = 0;
  for (let link = now; link !== before && link !== null; link = link.rest) bytes += link.item.length;
  return bytes;
}

function isSame(before: State, now: State): boolean {
  return (
    before.frame.segment === now.frame.segment &&
    before.condition === now.condition &&
    before.inputs === now.inputs &&
    before.outputs === now.outputs &&
    before.named === now.named &&
    before.answers === now.answers &&
    before.isObserved === now.isObserved &&
    before.savedPositions === now.savedPositions &&
    before.stdinUsed === now.stdinUsed &&
    before.returned === now.returned &&
    before.startup.length === now.startup.length &&
    before.thread === now.thread &&
    sameFrames(before.frame, now.frame) &&
    sameStacks(before, now) &&
    before.memory.isSame(now.memory, sameObjects)
  );
}

const liveBySegment = new WeakMap<Segment, readonly number[]>();

/** What the frame may still read; others may differ, and do where compiled code has kept them to itself. */
function liveRegisters({ segment }: Frame, isCaller: boolean): readonly number[] {
  const from = isCaller ? segment.following! : segment;
  let live = liveBySegment.get(from);
  if (live === undefined) {
    const first = (from.sites[0] ?? from.controlSite).instruction;
    live = new Liveness(from.code.function).within(from.block).get(first)!;
    liveBySegment.set(from, live);
  }
  return isCaller ? live.filter((register) => register !== segment.resultRegister) : live;
}

function sameFrames(before: Frame, top: Frame): boolean {
  let [one, other]: [Frame | null, Frame | null] = [before, top];
  for (; one !== null && other !== null && one !== other; one = one.caller, other = other.caller) {
    if (one.segment !== other.segment || one.next !== other.next || one.depth !== other.depth) return false;
    if (one.varargs !== other.varargs || one.locals !== other.locals || one.stackBase !== other.stackBase) return false;
    if (one.activation !== other.activation) return false;
    const [then, now] = [one.registers, other.registers];
    for (const i of liveRegisters(other, other !== top)) if (!sameValue(then[i], now[i])) return false;
  }
  return one === other;
}

/** Where the other threads stand: each has called something that lets others go on. */
function sameStacks({ stacks: before }: State, { stacks: now }: State): boolean {
  if (before === now) return true;
  return Array.from({ length: Math.max(before.length, now.length) }, (_, i) => [before[i], now[i]] as const).every(
    ([one, other]) =>
      one === undefined || other === undefined
        ? one === other
        : one.top === other.top && one.frame.segment === other.frame.segment && sameFrames(one.frame, other.frame),
  );
}

/** Objects of the same identity. */
function sameObjects(one: ObjectState, other: ObjectState): boolean {
  if (one.alive !== other.alive || one.array !== other.array || one.hidden !== other.hidden) return false;
  if (one.size !== other.size || one.base !== other.base) return false;
  return (
    sameBytes(one.bytes, other.bytes) &&
    sameBytes(one.marks, other.marks) &&
    sameWritten(one.written, other.written) &&
    sameCells(one.cells, other.cells)
  );
}

function sameWritten(one: ObjectState['written'], other: ObjectState['written']): boolean {
  return one === null || other === null ? one === other : one.isSame(other);
}

function sameBytes(one: Uint8Array | null, other: Uint8Array | null): boolean {
  if (one === null || other === null) return isAllZero(one) && isAllZero(other);
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}

/** No marks, or none that says anything. */
function isAllZero(bytes: Uint8Array | null): boolean {
  return bytes === null || bytes.every((byte) => byte === 0);
}

function sameCells(one: ObjectState['cells'], other: ObjectState['cells']): boolean {
  if ((one?.size ?? 0) !== (other?.size ?? 0)) return false;
  for (const [offset, { value, size }] of one ?? []) {
    const cell = other!.get(offset);
    if (cell === undefined || cell.size !== size || !sameValue(value, cell.value)) return false;
  }
  return true;
}

function sameValue(one: Value, other: Value): boolean {
  if (Object.is(one, other)) return true;
  if (one instanceof Pointer) {
    return other instanceof Pointer && one.object === other.object && Object.is(one.offset, other.offset);
  }
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  return one.every((value, i) => sameValue(value, other[i]));
}
