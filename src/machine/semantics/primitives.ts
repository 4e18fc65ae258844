/** The functions the C library model is built on: the contract is runtime/src/machine.h. */
import { bitsOfFloat } from '../../expr/float-meaning.ts';
import { Kind } from '../../expr/kinds.ts';
import { extractBits } from '../../expr/meaning.ts';
import { Term } from '../../expr/term.ts';
import type { Site } from '../code.ts';
import type { EndingKind } from '../endings.ts';
import { findLeak } from '../leaks.ts';
import type { Machine } from '../machine.ts';
import { bytesAt, textAt, writeBytes } from '../memory/copy.ts';
import { ObjectState } from '../memory/object-state.ts';
import type { LeftFile, OutputRecord, PathEnding } from '../outcome.ts';
import { endingOf, PathEnd } from '../path-end.ts';
import { chainToArray, prepend, type State } from '../state.ts';
import { Pointer, type Value } from '../value.ts';
import { asInteger, asTerm, settle } from './coerce.ts';
import { concretize } from './concretize.ts';
import { allocate, free } from './heap.ts';
import type { Handler } from './intrinsics/intrinsic.ts';
import { lengthOf } from './intrinsics/memory.ts';
import { makeSymbolic } from './make-symbolic.ts';
import { hostMath1, hostMath2, MATH1_NAMES, MATH2_NAMES } from './math.ts';
import { OBSERVATIONS } from './observe.ts';
import { resolve } from './pointer.ts';
import { makeThread } from './threads.ts';

type Maker = (machine: Machine, site: Site) => Handler;

const FAULT_KINDS: Record<string, EndingKind> = {
  assert: 'assert',
  abort: 'abort',
  unreachable: 'unreachable',
  error: 'target-reached',
  undefined: 'undefined',
  deadlock: 'deadlock',
  lock: 'bad-lock',
};

