/** What a path leaves behind when it ends: everything that tests, signatures and reports are made from. */
import type { Scalar } from '../expr/scalar.ts';
import type { Term } from '../expr/term.ts';
import type { SourcePosition } from '../program/debug.ts';
import type { Instruction } from '../program/instructions.ts';
import type { PathCondition } from '../solver/solver.ts';
import type { Site } from './code.ts';
import type { EndingKind } from './endings.ts';
import type { Choice } from './state.ts';

/** Where an input came from; replay feeds it back the same way. */
export type InputOrigin = 'call' | 'argument' | 'stdin' | 'file' | 'variable' | 'choice';

/** One symbolic input, in the order the path created them. */
export interface InputRecord {
  /** As the program named it; unique on the path: a second `x` is `x#2`. */
  readonly name: string;
  readonly origin: InputOrigin;
  /** A scalar is one variable term; a buffer is one `bytes` term. */
  readonly kind: 'int' | 'float' | 'bytes';
  readonly term: Term;
  readonly bits: number;
  readonly signed: boolean;
  /** How to show it: 0 unsigned, 1 signed, 2 character, 3 truth value. */
  readonly signedness: number;
  /** For `argument`: which element of argv. */
  readonly index: number;
}

/** A value marked with `pathfold_output`, in order. `value` is bits; `bytes` is set instead for buffers. */
export interface OutputRecord {
  readonly name: string;
  readonly kind: 'int' | 'float' | 'bytes' | 'pointer';
  readonly bits: number;
  readonly signed: boolean;
  readonly value: Scalar | Term;
  readonly bytes: readonly (number | Term)[] | null;
  /** For a pointer, whose `value` is an offset: the object it leads to. */
  readonly label?: string;
  /** All there is of an object whose size does not count: zeros after it make no difference. */
  readonly isObject?: boolean;
  /** Compiled code does not show it. */
  readonly isUnseen?: boolean;
}

/** A file or folder that the program leaves behind in the folder it was started in. */
export interface LeftFile {
  readonly name: readonly (number | Term)[];
  /** As in stat's mode. */
  readonly kind: number;
  readonly contents: readonly (number | Term)[];
}

export interface StackEntry {
  readonly functionName: string;
  /** Where the function was left or stopped. */
  readonly position: SourcePosition | null;
}

/** What a program that never ends does again and again: instructions of one turn, and bytes that it writes. */
export interface Cycle {
  readonly steps: number;
  readonly stdout: number;
  readonly stderr: number;
}

export interface PathEnding {
  readonly kind: EndingKind;
  /** One sentence for people, with the values involved. */
  readonly message: string;
  /** The instruction that ended the path. */
  readonly instruction: Instruction | null;
  /** Where it sits in prepared code; null for an ending outside any instruction. */
  readonly site?: Site | null;
  readonly position: SourcePosition | null;
  /** Innermost first. */
  readonly stack: readonly StackEntry[];
  /** For `exit`: the status main returned or exit was given, as 32 bits. */
  readonly status: Scalar | Term;
  /** For `limit` and `unmodelled`: its name. For `user`: what the program calls this kind of error. */
  readonly name: string;
  /** For `endless`. */
  readonly cycle?: Cycle;
}

export interface PathOutcome {
  readonly ending: PathEnding;
  readonly condition: PathCondition;
  readonly inputs: readonly InputRecord[];
  readonly outputs: readonly OutputRecord[];
  /** What the program was told about sizes of objects, in order: see semantics/observe.ts. */
  readonly answers: readonly (number | Term)[];
  /** argv as bytes (without the terminating zero), symbolic bytes as terms; argv[0] is the program's name. */
  readonly arguments: readonly (readonly (number | Term)[])[];
  readonly stdout: readonly (number | Term)[];
  readonly stderr: readonly (number | Term)[];
  /** All there is in the folder it was started in; none where the program changed nothing. */
  readonly left: readonly LeftFile[];
  /** Functions it called that do on a real system what they do not do here, by name. */
  readonly absent?: readonly string[];
  /** Threads were made, which real ones need not follow in the order they took turns here. */
  readonly threads?: boolean;
  /** What main returned, when the path ended by returning from it. */
  readonly returned: Scalar | Term | null;
  /** What the program would like to hold in a test, where the path leaves a choice; in the order it said so. */
  readonly wishes: readonly Term[];
  /** Executed instructions. */
  readonly steps: number;
  /** The choices that led here; null for none, and for a path that followed an input. */
  readonly choices?: Choice | null;
}
