/** Calls and returns: frames are pushed and popped here. */
import { Term } from '../../expr/term.ts';
import { stripType } from '../../program/debug.ts';
import { type CallInstruction, operandsOf } from '../../program/instructions.ts';
import type { ProgramFunction } from '../../program/program.ts';
import type { Control, FunctionCode, Site } from '../code.ts';
import type { Machine } from '../machine.ts';
import { copyBytes } from '../memory/copy.ts';
import { Frame, type State } from '../state.ts';
import { Pointer, UNDEFINED, type Value } from '../value.ts';
import { allocateLocal } from './allocate.ts';
import { asInteger } from './coerce.ts';
import { callExternal } from './external.ts';
import { resolve } from './pointer.ts';
import { requireSameType } from './undefined.ts';
import type { VariadicArgument } from './variadic.ts';

/** Starts a function in a new frame on top of `caller`. */
export function enter(
  machine: Machine,
  state: State,
  code: FunctionCode,
  caller: Frame | null,
  args: readonly Value[],
  site: Site | null,
): Frame {
  const depth = caller === null ? 1 : caller.depth + 1;
  if (depth > machine.options.maxCallDepth) {
    machine.end(state, 'limit', `more than ${machine.options.maxCallDepth} nested calls`, site, 'max-call-depth');
  }
  const registers = code.template.slice();
  const count = code.function.parameters.length;
  for (let i = 0; i < count; i++) registers[i] = args[i] ?? 0;
  const frame = new Frame(code, registers, caller, depth, state.memory.stackTop, state.owner);
  state.frame = frame;
  return frame;
}

export function callControl(
  machine: Machine,
  call: CallInstruction,
  calleeSlot: number,
  slots: readonly number[],
  known: ProgramFunction | null,
  site: Site,
): Control {
  let code: FunctionCode | null = null;
  const copies = call.byval.some((type) => type !== null);
  const strict = machine.options.checkUndefined;
  // Only a program that has the primitive can lead calls elsewhere.
  const aliases = machine.options.followAliases && machine.program.functions.some(({ name }) => name === '__pf_alias');
  const simple =
    !strict &&
    !aliases &&
    known !== null &&
    known.blocks.length > 0 &&
    !copies &&
    !known.type.variadic &&
    known.parameters.length === slots.length;
  // The usual call: a function with as many arguments as it wants, copied register to register.
  const push = (state: State, frame: Frame, code: FunctionCode) => {
    if (frame.depth >= machine.options.maxCallDepth) {
      machine.end(state, 'limit', `more than ${machine.options.maxCallDepth} nested calls`, site, 'max-call-depth');
    }
    const from = frame.registers;
    const registers = code.template.slice();
    for (let i = 0; i < slots.length; i++) registers[i] = from[slots[i]];
    state.frame = new Frame(code, registers, frame, frame.depth + 1, state.memory.stackTop, state.owner);
  };
  if (simple) {
    return (state, frame) => {
      code ??= machine.codeOf(known);
      push(state, frame, code);
    };
  }
  // A function that was called through the pointer before, in the same simple way.
  let usual: ProgramFunction | null = null;
  return (state, frame) => {
    const named = known ?? calleeOf(machine, state, frame.registers[calleeSlot], site);
    const target = aliases ? aliasOf(state, named) : named;
    if (strict && call.functionType !== target.type) requireSameType(machine, state, call.functionType, target, site);
    if (target === usual) {
      push(state, frame, code!);
      return;
    }
    if (!copies && target.blocks.length > 0 && !target.type.variadic && target.parameters.length === slots.length) {
      usual = target;
      code = machine.codeOf(target);
      push(state, frame, code);
      return;
    }
    const args = slots.map((slot) => frame.registers[slot]);
    if (target.blocks.length === 0) {
      const result = callExternal(machine, state, target, call, args, site);
      finishCall(frame, result);
      return;
    }
    const targetCode = machine.codeOf(target);
    const copied: Pointer[] = [];
    if (copies) copyArguments(machine, state, call, target, args, copied, site);
    const next = enter(machine, state, targetCode, frame, args, site);
    if (copied.length > 0) adoptLocals(frame, next, copied);
    if (target.type.variadic) next.varargs = variadicArguments(call, target, args);
  };
}

function aliasOf({ aliases }: State, fn: ProgramFunction): ProgramFunction {
  const name = fn.debug?.name ?? fn.name;
  for (let link = aliases; link !== null; link = link.rest) if (link.item[0] === name) return link.item[1];
  return fn;
}

/** A struct passed by value: the callee gets its own copy. */
function copyArguments(
  machine: Machine,
  state: State,
  call: CallInstruction,
  target: ProgramFunction,
  args: Value[],
  copied: Pointer[],
  site: Site,
): void {
  const named = target.parameters.length;
  call.byval.forEach((type, i) => {
    if (type === null || (i >= named && machine.program.layout.pointerBytes === 8)) return;
    const size = machine.program.layout.sizeOf(type);
    const copy = allocateLocal(
      machine,
      state,
      site,
      size,
      machine.program.layout.alignOf(type),
      'argument passed by value',
      i + 1,
    );
    const pointer = new Pointer(copy.object, 0);
    copyBytes(machine, state, pointer, args[i], size, site);
    args[i] = pointer;
    copied.push(pointer);
  });
}

