/**
 * Non-local jumps. `setjmp` keeps what the machine needs to come back: which activation called it, its registers and where it
 * stood. What the program holds in its buffer is only the number of that record, so a buffer may be copied like any other bytes.
 *
 * `longjmp` leaves every activation above the one that called `setjmp`, with their locals, and goes on after the call a second
 * time. Registers are as they were at `setjmp`; locals of a function that calls it stay in memory (see lower/lower.ts) and so
 * have the values they have now, as on a real machine without optimisation. A buffer whose function has returned is a fault.
 */
import { jumpsBack, returnsTwice } from '../../analysis/library.ts';
import { Term } from '../../expr/term.ts';
import type { Control, Segment, Site } from '../code.ts';
import type { Machine } from '../machine.ts';
import { type Chain, type Frame, prepend, type State } from '../state.ts';
import type { MemoryObject, Value } from '../value.ts';
import { finishCall } from './calls.ts';
import { asInteger, settle } from './coerce.ts';
import { access } from './pointer.ts';

/** What one call of `setjmp` keeps. */
export interface SavedPosition {
  readonly activation: object;
  readonly segment: Segment;
  readonly registers: readonly Value[];
  readonly locals: Chain<MemoryObject> | null;
  readonly stackTop: number;
}

/** The number of a record is written with a mark, so that a buffer that was never filled is noticed. */
const MARK = 0x5e7a0000;
const NUMBERS = 0x10000;
const BUFFER_BYTES = 4;

export function jumpControl(machine: Machine, name: string, slots: readonly number[], site: Site): Control | null {
  if (returnsTwice(name)) return (state, frame) => save(machine, state, frame, frame.registers[slots[0]], site);
  if (jumpsBack(name)) {
    return (state, frame) => jump(machine, state, frame.registers[slots[0]], frame.registers[slots[1]], site);
  }
  return null;
}

function save(machine: Machine, state: State, frame: Frame, buffer: Value, site: Site): void {
  const place = access(machine, state, buffer, BUFFER_BYTES, site, true);
  if (typeof place.offset !== 'number') machine.refuse(state, site, 'setjmp with a buffer at an unknown place');
  frame.activation ??= {};
  const record: SavedPosition = {
    activation: frame.activation,
    segment: frame.segment,
    registers: frame.registers.slice(),
    locals: frame.locals,
    stackTop: state.memory.stackTop,
  };
  state.savedPositions = prepend(record, state.savedPositions);
  const number = state.savedPositions.length;
  if (number >= NUMBERS) machine.end(state, 'limit', `more than ${NUMBERS} calls of setjmp`, site, 'max-steps');
  state.memory.own(place.state).write(place.offset as number, BUFFER_BYTES, MARK + number, state.memory);
  finishCall(frame, 0);
}

function jump(machine: Machine, state: State, buffer: Value, value: Value, site: Site): void {
  const { recorder } = machine;
  if (recorder !== null && recorder.jumped === undefined) {
    machine.refuse(state, site, 'longjmp under this reduction (--reduce none runs it)');
  }
  recorder?.jumped?.(state);
  const place = access(machine, state, buffer, BUFFER_BYTES, site, false);
  const mark = typeof place.offset === 'number' ? place.state.read(place.offset, BUFFER_BYTES, state.memory) : null;
  const record = typeof mark === 'number' ? recordOf(state, mark - MARK) : null;
  if (record === null) throw machine.fault(state, 'bad-call', site, 'longjmp with a buffer that setjmp has not filled');
  const target = frameOf(state, record);
  if (target === null) {
    throw machine.fault(state, 'use-after-return', site, 'longjmp into a function that has returned');
  }
  const result = secondResult(machine, state, value, site);
  for (let frame = state.frame; frame !== target; frame = frame.caller!) {
    forget(state, frame.locals, null);
  }
  forget(state, target.locals, record.locals);
  const resumed = target.owner === state.owner ? target : target.copy(state.owner);
  for (let i = 0; i < record.registers.length; i++) resumed.registers[i] = record.registers[i];
  resumed.locals = record.locals;
  resumed.segment = record.segment;
  state.memory.stackTop = record.stackTop;
  state.frame = resumed;
  finishCall(resumed, result);
}

function frameOf(state: State, { activation }: SavedPosition): Frame | null {
  let frame: Frame | null = state.frame;
  while (frame !== null && frame.activation !== activation) frame = frame.caller;
  return frame;
}

function recordOf(state: State, number: number): SavedPosition | null {
  let link = state.savedPositions;
  while (link !== null && link.length !== number) link = link.rest;
  return link?.item ?? null;
}

/** `setjmp` returns what `longjmp` was given, but never zero. */
function secondResult(machine: Machine, state: State, value: Value, site: Site): Value {
  const given = asInteger(machine, state, value, site);
  if (!(given instanceof Term)) return given === 0 ? 1 : given;
  const { terms } = machine;
  const [zero, one] = [0, 1].map((each) => terms.constant(given.width, each));
  return settle(terms.ite(terms.eq(given, zero), one, given));
}

/** Removes locals made after `until`. */
function forget(state: State, from: Chain<MemoryObject> | null, until: Chain<MemoryObject> | null): void {
  for (let link = from; link !== null && link !== until; link = link.rest) state.memory.remove(link.item);
}
