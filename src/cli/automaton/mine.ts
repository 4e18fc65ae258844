/** From files to a state machine: one exploration of the step with every state at once, then state by state. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ProgramFacts } from '../../analysis/program-facts.ts';
import { coveredInstructions } from '../../explore/coverage.ts';
import { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import { definedFunction } from '../../frontend/defined-function.ts';
import { CALL_MARK, markActionCalls, type StepCalls } from '../../insight/automaton/action-calls.ts';
import type { CallSource } from '../../insight/automaton/actions.ts';
import { type Automaton, buildAutomaton, type Start } from '../../insight/automaton/build.ts';
import { EveryPath } from '../../insight/automaton/every-path.ts';
import { rejectManySteps } from '../../insight/automaton/many-steps.ts';
import { machineVariables } from '../../insight/automaton/reach.ts';
import type { ReportOptions } from '../../insight/automaton/report.ts';
import {
  type MachineState,
  placeName,
  readValue,
  type StateVariable,
  stateVariable,
} from '../../insight/automaton/state-variable.ts';
import { flattened, rangeStates, StepRelation } from '../../insight/automaton/step-relation.ts';
import { finalOutput } from '../../insight/outputs.ts';
import { type Scope, scopeOf, typeOfPlace } from '../../insight/places.ts';
import { styleOf } from '../../insight/value-text.ts';
import { observableGlobals } from '../../insight/version-diff/affected-outputs.ts';
import { UserError } from '../../program/errors.ts';
import type { Program, ProgramFunction } from '../../program/program.ts';
import type { OutputSelection } from '../../reduce/output/criterion.ts';
import type { OutputRow } from '../../reduce/output/explore.ts';
import { finalGlobals } from '../../reduce/output/globals.ts';
import { DEFAULT_REDUCTION_OPTIONS, REDUCTIONS } from '../../reduce/registry.ts';
import type { Deadline } from '../../solver/deadline.ts';
import { createSolver, type Solver } from '../../solver/solver.ts';
import { outputSelection } from '../options/output-options.ts';
import type { Invocation } from '../options/parse.ts';
import { programName } from '../options/programs.ts';
import { type ExploredRun, explore, openSolvers } from '../run/explored-run.ts';
import { openSession } from '../run/session.ts';
import type { Terminal } from '../terminal.ts';
import { namesOfStates } from './state-names.ts';
import { canBeSet, stepInputs } from './step-inputs.ts';

export interface Mined {
  readonly run: ExploredRun;
  readonly automaton: Automaton;
  /** Disposed of by the caller as well. */
  readonly solver: Solver;
  readonly complete: boolean;
  readonly options: ReportOptions;
  /** What was taken for granted besides what the run says. */
  readonly assumptions: readonly string[];
}

