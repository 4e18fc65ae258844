/** `pathfold automaton`: the state machine that a step function implements. */
import { Terms } from '../../expr/terms.ts';
import { openGraphviz } from '../../host/graphviz.ts';
import { automatonText } from '../../insight/automaton/automaton-text.ts';
import { automatonDot, automatonMermaid } from '../../insight/automaton/diagram.ts';
import { reportOf } from '../../insight/automaton/report.ts';
import type { Summary } from '../../suite/summary.ts';
import { boundedInTime, mineAutomaton } from '../automaton/mine.ts';
import type { Command } from '../commands.ts';
import { deadlineOf } from '../options/explore-options.ts';
import { finish } from '../run/explored-run.ts';

/** Where the output is no terminal. */
const DEFAULT_COLUMNS = 120;

/** Exploring may have come to its end, and reading the machine not. */
function incomplete(verdict: Summary['verdict'], guarantee: string) {
  return verdict === 'complete'
    ? { verdict: 'stopped' as const, guarantee: 'not everything was decided in time' }
    : { verdict, guarantee };
}

function overTime(seconds: number): string {
  return `incomplete: not every step was followed in ${seconds} s: give it more (--max-time SECONDS), look at fewer outputs (--output NAME), or follow every path, which may be quicker (--reduce none)`;
}

const GUARANTEE = 'every way to compute the next state and the actions was found';

export const command: Command = {
  takesFiles: true,
  description: [
    'Reads the state machine off the function that makes a step: its states are the values of the state variable, its transitions',
    'have guards over the inputs of the step, and show what is done besides: calls, text, assignments, the result. Transitions',
    'that are equal are one. States that cannot be reached and transitions that are never taken are named, with the reason,',
    'and it is checked that every state has exactly one transition for every input. The machine is printed as a table, and',
    'written as automaton.dot and automaton.mmd into the output folder.',
  ].join('\n'),
  examples: [
    'pathfold automaton door.c --function step --state state',
    "pathfold automaton parser.c --function step --state 'p->state' --initial START --svg > parser.svg",
    'pathfold diff old.c new.c --automaton --function step --state state',
  ],
  async run(asked, terminal) {
    const invocation = boundedInTime(asked);
    const { options } = invocation;
    // A missing package is said before anything is explored.
    const draw = options.svg ? await openGraphviz() : null;
    const {
      run,
      automaton,
      complete,
      solver,
      options: reading,
      assumptions,
    } = await mineAutomaton(invocation, terminal, new Terms(), deadlineOf(invocation));
    const report = reportOf(automaton, reading);
    solver.dispose();
    const { folder } = run.session;
    const dot = automatonDot(report);
    const mermaid = automatonMermaid(report);
    folder.write('automaton.dot', dot);
    folder.write('automaton.mmd', mermaid);
    const { faults, verdict, guarantee } = run.summary;
    const summary = {
      ...run.summary,
      // What cannot happen in any state that is reached is no fault of the machine.
      faults: faults.filter((fault) =>
        report.ends.some(({ actions }) => actions.some(({ text }) => text.endsWith(`:${fault.line}`))),
      ),
      ...(complete ? { verdict: 'complete' as const, guarantee: GUARANTEE } : incomplete(verdict, guarantee)),
      assumptions: [...run.summary.assumptions, ...assumptions],
    };
    const result = { ...summary, automaton: report };
    return finish(run, result, options, terminal, () => {
      if (options.dot) terminal.out(dot);
      else if (options.mermaid) terminal.out(mermaid);
      else if (draw !== null) terminal.out(draw(dot));
      else {
        const shape = { width: process.stdout.columns ?? DEFAULT_COLUMNS, mostCases: options.cases };
        terminal.out(`${automatonText(report, shape)}\n`);
        if (run.exploration.limits.has('max-time')) terminal.out(`${overTime(options['max-time']!)}\n`);
        terminal.out('\n');
        for (const line of summary.assumptions) terminal.out(`assumed: ${line}\n`);
      }
    });
  },
};
