/**
 * Threads: a state has a call stack for each, and runs on one of them. The C model (runtime/src/threads.c) has the scheduler: who waits
 * for what and who goes on is memory of the path like any other, and where several threads may go on, which one does is an input that the
 * path branches on. So a fork over threads is a fork like any other, for searches, journals and workers alike; what the machine adds is
 * only to go on in another stack.
 *
 * Calls and returns are then no longer nested, and a recorder has to say that it can live with that, as for `longjmp`. Where it cannot,
 * the model calls a thread like a function from where another one waits, which is as far as it gets without stacks.
 */
import { switchesThreads } from '../../analysis/library.ts';
import type { Control, Site } from '../code.ts';
import type { Machine } from '../machine.ts';
import { THREAD_STACK } from '../memory/memory.ts';
import { ObjectState } from '../memory/object-state.ts';
import { Frame, type State } from '../state.ts';
import { Pointer, type Value } from '../value.ts';
import { finishCall } from './calls.ts';

/** A stack that the state does not run on: its innermost activation, which may be shared with other states. */
export interface Stack {
  readonly frame: Frame;
  readonly top: number;
}

export function threadControl(machine: Machine, name: string, slots: readonly number[], site: Site): Control | null {
  if (!switchesThreads(name)) return null;
  if (name === '__pf_end_thread') {
    return (state, frame) => {
      const next = Number(frame.registers[slots[0]]);
      machine.recorder?.jumped?.(state);
      for (let each: Frame | null = frame; each !== null; each = each.caller) {
        for (let link = each.locals; link !== null; link = link.rest) state.memory.remove(link.item);
      }
      resume(machine, state, next, site);
    };
  }
  return (state, frame) => {
    const next = Number(frame.registers[slots[0]]);
    machine.recorder?.jumped?.(state);
    finishCall(frame, 0);
    const stacks = state.stacks.slice();
    stacks[state.thread] = { frame, top: state.memory.stackTop };
    state.stacks = stacks;
    resume(machine, state, next, site);
  };
}

function resume(machine: Machine, state: State, next: number, site: Site): void {
  const stack = state.stacks[next];
  if (stack === undefined) throw machine.fault(state, 'bad-call', site, `there is no thread ${next + 1} to go on with`);
  const stacks = state.stacks.slice();
  stacks[next] = undefined;
  state.stacks = stacks;
  state.thread = next;
  state.memory.stackTop = stack.top;
  state.memory.stackEnd = THREAD_STACK.end(next);
  state.frame = stack.frame.owner === state.owner ? stack.frame : stack.frame.copy(state.owner);
}

/** A stack on which the function is about to begin, with the number of its thread. */
export function makeThread(machine: Machine, state: State, number: number, begin: Value, site: Site): void {
  const fn = begin instanceof Pointer ? begin.object.global : null;
  if (fn?.kind !== 'function') throw machine.fault(state, 'bad-call', site, 'a thread begins in no function');
  const code = machine.codeOf(fn);
  const registers = code.template.slice();
  registers[0] = number;
  const top = THREAD_STACK.begin(number);
  const frame = new Frame(code, registers, null, 1, top, state.owner);
  // What it makes has names of its own, whatever others do in the same functions.
  frame.context = machine.names.outermostOf(`thread ${number}`);
  const stacks = state.stacks.slice();
  stacks[number] = { frame, top };
  state.stacks = stacks;
  state.memory.stackEnd = THREAD_STACK.end(state.thread);
}

/** A variable that each thread has for itself: the first has the one that globals are, others get theirs when they first ask. */
export function threadLocal(machine: Machine, state: State, variable: Value): Value {
  if (state.thread === 0 || !(variable instanceof Pointer)) return variable;
  const { global } = variable.object;
  if (global === null || global.kind !== 'variable') return variable;
  // Which object is meant depends on the thread, which nobody sees among the operands.
  machine.recorder?.jumped?.(state);
  const object = machine.names.environmentObject(
    `thread ${state.thread}: ${variable.object.id}`,
    `${variable.object.label} of thread ${state.thread + 1}`,
  );
  if (state.memory.get(object) === undefined) {
    const { memory } = state;
    const size = machine.program.layout.sizeOf(global.valueType);
    const base = memory.takeHeap(size);
    const made = new ObjectState(object, memory.owner, size, base, new Uint8Array(size), true);
    memory.set(made);
    if (global.initializer !== null) machine.image.constants.initialize(memory, made, 0, global.initializer);
  }
  return new Pointer(object, variable.offset);
}