/** The caller disposes the exploration. `terms` are shared where machines are compared. */
export async function mineAutomaton(
  asked: Invocation,
  terminal: Terminal,
  terms: Terms,
  deadline: Deadline,
): Promise<Mined> {
  const invocation = withSurroundings(asked);
  const { options } = invocation;
  const name = options.function;
  if (name === null) throw new UserError('name the function that makes a step with --function STEP');
  if (options.state === null) throw new UserError('name the variable that holds the state with --state VAR');
  const reduction = invocation.command === 'automaton' ? options.reduce : 'output';
  if (reduction !== 'output' && reduction !== 'none') {
    throw new UserError(`--reduce ${reduction}: a state machine is found with output, or with none`);
  }
  const [place, ranges] = stateWords(options.state);
  let variable: StateVariable | null = null;
  const session = await openSession(invocation, terminal, {
    inputs: (program, fn) => {
      variable = stateVariable(place, fn, scopeOf(program, name));
      rejectHidden(variable, program, fn);
      return stepInputs(program, fn);
    },
  });
  const { program } = session;
  const step = definedFunction(program, name);
  const declared: StateVariable = variable!;
  const state: StateVariable = { ...declared, named: namesOfStates(declared, program, step) };
  const states = ranges === null ? null : rangeStates(ranges, state);
  const scope = scopeOf(program, name);
  const given = initialWords(options.initial, state, scope);
  const calls = markActionCalls(program, step, state.before);
  rejectManySteps(step, calls.assignments);
  const found: OutputRow[] = [];
  const selection = stepOutputs(invocation, program, state);
  const every = reduction === 'none' ? new EveryPath(selection) : null;
  const run = await explore(invocation, terminal, {
    reduction: every === null ? 'output' : 'none',
    strategy: () =>
      every ??
      REDUCTIONS.output.strategy(program, {
        ...DEFAULT_REDUCTION_OPTIONS,
        outputs: selection,
        switched: { readable: false },
        onRow: (row) => found.push(row),
      }),
    guarantee: 'every way to compute the next state and the actions was found',
    replay: calls.calls.size > 0 && options.undefined === 'fresh' ? 'none' : options.replay,
    testRepeated: true,
    asTested: (path) => ({
      ...path,
      outcome: { ...path.outcome, outputs: path.outcome.outputs.filter((each) => !each.name.startsWith(CALL_MARK)) },
    }),
    shared: {
      terms,
      programName: programName(invocation.operands[0]),
      session,
      within: terms.bool(true),
      deadline: deadline.part(EXPLORING_SHARE),
    },
  });
  terminal.progress('reading the state machine off what was explored');
  const { exploration } = run;
  // With time of its own: that of the exploration may be up.
  const solver = await createSolver(terms, {
    ...(await openSolvers(invocation)),
    timeLimitMs: options['max-solver-time'] * 1000,
    deadline,
  });
  const relation = new StepRelation(
    every?.rows(terms) ?? found,
    selection,
    { variable: state, ranges: states, mostStates: options['max-states'], isOver: () => deadline.isOver() },
    terms,
    solver,
  );
  const atStart = valuesAtStart(exploration, selection);
  const start = startOf(state, relation, states, given.state, atStart, calls, declared.named.length > 0);
  const isEntered = given.state === null && calls.entries.length > 0;
  const initialOf = (each: string) => {
    const value = given.others.get(each);
    if (value !== undefined) return value;
    const base = /^\w+/.exec(each)?.[0] ?? each;
    return isEntered || calls.writtenElsewhere.has(base) ? null : (atStart.get(each) ?? null);
  };
  const unknown = [...exploration.machine.unmodelled.keys()].filter((what) => what.startsWith(UNDEFINED));
  const isOnlyUnknown = unknown.length === exploration.machine.unmodelled.size;
  const { limits, counts } = exploration;
  // What is defined nowhere is the surroundings of the machine: an assumption, not a gap.
  const complete = limits.size === 0 && counts.unfinished === 0 && isOnlyUnknown;
  const variables = complete ? machineVariables(relation, initialOf, scope, terms) : [];
  const automaton = buildAutomaton(relation, variables, start, scope, terms, solver);
  if (deadline.isOver()) exploration.limits.add('max-time');
  terminal.progress(null);
  const covered = coveredInstructions(exploration.machine);
  const idle = calls.ownAssignments.filter((instruction) => covered[instruction.id] === 0);
  return {
    run,
    automaton,
    solver,
    complete: complete && relation.undecided === 0,
    assumptions: [...assumptionsFor(state, calls, given.state !== null), ...unknownAssumptions(unknown)],
    options: {
      variable: state,
      scope,
      words: { calls: calls.calls, source: sourceText, scope },
      proved: complete && relation.undecided === 0,
      idleAssignments: complete
        ? [
            ...new Set(
              idle.flatMap(({ position }) => (position === null ? [] : [`${position.file.path}:${position.line}`])),
            ),
          ]
        : [],
    },
  };
}

/** Functions that are defined nowhere are what a machine acts by, whatever the default of the command is. */
function withSurroundings(asked: Invocation): Invocation {
  if (asked.given.some(({ name }) => name === 'undefined')) return asked;
  return { ...asked, options: { ...asked.options, undefined: 'fresh' } };
}

const UNDEFINED = 'undefined function ';

function unknownAssumptions(unknown: readonly string[]): string[] {
  const names = unknown.map((what) => what.slice(UNDEFINED.length)).sort();
  if (names.length === 0) return [];
  return [`${names.join(', ')}: not defined here; returns anything, and changes nothing that the step looks at`];
}

/** A step with very many ways through it would be explored for days: users who want that say so. */
const SECONDS_UNLESS_GIVEN = 300;

export function boundedInTime(asked: Invocation): Invocation {
  return { ...asked, options: { ...asked.options, 'max-time': asked.options['max-time'] ?? SECONDS_UNLESS_GIVEN } };
}

/** Of the time; the rest is for reading the machine off what was found. */
const EXPLORING_SHARE = 0.6;

