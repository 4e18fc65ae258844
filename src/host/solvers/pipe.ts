import { smtScript } from '../../expr/print-smt.ts';
import type { Term } from '../../expr/term.ts';
import { UserError } from '../../program/errors.ts';
import type { CheckResult, DecisionProcedure } from '../../solver/procedure.ts';
import { BlockingWorker, type WorkerBench } from './blocking-worker.ts';
import { parseStatus, RubbishError, ValueQuestion } from './smt-answers.ts';

/** How well-known solvers are told to read SMT-LIB from standard input; others get no arguments of ours. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  z3: ['-in', '-smt2'],
  cvc5: ['--lang=smt2', '--incremental', '--produce-models', '--quiet'],
  'yices-smt2': ['--incremental'],
  boolector: ['--smt2', '--incremental', '--model-gen'],
  mathsat: ['-input=smt2'],
};

/** Solvers that have constant arrays only where the logic is left open. */
const ARRAY_LOGICS: Readonly<Record<string, string>> = { z3: 'ALL' };

const HANDSHAKE_MS = 5000;
/** Between the child's time limit, enforced by the thread that owns it, and ours, which only guards that thread. */
const GRACE_MS = 3000;
const START_MS = 10_000;
const DIED = 'died';
const LATE = 'late';

interface Request {
  /** Empty to end the process. */
  readonly text: string;
  readonly limitMs: number;
}

/**
 * An installed solver, spoken to in SMT-LIB over a pipe. A thread owns the process: it writes a script followed by an
 * (echo) of a mark, collects everything up to the mark, kills the process when time is up, and starts it again when it
 * is needed after it died. What comes back must be exactly the answer; anything else is reported with a sample.
 */
export class PipeProcedure implements DecisionProcedure {
  readonly name: string;
  private worker: BlockingWorker | null = null;

  private constructor(
    private readonly command: string,
    private readonly parameters: readonly string[],
    private readonly arrayLogic: string | undefined,
  ) {
    this.name = `smtlib:${command}`;
  }

  /** `command` is a program on the PATH or a file, optionally followed by arguments of its own. */
  static create(commandLine: string): PipeProcedure {
    const [command = '', ...given] = commandLine.trim().split(/\s+/);
    if (command === '')
      throw new UserError('--solver smtlib: needs the name of a program.', 'Example: --solver smtlib:z3');
    const name = command.replace(/^.*[\\/]/, '').replace(/\.exe$/, '');
    const procedure = new PipeProcedure(
      command,
      given.length > 0 ? given : (ARGUMENTS[name] ?? []),
      ARRAY_LOGICS[name],
    );
    try {
      procedure.greet();
      return procedure;
    } catch (error) {
      procedure.dispose();
      throw error;
    }
  }

  solve(assertions: readonly Term[], limitMs: number): CheckResult {
    const { text, inputs } = smtScript(assertions, { arrayLogic: this.arrayLogic });
    const limit = Number.isFinite(limitMs) ? Math.max(1, limitMs) : 0x7fffffff;
    const prepared = `(reset)\n(set-option :produce-models true)\n${text}(check-sat)`;
    const answer = this.ask(prepared, limit);
    if (answer === LATE) return { status: 'unknown', reason: 'time limit' };
    if (answer === DIED) return { status: 'unknown', reason: `${this.command} ended unexpectedly` };
    const status = this.strictly(() => parseStatus(answer));
    if (status === 'unsat') return { status };
    if (status === 'unknown') return { status, reason: `${this.command} answered unknown` };
    const question = new ValueQuestion(inputs);
    const values = question.isEmpty ? '()' : this.ask(question.text, limit);
    if (values === LATE || values === DIED) return { status: 'unknown', reason: `${this.command} gave no model` };
    return { status, model: this.strictly(() => question.parse(values)) };
  }