const PRIMITIVES: Record<string, Maker> = {
  __pf_alloc:
    (machine, site) =>
    (state, [size]) =>
      allocate(machine, state, size, site, false),
  __pf_alloc_zeroed:
    (machine, site) =>
    (state, [size]) =>
      allocate(machine, state, size, site, true),
  __pf_free:
    (machine, site) =>
    (state, [pointer]) => {
      free(machine, state, pointer, site);
      return 0;
    },
  __pf_object_size:
    (machine, site) =>
    (state, [pointer]) => {
      const found = pointer instanceof Pointer ? pointer : resolve(machine, state, pointer, site);
      const target = state.memory.get(found.object);
      if (target === undefined) return machine.fault(state, 'use-after-return', site, `${found.object.label} is gone`);
      machine.recorder?.sized?.(state, site, found.object);
      return target.size;
    },
  __pf_make_symbolic:
    (machine, site) =>
    (state, [pointer, size, name]) => {
      makeSymbolic(
        machine,
        state,
        pointer,
        lengthOf(machine, state, size, site),
        textAt(machine, state, name, site),
        site,
      );
      return 0;
    },
  __pf_input:
    (machine, site) =>
    (state, [name, bits, signed]) => {
      const text = textAt(machine, state, name, site);
      const value = machine.inputs.scalar(state, text, Number(bits), 'int', Number(signed), 'call');
      return value instanceof Term ? machine.terms.zext(value, 64) : value;
    },
  __pf_input_float:
    (machine, site) =>
    (state, [name]) =>
      machine.inputs.scalar(state, textAt(machine, state, name, site), 32, 'float', 1, 'call'),
  __pf_input_double:
    (machine, site) =>
    (state, [name]) =>
      machine.inputs.scalar(state, textAt(machine, state, name, site), 64, 'float', 1, 'call'),
  __pf_assume:
    (machine, site) =>
    (state, [value]) => {
      machine.assume(state, truth(machine, state, value, 32, site), site);
      return 0;
    },
  __pf_demand:
    (machine, site) =>
    (state, [value]) => {
      machine.assume(state, truth(machine, state, value, 32, site), site, machine.options.strictAssume);
      return 0;
    },
  __pf_prefer:
    (machine, site) =>
    (state, [value]) => {
      const wish = truth(machine, state, value, 32, site);
      if (wish.kind !== Kind.constant) state.wishes = prepend(wish, state.wishes);
      return 0;
    },
  __pf_output_int:
    (machine, site) =>
    (state, [name, value, bits, signed]) => {
      const width = Number(bits);
      const raw = asInteger(machine, state, value, site);
      addOutput(state, {
        name: textAt(machine, state, name, site),
        kind: 'int',
        bits: width,
        signed: signed === 1,
        value: raw instanceof Term ? settle(machine.terms.extract(raw, 0, width)) : extractBits(raw, 0, width),
        bytes: null,
      });
      return 0;
    },
  __pf_output_float:
    (machine, site) =>
    (state, [name, value]) => {
      addOutput(state, {
        name: textAt(machine, state, name, site),
        kind: 'float',
        bits: 64,
        signed: true,
        value: value instanceof Term ? value : bitsOfFloat(value as number, 64),
        bytes: null,
      });
      return 0;
    },
  __pf_output_bytes:
    (machine, site) =>
    (state, [name, pointer, size]) => {
      addOutput(state, bytesOutput(machine, state, name, pointer, size, site));
      return 0;
    },
  __pf_output_object:
    (machine, site) =>
    (state, [name, pointer, size]) => {
      addOutput(state, { ...bytesOutput(machine, state, name, pointer, size, site), isObject: true });
      return 0;
    },
  ...OBSERVATIONS,
  __pf_write:
    (machine, site) =>
    (state, [fd, pointer, size]) => {
      const bytes = bytesAt(machine, state, pointer, lengthOf(machine, state, size, site), site);
      if (bytes.length > 0) {
        machine.client.audience?.wrote?.(state, fd === 2 ? 2 : 1, bytes);
        if (fd === 2) state.stderr = prepend(bytes, state.stderr);
        else state.stdout = prepend(bytes, state.stdout);
      }
      return 0;
    },
  __pf_memory:
    (machine, site) =>
    (state, [address, size]) => {
      const base = Number(address instanceof Pointer ? state.memory.address(address) : address);
      const bytes = lengthOf(machine, state, size, site);
      const name = `memory at 0x${base.toString(16).toUpperCase()}`;
      const object = machine.names.environmentObject(`${name}:${bytes}`, name);
      state.memory.set(new ObjectState(object, state.memory.owner, bytes, base, new Uint8Array(bytes), true));
      machine.recorder?.allocated(state, site, object, bytes);
      return 0;
    },
  __pf_left:
    (machine, site) =>
    (state, [name, length, kind, data, size]) => {
      const bytesOf = (from: Value, count: Value) =>
        bytesAt(machine, state, from, lengthOf(machine, state, count, site), site);
      const contents = size === 0 ? [] : bytesOf(data, size);
      const file: LeftFile = { name: bytesOf(name, length), kind: Number(kind), contents };
      state.left = prepend(file, state.left);
      return 0;
    },
  __pf_read:
    (machine, site) =>
    (state, [pointer, size]) => {
      const wanted = lengthOf(machine, state, size, site);
      const bytes = machine.stdin.slice(state.stdinUsed, state.stdinUsed + wanted);
      writeBytes(machine, state, pointer, bytes, site);
      state.stdinUsed += bytes.length;
      return bytes.length;
    },
  __pf_file_name:
    (machine) =>
    (_, [index]) => {
      const file = machine.world.files[Number(index)];
      return file === undefined ? 0 : new Pointer(file.name, 0);
    },
  __pf_file_data:
    (machine) =>
    (_, [index]) =>
      new Pointer(machine.world.files[Number(index)].data, 0),
  __pf_file_size:
    (machine) =>
    (_, [index]) => {
      const { size, directory } = machine.world.files[Number(index)];
      if (!directory) return size;
      return machine.program.layout.pointerBytes === 4 ? 0xffff_ffff : 0xffff_ffff_ffff_ffffn;
    },
  __pf_setting:
    (machine) =>
    (_, [setting]) => {
      const { maxFailures, interleavings, anotherRun } = machine.world;
      return [maxFailures, interleavings, machine.hasThreadStacks ? 1 : 0, anotherRun][Number(setting)];
    },
  __pf_thread:
    (machine, site) =>
    (state, [number, begin]) => {
      makeThread(machine, state, Number(number), begin, site);
      return 0;
    },
  __pf_choose:
    (machine, site) =>
    (state, [name, count]) => {
      const text = textAt(machine, state, name, site);
      const chosen = asTerm(machine, state, machine.inputs.scalar(state, text, 8, 'int', 0, 'choice'), 8, site);
      machine.assume(state, machine.terms.ult(chosen, machine.terms.constant(8, Number(count))), site);
      return settle(machine.terms.zext(chosen, 32));
    },
  __pf_fail:
    (machine, site) =>
    (state, [kind, message, file, line]) => {
      const name = textAt(machine, state, kind, site);
      const text = textAt(machine, state, message, site);
      if (name === 'model') return machine.refuse(state, site, text);
      const known = Object.hasOwn(FAULT_KINDS, name) ? FAULT_KINDS[name] : null;
      const ending = endingOf(state, known ?? 'user', text, site, known === null ? name : '');
      throw new PathEnd(withPlace(ending, textAt(machine, state, file, site), Number(line)));
    },
  __pf_exit:
    (machine, site) =>
    (state, [status]) => {
      if (machine.options.checkLeaks || machine.options.checkCleanup) {
        const leak = findLeak(state, machine.options.checkCleanup);
        if (leak !== null) {
          // Nothing is wrong where the program ends: the place that matters is where the block came from.
          const ending = endingOf(state, 'leak', `${leak.label} is never freed`, site);
          throw new PathEnd({ ...ending, position: leak.madeAt ?? ending.position });
        }
      }
      return machine.end(state, 'exit', 'the program ended', site, '', asInteger(machine, state, status, site));
    },
  __pf_silent_exit: (machine, site) => (state) => machine.end(state, 'dropped', 'silent exit', site),
  __pf_looks_for_undefined: (machine) => () => (machine.options.checkUndefined ? 1 : 0),
  __pf_is_symbolic:
    () =>
    (_, [value]) =>
      value instanceof Term ? 1 : 0,
  __pf_concretize:
    (machine, site) =>
    (state, [value]) => {
      const raw = asInteger(machine, state, value, site);
      return raw instanceof Term ? concretize(machine, state, raw, site, 'value asked for by the program') : raw;
    },
  __pf_warning:
    (machine, site) =>
    (state, [message]) => {
      warn(machine, state, textAt(machine, state, message, site), false);
      return 0;
    },
  __pf_warning_once:
    (machine, site) =>
    (state, [message]) => {
      warn(machine, state, textAt(machine, state, message, site), true);
      return 0;
    },
  __pf_absent:
    (machine, site) =>
    (state, [name]) => {
      const text = textAt(machine, state, name, site);
      warn(machine, state, `${text}() is not modelled: it fails`, false);
      if (!chainToArray(state.absent).includes(text)) state.absent = prepend(text, state.absent);
      return 0;
    },
  __pf_alias:
    (machine, site) =>
    (state, [from, to]) => {
      if (!machine.options.followAliases) {
        warn(machine, state, 'klee_alias_function() is not modelled: the call has no effect', true);
        return 0;
      }
      const name = textAt(machine, state, to, site);
      const target = machine.program.functions.find((fn) => (fn.debug?.name ?? fn.name) === name);
      if (target === undefined) return machine.refuse(state, site, `alias to ${name}, which is not there`);
      state.aliases = prepend([textAt(machine, state, from, site), target] as const, state.aliases);
      return 0;
    },
  __pf_show_arguments:
    (machine, site) =>
    (state, [label]) => {
      const text = textAt(machine, state, label, site);
      for (const { value } of state.frame.varargs) show(machine, state, text, value, false, site);
      return 0;
    },
  __pf_show_range:
    (machine, site) =>
    (state, [label, value]) => {
      show(machine, state, textAt(machine, state, label, site), value, true, site);
      return 0;
    },
  __pf_show_stack: (machine, site) => (state) => {
    machine.client.audience?.traced?.(endingOf(state, 'exit', '', site).stack.slice(1));
    return 0;
  },
  __pf_math1:
    (machine, site) =>
    (state, [operation, x]) =>
      hostMath1(machine, state, MATH1_NAMES[Number(operation)], x, DOUBLE, site),
  __pf_math2:
    (machine, site) =>
    (state, [operation, x, y]) =>
      hostMath2(machine, state, MATH2_NAMES[Number(operation)], x, y, DOUBLE, site),
};

