/** What a really compiled program was seen to do with the inputs of a test. */
import type { EndingKind } from '../../machine/endings.ts';
import type { ExpectedFile } from '../test-case.ts';
import type { TestWorld } from '../world.ts';
import type { ObservedOutput } from './marks.ts';

export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface RealInput {
  /** argv with the program's name first. */
  readonly args: readonly Uint8Array[];
  readonly stdin: Uint8Array;
  /** What the program asks for through `pathfold.h` and its like, in order. */
  readonly inputs: readonly NamedBytes[];
  /** Files and variables that the program finds; absent for none. */
  readonly world?: TestWorld;
  /** Functions that the test expects to fail, and that may do something here. */
  readonly absent?: readonly string[];
  /** Whether it makes threads. */
  readonly threads?: boolean;
  /** What its path takes for granted and cannot be brought about here, such as a call that fails; absent for nothing. */
  readonly chosen?: string;
  /** Whether memory that is never freed is of interest. */
  readonly leaks: boolean;
}

export interface Observation {
  /** `stopped`: time or output ran out; `not run`: it was not even tried, or the program needs something that is missing here. */
  readonly end: 'exit' | 'fault' | 'stopped' | 'not run';
  /** The exit status as a C int, or what is left of it; null unless it ended by itself. */
  readonly status: number | null;
  /** Which of a status's bits are seen: all of them in WebAssembly, eight on POSIX. */
  readonly statusMask: number;
  /** The faults this may be a sign of. */
  readonly faults: ReadonlySet<EndingKind>;
  /** For people: the trap, signal or sanitizer's words. */
  readonly message: string;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  /** What it left in its folder, sorted by name; absent where that cannot be seen. */
  readonly files?: readonly ExpectedFile[];
  /** Values marked as outputs; null where they cannot be seen. */
  readonly outputs: readonly ObservedOutput[] | null;
}

/** A program built for replay. */
export interface RealProgram {
  /** For people: `WebAssembly`, `cc with sanitizers`. */
  readonly name: string;
  /** Faults that this build shows reliably; the others may pass unnoticed. */
  readonly observable: ReadonlySet<EndingKind>;
  /** Set when it differs from what was explored in a way that can matter. */
  readonly caution: string | null;
  run(input: RealInput, maxSeconds: number): Promise<Observation>;
  close(): Promise<void>;
}

/** That nothing was seen, and why. */
export function nothingSeen(end: 'stopped' | 'not run', message: string): Observation {
  const nothing = new Uint8Array();
  const rest = { status: null, statusMask: 0xff, faults: new Set<EndingKind>(), outputs: null };
  return { ...rest, end, message, stdout: nothing, stderr: nothing };
}

/** What the path does that the model does not do: what it would do here is not known. */
export function whatReachesOut({ absent = [] }: RealInput): string | null {
  return absent.length === 0
    ? null
    : `its path calls ${absent.map((name) => `${name}()`).join(', ')}, which is not modelled`;
}