function stateWords(text: string): [place: string, ranges: string | null] {
  const at = text.indexOf('=');
  return at < 0 ? [text, null] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

function rejectHidden({ before }: StateVariable, program: Program, fn: ProgramFunction): void {
  const base = /\w+/.exec(before)?.[0] ?? before;
  const global = program.variables.find(({ debug }) => debug?.name === base);
  const isParameter = fn.debug?.variables.some(({ parameter, name }) => parameter > 0 && name === global?.debug?.name);
  if (global === undefined || isParameter || canBeSet(global, fn)) return;
  const where =
    global.name === global.debug?.name ? `static in ${global.debug.file.path}` : 'static inside of a function';
  throw new UserError(
    `--state ${before}: it is ${where}, so no step can be started in a state of our choice`,
    'move it in front of the step function, into the same file',
  );
}

/** What the user says: the state, and values of other variables. */
function initialWords(
  words: readonly string[],
  variable: StateVariable,
  scope: Scope,
): { readonly state: readonly bigint[] | null; readonly others: ReadonlyMap<string, bigint> } {
  const states: bigint[] = [];
  const others = new Map<string, bigint>();
  for (const word of words) {
    const [left, right] = stateWords(word);
    const name = right === null ? variable.before : placeName(left);
    const text = right ?? left;
    const type = name === variable.before ? null : typeOfPlace(name, scope);
    const style = name === variable.before ? variable.style : type === null ? null : styleOf(type);
    if (style === null) throw new UserError(`--initial ${word}: there is no number ${name}`);
    const value = readValue(text, name === variable.before ? variable : { ...enumerators(name, scope), style });
    if (value === null) {
      const names = variable.named.map((each) => each.name);
      const known = name === variable.before && names.length > 0 ? `one of ${names.join(', ')}` : 'a number';
      throw new UserError(`--initial ${word}: ${text} is no value of ${name}`, `write ${known}`);
    }
    if (name === variable.before) states.push(value);
    else others.set(name, value);
  }
  return { state: states.length === 0 ? null : states, others };
}

function enumerators(name: string, scope: Scope): Pick<StateVariable, 'named'> {
  const type = typeOfPlace(name, scope);
  const style = type === null ? null : styleOf(type);
  return { named: style?.named == null ? [] : enumeratorsOf(type) };
}

function enumeratorsOf(type: ReturnType<typeof typeOfPlace>): StateVariable['named'] {
  let bare = type;
  while (bare !== null && (bare.kind === 'typedef' || bare.kind === 'qualified')) bare = bare.target;
  return bare?.kind === 'enum' ? bare.enumerators : [];
}

/** All that a caller can notice, unless the user chooses; the next state in any case. */
function stepOutputs({ options }: Invocation, program: Program, { before, after }: StateVariable): OutputSelection {
  const all = observableGlobals(program, ProgramFacts.of(program).pointsTo);
  const base = /\w+/.exec(before)?.[0] ?? before;
  if (options.output.length === 0) {
    return { exitStatus: false, stdout: true, stderr: true, marks: true, globals: all };
  }
  const chosen = options.output.filter((name) => name !== 'calls' && placeName(name) !== before);
  const selection = outputSelection(chosen, program, true, true);
  const own = all.filter(({ debug }) => debug?.name === base);
  const marks = [
    after,
    ...(options.output.includes('calls') ? [CALL_MARK.trim()] : []),
    ...(selection.markNames ?? []),
  ];
  return { ...selection, marks: true, markNames: marks, globals: [...new Set([...own, ...selection.globals])] };
}

/** The values of globals before anything has run. */
function valuesAtStart(exploration: ExploredRun['exploration'], { globals }: OutputSelection): Map<string, bigint> {
  const { values } = finalGlobals(globals, exploration.startStates()[0], exploration.machine);
  const numbers = flattened(values.map(({ name, value }) => finalOutput(name, value)));
  return new Map(
    numbers.flatMap(({ name, kind, parts: [value], bits, signed }) => {
      if (kind !== 'int' || value instanceof Term) return [];
      return [[name, signed ? BigInt.asIntN(bits, BigInt(value)) : BigInt(value)] as const];
    }),
  );
}

/** Where the machine starts, and which states it is known to have. */
function startOf(
  variable: StateVariable,
  relation: StepRelation,
  ranges: readonly MachineState[] | null,
  given: readonly bigint[] | null,
  atStart: ReadonlyMap<string, bigint>,
  { entries }: StepCalls,
  isEnumeration: boolean,
): Start {
  const state = (value: bigint) => relation.stateOf(value);
  const first = atStart.get(variable.before);
  const entered = entries.map(({ value }) => value);
  const isKnown = given !== null || (first !== undefined && !entered.includes(null));
  const values = given ?? (isKnown ? [first!, ...entered.map((value) => value!)] : []);
  const initial = [...new Set(values.map(state))];
  const named = isEnumeration ? [...new Set(variable.named.map(({ value }) => value))] : [];
  const found = named.length > 0 ? named : relation.valuesCompared(true);
  const compared = found.length > 0 ? found : variable.named.map(({ value }) => value);
  const declared = ranges ?? (variable.style.truth ? [0n, 1n] : compared).map(state);
  if (declared.length + initial.length === 0) {
    throw new UserError(
      `--state ${variable.before}: it is not known in which state the machine starts`,
      'say it with --initial V',
    );
  }
  return { initial, declared };
}

function assumptionsFor({ before }: StateVariable, { entries }: StepCalls, isGiven: boolean): string[] {
  if (entries.length === 0 || isGiven) return [`only the step changes ${before}`];
  const names = [...new Set(entries.map((each) => each.function))];
  return [`only the step and ${names.join(', ')} change ${before}`];
}

const sources = new Map<string, readonly string[]>();

/** From the position on, for as many lines as a call may have. */
const sourceText: CallSource = ({ file, line, column }) => {
  const path = resolve(file.directory, file.path);
  let lines = sources.get(path);
  if (lines === undefined) {
    try {
      lines = readFileSync(path, 'utf8').split('\n');
    } catch {
      lines = [];
    }
    sources.set(path, lines);
  }
  const text = lines.slice(line - 1, line + 5).join('\n');
  return text === '' ? null : text.slice(Math.max(0, column - 1));
};
