import { createRequire } from 'node:module';
import { smtScript } from '../../expr/print-smt.ts';
import type { Term } from '../../expr/term.ts';
import { UserError } from '../../program/errors.ts';
import type { CheckResult, DecisionProcedure } from '../../solver/procedure.ts';
import { BlockingWorker, type WorkerBench } from './blocking-worker.ts';
import { parseStatus, RubbishError, ValueQuestion } from './smt-answers.ts';

/** The package's memory grows with use: a fresh thread now and then costs half a second. */
const QUERIES_PER_THREAD = 2000;
/** Loading the package, on a slow machine. */
const START_MS = 60_000;
/** What z3 may take to notice that its own time limit has passed. */
const GRACE_MS = 2000;

/**
 * z3 from npm (WebAssembly), spoken to in SMT-LIB on a thread of its own. Slower than the embedded procedure by an order
 * of magnitude on small queries; independent of it in every line, hence a second opinion.
 */
export class Z3Procedure implements DecisionProcedure {
  readonly name = 'z3';
  private worker: BlockingWorker | null = null;
  private asked = 0;

  private constructor(private readonly packagePath: string) {}

  static create(): Z3Procedure {
    try {
      return new Z3Procedure(createRequire(import.meta.url).resolve('z3-solver'));
    } catch {
      throw new UserError('The solver z3 needs the package z3-solver.', 'Run: npm install z3-solver');
    }
  }

  solve(assertions: readonly Term[], limitMs: number): CheckResult {
    try {
      return this.decide(assertions, limitMs);
    } catch (error) {
      if (!(error instanceof RubbishError)) throw error;
      // A query that is cancelled while it is read leaves the parser in the middle of it; a fresh thread starts anew.
      this.dispose();
      return this.decide(assertions, limitMs);
    }
  }

  private decide(assertions: readonly Term[], limitMs: number): CheckResult {
    const { text, inputs } = smtScript(assertions);
    const limit = Number.isFinite(limitMs) ? Math.max(1, Math.ceil(limitMs)) : 0x7fffffff;
    const script = `(reset)(set-option :timeout ${limit})${text}(check-sat)`;
    const answer = this.ask(script, limit);
    if (answer === null) return { status: 'unknown', reason: 'time limit' };
    const status = parseStatus(answer);
    if (status === 'unsat') return { status };
    if (status === 'unknown') return { status, reason: 'z3 gave up or reached the time limit' };
    const question = new ValueQuestion(inputs);
    const values = question.isEmpty ? '()' : this.ask(question.text, limit);
    if (values === null) return { status: 'unknown', reason: 'time limit' };
    return { status, model: question.parse(values) };
  }

  dispose(): void {
    this.worker?.stop();
    this.worker = null;
  }

  private ask(text: string, limitMs: number): string | null {
    if (++this.asked % QUERIES_PER_THREAD === 0 && text.startsWith('(reset)')) this.dispose();
    let grace = GRACE_MS;
    if (this.worker === null) {
      this.worker = new BlockingWorker(z3Thread, this.packagePath);
      grace += START_MS;
    }
    const reply = this.worker.ask(text, limitMs + grace);
    if (reply.kind === 'answer') return reply.text;
    this.dispose();
    if (reply.kind === 'silence') return null;
    throw new UserError(`z3 failed: ${reply.message}`, 'Use --solver embedded, which needs no other package.');
  }
}

/**
 * The package's own call for text keeps it on a stack that is reused before the (asynchronous) call has read it; so the
 * text is copied to memory of its own first.
 */
function z3Thread({ require, data, serve }: WorkerBench): void {
  const loaded = require(data)
    .init()
    .then(({ Z3, em }: { Z3: Z3Api; em: Z3Memory }) => ({ Z3, em, handle: Z3.mk_context(Z3.mk_config()) }));
  serve(async (text) => {
    const { Z3, em, handle } = await loaded;
    const bytes = new TextEncoder().encode(text);
    const pointer = em._malloc(bytes.length + 1);
    // Any call that passes text makes the package notice that its memory has grown.
    Z3.mk_string_symbol(handle, 'x');
    em.HEAPU8.set(bytes, pointer);
    em.HEAPU8[pointer + bytes.length] = 0;
    try {
      return await em.async_call(() =>
        em.ccall('async_Z3_eval_smtlib2_string', 'void', ['number', 'number'], [handle, pointer]),
      );
    } finally {
      em._free(pointer);
    }
  });
}

interface Z3Api {
  mk_config(): unknown;
  mk_context(config: unknown): unknown;
  mk_string_symbol(context: unknown, text: string): unknown;
}

interface Z3Memory {
  readonly HEAPU8: Uint8Array;
  _malloc(size: number): number;
  _free(pointer: number): void;
  ccall(name: string, result: string, types: readonly string[], values: readonly unknown[]): void;
  async_call(start: () => void): Promise<string>;
}
