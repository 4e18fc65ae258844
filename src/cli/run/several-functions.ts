/**
 * Several functions in one command: each is explored as if it had been named alone, into a folder of its own inside of the
 * run's, and one report says what came of each. A function that cannot be called is left out, with the reason.
 */
import { join, relative, resolve } from 'node:path';
import { loadProgram } from '../../frontend/load.ts';
import { UserError } from '../../program/errors.ts';
import { isDeclaration, type Program, type ProgramFunction } from '../../program/program.ts';
import { OutputFolder } from '../../suite/output-folder.ts';
import type { Summary } from '../../suite/summary.ts';
import type { Command } from '../commands.ts';
import { ExitStatus } from '../exit-status.ts';
import { loadOptions } from '../options/load-options.ts';
import type { Invocation } from '../options/parse.ts';
import type { Terminal } from '../terminal.ts';
import { withAllFunctions } from './session.ts';

interface FunctionResult {
  readonly function: string;
  /** The folder with its results. */
  readonly folder: string;
  readonly exitStatus: number;
  /** Why it was not explored; null when it was. */
  readonly skipped: string | null;
  readonly summary: Summary | null;
}

export async function runForEach(command: Command, invocation: Invocation, terminal: Terminal): Promise<number> {
  const { options } = invocation;
  const names = await functionNames(invocation, terminal);
  const folder = OutputFolder.open({ directory: process.cwd(), out: options.out, force: options.force });
  const results: FunctionResult[] = [];
  for (const name of names) {
    terminal.progress(`${name}: ${results.length + 1} of ${names.length}`);
    const place = relative(process.cwd(), join(folder.path, name.replace(/[^\w.-]/g, '-')));
    const result = await runOne(command, invocation, name, place, terminal);
    results.push(result);
    if (!options.json) terminal.out(linesOf(result));
    if (result.exitStatus === ExitStatus.interrupted) break;
  }
  const status = statusOf(results, options['allow-incomplete']);
  const whole = { tool: 'pathfold', command: invocation.command, functions: results, exitStatus: status };
  folder.write('summary.json', `${JSON.stringify(whole, null, 2)}\n`);
  if (options.json) terminal.out(`${JSON.stringify(whole, null, 2)}\n`);
  else terminal.out(`\n${totals(results, folder.name)}`);
  if (folder.problem !== null) throw folder.problem;
  return status;
}

async function functionNames(invocation: Invocation, terminal: Terminal): Promise<string[]> {
  const { options, operands, given } = invocation;
  const named = given.filter(({ name }) => name === 'function').map(({ value }) => String(value));
  if (options['all-functions'] !== true) return [...new Set(named)];
  if (named.length > 0) throw new UserError('--function and --all-functions do not go together', 'leave one out');
  const program = await loadProgram(operands, withAllFunctions(loadOptions(invocation, terminal)));
  const names = ownFunctions(program, operands);
  if (names.length === 0) throw new UserError('the given files define no function at all');
  return names;
}

/** Of the files given, not of headers they include; names that occur twice with their files. */
export function ownFunctions(program: Program, files: readonly string[]): string[] {
  const paths = new Set(files.map((file) => resolve(file)));
  const isOwn = ({ debug, library }: ProgramFunction) =>
    debug !== null && library !== true && (paths.has(resolve(debug.file.directory, debug.file.path)) || !hasC(files));
  const own = program.functions.filter((fn) => !isDeclaration(fn) && isOwn(fn) && fn.debug!.name !== 'main');
  const times = new Map<string, number>();
  for (const { debug } of own) times.set(debug!.name, (times.get(debug!.name) ?? 0) + 1);
  return own.map(({ debug }) => (times.get(debug!.name)! > 1 ? `${debug!.file.path}:${debug!.name}` : debug!.name));
}

function hasC(files: readonly string[]): boolean {
  return files.some((file) => /\.c$/.test(file));
}

async function runOne(
  command: Command,
  invocation: Invocation,
  name: string,
  folder: string,
  terminal: Terminal,
): Promise<FunctionResult> {
  let text = '';
  const quiet: Terminal = {
    ...terminal,
    out: (part) => (text += part),
    progress: (line) => terminal.progress(line === null ? null : `${name}: ${line}`),
  };
  const one = { 'all-functions': false, function: name, out: folder, json: true, force: true };
  const options = { ...invocation.options, ...one };
  try {
    const exitStatus = await command.run(
      // Each has the time that the user gives.
      { ...invocation, options, given: givenOnce(invocation), isOneOfSeveral: true, began: performance.now() },
      quiet,
    );
    return { function: name, folder, exitStatus, skipped: null, summary: JSON.parse(text) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { function: name, folder, exitStatus: ExitStatus.usage, skipped: error.message, summary: null };
  }
}

function givenOnce({ given }: Invocation): Invocation['given'] {
  return given.filter(({ name }) => name !== 'function' && name !== 'all-functions');
}

function linesOf({ function: name, skipped, summary }: FunctionResult): string {
  if (summary === null) return `${name}: skipped: ${(skipped ?? '').split('\n')[0]}\n`;
  const { paths, faults, verdict, limits, replay } = summary;
  const parts = [`${paths.completed + paths.faulty + paths.pruned} paths`];
  parts.push(faults.length === 0 ? 'no faults' : `${faults.length} fault${faults.length === 1 ? '' : 's'}`);
  if (replay !== null && replay.disagreed.length > 0)
    parts.push(`${replay.disagreed.length} disagree with compiled code`);
  const how = limits.length === 0 ? verdict : `${verdict} (${limits.join(', ')})`;
  const details = faults.map((fault) => {
    const test = fault.test === null ? '' : `; ${fault.test}`;
    return `    ${fault.file ?? '?'}:${fault.line}: ${fault.message}${test}\n`;
  });
  return `${name}: ${parts.join(', ')}, ${how}\n${details.join('')}`;
}

function totals(results: readonly FunctionResult[], folder: string): string {
  const count = (wanted: (result: FunctionResult) => boolean) => results.filter(wanted).length;
  const parts = [
    `${results.length} functions`,
    `${count(({ summary }) => summary !== null && summary.faults.length > 0)} with faults`,
    `${count(({ summary }) => summary?.verdict === 'complete')} complete`,
    `${count(({ skipped }) => skipped !== null)} skipped`,
  ];
  return `${parts.join(', ')}; what each assumes and its tests are in ${folder}\n`;
}

/** The worst of all; a function that was left out was not explored. */
function statusOf(results: readonly FunctionResult[], allowIncomplete: boolean): number {
  const statuses = new Set(results.map(({ exitStatus }) => exitStatus));
  for (const status of [ExitStatus.interrupted, ExitStatus.internal, ExitStatus.found]) {
    if (statuses.has(status)) return status;
  }
  const complete = statuses.size === 1 && statuses.has(ExitStatus.nothingFound);
  return complete || allowIncomplete ? ExitStatus.nothingFound : ExitStatus.incomplete;
}
