/**
 * Sees what the paths of a run did, the same way for every run.
 *
 * Strategies differ in what they record and when; what they have in common is the paths they report, each with an input
 * that takes it. So the observer takes those inputs and runs them again, all on one machine of its own: contexts, objects
 * and terms of different runs are then the same objects and can be compared by identity, and no strategy can flatter
 * itself. A path that was cut (by a reduction or by a limit) is followed only up to the cut: what its input would do
 * beyond is not something the run has shown. Costs one execution without solver per path.
 */
import { PlainPrints } from '../../analysis/plain-print.ts';
import { Exploration } from '../../explore/exploration.ts';
import type { ExplorationOptions } from '../../explore/options.ts';
import type { Model } from '../../expr/term.ts';
import { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import type { Segment, Site } from '../../machine/code.ts';
import type { PathOutcome } from '../../machine/outcome.ts';
import { contextOf, iterationsAt } from '../../machine/semantics/allocate.ts';
import { SilentRecorder } from '../../machine/silent-recorder.ts';
import type { Frame, State } from '../../machine/state.ts';
import { Pointer, type Value } from '../../machine/value.ts';
import { InternalError } from '../../program/errors.ts';
import type { Instruction } from '../../program/instructions.ts';
import type { Program, ProgramFunction } from '../../program/program.ts';
import type { Operand } from '../../program/values.ts';
import type { Solver } from '../../solver/solver.ts';
import { CallSequences } from '../call-sequences.ts';
import type { OutputSelection } from '../output/criterion.ts';
import { Chains } from './chains.ts';
import { endingKey, endingText, observedOutputs, type PathOutputs } from './outputs.ts';
import type { ReportedPath, RunRecord } from './run.ts';

/** A value as a key of a map: terms and numbers stand for themselves. */
export type ValueKey = number | bigint | string | Term;

export interface ObservedPath {
  readonly reported: ReportedPath;
  readonly input: Model;
  /** Branch directions at unrolled locations, then how it ended: a chain. */
  readonly directions: number;
  /** The same without iterations of loops. */
  readonly directionsAnywhere: number;
  /** Affected statements in order: a chain; -1 for none. */
  readonly affected: number;
  /** Null for a path that was cut. */
  readonly outputs: PathOutputs | null;
}

/** Everything maps to the first path (by position) that shows it. */
export interface ObservedRun {
  readonly record: RunRecord;
  readonly paths: readonly ObservedPath[];
  /** Per instruction id; -1 for one that was never executed. */
  readonly instructions: Int32Array;
  /** Branch directions taken, as `directionKey` numbers them. */
  readonly directions: ReadonlyMap<number, number>;
  /** Per instruction id the symbolic values it had, in user code. */
  readonly values: ReadonlyMap<number, ReadonlyMap<ValueKey, number>>;
  /** Paths without an input, because the solver gave up: whatever they showed is missing here. */
  readonly unobserved: number;
}

export interface ObserverOptions {
  readonly outputs: OutputSelection;
  /** Ids of affected instructions, where sequences of them are asked for. */
  readonly affected: ReadonlySet<number> | null;
  /** Functions whose coverage is compared. */
  readonly counts: (fn: ProgramFunction) => boolean;
  /** Whether symbolic values are kept; they take the most memory. */
  readonly values: boolean;
}

/** What a chain ends with when the path was cut. */
export const CUT = 0;

/** Instead of the id of the last instruction that counts: none of this segment; control never came here. */
const NOTHING = -1;
const BEYOND = -2;

interface Cut {
  readonly steps: number;
  readonly instruction: Instruction | null;
}

export class Observer extends SilentRecorder {
  readonly chains = new Chains();
  private readonly calls = new CallSequences();
  private readonly events = new Map<string, number>([['cut', CUT]]);
  private readonly descriptions = ['cut'];
  private exploration!: Exploration;
  private argumentShapes: string[] = [];
  private readonly byId: Instruction[] = [];

  // What the path being followed has shown so far.
  private position = 0;
  private cut: Cut | null = null;
  private over = false;
  private taken: number[] = [];
  private takenAnywhere: number[] = [];
  private met: number[] = [];
  /** The branch just executed, whose direction the next block tells. */
  private branch: {
    readonly segment: Segment;
    readonly where: string;
    readonly anywhere: string;
    readonly on: ValueKey;
    readonly prints: boolean;
  } | null = null;
  /** The depth from which a call that prints was made, while it runs; else infinite. How it prints is no decision of a path. */
  private printingFrom = Number.POSITIVE_INFINITY;
  private prints!: PlainPrints;

  // What the run being observed has shown so far.
  private instructions = new Int32Array(0);
  private directions = new Map<number, number>();
  private values = new Map<number, Map<ValueKey, number>>();

  private constructor(readonly options: ObserverOptions) {
    super();
  }

  static async create(
    program: Program,
    exploring: Partial<ExplorationOptions>,
    terms: Terms,
    options: ObserverOptions,
  ): Promise<Observer> {
    const observer = new Observer(options);
    observer.prints = new PlainPrints(program);
    const passive = { recorder: observer, *explore() {} };
    observer.exploration = await Exploration.create(program, { ...exploring, terms }, () => {}, passive);
    observer.argumentShapes = observer.exploration.startStates().map((state) => argumentShape(state.arguments));
    return observer;
  }

  get terms(): Terms {
    return this.exploration.terms;
  }

  get solver(): Solver {
    return this.exploration.solver;
  }

  get program(): Program {
    return this.exploration.program;
  }

  instruction(id: number): Instruction {
    if (this.byId.length === 0) {
      for (const fn of this.program.functions) {
        for (const block of fn.blocks) for (const each of block.instructions) this.byId[each.id] = each;
      }
    }
    return this.byId[id];
  }

  /** Whether its time was up, so that what it saw says nothing. */
  get isLate(): boolean {
    return this.exploration.deadline.isOver();
  }

  dispose(): void {
    this.exploration.dispose();
  }

  observe(record: RunRecord): ObservedRun {
    this.instructions = new Int32Array(this.program.instructionCount).fill(-1);
    this.directions = new Map();
    this.values = new Map();
    const paths: ObservedPath[] = [];
    let unobserved = 0;
    for (const reported of record.paths) {
      if (this.isLate) break;
      const input = reported.input ?? this.inputOf(reported.outcome);
      this.position = paths.length;
      const path = input === null ? null : this.follow(reported, input);
      if (path === null) unobserved++;
      else paths.push(path);
    }
    const { instructions, directions, values } = this;
    return { record, paths, instructions, directions, values, unobserved };
  }

  private inputOf(outcome: PathOutcome): Model | null {
    const answer = this.solver.check(outcome.condition);
    return answer.status === 'sat' ? answer.model : null;
  }

  /** Null where an observer cannot be told what happens, as with jumps out of functions. */
  private follow(reported: ReportedPath, input: Model): ObservedPath | null {
    const { ending, steps } = reported.outcome;
    const wasCut = ending.kind === 'pruned' || ending.kind === 'limit';
    this.cut = wasCut ? { steps, instruction: ending.instruction } : null;
    this.over = false;
    this.taken = [];
    this.takenAnywhere = [];
    this.met = [];
    this.branch = null;
    this.printingFrom = Number.POSITIVE_INFINITY;
    const initial = Math.max(0, this.argumentShapes.indexOf(argumentShape(reported.outcome.arguments)));
    const { state, outcome } = this.exploration.follow(input, initial);
    if (outcome.ending.kind === 'unmodelled' && ending.kind !== 'unmodelled') return null;
    if (!wasCut && !this.isLate && endingKey(outcome.ending) !== endingKey(ending)) {
      throw new InternalError(
        `an input was reported for "${endingKey(ending)}", but run again it leads to "${endingKey(outcome.ending)}"`,
      );
    }
    const end = () => endingText(outcome.ending);
    const key = `end ${endingKey(outcome.ending)}`;
    const site = siteOfEnd(outcome);
    const [where, anywhere] = site === null ? ['', ''] : [this.location(state, site), this.place(state, site)];
    this.taken.push(wasCut ? CUT : this.event(`${key} ${where}`, end));
    this.takenAnywhere.push(wasCut ? CUT : this.event(`${key} ${anywhere}`, end));
    return {
      reported,
      input,
      directions: this.chains.of(this.taken),
      directionsAnywhere: this.chains.of(this.takenAnywhere),
      affected: this.chains.of(this.met),
      outputs: wasCut ? null : observedOutputs(outcome, state, this.exploration.machine, this.options.outputs),
    };
  }

  /** An event of a chain, for people. */
  describe(event: number): string {
    return this.descriptions[event];
  }

  private event(key: string, description: () => string): number {
    let number = this.events.get(key);
    if (number === undefined) {
      number = this.events.size;
      this.descriptions.push(description());
      this.events.set(key, number);
    }
    return number;
  }

  private location(state: State, site: Site): string {
    const { frame } = state;
    const context = contextOf(this.exploration.machine, frame);
    return `${site.instruction.id}:${context.id}:${iterationsAt(frame, site).join(',')}`;
  }

  /** The same in whatever iterations of loops. */
  private place({ frame }: State, site: Site): string {
    return `${site.instruction.id}@${this.calls.of(contextOf(this.exploration.machine, frame))}`;
  }

  override executed(state: State, segment: Segment): void {
    if (this.over) return;
    const last = this.lastOf(state, segment.endId - 1);
    if (last !== BEYOND) {
      this.enter(segment);
      this.show(state.frame, segment, last);
    }
    if (this.over) this.exploration.machine.end(state, 'pruned', 'observed no further', null);
    const { instruction } = segment.controlSite;
    const { depth } = state.frame;
    if (depth <= this.printingFrom) {
      const isPrint = instruction.op === 'call' && this.prints.has(instruction);
      this.printingFrom = isPrint ? depth : Number.POSITIVE_INFINITY;
    }
    if (instruction.op !== 'condbr' && instruction.op !== 'switch') return;
    const operand = instruction.op === 'condbr' ? instruction.condition : instruction.value;
    const where = this.location(state, segment.controlSite);
    const anywhere = this.place(state, segment.controlSite);
    this.branch = { segment, where, anywhere, on: operandKey(state.frame, operand), prints: depth > this.printingFrom };
  }

  override ended(state: State, site: Site | null): void {
    if (this.over || site === null) return;
    const { segment } = site;
    // When the path ends in a control step, the segment's own `executed` has come already.
    if (segment.controlSite === site && segment.steps.length === state.frame.next) return;
    const last = this.lastOf(state, site.instruction.id);
    if (last === BEYOND) return;
    this.enter(segment);
    this.show(state.frame, segment, last);
  }

  /** The last instruction of the segment that counts; where the path was cut, nothing after it does. */
  private lastOf(state: State, last: number): number {
    const { cut } = this;
    if (cut === null || state.steps < cut.steps) return last;
    this.over = true;
    if (state.steps > cut.steps) return BEYOND;
    return cut.instruction === null ? NOTHING : Math.min(last, cut.instruction.id);
  }

  /** Control came to a new block: now it is known which way the last branch went. */
  private enter(segment: Segment): void {
    const { branch } = this;
    if (branch === null) return;
    this.branch = null;
    const { instruction } = branch.segment.controlSite;
    const target = segment.block.index;
    const key = directionKey(instruction, target);
    if (!this.directions.has(key)) this.directions.set(key, this.position);
    const way = () => `line ${instruction.position?.line ?? '?'} to ${lineOf(segment)}`;
    if (!branch.prints) {
      this.taken.push(this.event(`${branch.where}>${target}`, way));
      this.takenAnywhere.push(this.event(`${branch.anywhere}>${target}`, way));
    }
    if (this.options.values && !isLibrary(branch.segment)) this.keep(instruction, `${textOfKey(branch.on)}>${target}`);
  }

  private show(frame: Frame, segment: Segment, until: number): void {
    const { affected, values } = this.options;
    const keeps = values && !isLibrary(segment);
    const control = segment.controlSite.instruction;
    for (const instruction of segment.block.instructions) {
      const { id } = instruction;
      if (id > until) break;
      // The result of the call that this segment comes after is there now.
      if (id >= segment.firstId - 1 && keeps && instruction !== control) this.keepStatement(frame, instruction);
      if (id < segment.firstId) continue;
      if (this.instructions[id] < 0) this.instructions[id] = this.position;
      if (affected?.has(id)) this.met.push(id);
    }
  }

  private keepStatement(frame: Frame, instruction: Instruction): void {
    if (instruction.op === 'store') {
      const { pointer, value } = instruction;
      this.keep(instruction, `${textOfKey(operandKey(frame, pointer))}=${textOfKey(operandKey(frame, value))}`);
    } else if (instruction.result !== null) {
      this.keep(instruction, keyOfValue(frame.registers[instruction.result.index]));
    }
  }

  private keep({ id }: Instruction, key: ValueKey): void {
    let known = this.values.get(id);
    if (known === undefined) {
      known = new Map();
      this.values.set(id, known);
    }
    if (!known.has(key)) known.set(key, this.position);
  }
}

/** An exit is an exit wherever it happens; a fault is one at a location. */
function siteOfEnd({ ending }: PathOutcome): Site | null {
  return ending.kind === 'exit' || ending.kind === 'endless' ? null : (ending.site ?? null);
}

export function directionKey(branch: Instruction, targetBlock: number): number {
  return branch.id * 0x10_0000 + targetBlock;
}

function lineOf({ block }: Segment): string {
  const line = block.instructions.find((each) => (each.position?.line ?? 0) > 0)?.position?.line;
  return line === undefined ? `block ${block.index}` : `line ${line}`;
}

function isLibrary(segment: Segment): boolean {
  return segment.code.function.library === true;
}

function operandKey(frame: Frame, operand: Operand): ValueKey {
  // Constants are the same on every path.
  return operand.kind === 'register' ? keyOfValue(frame.registers[operand.index]) : 'constant';
}

function keyOfValue(value: Value): ValueKey {
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof Term) return value;
  if (value instanceof Pointer) {
    const { object, offset } = value;
    return `&${object.id}+${offset instanceof Term ? `t${offset.id}` : offset}`;
  }
  if (Array.isArray(value)) return `{${value.map((each) => textOfKey(keyOfValue(each))).join()}}`;
  return 'undefined';
}

function textOfKey(key: ValueKey): string {
  return key instanceof Term ? `t${key.id}` : `${key}`;
}

function argumentShape(list: PathOutcome['arguments']): string {
  return list.map((each) => each.length).join();
}
