/** How far a path may go, and what is looked for on it. */

export interface MachineOptions {
  /** Instructions per path. */
  readonly maxSteps: number;
  /** Nested calls. */
  readonly maxCallDepth: number;
  /** Largest object a symbolic size may ask for, and how many sizes are tried. */
  readonly maxAllocation: number;
  readonly maxConcretizations: number;
  readonly checkOverflow: boolean;
  readonly checkLeaks: boolean;
  readonly checkUninitialized: boolean;
  /** With it, what a function under test leaves behind uninitialised is a fault too. C allows that, so it is asked for only to explain. */
  readonly checkUnsetOutputs: boolean;
  /** What else C leaves undefined and only the machine can see: see `semantics/undefined.ts`. */
  readonly checkUndefined: boolean;
  /** So much further up all objects lie than they otherwise do: asked for only to see what depends on it. */
  readonly addressShift: number;
  /** An undefined function returns a fresh input instead of ending the path. */
  readonly freshForUndefined: boolean;
  /** Dividing by zero and shifting too far halt; otherwise they compute what SMT-LIB says. */
  readonly checkDivision: boolean;
  readonly checkShift: boolean;
  /** Memory that is still allocated when the program ends is a leak, also where something points to it. */
  readonly checkCleanup: boolean;
  /** `klee_assume` of something that cannot hold is a fault, as in KLEE, instead of the end of a path that is not counted. */
  readonly strictAssume: boolean;
  /** Calls may be led to other functions while a path runs: reductions know nothing of it, so it is for searches without one. */
  readonly followAliases: boolean;
  /** Threads have call stacks of their own, where whoever records can follow that: see semantics/threads.ts. */
  readonly threadStacks: boolean;
  /** Functions that must not be called, by their names in the source: to enter one is a fault. */
  readonly forbiddenFunctions: readonly string[];
  /** States keep what they were answered, so that another machine can follow them. */
  readonly notesAnswers: boolean;
  /** How often a function or loop begins before it is compiled to JavaScript; infinity for never. Changes nothing but time. */
  readonly compileAfter: number;
}

export const DEFAULT_MACHINE_OPTIONS: MachineOptions = {
  maxSteps: 100_000_000,
  maxCallDepth: 10_000,
  maxAllocation: 65_536,
  maxConcretizations: 16,
  checkOverflow: false,
  checkLeaks: false,
  checkUninitialized: false,
  checkUnsetOutputs: false,
  checkUndefined: false,
  addressShift: 0,
  freshForUndefined: false,
  checkDivision: true,
  checkShift: true,
  checkCleanup: false,
  strictAssume: false,
  followAliases: false,
  threadStacks: true,
  forbiddenFunctions: [],
  notesAnswers: false,
  compileAfter: 3_000,
};
