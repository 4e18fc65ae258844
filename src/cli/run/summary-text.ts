/** The summary for people: what was found, how sure we are, where the rest is. */

import type { Share } from '../../explore/coverage.ts';
import { ENDINGS } from '../../machine/endings.ts';
import type { Machine } from '../../machine/machine.ts';
import { HARNESS_FILE } from '../../suite/output-folder.ts';
import type { Summary, SummaryFault } from '../../suite/summary.ts';
import { wayOut } from '../../suite/way-out.ts';
import type { Terminal } from '../terminal.ts';
import { MOST_TESTS_WITH_FILES } from './run-log.ts';

/** Of a chain of calls; the outermost is always shown. */
const MOST_CALLS = 8;

export function printSummary(
  summary: Summary,
  folder: string,
  unmodelled: Machine['unmodelled'],
  terminal: Terminal,
): void {
  const lines: string[] = [];
  for (const fault of summary.faults) {
    const place = fault.file === null ? '' : `${fault.file}:${fault.line}:${fault.column}: `;
    lines.push(`${place}${ENDINGS[fault.kind].label}: ${fault.message}`);
    if (fault.input !== undefined && fault.input !== '') lines.push(`    with ${fault.input}`);
    const out = wayOut(fault, summary.assumptions);
    if (out !== null) lines.push(`    ${out}`);
    lines.push(
      `    in ${callChain(fault)}; ${fault.test === null ? 'there is no test of it' : `shown by ${folder}/${fault.test}.c`}`,
    );
  }
  if (summary.faults.length > 0) lines.push('');
  for (const line of summary.assumptions) lines.push(`assumed: ${line}`);
  const { completed, endless, faulty, pruned, unfinished } = summary.paths;
  const parts = [`${completed} completed`, `${faulty} faulty`];
  if (endless > 0) parts.push(`${endless} without an end`);
  if (pruned > 0) parts.push(`${pruned} cut as redundant`);
  if (unfinished > 0) parts.push(`${unfinished} unfinished`);
  lines.push(`paths:    ${parts.join(', ')}`);
  const more = summary.tests > MOST_TESTS_WITH_FILES ? `; \`pathfold export ${folder}\` writes files of all` : '';
  lines.push(`tests:    ${summary.tests} in ${folder}${chosenText(summary)}${more}`);
  lines.push(`faults:   ${summary.faults.length === 0 ? 'none' : summary.faults.length}`);
  const { instructions, lines: sourceLines, branches } = summary.coverage;
  lines.push(
    `covered:  ${share(sourceLines)} lines, ${share(branches)} branch directions, ${share(instructions)} instructions${summary.entry === 'main' ? '' : ` of ${summary.entry} and what it calls`}`,
  );
  for (const { what, file, line, count } of summary.concretizations) {
    lines.push(`chosen:   ${what}${file === null ? '' : ` at ${file}:${line}`}: ${plural(count, 'value')} tried`);
  }
  for (const [what, { position, count }] of unmodelled) {
    const place = position === null ? '' : ` at ${position.file.path}:${position.line}`;
    lines.push(`not modelled: ${what}${place}; ${plural(count, 'path')} ended there${hintFor(what)}`);
  }
  for (const warning of summary.warnings) lines.push(`warning:  ${warning}`);
  if (summary.replay !== null) {
    const { replayed, agreed, unobservable, unfinished, disagreed, undefinedBehaviour } = summary.replay;
    const silent = unobservable > 0 ? `, ${unobservable} cannot be observed there` : '';
    const open = unfinished > 0 ? `, ${unfinished} expect nothing` : '';
    lines.push(
      replayed === 0 && summary.tests > 0
        ? 'replayed: none, the time was over'
        : `replayed: ${agreed} of ${replayed} tests agree with compiled code${silent}${open}`,
    );
    for (const line of disagreed) lines.push(`    disagrees, please report it: ${line}`);
    for (const line of undefinedBehaviour) lines.push(`    differs, the program is wrong: ${line}`);
  }
  if (summary.limits.includes('max-time') && summary.seconds.compile > TIMES_THE_REST * exploringSeconds(summary)) {
    lines.push(
      `time:     compiling took ${summary.seconds.compile} s of it; what is compiled is kept for the next run`,
    );
  }
  const exploding = summary.verdict === 'complete' ? [] : explodingDecisions(summary);
  if (exploding.length > 0) lines.push(`forks:    most paths begin at ${exploding.join(', ')}`);
  lines.push(
    `verdict:  ${summary.verdict}${within(summary)}${summary.limits.length > 0 ? ` (${summary.limits.join(', ')})` : ''}: ${summary.guarantee}`,
  );
  terminal.out(`${lines.join('\n')}\n`);
}

