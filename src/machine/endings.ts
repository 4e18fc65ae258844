/**
 * One table of the ways a path can end. It drives labels, file suffixes (KLEE's, where KLEE has one), whether the path
 * gets a test and whether it counts as a fault.
 */
export interface EndingInfo {
  readonly label: string;
  /** A fault is something wrong with the program; everything else is an ordinary, limited or dropped end. */
  readonly fault: boolean;
  readonly test: boolean;
  /** Of the `.err` file that KLEE users look for; null where there is none. */
  readonly suffix: string | null;
}

const fault = (label: string, suffix: string): EndingInfo => ({ label, fault: true, test: true, suffix });

export const ENDINGS = {
  exit: { label: 'the program ended', fault: false, test: true, suffix: null },
  'division-by-zero': fault('division by zero', 'div'),
  'out-of-bounds': fault('out of bounds access', 'ptr'),
  'null-pointer': fault('null pointer access', 'ptr'),
  'use-after-free': fault('use after free', 'ptr'),
  'use-after-return': fault('use of a local after its function returned', 'ptr'),
  'wild-pointer': fault('access through a pointer to no object', 'ptr'),
  'bad-call': fault('call through a pointer to no function', 'exec'),
  'double-free': fault('double free', 'free'),
  'invalid-free': fault('free of something not allocated', 'free'),
  'read-only': fault('write to read-only memory', 'readonly'),
  assert: fault('failed assertion', 'assert'),
  abort: fault('abort', 'abort'),
  unreachable: fault('unreachable code reached', 'exec'),
  shift: fault('oversized shift', 'overshift'),
  overflow: fault('signed overflow', 'overflow'),
  conversion: fault('conversion of a value that does not fit', 'conversion'),
  'array-length': fault('negative array length', 'vla'),
  misaligned: fault('misaligned access', 'align'),
  'invalid-value': fault('value that its type does not have', 'value'),
  undefined: fault('undefined behaviour', 'undefined'),
  deadlock: fault('deadlock', 'deadlock'),
  'bad-lock': fault('misuse of a lock', 'lock'),
  leak: fault('memory leak', 'leak'),
  uninitialized: fault('use of uninitialised memory', 'uninit'),
  'target-reached': fault('error function reached', 'assert'),
  user: fault('error reported by the program', 'user'),
  /** It came back to a state it had been in: it will for ever. */
  endless: { label: 'the program does not end', fault: false, test: true, suffix: null },
  /** An assumption failed, or `klee_silent_exit`: the path never counted. */
  dropped: { label: 'assumption not met', fault: false, test: false, suffix: null },
  /** A reduction proved the rest redundant. */
  pruned: { label: 'cut as redundant', fault: false, test: true, suffix: 'early' },
  /** A limit stopped it; the summary names the limit. */
  limit: { label: 'stopped by a limit', fault: false, test: true, suffix: 'early' },
  /** The path needs something the machine does not model; the summary names it. */
  unmodelled: { label: 'reached something not modelled', fault: false, test: true, suffix: 'model' },
} as const satisfies Record<string, EndingInfo>;

export type EndingKind = keyof typeof ENDINGS;
export type FaultKind = { [K in EndingKind]: (typeof ENDINGS)[K]['fault'] extends true ? K : never }[EndingKind];

export function isFault(kind: EndingKind): boolean {
  return ENDINGS[kind].fault;
}