/** The copies were made in the caller's name, but die with the callee. */
function adoptLocals(caller: Frame, callee: Frame, copied: readonly Pointer[]): void {
  for (const _ of copied) {
    const link = caller.locals!;
    caller.locals = link.rest;
    callee.locals = { item: link.item, rest: callee.locals, length: (callee.locals?.length ?? 0) + 1 };
  }
}

function variadicArguments(call: CallInstruction, target: ProgramFunction, args: readonly Value[]): VariadicArgument[] {
  const named = target.parameters.length;
  return args.slice(named).map((value, i) => ({
    value,
    type: call.arguments[named + i].type,
    byval: call.byval[named + i] ?? null,
  }));
}

/** The call is over without a frame: go on after it. */
export function finishCall(frame: Frame, result: Value): void {
  const { segment } = frame;
  if (segment.resultRegister >= 0) frame.registers[segment.resultRegister] = result;
  frame.segment = segment.following!;
  frame.next = 0;
}

export function returnControl(machine: Machine, slot: number, site: Site): Control {
  const blames = machine.options.checkUninitialized && returnsScalar(site.instruction.block.function);
  return (state, frame) => {
    const value = slot < 0 ? 0 : frame.registers[slot];
    if (blames && value === UNDEFINED && frame.caller !== null && isResultUsed(frame.caller)) {
      machine.fault(state, 'uninitialized', site, 'an uninitialised value is returned');
    }
    const { memory } = state;
    for (let link = frame.locals; link !== null; link = link.rest) memory.remove(link.item);
    memory.stackTop = frame.stackBase;
    let caller = frame.caller;
    machine.recorder?.returned(state, frame, caller);
    if (caller === null) {
      outermostReturned(machine, state, value);
      return;
    }
    if (caller.owner !== state.owner) caller = caller.copy(state.owner);
    state.frame = caller;
    finishCall(caller, value);
  };
}

/** The outermost function returned: the next constructor, then main, then exit. */
function outermostReturned(machine: Machine, state: State, value: Value): void {
  const [finished, ...rest] = state.startup;
  const site = state.frame.segment.controlSite;
  if (finished?.isMain) {
    const { result } = finished.code.function.type;
    const isStatus = result.kind === 'int' && machine.program.layout.bitsOf(result) === 32;
    const status = isStatus ? asInteger(machine, state, value, site) : 0;
    state.returned = status;
    state.startup = [];
    const { exit } = machine;
    if (exit !== null) {
      enter(machine, state, machine.codeOf(exit), null, [status], null);
      return;
    }
    machine.end(state, 'exit', 'the program ended', site, '', status);
  }
  if (rest.length === 0) machine.end(state, 'exit', 'the program ended', site);
  state.startup = rest;
  enter(machine, state, rest[0].code, null, rest[0].arguments, null);
}

/** A record may be passed on with members that nothing has set, and the modelled library passes on what it is given. */
function returnsScalar({ debug, library }: ProgramFunction): boolean {
  const result = debug?.type?.result;
  if (library === true || result === undefined) return false;
  const { kind } = stripType(result);
  return kind !== 'struct' && kind !== 'union';
}

/** C allows a function to return nothing it was meant to as long as no caller looks at its result. */
function isResultUsed({ code, segment }: Frame): boolean {
  const { result } = segment.controlSite.instruction;
  return (
    result !== null &&
    code.function.blocks.some(({ instructions }) => instructions.some((each) => operandsOf(each).includes(result)))
  );
}

/** The function a pointer means. A symbolic pointer forks per function. */
function calleeOf(machine: Machine, state: State, value: Value, site: Site): ProgramFunction {
  let pointer: Pointer;
  if (value instanceof Pointer) pointer = value;
  else {
    const address = asInteger(machine, state, value, site);
    if (!(address instanceof Term) && !(state.memory.pointerFrom(address) instanceof Pointer)) {
      const what = address === 0 ? 'a null pointer' : `address 0x${address.toString(16)}`;
      return machine.fault(state, address === 0 ? 'null-pointer' : 'bad-call', site, `call through ${what}`);
    }
    pointer = resolve(machine, state, address, site);
  }
  const { global } = pointer.object;
  if (global?.kind === 'function' && pointer.offset instanceof Term) {
    const { terms } = machine;
    const bad = terms.ne(pointer.offset, terms.constant(pointer.offset.width, 0));
    machine.check(state, bad, 'bad-call', site, () => `call into the middle of ${pointer.object.label}`);
    return global;
  }
  if (global === null || global.kind !== 'function' || pointer.offset !== 0) {
    return machine.fault(state, 'bad-call', site, `call through a pointer to ${pointer.object.label}`);
  }
  return global;
}