/** By the function that called the library. */
function warn(machine: Machine, state: State, text: string, once: boolean): void {
  machine.warnings.add(text);
  const caller = state.frame.caller?.code.function;
  machine.client.audience?.warned?.(caller?.debug?.name ?? caller?.name ?? '', text, once);
}

function show(machine: Machine, state: State, label: string, value: Value, range: boolean, site: Site): void {
  const { audience } = machine.client;
  if (audience?.shown === undefined) return;
  // A float is shown as what it is, not as its bits.
  const shown = typeof value === 'number' || value instanceof Term ? value : asInteger(machine, state, value, site);
  audience.shown(state, label, shown, range);
}

const DOUBLE = { kind: 'float', format: 'double' } as const;

export function primitiveHandler(machine: Machine, name: string, site: Site): Handler | null {
  return Object.hasOwn(PRIMITIVES, name) ? PRIMITIVES[name](machine, site) : null;
}

/** The program may say itself where it fails; where it says what we know anyway, we also know the column. */
function withPlace(ending: PathEnding, path: string, line: number): PathEnding {
  const known = ending.position;
  if (path === '' || (known !== null && known.line === line)) return ending;
  const file = { path, directory: known?.file.directory ?? '' };
  return {
    ...ending,
    position: { file, line, column: 0, functionName: known?.functionName ?? '', inlinedAt: null },
  };
}

function bytesOutput(
  machine: Machine,
  state: State,
  name: Value,
  pointer: Value,
  size: Value,
  site: Site,
): OutputRecord {
  const bytes = bytesAt(machine, state, pointer, lengthOf(machine, state, size, site), site);
  const text = textAt(machine, state, name, site);
  return { name: text, kind: 'bytes', bits: bytes.length * 8, signed: false, value: 0, bytes };
}

function addOutput(state: State, record: OutputRecord): void {
  state.outputs = prepend(record, state.outputs);
}

/** An integer as a condition. */
function truth(machine: Machine, state: State, value: Value, width: number, site: Site): Term {
  return machine.terms.ne(asTerm(machine, state, value, width, site), machine.terms.constant(width, 0));
}
