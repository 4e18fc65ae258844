/** A state machine as a table for a terminal, with what is known of it. */
import { textTable } from '../text-table.ts';
import type { AutomatonReport, TransitionReport } from './report.ts';

export interface AutomatonShape {
  readonly width: number;
  /** How many alternatives of a guard are shown. */
  readonly mostCases: number;
}

/** Guards up to this length stay in one line. */
const ONE_LINE = 64;
const MOST_DEAD = 12;

export function automatonText(report: AutomatonReport, shape: AutomatonShape): string {
  const { states, transitions, ends, dead } = report;
  const live = states.filter(({ reachable }) => reachable);
  const table = textTable(
    ['state', 'guard', 'next state', 'actions'],
    withoutRepeats([...transitions, ...ends]).map(({ shown, transition }) => [
      shown,
      guardCell(transition, shape.mostCases),
      transition.to ?? '(none)',
      actionText(transition) || (transition.ignored ? '(nothing)' : ''),
    ]),
    shape.width,
  );
  const start = report.initial === null ? '' : `, starting in ${report.initial.join(' or ')}`;
  const lines = [
    table,
    '',
    `${plural(live.length, 'state')} and ${plural(transitions.length, 'transition')} of ${report.variable}${start}`,
  ];
  lines.push(...variableLines(report));
  for (const { name, proof } of states.filter(({ reachable }) => !reachable))
    lines.push(`unreachable: ${name}: ${proof}`);
  for (const transition of dead.slice(0, MOST_DEAD)) lines.push(deadLine(transition));
  if (dead.length > MOST_DEAD) lines.push(`never taken: ${dead.length - MOST_DEAD} more transitions`);
  for (const place of report.idleAssignments)
    lines.push(`no effect: the assignment at ${place} never decides the next state`);
  if (report.initial === null) {
    lines.push('not known: where the machine starts, so no state is called unreachable (--initial V)');
  }
  lines.push(completeness(report));
  return lines.join('\n');
}

/** The source is said once for all its transitions. */
function withoutRepeats(list: readonly TransitionReport[]): { shown: string; transition: TransitionReport }[] {
  const sorted = [...new Set(list.map(({ from }) => from))].flatMap((from) =>
    list.filter((each) => each.from === from),
  );
  return sorted.map((transition, i) => ({
    shown: sorted[i - 1]?.from === transition.from ? '' : transition.from,
    transition,
  }));
}

function guardCell({ guard, cases }: TransitionReport, most: number): string {
  if (cases.length < 2 || guard.length <= ONE_LINE) return guard;
  const more = cases.length - most;
  const shown = more > 0 ? [...cases.slice(0, most), `${more} more`] : cases;
  return shown.map((text, i) => (i === 0 ? text : `|| ${text}`)).join('\n');
}

export function actionText({ actions }: Pick<TransitionReport, 'actions'>): string {
  return actions.map(({ text }) => text).join('; ');
}

function variableLines({ states }: AutomatonReport): string[] {
  const live = states.filter(({ reachable }) => reachable);
  const names = [...new Set(live.flatMap(({ variables }) => Object.keys(variables)))];
  return names.map((name) => {
    const groups = new Map<string, string[]>();
    for (const { name: state, variables } of live) {
      const text = variables[name] ?? 'anything';
      groups.set(text, [...(groups.get(text) ?? []), state]);
    }
    const [only] = groups.keys();
    if (groups.size === 1) return `always: ${name} is ${only}`;
    return `always: ${name} is ${[...groups].map(([text, of]) => `${text} in ${of.join(', ')}`).join('; ')}`;
  });
}

function deadLine({ from, to, guard, proof }: TransitionReport): string {
  return `never taken: ${from} -> ${to} when ${guard}: ${proof}`;
}

/** What the solver has proved of the reachable states. */
function completeness({ states, ends, proved }: AutomatonReport): string {
  const live = states.filter(({ reachable }) => reachable);
  const gaps = live.filter(({ complete }) => complete === false).map(({ name }) => name);
  const overlaps = live.filter(({ deterministic }) => deterministic === false).map(({ name }) => name);
  const open = live.filter(({ complete, deterministic }) => complete === null || deterministic === null);
  const within = proved ? '' : ' (within bounds)';
  const problems = [
    ...(ends.length > 0 ? [`the step does not return for some inputs in ${distinct(ends)}`] : []),
    ...(gaps.length > 0 ? [`not every input was followed in ${gaps.join(', ')}`] : []),
    ...(overlaps.length > 0 ? [`more than one transition for an input in ${overlaps.join(', ')}`] : []),
    ...(open.length > 0 ? [`not decided for ${open.map(({ name }) => name).join(', ')}`] : []),
  ];
  if (problems.length > 0) return `checked: ${problems.join('; ')}${within}`;
  return `checked: in every state each input has exactly one transition${within}`;
}

function distinct(list: readonly TransitionReport[]): string {
  return [...new Set(list.map(({ from }) => from))].join(', ');
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
