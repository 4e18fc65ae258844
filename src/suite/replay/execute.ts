/** Runs a program of this machine, under a limit of time and of output. */
import { spawn } from 'node:child_process';
import { UserError } from '../../program/errors.ts';

const MAX_OUTPUT = 16 * 1024 * 1024;

export interface Execution {
  readonly status: number | null;
  readonly signal: string | null;
  /** Set when it had to be stopped. */
  readonly problem: string | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

export interface ExecuteOptions {
  readonly directory: string;
  readonly maxSeconds: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether the variables of this process are passed on too; true unless said otherwise. */
  readonly inherits?: boolean;
  /** Runs it as this user and group. */
  readonly user?: number;
  readonly stdin?: Uint8Array;
  /** argv[0]. */
  readonly name?: string;
}

export function execute(program: string, args: readonly string[], options: ExecuteOptions): Promise<Execution> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: options.directory,
      env: { ...(options.inherits === false ? {} : process.env), ...options.environment },
      ...(options.user === undefined ? {} : { uid: options.user, gid: options.user }),
      ...(options.name === undefined ? {} : { argv0: options.name }),
    });
    let problem: string | null = null;
    const stop = (why: string) => {
      problem ??= why;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => stop(`it was stopped after ${options.maxSeconds} s`), options.maxSeconds * 1000);
    const chunks: { readonly stdout: Buffer[]; readonly stderr: Buffer[] } = { stdout: [], stderr: [] };
    let total = 0;
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].on('data', (chunk: Buffer) => {
        chunks[stream].push(chunk);
        total += chunk.length;
        if (total > MAX_OUTPUT) stop(`it wrote more than ${MAX_OUTPUT} bytes`);
      });
    }
    child.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      const reason = error.code === 'ENOENT' ? 'there is no such program' : error.message;
      const hint = error.code === 'ENOENT' ? 'install a C compiler, or replay without --native' : undefined;
      reject(new UserError(`cannot run ${program}: ${reason}`, hint));
    });
    child.on('close', (status, signal) => {
      clearTimeout(timer);
      resolve({
        status,
        signal,
        problem,
        stdout: Buffer.concat(chunks.stdout),
        stderr: Buffer.concat(chunks.stderr),
      });
    });
    // A program that ends without reading its input is none of our business.
    child.stdin.on('error', () => {});
    child.stdin.end(options.stdin ?? new Uint8Array());
  });
}