  dispose(): void {
    // A process that is computing would outlive the thread that started it.
    this.worker?.ask(JSON.stringify({ text: '', limitMs: 0 } satisfies Request), GRACE_MS);
    this.worker?.stop();
    this.worker = null;
  }

  /** Finds out at once whether the program exists and speaks the language. */
  private greet(): void {
    const answer = this.ask('(set-option :print-success false)\n(set-logic QF_BV)\n(check-sat)', HANDSHAKE_MS);
    if (answer === DIED || answer === LATE) {
      const what = answer === DIED ? 'ended without answering' : `did not answer within ${HANDSHAKE_MS / 1000} seconds`;
      throw new UserError(`The solver ${this.command} ${what}.`, this.advice);
    }
    if (this.strictly(() => parseStatus(answer)) !== 'sat') this.complain(answer);
  }

  private strictly<T>(parse: () => T): T {
    try {
      return parse();
    } catch (error) {
      if (error instanceof RubbishError) this.complain(error.text);
      throw error;
    }
  }

  private complain(text: string): never {
    this.dispose();
    const said = new RubbishError(text).message;
    throw new UserError(`The solver ${this.command} answered ${said} where SMT-LIB wants an answer.`, this.advice);
  }

  private get advice(): string {
    return 'Check that it reads SMT-LIB 2.6 from standard input, or use --solver embedded.';
  }

  private ask(text: string, limitMs: number): string {
    let grace = GRACE_MS;
    if (this.worker === null) {
      this.worker = new BlockingWorker(pipeThread, JSON.stringify([this.command, ...this.parameters]));
      grace += START_MS;
    }
    const request: Request = { text, limitMs };
    const reply = this.worker.ask(JSON.stringify(request), limitMs + grace);
    if (reply.kind === 'answer') return reply.text;
    this.dispose();
    if (reply.kind === 'silence') return LATE;
    throw new UserError(
      `The solver ${this.command} cannot be run: ${reply.message}.`,
      'Install it, give its path (--solver smtlib:/path/to/solver), or use --solver embedded.',
    );
  }
}

function pipeThread({ require, data, serve }: WorkerBench): void {
  const { spawn } = require('node:child_process') as typeof import('node:child_process');
  const [command, ...parameters] = JSON.parse(data) as string[];
  const mark = 'pathfold-mark';
  const mostOutput = 2 ** 26;
  let child: import('node:child_process').ChildProcess | null = null;
  let output = '';
  let settle: ((answer: string) => void) | null = null;
  let fail: ((error: Error) => void) | null = null;

  const start = (): import('node:child_process').ChildProcess => {
    const started = spawn(command, parameters, { stdio: ['pipe', 'pipe', 'ignore'] });
    output = '';
    started.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
      if (started !== child) return;
      output += chunk;
      if (output.length > mostOutput) {
        started.kill('SIGKILL');
        return;
      }
      const end = output.search(/^"?pathfold-mark"?\s*$/m);
      if (end >= 0) settle?.(output.slice(0, end));
    });
    started.stdin!.on('error', () => {});
    started.on('error', (error: NodeJS.ErrnoException) => {
      child = null;
      fail?.(error.code === 'ENOENT' ? new Error('there is no such program') : error);
    });
    started.on('close', () => {
      if (started !== child) return;
      child = null;
      settle?.(output.trim() === '' ? 'died' : output);
    });
    return started;
  };

  serve(async (request) => {
    const { text, limitMs } = JSON.parse(request) as Request;
    if (text === '') {
      child?.kill('SIGKILL');
      child = null;
      return '';
    }
    child ??= start();
    output = '';
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<string>((resolve, reject) => {
        settle = resolve;
        fail = reject;
        timer = setTimeout(
          () => {
            child?.kill('SIGKILL');
            child = null;
            resolve('late');
          },
          Math.min(limitMs, 0x7fffffff),
        );
        child?.stdin?.write(`${text}\n(echo "${mark}")\n`);
      });
    } finally {
      clearTimeout(timer);
      settle = null;
      fail = null;
    }
  });
}
