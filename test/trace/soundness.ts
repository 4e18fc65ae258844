/**
 * What a relevant slice promises, checked by brute force.
 *
 * An input on which all decisions in the slice of a value fall as they did must give the same value, the one the symbolic
 * value has under that input, at the same statement instance. So: explore all paths of a program, run an input of each again, and compare every path with every
 * other: wherever the instance has another value on the other path, or does not run there at all, some decision of its
 * slice must fall otherwise. Put the other way round: if turning branches, by inputs alone, changes a value, one of them
 * is reported.
 *
 * Where early ends are kept apart, an instance may also be missing because the other path ended before.
 *
 * What runs show must also be possible: the static graph has to have every dependence of every trace, points-to every address.
 */
import type { BitSet } from '../../src/analysis/bit-set.ts';
import { DependenceGraph } from '../../src/analysis/dependence-graph.ts';
import type { ObjectPlace } from '../../src/analysis/points-to/places.ts';
import type { PointsTo } from '../../src/analysis/points-to/points-to.ts';
import { Exploration } from '../../src/explore/exploration.ts';
import { NO_LIMITS } from '../../src/explore/forking.ts';
import type { ExplorationOptions } from '../../src/explore/options.ts';
import { evaluate } from '../../src/expr/evaluate.ts';
import { type Model, Term } from '../../src/expr/term.ts';
import { Terms } from '../../src/expr/terms.ts';
import type { Segment, Site } from '../../src/machine/code.ts';
import type { Machine } from '../../src/machine/machine.ts';
import type { Context } from '../../src/machine/names.ts';
import { contextOf, iterationsAt } from '../../src/machine/semantics/allocate.ts';
import type { Frame, State } from '../../src/machine/state.ts';
import { type MemoryObject, Pointer, type Value } from '../../src/machine/value.ts';
import type { CallInstruction, Instruction } from '../../src/program/instructions.ts';
import type { Program } from '../../src/program/program.ts';
import type { Operand } from '../../src/program/values.ts';
import { EmbeddedProcedure } from '../../src/solver/embedded.ts';
import type { DecisionProcedure } from '../../src/solver/solver.ts';
import { buildTrace } from '../../src/trace/build.ts';
import { TraceFacts } from '../../src/trace/facts.ts';
import { LogRecorder, logOf } from '../../src/trace/log.ts';
import { relevantSlice, type Trace, type TraceNode } from '../../src/trace/trace.ts';

export interface Soundness {
  readonly paths: number;
  /** Values compared whose slices allowed the other path. */
  readonly equal: number;
  /** Values that differ between two paths, as their slices say. */
  readonly different: number;
  /** Addresses compared with what pointers may point to. */
  readonly addresses: number;
  readonly missed: readonly string[];
}

export interface SoundnessOptions {
  /** Breaks the graph, to see that it is noticed. */
  readonly damage?: (node: TraceNode) => TraceNode;
  readonly mostPaths?: number;
}

interface Observed {
  readonly trace: Trace;
  readonly input: Model;
  readonly values: ReadonlyMap<string, readonly Value[]>;
  readonly endedEarly: boolean;
}

/** Records the log and, beside it, the symbolic value of every statement instance of the user's code. */
class ValueRecorder extends LogRecorder {
  machine!: Machine;
  values = new Map<string, readonly Value[]>();

  override executed(state: State, segment: Segment): void {
    super.executed(state, segment);
    this.show(state.frame, segment, segment.endId - 1);
  }

  override ended(state: State, site: Site | null): void {
    super.ended(state, site);
    // What the path ended at has no value.
    if (site !== null && site.segment.controlSite !== site) {
      this.show(state.frame, site.segment, site.instruction.id - 1);
    }
  }

  private show(frame: Frame, segment: Segment, until: number): void {
    if (segment.code.function.library === true) return;
    const context = contextOf(this.machine, frame);
    const iterations = iterationsAt(frame, segment.controlSite);
    for (const instruction of segment.block.instructions) {
      if (instruction.id < segment.firstId || instruction.id > until) continue;
      const value = shownBy(frame, instruction, instruction === segment.controlSite.instruction);
      if (value !== null) this.values.set(nameOf(instruction, context.id, iterations), value);
    }
  }
}

