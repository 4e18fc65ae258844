/** How large and how varied generated programs are. */
export interface ProgramShape {
  /** Most statements at the top level of a body. */
  readonly statements: number;
  /** How deep branches and loops nest. */
  readonly nesting: number;
  /** Most functions besides main. */
  readonly functions: number;
  /** Most inputs; there are at least two. */
  readonly inputs: number;
  /** Upper bound on the number of paths, counted as in paths.ts. */
  readonly paths: number;
  /** Whether divisions, accesses and asserts may fail. Without faults every run returns or exits. */
  readonly faults: boolean;
  /** Whether text depends on inputs only through putchar, or also through printf("%d"), whose digits branch. */
  readonly numbersInText: boolean;
  readonly heap: boolean;
  readonly loops: boolean;
  /**
   * Whether programs also do what goes beyond their own computation: handlers and a destructor, loops that may not end, heap
   * behind a global, variables that nothing set, errno and the environment. Without the check for uninitialised values such a
   * program has undefined behaviour.
   */
  readonly wide: boolean;
}

export const smallPrograms: ProgramShape = {
  statements: 5,
  nesting: 2,
  functions: 3,
  inputs: 3,
  paths: 64,
  faults: true,
  numbersInText: false,
  heap: true,
  loops: true,
  wide: false,
};

export const largePrograms: ProgramShape = {
  ...smallPrograms,
  statements: 9,
  nesting: 3,
  functions: 4,
  inputs: 4,
  paths: 1024,
};
