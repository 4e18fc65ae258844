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
  /** What else C leaves undefined and only the machine can see: see `semantics/undefined.ts`. */
  readonly checkUndefined: boolean;
  /** An undefined function returns a fresh input instead of ending the path. */
  readonly freshForUndefined: boolean;
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
  checkUndefined: false,
  freshForUndefined: false,
  compileAfter: 3_000,
};
