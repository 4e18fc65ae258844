/** `pathfold diff --automaton`: what differs between the state machines of two versions. */
import { Terms } from '../../expr/terms.ts';
import { actionText } from '../../insight/automaton/automaton-text.ts';
import { type MachineChange, type MachineDifference, machineDifference } from '../../insight/automaton/difference.ts';
import { reportOf } from '../../insight/automaton/report.ts';
import { textTable } from '../../insight/text-table.ts';
import type { OutputFolder } from '../../suite/output-folder.ts';
import { exitStatus } from '../exit-status.ts';
import { deadlineOf } from '../options/explore-options.ts';
import type { Invocation } from '../options/parse.ts';
import type { Terminal } from '../terminal.ts';
import { versionSources } from '../versions/versions.ts';
import { boundedInTime, type Mined, mineAutomaton } from './mine.ts';

/** Where the output is no terminal. */
const DEFAULT_COLUMNS = 120;

export async function diffAutomata(invocation: Invocation, folder: OutputFolder, terminal: Terminal): Promise<number> {
  const { options } = invocation;
  const terms = new Terms();
  const deadline = deadlineOf(boundedInTime(invocation));
  const sides = versionSources(invocation, folder);
  const machines: Mined[] = [];
  try {
    for (const [i, side] of sides.entries()) {
      machines.push(await mineAutomaton(side.invocation, terminal, terms, deadline.part(1 / (sides.length - i))));
    }
    const [old, changed] = machines;
    terminal.progress('comparing the state machines');
    const difference = machineDifference(old, changed, terms, changed.solver);
    terminal.progress(null);
    const found = isDifferent(difference);
    const decided =
      machines.every(({ complete, options: { proved } }) => complete && proved) && difference.undecided === 0;
    const limits = [...new Set(machines.flatMap(({ run }) => run.summary.limits))];
    const verdict = decided ? 'complete' : 'bounded';
    const status = exitStatus({ found, verdict, limits, disagrees: false }, options['allow-incomplete']);
    const assumptions = [
      ...new Set(machines.flatMap(({ run, assumptions: more }) => [...run.summary.assumptions, ...more])),
    ];
    const result = {
      ...changed.run.summary,
      verdict,
      limits,
      assumptions,
      difference: found ? 'different' : decided ? 'equivalent' : 'unknown',
      versions: { old: sides[0].name, new: sides[1].name },
      automata: { old: reportOf(old.automaton, old.options), new: reportOf(changed.automaton, changed.options) },
      changes: difference,
      exitStatus: status,
    };
    const serialized = `${JSON.stringify(result, null, 2)}\n`;
    folder.write('summary.json', serialized);
    if (options.json) terminal.out(serialized);
    else {
      terminal.out(`${differenceText(difference, decided)}\n`);
      for (const line of assumptions) terminal.out(`assumed: ${line}\n`);
    }
    if (folder.problem !== null) throw folder.problem;
    return status;
  } finally {
    for (const { run, solver } of machines) {
      run.exploration.dispose();
      solver.dispose();
    }
  }
}

function isDifferent({ added, removed, start, changes }: MachineDifference): boolean {
  return added.length + removed.length + changes.length > 0 || start !== null;
}

function differenceText(difference: MachineDifference, decided: boolean): string {
  const { added, removed, start, changes } = difference;
  const lines: string[] = [];
  if (changes.length > 0) {
    const width = process.stdout.columns ?? DEFAULT_COLUMNS;
    const body = changes.map((change) => [change.state, change.guard, stepText(change.old), stepText(change.new)]);
    lines.push(textTable(['state', 'guard', 'old', 'new'], body, width), '');
  }
  for (const name of added) lines.push(`new state: ${name}`);
  for (const name of removed) lines.push(`lost state: ${name}`);
  if (start !== null) lines.push(`starts in: ${start.old.join(', ')} before, ${start.new.join(', ')} now`);
  if (isDifferent(difference)) lines.push('different: the state machines do not do the same', '');
  else if (decided) lines.push('equivalent: in every state both do the same on every input', '');
  else lines.push('unknown: no difference was found, but not everything was explored or decided', '');
  return lines.join('\n');
}

function stepText(side: MachineChange['old']): string {
  const actions = actionText(side);
  return `${side.to ?? '(none)'}${actions === '' ? '' : ` / ${actions}`}`;
}
