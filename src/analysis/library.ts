/**
 * What functions without a body do, as far as analyses care.
 *
 * The C library model is ordinary C and analysed like the rest; what remains are the primitives it is built on (`__pf_*`,
 * described in runtime/src/machine.h), compiler intrinsics, and whatever a program leaves undefined. The last
 * may do anything: keep and change what it can get hold of, and call back. It does return, as the machine lets it.
 */
import { isDeclaration, type Program, type ProgramFunction } from '../program/program.ts';

export type LibraryRole =
  /** Returns a new object. */
  | 'allocates'
  /** Ends the path. */
  | 'halts'
  /** memcpy and memmove: (to, from, length). */
  | 'copies'
  /** Writes plain data through its first argument. */
  | 'writes'
  /** Reads through its arguments. */
  | 'reads'
  /** Reads all of every object that its arguments lead into, also what lies before the place they lead to. */
  | 'readsObjects'
  /** Returns its first argument. */
  | 'returnsFirst'
  | 'startsArguments'
  | 'copiesArguments'
  /** Nothing that touches memory; the result carries no address. */
  | 'pure'
  | 'unknown';

const BY_NAME: Readonly<Record<string, LibraryRole>> = {
  __pf_alloc: 'allocates',
  __pf_alloc_zeroed: 'allocates',
  __pf_free: 'writes',
  __pf_make_symbolic: 'writes',
  __pf_read: 'writes',
  __pf_file_name: 'allocates',
  __pf_file_data: 'allocates',
  __pf_file_size: 'pure',
  __pf_setting: 'pure',
  __pf_thread: 'pure',
  __pf_switch: 'pure',
  __pf_end_thread: 'halts',
  __pf_choose: 'reads',
  __pf_write: 'reads',
  __pf_left: 'reads',
  __pf_memory: 'pure',
  __pf_output_bytes: 'reads',
  __pf_look: 'readsObjects',
  __pf_fail: 'halts',
  __pf_exit: 'halts',
  __pf_silent_exit: 'halts',
  malloc: 'allocates',
  calloc: 'allocates',
  aligned_alloc: 'allocates',
  valloc: 'allocates',
  memalign: 'allocates',
  free: 'writes',
  exit: 'halts',
  _exit: 'halts',
  _Exit: 'halts',
  quick_exit: 'halts',
  abort: 'halts',
  __assert_fail: 'halts',
  reach_error: 'halts',
  __VERIFIER_error: 'halts',
  longjmp: 'halts',
  _longjmp: 'halts',
  siglongjmp: 'halts',
  __longjmp_chk: 'halts',
  memcpy: 'copies',
  memmove: 'copies',
  strcpy: 'copies',
  strncpy: 'copies',
  memset: 'writes',
  strlen: 'reads',
  strcmp: 'reads',
  strncmp: 'reads',
  memcmp: 'reads',
  puts: 'reads',
  printf: 'reads',
};

/** The role of a function without a body. */
export function libraryRole(fn: ProgramFunction): LibraryRole {
  const { name } = fn;
  const known = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
  if (known !== undefined) return known;
  if (fn.noreturn) return 'halts';
  if (name.startsWith('__pf_')) return 'reads';
  if (!name.startsWith('llvm.')) return 'unknown';
  if (/^llvm\.(trap|ubsantrap)\b/.test(name)) return 'halts';
  if (/^llvm\.mem(cpy|move)\b/.test(name)) return 'copies';
  if (/^llvm\.memset\b/.test(name)) return 'writes';
  if (/^llvm\.(va_start|vastart)\b/.test(name)) return 'startsArguments';
  if (/^llvm\.(va_copy|vacopy)\b/.test(name)) return 'copiesArguments';
  if (/^llvm\.(threadlocal\.address|ptrmask|launder|strip)\b/.test(name)) return 'returnsFirst';
  return 'pure';
}

/** Whether a call of this name may return a second time, when the program jumps back to it. */
export function returnsTwice(name: string): boolean {
  return /^(_setjmp|setjmp|__sigsetjmp|sigsetjmp)$/.test(name);
}

/** Whether a call of this name goes on after a call that returned before. */
export function jumpsBack(name: string): boolean {
  return /^(longjmp|_longjmp|siglongjmp|__longjmp_chk)$/.test(name);
}

/** Whether a call of this name goes on in the call stack of another thread. */
export function switchesThreads(name: string): boolean {
  return name === '__pf_switch' || name === '__pf_end_thread';
}

/** Whether its result is its first argument as well. */
export function returnsFirstArgument(fn: ProgramFunction): boolean {
  return /^(memcpy|memmove|strcpy|strncpy|memset)$/.test(fn.name);
}

/** What main returns to, with what it returned; null where the program has no `exit` of its own. */
export function exitFunction(program: Program): ProgramFunction | null {
  return program.functions.find((fn) => fn.name === 'exit' && !isDeclaration(fn)) ?? null;
}
