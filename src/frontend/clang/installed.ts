/** A clang that the user has installed: knows the machine's own target and headers. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../program/errors.ts';
import { FIXED_DATE_ENVIRONMENT } from './compilation-date.ts';
import type { Job, JobResult } from './job.ts';
import { RUNTIME_DIRECTORY, RUNTIME_NAME } from './runtime.ts';

const versions = new Map<string, Promise<string>>();

/** Asked once: no compiler is exchanged while a command runs. */
export function installedVersion(clang: string): Promise<string> {
  const known = versions.get(clang) ?? askVersion(clang);
  versions.set(clang, known);
  return known;
}

async function askVersion(clang: string): Promise<string> {
  const run = await execute(clang, ['--version'], process.cwd());
  if (run.status !== 0) throw new UserError(`${clang} --version failed`, run.errors.trim() || null);
  if (!/clang version/.test(run.text)) {
    const says = run.text.split('\n')[0];
    throw new UserError(`${clang} is not clang (it says: ${says})`, 'give the path of a clang with --clang PATH');
  }
  return run.text;
}

/** The text after preprocessing: with the flags, everything that decides what this compiler will produce. */
export async function preprocessInstalled(clang: string, job: Job): Promise<Uint8Array | null> {
  const run = await execute(clang, [...flagsOf(job), '-E', job.input, '-o', '-'], job.directory);
  return run.status === 0 ? run.output : null;
}

export async function compileInstalled(clang: string, job: Job): Promise<JobResult> {
  const folder = await mkdtemp(join(tmpdir(), 'pathfold-'));
  try {
    const output = join(folder, 'out.bc');
    const run = await execute(clang, [...flagsOf(job), job.input, '-o', output], job.directory);
    return {
      bitcode: run.status === 0 ? await readFile(output) : null,
      crashed: run.status === null,
      diagnostics: run.errors,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Flags name the runtime as messages do; a real compiler needs its real place. */
function flagsOf(job: Job): string[] {
  const flags = job.flags
    .filter((flag) => flag !== '-gno-key-instructions')
    .map((flag) => (flag.startsWith(RUNTIME_NAME) ? RUNTIME_DIRECTORY + flag.slice(RUNTIME_NAME.length) : flag));
  return [...flags, `-ffile-prefix-map=${RUNTIME_DIRECTORY}=${RUNTIME_NAME}`];
}

interface Execution {
  /** Null when a signal ended it. */
  readonly status: number | null;
  readonly output: Uint8Array;
  readonly text: string;
  readonly errors: string;
}

function execute(program: string, args: readonly string[], directory: string): Promise<Execution> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...FIXED_DATE_ENVIRONMENT };
    const child = spawn(program, args, { cwd: directory, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    child.on('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'ENOENT' ? 'there is no such program' : error.message;
      reject(
        new UserError(
          `cannot run ${program}: ${reason}`,
          'install clang or name one with --clang PATH; without --target host the embedded compiler is used',
        ),
      );
    });
    child.on('close', (status) => {
      const bytes = Buffer.concat(output);
      resolve({ status, output: bytes, text: bytes.toString(), errors: Buffer.concat(errors).toString() });
    });
  });
}
