/**
 * `klee-replay`: runs a real program on the world that `.ktest` files describe: arguments, standard input, and files A, B, ...
 * in a folder of its own, which is its working folder and is kept where asked. What the program asks for itself with
 * `klee_make_symbolic` it gets when it is linked with a library for replay, which reads the file that KTEST_FILE names.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { UserError } from '../../../program/errors.ts';
import { upToZero } from '../../../suite/typed-value.ts';
import type { Terminal } from '../../terminal.ts';
import { type GivenKTest, readGivenKTests } from '../given-tests.ts';

const USAGE = 'usage: klee-replay [--keep-replay-dir] [--create-files-only FILE.ktest] PROGRAM FILE.ktest...\n';
const USUAL_TIMEOUT_SECONDS = 3600;

export function kleeReplay(words: readonly string[], terminal: Terminal): number {
  const operands = words.filter((word) => !word.startsWith('-'));
  const options = words.filter((word) => word.startsWith('-'));
  const keeps = options.some((option) => /^(-k|--keep-replay-dir)$/.test(option));
  const creates = options.some((option) => /^(-f|--create-files-only)$/.test(option));
  const unknown = options.find((option) => !/^(-k|--keep-replay-dir|-f|--create-files-only|-h|--help)$/.test(option));
  if (unknown !== undefined) throw new UserError(`klee-replay: unknown option ${unknown}`, USAGE.trim());
  if (options.includes('--help') || options.includes('-h') || operands.length === 0) {
    terminal.out(USAGE);
    return operands.length === 0 && options.length === 0 ? 1 : 0;
  }
  if (creates) {
    for (const test of readGivenKTests(operands, [])) createFiles(test, process.cwd());
    return 0;
  }
  const [program, ...files] = operands;
  if (files.length === 0) throw new UserError('klee-replay: no test given', USAGE.trim());
  const timeout = Number(process.env.KLEE_REPLAY_TIMEOUT ?? USUAL_TIMEOUT_SECONDS) * 1000;
  for (const test of readGivenKTests(files, [])) replay(resolve(program), test, { keeps, timeout }, terminal);
  return 0;
}

function replay(
  program: string,
  test: GivenKTest,
  { keeps, timeout }: { keeps: boolean; timeout: number },
  terminal: Terminal,
): void {
  const note = (text: string) => terminal.err(`KLEE-REPLAY: NOTE: ${text}\n`);
  const args = commandLine(test);
  const folder = mkdtempSync(join(tmpdir(), 'klee-replay-'));
  const files = mkdtempSync(join(tmpdir(), 'klee-replay-input-'));
  note(`Test file: ${test.path}`);
  note(`Arguments: ${[program, ...args].map((word) => JSON.stringify(word)).join(' ')}`);
  if (keeps) note(`Storing KLEE replay files in ${folder}`);
  try {
    createFiles(test, folder);
    const began = performance.now();
    // As a file: a program need not read all of it.
    const stdin = test.inputs.stdin === null ? 'inherit' : openInput(join(files, 'stdin'), test.inputs.stdin);
    const { status, signal, error } = spawnSync(program, args, {
      cwd: folder,
      env: { ...process.env, KTEST_FILE: resolve(test.path) },
      stdio: [stdin, 'inherit', 'inherit'],
      timeout,
    });
    const seconds = Math.round((performance.now() - began) / 1000);
    if (error !== undefined && (error as NodeJS.ErrnoException).code !== 'ETIMEDOUT') {
      throw new UserError(`klee-replay: ${program} cannot be run (${error.message})`, 'name a native executable');
    }
    note(`EXIT STATUS: ${statusText(status, signal)} (${seconds} seconds)`);
  } finally {
    rmSync(files, { recursive: true, force: true });
    if (!keeps) rmSync(folder, { recursive: true, force: true });
  }
}

function openInput(path: string, bytes: Uint8Array): number {
  writeFileSync(path, bytes);
  return openSync(path, 'r');
}

function statusText(status: number | null, signal: NodeJS.Signals | null): string {
  if (signal === 'SIGTERM') return 'TIMED OUT';
  if (signal !== null) return `CRASHED signal ${constants.signals[signal]}`;
  return status === 0 ? 'NORMAL' : `ABNORMAL ${status}`;
}

/** The program's own words: symbolic ones in the place of the options that asked for them. */
function commandLine({ arguments: words, inputs }: GivenKTest): string[] {
  const args: string[] = [];
  let next = 0;
  let open = 0;
  const take = (count: number) => {
    for (let i = 0; i < count; i++) args.push(Buffer.from(upToZero(inputs.arguments[next++])).toString('latin1'));
  };
  for (let i = 0; i < words.length; i++) {
    switch (/^--?([a-z-]+)$/.exec(words[i])?.[1]) {
      case 'sym-arg':
        take(1);
        i += 1;
        break;
      case 'sym-args':
        take(words[i + 1] === words[i + 2] ? Number(words[i + 1]) : inputs.counts[open++]);
        i += 3;
        break;
      case 'sym-files':
        i += 2;
        break;
      case 'sym-stdin':
      case 'max-fail':
        i += 1;
        break;
      case 'sym-stdout':
      case 'fd-fail':
      case 'save-all-writes':
        break;
      default:
        args.push(words[i]);
    }
  }
  return args;
}

function createFiles({ inputs }: GivenKTest, folder: string): void {
  inputs.files.forEach((bytes, i) => {
    writeFileSync(join(folder, String.fromCharCode(65 + i)), bytes);
  });
}
