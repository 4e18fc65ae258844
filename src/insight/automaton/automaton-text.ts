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
/** From this many lines on, a table is more than most want to read. */
const LINES_TO_READ = 100;
const MOST_DEAD = 12;
const MOST_UNREACHABLE = 12;
/** The guard of a transition that takes every input. */
const ALWAYS = 'always';

export function automatonText(report: AutomatonReport, shape: AutomatonShape): string {
  const { states, transitions, ends } = report;
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
  lines.push(...unreachableLines(states), ...deadLines(report), ...idleLines(report.idleAssignments));
  if (report.initial === null) {
    lines.push('not known: where the machine starts, so no state is called unreachable (--initial V)');
  }
  lines.push(completeness(report));
  if (table.split('\n').length > LINES_TO_READ) lines.push(tooLong(report));
  return lines.join('\n');
}

/** What makes a machine that nobody reads a smaller one. */
function tooLong({ variable, ends }: AutomatonReport): string {
  const ways = [
    `--output '${variable}' shows states and guards alone, --output calls with what is called`,
    `--range and --assume leave out ${ends.length > 0 ? 'inputs for which the step does not return, and others' : 'inputs'} that do not matter to you`,
  ];
  return `long: this may be more than you want to read: ${ways.join('; ')}`;
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

/** States with the same reason are told together. */
function unreachableLines(states: AutomatonReport['states']): string[] {
  const byProof = new Map<string | null, string[]>();
  for (const { name, reachable, proof } of states)
    if (!reachable) byProof.set(proof, [...(byProof.get(proof) ?? []), name]);
  return [...byProof].map(([proof, [first, ...others]]) => {
    if (others.length === 0) return `unreachable: ${first}: ${proof}`;
    const most = MOST_UNREACHABLE - 1;
    const more = others.length - most;
    const names = [first, ...others.slice(0, most), ...(more > 0 ? [`... (${others.length + 1} in all)`] : [])];
    return `unreachable: ${names.join(', ')}: ${proof?.replace('leads to it', 'leads to them')}`;
  });
}

/** Those of states that are reached say more than those of states that are not. */
function deadLines({ states, dead }: AutomatonReport): string[] {
  const reached = new Set(states.filter(({ reachable }) => reachable).map(({ name }) => name));
  const inOrder = [...dead.filter(({ from }) => reached.has(from)), ...dead.filter(({ from }) => !reached.has(from))];
  const shown = inOrder.slice(0, MOST_DEAD).map(({ from, to, guard, proof }) => {
    const when = guard === ALWAYS ? '' : ` when ${guard}`;
    return `never taken: ${from} -> ${to}${when}: ${proof}`;
  });
  const more = inOrder.slice(MOST_DEAD);
  if (more.length === 0) return shown;
  const where = more.some(({ from }) => reached.has(from)) ? '' : ' of unreachable states';
  return [...shown, `never taken: ${plural(more.length, 'more transition')}${where}`];
}

function idleLines(places: readonly string[]): string[] {
  if (places.length === 0) return [];
  const [noun, verb] = places.length === 1 ? ['assignment', 'decides'] : ['assignments', 'decide'];
  const shown = places.map((place, i) => (fileOf(place) === fileOf(places[i - 1]) ? /\d+$/.exec(place)![0] : place));
  return [`no effect: the ${noun} at ${shown.join(', ')} never ${verb} the next state`];
}

/** Of `step.c:31`. */
function fileOf(place: string | undefined): string | undefined {
  return place?.replace(/:\d+$/, '');
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
