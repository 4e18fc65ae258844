/** How KLEE calls the ways in which paths end: the type, the end of a file's name, and the message that scripts look for. */
import type { EndingKind } from '../../machine/endings.ts';
import type { PathEnding } from '../../machine/outcome.ts';

export interface KleeError {
  /** As `--exit-on-error-type` names it; `Early` for a path that was stopped. */
  readonly type: string;
  /** Of the file beside the test: `ptr.err`, `early`. */
  readonly suffix: string;
  readonly message: string;
}

const error = (type: string, suffix: string, message: string): KleeError => ({ type, suffix, message });
const pointer = (message: string): KleeError => error('Ptr', 'ptr.err', `memory error: ${message}`);
const undefinedBehaviour = (message: string): KleeError =>
  error('UndefinedBehavior', 'undefined_behavior.err', message);
const early = (message: string): KleeError => error('Early', 'early', message);

type Describe = KleeError | ((ending: PathEnding) => KleeError) | null;

const ERRORS: Readonly<Record<EndingKind, Describe>> = {
  exit: null,
  dropped: null,
  'division-by-zero': error('ReportError', 'div.err', 'divide by zero'),
  shift: error('ReportError', 'overshift.err', 'overshift error'),
  'out-of-bounds': pointer('out of bound pointer'),
  'use-after-return': pointer('out of bound pointer'),
  'wild-pointer': pointer('out of bound pointer'),
  'null-pointer': pointer('null page access'),
  'use-after-free': pointer('use after free'),
  'double-free': pointer('double free'),
  'invalid-free': ({ message }) => {
    if (/^free of (the )?(local|parameter)/.test(message)) return error('Free', 'free.err', 'free of alloca');
    if (/^free of (global|string literal|function)/.test(message)) return error('Free', 'free.err', 'free of global');
    return pointer('invalid pointer: free');
  },
  'bad-call': error('Execution', 'exec.err', 'invalid function pointer'),
  'read-only': error('ReadOnly', 'read_only.err', 'memory error: object read only'),
  assert: ({ message }) => error('Assert', 'assert.err', `ASSERTION FAIL: ${message}`),
  'target-reached': ({ message }) => error('Assert', 'assert.err', `ASSERTION FAIL: ${message}`),
  abort: error('Abort', 'abort.err', 'abort failure'),
  unreachable: error('Execution', 'exec.err', 'reached "unreachable" instruction'),
  overflow: error('Overflow', 'overflow.err', 'integer overflow'),
  conversion: undefinedBehaviour('conversion of a value that does not fit'),
  'array-length': undefinedBehaviour('negative array length'),
  misaligned: undefinedBehaviour('misaligned access'),
  'invalid-value': undefinedBehaviour('value that its type does not have'),
  undefined: ({ message }) => undefinedBehaviour(message),
  deadlock: ({ message }) => error('Model', 'deadlock.err', message),
  'bad-lock': ({ message }) => error('Model', 'lock.err', message),
  leak: error('Model', 'leak.err', 'memory leak'),
  uninitialized: undefinedBehaviour('use of uninitialised memory'),
  user: ({ name, message }) => {
    if (name === '') return error('User', 'user.err', 'invalid klee_assume call (provably false)');
    return error(name === 'user' ? 'User' : 'ReportError', name === 'user' ? 'user.err' : fileEnd(name), message);
  },
  endless: early('the program does not end'),
  pruned: early('the rest of the path repeats others'),
  limit: ({ name }) => {
    if (name === 'max-depth') return early('max-depth exceeded.');
    if (name === 'max-call-depth') return early('Maximum stack size reached.');
    if (name === 'max-solver-time') return error('Solver', 'solver.err', 'Query timed out (fork).');
    return early('Execution halting.');
  },
  unmodelled: ({ name }) => {
    const undefinedFunction = /^undefined function (.*)$/.exec(name)?.[1];
    if (undefinedFunction === undefined) return error('Model', 'model.err', name);
    return error('External', 'external.err', `failed external call: ${undefinedFunction}`);
  },
};

/** Null for a path that ended well, or that does not count. */
export function kleeError(ending: PathEnding): KleeError | null {
  const found = ERRORS[ending.kind];
  return typeof found === 'function' ? found(ending) : found;
}

/** What a program gives as the end of a name may not lead elsewhere. */
function fileEnd(name: string): string {
  return name.replace(/[^\w.-]/g, '_');
}

export interface ErrorFileDetails {
  /** Of the state, as KLEE numbers them. */
  readonly state: number;
  /** Of an instruction in assembly.ll; 0 where it is not there. */
  lineOf(instruction: PathEnding['instruction']): number;
}

/** The text of `testNNNNNN.TYPE.err`; of a path that was stopped, only the message. */
export function errorFileText(ending: PathEnding, { suffix, message }: KleeError, details: ErrorFileDetails): string {
  if (suffix === 'early') return `${message}\n`;
  const lines = [`Error: ${message}`];
  const { position, stack } = ending;
  if (position !== null) {
    lines.push(`File: ${position.file.path}`, `Line: ${position.line}`);
    lines.push(`assembly.ll line: ${details.lineOf(ending.instruction)}`, `State: ${details.state}`);
  }
  lines.push('Stack: ');
  stack.forEach(({ functionName, position: at }, depth) => {
    const line = depth === 0 ? details.lineOf(ending.instruction) : 0;
    const place = at === null ? '' : ` at ${at.file.path}:${at.line}`;
    lines.push(`\t#${depth}${String(line).padStart(8, '0')} in ${functionName}()${place}`);
  });
  lines.push('Info: ', `\t${ending.message}`);
  return `${lines.join('\n')}\n`;
}