/** What is only missing can be given. */
function hintFor(what: string): string {
  if (what.startsWith('undefined function ')) return ' (name the file that defines it, or --undefined fresh)';
  return what.startsWith('undefined variable ') ? ' (name the file that defines it)' : '';
}

/** Compiling that took so many times as long as the rest is worth a word. */
const TIMES_THE_REST = 2;

function exploringSeconds({ seconds: { analyse, execute, solve, reduce } }: Summary): number {
  return analyse + execute + solve + reduce;
}

/** Where a run that came to no end has most of its paths from: `csv.c:120 (1,204)`. */
function explodingDecisions({ decisions }: Summary): string[] {
  const byLine = new Map<string, number>();
  let total = 0;
  for (const { file, line, forks } of decisions) {
    total += forks;
    if (file !== null) byLine.set(`${file}:${line}`, (byLine.get(`${file}:${line}`) ?? 0) + forks);
  }
  return [...byLine]
    .filter(([, forks]) => forks >= FEWEST_FORKS_NAMED && forks >= total / 10)
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST_DECISIONS_NAMED)
    .map(([place, forks]) => `${place} (${forks.toLocaleString('en')})`);
}

const FEWEST_FORKS_NAMED = 20;
const MOST_DECISIONS_NAMED = 3;

/** How near to the fewest the tests of `cover` are. */
function chosenText({ fewest: suite, tests }: Summary): string {
  if (suite === undefined || tests < 2) return '';
  if (suite.atLeast < tests)
    return `: ${suite.candidates} paths were compared, and at least ${suite.atLeast} of them are needed`;
  return suite.everyPath ? ': no fewer reach all this' : `: the fewest of the ${suite.candidates} paths compared`;
}

/** What a macro calls to complain: that call is not in the source. */
const REPORTERS: ReadonlySet<string> = new Set(['__assert_fail', '__assert_rtn', '__assert']);

/** `check <- cmdline_parse:39 <- main:6`: who called it, and in which line. */
function callChain({ function: name, stack }: SummaryFault): string {
  const all = (stack ?? []).filter(({ file }) => file === null || !file.endsWith(HARNESS_FILE));
  const own = all.length > 1 && REPORTERS.has(all[0].function) ? all.slice(1) : all;
  if (own.length === 0) return name ?? '?';
  const shown = own.length <= MOST_CALLS ? own : [...own.slice(0, MOST_CALLS - 1), own.at(-1)!];
  const calls = shown.map(({ function: fn, line }, i) => (i === 0 || line === 0 ? fn : `${fn}:${line}`));
  if (shown.length < own.length) calls.splice(-1, 0, '...');
  return calls.join(' <- ');
}

/** Completeness is about what was taken for granted; the lines that say so are printed before. */
export function within({ verdict, assumptions }: Pick<Summary, 'verdict' | 'assumptions'>): string {
  return verdict === 'complete' && assumptions.length > 0 ? ' within the assumptions above' : '';
}

function share({ covered, total }: Share): string {
  return `${covered}/${total}`;
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