/** What an instruction computed or did, as symbolic values; null for nothing. */
function shownBy(frame: Frame, instruction: Instruction, isControl: boolean): readonly Value[] | null {
  const of = (operand: Operand): Value => (operand.kind === 'register' ? frame.registers[operand.index] : 0);
  switch (instruction.op) {
    case 'store':
      return [of(instruction.value), of(instruction.pointer)];
    case 'condbr':
      return [of(instruction.condition)];
    case 'switch':
      return [of(instruction.value)];
    case 'ret':
      return instruction.value === null ? [] : [of(instruction.value)];
    case 'call':
      return instruction.arguments.map(of);
    default:
      return isControl || instruction.result === null ? null : [frame.registers[instruction.result.index]];
  }
}

/** The concrete value under an input. */
function textUnder(value: Value, input: Model): string {
  if (value instanceof Term) return String(evaluate(value, input));
  if (value instanceof Pointer) return `object ${value.object.id} + ${textUnder(value.offset, input)}`;
  return Array.isArray(value) ? value.map((each) => textUnder(each, input)).join() : String(value);
}

function nameOf(instruction: Instruction, context: number, iterations: readonly number[]): string {
  return `${instruction.id}:${context}:${iterations.join()}`;
}

/** Loading a solver takes longer than exploring a small program. It keeps something for one table of terms only. */
let loaded: Promise<EmbeddedProcedure> | null = null;
async function sharedSolver() {
  loaded ??= EmbeddedProcedure.create();
  const embedded = await loaded;
  embedded.dispose();
  const solve: DecisionProcedure['solve'] = (...question) => embedded.solve(...question);
  return { procedure: { name: embedded.name, solve, dispose() {} } };
}

/** With early ends as dependences, and with ends apart. Null when the program has too many paths. */
export async function checkSlices(program: Program, options: SoundnessOptions = {}): Promise<Soundness | null> {
  const terms = new Terms();
  const solver = await sharedSolver();
  const inputs = await inputsOf(program, { terms, solver }, options.mostPaths ?? 60);
  if (inputs === null) return null;
  const recorder = new ValueRecorder();
  const exploration = await Exploration.create(program, { terms, solver }, () => {}, { recorder, *explore() {} });
  recorder.machine = exploration.machine;
  const { names } = exploration.machine;
  const runs = inputs.map((input) => {
    recorder.values = new Map();
    const { state, outcome } = exploration.follow(input);
    const endedEarly = outcome.returned === null;
    return { entries: logOf(state).entries(), input, values: recorder.values, endedEarly };
  });
  const judgement = new Judgement();
  for (const haltsApart of [false, true]) {
    const facts = new TraceFacts(program, haltsApart);
    const paths = runs.map((run) => ({
      ...run,
      trace: damaged(buildTrace(run.entries, names, facts), options.damage),
    }));
    judgement.compareAll(paths, haltsApart);
    if (haltsApart) continue;
    judgement.compareWithStatic(paths, program, facts);
    for (const path of paths) judgement.compareWithPointsTo(path, facts.pointsTo);
  }
  exploration.dispose();
  return { ...judgement, paths: inputs.length };
}

async function inputsOf(
  program: Program,
  options: Partial<ExplorationOptions>,
  maxPaths: number,
): Promise<Model[] | null> {
  const inputs: Model[] = [];
  const limits = { ...NO_LIMITS, maxPaths, maxInstructions: 500_000 };
  const exploration = await Exploration.create(program, { ...options, limits }, ({ model }) => {
    if (model !== null) inputs.push(model);
  });
  exploration.run();
  exploration.dispose();
  return exploration.limits.size === 0 ? inputs : null;
}

function damaged(trace: Trace, damage: SoundnessOptions['damage']): Trace {
  if (damage === undefined) return trace;
  const nodes = trace.nodes.map(damage);
  return { ...trace, nodes, decisions: trace.decisions.map(({ index }) => nodes[index]) };
}

class Judgement {
  equal = 0;
  addresses = 0;
  different = 0;
  readonly missed: string[] = [];

