/** Making objects: locals on the stack and blocks on the heap, under names that other paths use too. */
import type { SourcePosition } from '../../program/debug.ts';
import { roundUp } from '../../program/layout.ts';
import type { Site } from '../code.ts';
import type { Machine } from '../machine.ts';
import { GAP } from '../memory/memory.ts';
import { ObjectState } from '../memory/object-state.ts';
import { WrittenBytes } from '../memory/written.ts';
import type { Context } from '../names.ts';
import { type Frame, prepend, type State } from '../state.ts';
import type { MemoryObject } from '../value.ts';

/** The frame's call context, interned on first use. */
export function contextOf(machine: Machine, frame: Frame): Context {
  if (frame.context !== null) return frame.context;
  // Not recursive: programs may nest calls deeper than our own stack is.
  const unnamed: Frame[] = [];
  let at: Frame | null = frame;
  for (; at !== null && at.context === null; at = at.caller) unnamed.push(at);
  let context = at === null ? null : at.context;
  for (let next = unnamed.pop(); next !== undefined; next = unnamed.pop()) {
    const { caller } = next;
    if (caller === null || context === null) context = machine.names.outermostOf(next.code.function.name);
    else {
      const site = caller.segment.controlSite;
      context = context.callee(machine.names, site.instruction, iterationsAt(caller, site));
    }
    next.context = context;
  }
  return frame.context ?? machine.names.root;
}

/** The iteration of each loop around an instruction, outermost first. */
export function iterationsAt(frame: Frame, site: Site): readonly number[] {
  const { code } = frame;
  let loop = code.loops.innermost[site.segment.block.index];
  if (loop === -1) return NONE;
  const result: number[] = [];
  for (; loop !== -1; loop = code.loops.loops[loop].parent) result.push(frame.registers[code.counters[loop]] as number);
  return result.reverse();
}
const NONE: readonly number[] = [];

function nameObject(
  machine: Machine,
  state: State,
  kind: 'stack' | 'heap',
  site: Site,
  label: () => string,
  extra: number,
): MemoryObject {
  const iterations = iterationsAt(state.frame, site);
  const object = contextOf(machine, state.frame).object(
    machine.names,
    kind,
    site.instruction,
    extra === 0 ? iterations : [...iterations, -extra],
    label,
  );
  if (state.forks === 0) object.isCommon = true;
  return object;
}

/** `extra` tells apart several objects that one instruction makes. */
export function allocateLocal(
  machine: Machine,
  state: State,
  site: Site,
  size: number,
  align: number,
  label: string,
  extra: number,
): ObjectState {
  const { memory, frame } = state;
  const object = nameObject(machine, state, 'stack', site, () => label, extra);
  const base = roundUp(memory.stackTop, Math.max(align, 1));
  object.lastBase = base;
  memory.stackTop = base + size + GAP;
  if (memory.stackTop > memory.stackEnd) machine.refuse(state, site, 'a stack that grows into that of another thread');
  const result = new ObjectState(object, memory.owner, size, base, new Uint8Array(size), true);
  if (machine.options.checkUninitialized) result.written = WrittenBytes.none(size);
  memory.set(result);
  frame.locals = prepend(object, frame.locals);
  machine.recorder?.allocated(state, site, object, size);
  return result;
}

export function allocateHeap(machine: Machine, state: State, site: Site, size: number, zeroed: boolean): ObjectState {
  const { memory } = state;
  const madeAt = userPosition(state);
  const object = nameObject(machine, state, 'heap', site, () => heapLabel(madeAt), 0);
  object.madeAt = madeAt;
  const base = memory.takeHeap(size);
  const result = new ObjectState(object, memory.owner, size, base, new Uint8Array(size), true);
  if (machine.options.checkUninitialized && !zeroed) result.written = WrittenBytes.none(size);
  memory.set(result);
  machine.recorder?.allocated(state, site, object, size);
  return result;
}

/** `block allocated at list.c:12` */
function heapLabel(position: SourcePosition | null): string {
  return position === null ? 'heap block' : `block allocated at ${position.file.path}:${position.line}`;
}

/** The innermost place in the user's code. */
function userPosition(state: State): SourcePosition | null {
  for (let frame: Frame | null = state.frame; frame !== null; frame = frame.caller) {
    if (frame.code.function.library === true) continue;
    const position = frame.segment.controlSite.instruction.position;
    if (position !== null) return position;
  }
  return null;
}
