/** `pathfold check`: what a configuration asks for, for builds and pull requests. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { FailureKind } from '../../api/check-config.ts';
import { version } from '../../host/version.ts';
import { UserError } from '../../program/errors.ts';
import { reasonOf } from '../../suite/output-folder.ts';
import { readBaseline, withAccepted, writeBaseline } from '../check/baseline.ts';
import { readConfig } from '../check/config.ts';
import { annotationOf, type Finding, findingsSarif, type JudgedFinding, type Level } from '../check/finding.ts';
import { type CheckOutcome, runCheck } from '../check/run-check.ts';
import type { Command } from '../commands.ts';
import { ExitStatus } from '../exit-status.ts';
import { writeReport } from '../report/write-report.ts';
import type { Terminal } from '../terminal.ts';

const DEFAULT_OUT = 'pathfold-check';
const RESULT_FILE = 'check.json';

export const command: Command = {
  takesFiles: false,
  description: [
    'Explores the targets of pathfold.config.json (or .ts), and says what is not accepted yet. With --base REV only functions that are',
    'not as they were in that revision are looked at: those that changed are compared with it, new ones are tested. Results go to the',
    'folder pathfold-check: check.json, check.sarif, and a folder with a report.html for each run that found something. The exit status is 1 when something',
    'fails the check, and 2 when a target cannot be compiled or the configuration is wrong.',
  ].join('\n'),
  examples: ['pathfold check', 'pathfold check --base origin/main --github', 'pathfold check --accept'],
  async run({ operands, options }, terminal) {
    if (operands.length > 1) throw new UserError('one configuration is enough', 'write pathfold check [CONFIG]');
    const found = await readConfig(operands[0], process.cwd());
    const out = resolve(found.directory, found.config.out ?? DEFAULT_OUT);
    emptyFolder(out);
    const controller = new AbortController();
    const interruption = terminal.catchInterrupt?.();
    const watching = setInterval(() => interruption?.interrupted() === true && controller.abort(), 100);
    let outcome: CheckOutcome;
    try {
      outcome = await runCheck({
        ...found,
        ...{ base: options.base, out, signal: controller.signal },
        progress: (text) => terminal.progress(text),
        note: (text) => terminal.err(`pathfold: note: ${text}\n`),
      });
    } finally {
      clearInterval(watching);
      interruption?.release();
      terminal.progress(null);
    }
    const baseline = resolve(found.directory, found.config.baseline ?? 'pathfold.baseline.json');
    if (options.accept) {
      const count = writeBaseline(baseline, outcome.findings);
      terminal.err(`pathfold: note: ${count} faults accepted in ${relative('', baseline)}\n`);
    }
    const { findings: marked, gone } = withAccepted(outcome.findings, readBaseline(baseline));
    const failOn = found.config.failOn ?? ['faults'];
    const findings = marked.map((finding) => ({ ...finding, level: levelOf(finding, failOn) }));
    const status = controller.signal.aborted ? ExitStatus.interrupted : statusOf(findings);
    const whole = {
      tool: 'pathfold',
      version: version(),
      base: options.base,
      units: outcome.units,
      findings,
      exitStatus: status,
    };
    const serialized = `${JSON.stringify(whole, null, 2)}\n`;
    writeFileSync(join(out, RESULT_FILE), serialized);
    writeFileSync(
      join(out, 'check.sarif'),
      findingsSarif(options.github ? findings.map(inWorkspace) : findings, version()),
    );
    await writeReports(findings, terminal);
    if (options.json) terminal.out(serialized);
    else print(findings, outcome, options.base === null ? gone.length : 0, relative('', out), options.github, terminal);
    return status;
  },
};

/** Results of an earlier check are replaced; a folder that holds anything else is not ours. */
function emptyFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    const names = readdirSync(folder);
    if (names.length > 0 && !names.includes(RESULT_FILE)) {
      throw new UserError(
        `${relative('', folder)} is not empty and holds no check`,
        'choose another folder: "out" in the configuration',
      );
    }
    for (const name of names) rmSync(join(folder, name), { recursive: true, force: true });
    writeFileSync(join(folder, RESULT_FILE), '{}\n');
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`cannot write to ${relative('', folder)}: ${reasonOf(error)}`);
  }
}

function levelOf({ kind, isAccepted }: Finding, failOn: readonly FailureKind[]): Level {
  switch (kind) {
    case 'broken':
      return 'error';
    case 'fault':
      return isAccepted === true ? 'notice' : failOn.includes('faults') ? 'error' : 'warning';
    case 'difference':
      return failOn.includes('differences') ? 'error' : 'warning';
    case 'incomplete':
      return failOn.includes('incomplete') ? 'error' : 'notice';
    case 'skipped':
      return 'notice';
  }
}

function statusOf(findings: readonly JudgedFinding[]): number {
  const failing = findings.filter(({ level }) => level === 'error');
  if (failing.some(({ kind }) => kind === 'broken')) return ExitStatus.usage;
  if (failing.some(({ kind }) => kind !== 'incomplete')) return ExitStatus.found;
  return failing.length > 0 ? ExitStatus.incomplete : ExitStatus.nothingFound;
}

/** A runner wants paths from the root of the checkout, wherever the check runs. */
function inWorkspace(finding: JudgedFinding): JudgedFinding {
  const { GITHUB_WORKSPACE: root } = process.env;
  if (root === undefined || root === '' || finding.file === null) return finding;
  return { ...finding, file: relative(root, resolve(finding.file)).split(sep).join('/') };
}

async function writeReports(findings: readonly JudgedFinding[], terminal: Terminal): Promise<void> {
  const folders = new Set(findings.flatMap(({ kind, folder }) => (kind === 'incomplete' ? [] : (folder ?? []))));
  for (const folder of folders) await writeReport(folder, terminal);
}

function print(
  findings: readonly JudgedFinding[],
  { units }: CheckOutcome,
  gone: number,
  out: string,
  github: boolean,
  terminal: Terminal,
): void {
  const told = findings.filter(({ isAccepted }) => isAccepted !== true);
  for (const finding of told) {
    if (github && finding.kind !== 'skipped') terminal.out(annotationOf(inWorkspace(finding)));
    else terminal.out(textOf(finding));
  }
  const count = (kind: Finding['kind']) => told.filter((finding) => finding.kind === kind).length;
  const parts = [
    ...(['tested', 'compared'] as const).flatMap((how) => {
      const number = units.filter((unit) => unit.how === how).length;
      return number === 0 ? [] : [`${number} ${how}`];
    }),
    `${count('fault')} ${count('fault') === 1 ? 'fault' : 'faults'}`,
    `${count('difference')} ${count('difference') === 1 ? 'difference' : 'differences'}`,
  ];
  const accepted = findings.length - told.length;
  if (accepted > 0) parts.push(`${accepted} accepted`);
  if (count('incomplete') > 0) parts.push(`${count('incomplete')} not explored to the end`);
  if (count('skipped') > 0) parts.push(`${count('skipped')} skipped`);
  if (count('broken') > 0) parts.push(`${count('broken')} cannot be checked`);
  terminal.out(
    `checked: ${units.length === 0 && told.length === 0 ? 'nothing changed' : parts.join(', ')}; see ${out}\n`,
  );
  if (gone > 0) terminal.out(`${gone} accepted faults are gone; \`pathfold check --accept\` forgets them\n`);
}

function textOf({ level, target, file, line, column, title, message }: JudgedFinding): string {
  const place = file === null ? target : `${file}:${line}${column > 0 ? `:${column}` : ''}`;
  return `${place}: ${level}: ${title}\n${message.replace(/^/gm, '    ')}\n`;
}