  compareAll(paths: readonly Observed[], haltsApart: boolean): void {
    for (const path of paths) {
      const { trace, values } = path;
      // The last node of an instance is the one with its value; of a call the first: then it is decided what is called.
      const last = new Map<string, TraceNode>();
      for (const node of trace.nodes) {
        const name = nameOf(node.instruction, node.context.id, node.iterations);
        if (node.instruction.op !== 'call' || !last.has(name)) last.set(name, node);
      }
      // Per other path the decisions that fall otherwise there, by node.
      const turned = paths.map(({ input }) => {
        const otherwise = trace.decisions.filter(({ decision }) => {
          return (evaluate(decision!.condition, input) === 1) !== decision!.value;
        });
        return otherwise.map(({ index }) => index);
      });
      for (const [name, value] of values) {
        const node = last.get(name);
        if (node === undefined) {
          this.missed.push(`${name} is not in the trace`);
          continue;
        }
        const slice = relevantSlice(trace, [node.index]);
        for (const [number, other] of paths.entries()) {
          if (other === path) continue;
          const allowed = turned[number].every((index) => slice[index] === 0);
          const [here, there] = [value, other.values.get(name)].map((each) => each && textUnder(each, other.input));
          if (here === there) this.equal += allowed ? 1 : 0;
          else if (!allowed) this.different++;
          else if (!(haltsApart && other.endedEarly && there === undefined)) {
            const how = haltsApart ? ' (ends apart)' : '';
            this.missed.push(`${describe(node, name)}${how}: ${here}, elsewhere ${there ?? 'not executed'}`);
          }
        }
      }
    }
  }

  /** Every dependence of a run must be among those that are possible; that something may fault is seen by runs only. */
  compareWithStatic(paths: readonly Observed[], program: Program, facts: TraceFacts): void {
    const graph = new DependenceGraph(program, facts.pointsTo, facts.termination);
    const slices = new Map<number, BitSet>();
    for (const { trace } of paths) {
      const mayFree = (node: number) => facts.mayFree(trace.nodes[node].instruction);
      for (const { instruction, data, control, choice, potential } of trace.nodes) {
        let slice = slices.get(instruction.id);
        if (slice === undefined) {
          slice = graph.backwardSlice([instruction.id]);
          slices.set(instruction.id, slice);
        }
        const sources = [...data, ...choice, ...potential.filter((node) => !mayFree(node))];
        if (control >= 0) sources.push(control);
        for (const from of sources) {
          const source = trace.nodes[from].instruction;
          if (slice.has(source.id)) continue;
          const user = `line ${instruction.position?.line}, ${instruction.op}`;
          this.missed.push(`${user} depends on line ${source.position?.line}, ${source.op}: not known statically`);
        }
      }
    }
  }

  /** Every address that a load or store of the machine used must be one its pointer may have. */
  compareWithPointsTo({ trace, input }: Observed, pointsTo: PointsTo): void {
    const stacks = new Map<MemoryObject, CallInstruction[]>();
    for (const { node, access } of trace.accesses) {
      const { object } = access;
      if (access.kind === 'allocation') {
        stacks.set(object, callsOf(trace.nodes[node].context));
        continue;
      }
      const { instruction } = access.site;
      const site = (object.global ?? object.site) as Parameters<PointsTo['objectFor']>[0] | null;
      if ((instruction.op !== 'load' && instruction.op !== 'store') || site === null) continue;
      const at = typeof access.offset === 'number' ? access.offset : Number(evaluate(access.offset, input));
      const abstract = pointsTo.objectFor(site, stacks.get(object) ?? []);
      if (abstract === null) continue;
      this.addresses++;
      const places = pointsTo.placesOf(instruction.pointer, instruction.block.function).toArray();
      const covers = ({ object: pointedTo, offset, stride }: ObjectPlace): boolean => {
        if (pointedTo !== abstract) return false;
        return stride === 0 ? at === offset : (at - offset) % stride === 0;
      };
      if (places.some((place) => covers(pointsTo.places[place]))) continue;
      this.missed.push(`line ${instruction.position?.line}: points-to leaves out ${object.label}, offset ${at}`);
    }
  }
}

/** The calls that lead to a frame, innermost first. */
function callsOf(context: Context): CallInstruction[] {
  const calls: CallInstruction[] = [];
  for (let at: Context | null = context; at !== null; at = at.parent) if (at.call?.op === 'call') calls.push(at.call);
  return calls;
}

function describe({ instruction }: TraceNode, name: string): string {
  return `line ${instruction.position?.line ?? '?'}, ${instruction.op} (${name})`;
}
