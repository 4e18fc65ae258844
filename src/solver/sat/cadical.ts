import { type CadicalModule, createModule } from 'cadical-wasm';

/** What a SAT solver found; 'stopped' by a limit. */
export type SatStatus = 'sat' | 'unsat' | 'stopped';

/**
 * CaDiCaL, called below the package's wrapper: the functions of the module themselves, without per-literal bookkeeping.
 * Making a solver takes 10 microseconds, so each query gets its own. One module (one WebAssembly memory) serves many
 * solvers; the memory never shrinks, which is why `EmbeddedProcedure` replaces modules.
 */
export class CadicalRuntime {
  private deadline = Number.POSITIVE_INFINITY;
  private readonly terminatePointer: number;
  private readonly functions: ReturnType<typeof bind>;

  private constructor(
    private readonly module: CadicalModule,
    private readonly now: () => number,
  ) {
    this.functions = bind(module);
    this.terminatePointer = module.addFunction(() => (this.now() > this.deadline ? 1 : 0), 'ii');
  }

  static async load(now: () => number): Promise<CadicalRuntime> {
    return new CadicalRuntime(await createModule({ print: ignore, printErr: ignore }), now);
  }

  /** Size of the WebAssembly memory. */
  get memoryBytes(): number {
    return this.module.HEAP32.byteLength;
  }

  /**
   * A fresh solver whose first choice for every variable is false: small values in models. Guessing before search
   * (lucky phases, random walks) is off: it costs a fifth of the time of a small query and finds nothing there.
   */
  open(): SatSolver {
    const pointer = this.functions.init() as number;
    this.functions.setOption(pointer, 'phase', 0);
    this.functions.setOption(pointer, 'lucky', 0);
    this.functions.setOption(pointer, 'walk', 0);
    return new SatSolver(pointer, this.functions, (limitMs) => {
      this.deadline = this.now() + limitMs;
      this.functions.setTerminate(pointer, 0, this.terminatePointer);
    });
  }
}

export class SatSolver {
  constructor(
    private pointer: number,
    private readonly functions: ReturnType<typeof bind>,
    private readonly limitTo: (limitMs: number) => void,
  ) {}

  /** Takes clauses, each ended by a zero, over the variables 1 to `variables`. */
  load(clauses: Int32Array, length: number, variables: number): void {
    const { pointer } = this;
    const { add, declare } = this.functions;
    declare(pointer, variables);
    for (let i = 0; i < length; i++) add(pointer, clauses[i]);
  }

  /** For the next `solve` only. */
  assume(literal: number): void {
    this.functions.assume(this.pointer, literal);
  }

  solve(limitMs: number, maxConflicts = Number.POSITIVE_INFINITY): SatStatus {
    if (Number.isFinite(limitMs)) this.limitTo(limitMs);
    if (Number.isFinite(maxConflicts)) this.functions.limit(this.pointer, 'conflicts', maxConflicts);
    const status = this.functions.solve(this.pointer) as number;
    return status === 10 ? 'sat' : status === 20 ? 'unsat' : 'stopped';
  }

  /** After 'sat'. */
  isTrue(literal: number): boolean {
    return (this.functions.val(this.pointer, literal) as number) > 0 === literal > 0;
  }

  /** After 'unsat': whether the assumption was needed. */
  failed(literal: number): boolean {
    return this.functions.failed(this.pointer, literal) !== 0;
  }

  dispose(): void {
    if (this.pointer !== 0) this.functions.release(this.pointer);
    this.pointer = 0;
  }
}

function bind(module: CadicalModule) {
  const numbers = (name: string, count: number) =>
    module.cwrap(`ccadical_${name}`, 'number', new Array<string>(count).fill('number'));
  return {
    init: numbers('init', 0),
    release: numbers('release', 1),
    add: numbers('add', 2),
    declare: numbers('declare_more_variables', 2),
    assume: numbers('assume', 2),
    solve: numbers('solve', 1),
    val: numbers('val', 2),
    failed: numbers('failed', 2),
    setTerminate: numbers('set_terminate', 3),
    setOption: module.cwrap('ccadical_set_option', null, ['number', 'string', 'number']),
    limit: module.cwrap('ccadical_limit', null, ['number', 'string', 'number']),
  };
}

function ignore(): void {}
