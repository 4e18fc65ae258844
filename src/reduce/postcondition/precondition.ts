/**
 * Weakest preconditions of a path at the locations it passed.
 *
 * Each condition of the path travels backward as a term over nodes (nodes.ts). At a location the nodes that came to be
 * later are replaced by their meaning, and the others stay, as variables for the cell that holds them there. A condition
 * changes only where one of its nodes came to be, so what is paid for is the part of the path that matters to it.
 *
 * Pinned nodes travel as a set: a node that must have the value it had is replaced by its operands, which must have the
 * values they had. No term is built for them. A condition that was decided without anything symbolic goes on as a term for a few
 * definitions, to stay general; then its nodes are pinned, or else the tests of a loop of n rounds would be n terms of up
 * to n steps each.
 */
import { Kind } from '../../expr/kinds.ts';
import { Substitution } from '../../expr/substitute.ts';
import type { Term } from '../../expr/term.ts';
import type { Machine } from '../../machine/machine.ts';
import type { PathEnding } from '../../machine/outcome.ts';
import { type MemoryObject, Pointer } from '../../machine/value.ts';
import { type ConditionSink, Conditions } from './conditions.ts';
import type { Meanings } from './meaning.ts';
import { GuardNode, Node, Unknown } from './nodes.ts';
import type { Path, PathLocation, Run } from './path.ts';
import { type Disjunct, formulaOf } from './summary.ts';

/** Definitions a condition on concrete values is followed through before its nodes are pinned. */
const GENERAL_STEPS = 6;

class Condition {
  steps = 0;
  /** No earlier than the latest of its nodes. */
  latest = Number.POSITIVE_INFINITY;
  constructor(
    public term: Term,
    public nodes: Node[],
    readonly wasConcrete: boolean,
    readonly birth: number,
    readonly time: number,
  ) {}
}

/** An object that is used up to `time`. */
interface Existence {
  readonly birth: number;
  time: number;
  readonly allocated: number;
  readonly condition: Term;
}

/** Nodes by time, latest first out. */
class LatestFirst {
  readonly items: Node[] = [];
  private readonly births = new Map<Node, number>();

  add(node: Node, birth: number): void {
    const known = this.births.get(node);
    if (known !== undefined) {
      if (birth < known) this.births.set(node, birth);
      return;
    }
    this.births.set(node, birth);
    const { items } = this;
    let at = items.push(node) - 1;
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (items[up].time >= node.time) break;
      items[at] = items[up];
      at = up;
    }
    items[at] = node;
  }

  birthOf(node: Node): number {
    return this.births.get(node)!;
  }

  pop(): Node {
    const { items } = this;
    const top = items[0];
    const last = items.pop()!;
    const { length } = items;
    if (length > 0) {
      let at = 0;
      for (;;) {
        let down = 2 * at + 1;
        if (down >= length) break;
        if (down + 1 < length && items[down + 1].time > items[down].time) down++;
        if (items[down].time <= last.time) break;
        items[at] = items[down];
        at = down;
      }
      items[at] = last;
    }
    return top;
  }
}

export class Preconditions implements ConditionSink {
  private waiting: Condition[] = [];
  private waitingPins: { readonly node: Node; readonly birth: number; readonly time: number }[] = [];
  private existences = new Map<MemoryObject, Existence>();
  private active: Condition[] = [];
  private pins = new LatestFirst();
  /**
   * The earliest origin of a condition that could not be expressed: before it nothing that comes from there or later
   * needs to be carried on, because whatever parts early enough to lose the one loses the other.
   */
  private lost = Number.POSITIVE_INFINITY;
  private birth = 0;
  private time = 0;
  private readonly conditions: Conditions;
  /** Why conditions could not be expressed, and how often. */
  readonly dropped = new Map<string, number>();
  /** Conditions that were taken over from the path before. */
  reused = 0;
  propagated = 0;

  constructor(
    private readonly machine: Machine,
    private readonly meanings: Meanings,
    private readonly path: Path,
  ) {
    this.conditions = new Conditions(machine, meanings);
  }

  /**
   * Adds, at every location of the path, the conditions that come from runs after `kept`; `final` is what must hold where
   * the path was cut.
   */
  compute(kept: number, ending: PathEnding, final: readonly Disjunct[]): void {
    this.waiting = [];
    this.waitingPins = [];
    this.existences = new Map();
    this.active = [];
    this.pins = new LatestFirst();
    this.lost = Number.POSITIVE_INFINITY;
    const { locations } = this.path;
    if (locations.length === 0) return;
    this.collect(Math.max(kept, locations[0].index - 2), ending, final);
    for (let i = locations.length - 1; i >= 0; i--) this.arriveAt(locations[i]);
  }

  private collect(after: number, ending: PathEnding, final: readonly Disjunct[]): void {
    const { runs } = this.path;
    let from = runs.length;
    while (from > 0 && runs[from - 1].index > after) from--;
    // The control step of the last run that was kept may have gone another way.
    if (from > 0) this.ofControl(runs[from - 1], runs[from] ?? null, ending, final);
    for (let i = from; i < runs.length; i++) {
      const run = runs[i];
      for (const instruction of run.segment.block.instructions) {
        if (instruction.id < run.segment.firstId || instruction.id >= run.segment.endId) continue;
        if (instruction === run.until) {
          this.at(run, run.index, instruction, () => this.ofEnd(run, ending, final));
          break;
        }
        if (instruction === run.segment.controlSite.instruction) break;
        this.at(run, run.index, instruction, () => this.conditions.ofInstruction(run, instruction, this));
      }
      if (run.until === null) this.ofControl(run, runs[i + 1] ?? null, ending, final);
    }
  }

  private ofControl(run: Run, next: Run | null, ending: PathEnding, final: readonly Disjunct[]): void {
    const { instruction } = run.segment.controlSite;
    this.at(run, run.index + 1, instruction, () => {
      if (next === null) this.ofEnd(run, ending, final);
      else this.conditions.ofControl(run, next, this);
    });
  }

  private ofEnd(run: Run, ending: PathEnding, final: readonly Disjunct[]): void {
    if (ending.kind === 'pruned') {
      this.requireSummary(run, final);
      return;
    }
    const instruction = run.until ?? run.segment.controlSite.instruction;
    this.conditions.ofEnd(run, instruction, ending, this);
  }

  /** The path was cut because the state satisfied one of the disjuncts: what all of them say, and their disjunction. */
  private requireSummary(run: Run, disjuncts: readonly Disjunct[]): void {
    const { terms } = this.machine;
    const [first, ...others] = disjuncts;
    const branches = first.branches.filter((each) => others.every((other) => other.branches.includes(each)));
    const pins = first.pins.filter((each) => others.every((other) => other.pins.includes(each)));
    for (const pin of pins) this.requireHere(run, pin, true);
    for (const branch of branches) this.requireHere(run, branch, false);
    if (others.length === 0) return;
    const rest = disjuncts.map((each) =>
      formulaOf(terms, {
        branches: each.branches.filter((term) => !branches.includes(term)),
        pins: each.pins.filter((term) => !pins.includes(term)),
      }),
    );
    this.requireHere(run, terms.orAll(rest), false);
  }

  /** A condition on the cells where the path ended: its variables become nodes of this path. */
  private requireHere(run: Run, condition: Term, wasConcrete: boolean): void {
    const { cells } = this.meanings;
    const { terms } = this.machine;
    const { time } = this;
    const map = new Map<Term, Term>();
    const nodes: Node[] = [];
    for (const variable of cells.variablesOf(condition)) {
      const cell = cells.cellOf(variable)!;
      switch (cell.kind) {
        case 'register': {
          let { activation } = run;
          while (activation.depth > cell.depth && activation.caller !== null) activation = activation.caller;
          const node = this.meanings.register(activation, cell.register, time);
          nodes.push(node);
          if (cell.part === 'object') map.set(variable, this.objectOf(node));
          break;
        }
        case 'memory': {
          const node = this.meanings.current(cell.object, cell.offset, cell.size, time);
          this.exists(cell.object);
          if (!(node instanceof Node)) throw new Unknown('summary over a constant');
          nodes.push(node);
          if (cell.part === 'object') map.set(variable, this.objectOf(node));
          break;
        }
        case 'status':
          this.exists(cell.object);
          map.set(variable, terms.constant(32, this.meanings.sizeOf(cell.object)));
          break;
        case 'input':
          nodes.push(new GuardNode(terms.not(variable)));
          map.set(variable, terms.bool(false));
      }
    }
    // Pins of this path where they are what it was cut by: no term needs to travel.
    if (wasConcrete && nodes.every((node) => node.isConcrete)) for (const node of nodes) this.pin(node);
    else this.require(new Substitution(terms, map).apply(condition), nodes, false);
  }

  private objectOf(node: Node): Term {
    if (!(node.actual instanceof Pointer)) throw new Unknown('summary over a pointer that is none here');
    return this.machine.terms.constant(32, node.actual.object.id);
  }

  private at(run: Run, birth: number, instruction: Parameters<Run['timeOf']>[0], collect: () => void): void {
    this.birth = birth;
    this.time = run.timeOf(instruction);
    try {
      collect();
    } catch (thrown) {
      this.drop(thrown);
      this.waiting.push(new Condition(this.machine.terms.bool(false), [], false, this.birth, this.time));
    }
  }

  private drop(thrown: unknown): void {
    if (!(thrown instanceof Unknown)) throw thrown;
    this.dropped.set(thrown.reason, (this.dropped.get(thrown.reason) ?? 0) + 1);
  }

  require(condition: Term, nodes: readonly Node[], wasConcrete: boolean): void {
    if (condition.kind === Kind.constant && condition.value === 1) return;
    this.waiting.push(new Condition(condition, [...nodes], wasConcrete, this.birth, this.time));
  }

  pin(node: Node): void {
    this.waitingPins.push({ node, birth: this.birth, time: this.time });
  }

  exists(object: MemoryObject): void {
    if (object.kind !== 'heap' && object.kind !== 'stack' && object.kind !== 'environment') return;
    const known = this.existences.get(object);
    if (known !== undefined) {
      known.time = this.time;
      return;
    }
    const { terms } = this.machine;
    const allocated = this.meanings.allocationOf(object)?.time ?? -1;
    const size = this.meanings.sizeOf(object);
    const condition = terms.eq(this.meanings.cells.status(object), terms.constant(32, size));
    this.existences.set(object, { birth: this.birth, time: this.time, allocated, condition });
  }

  private arriveAt({ time, branches, pins }: PathLocation): void {
    const { terms } = this.machine;
    while (this.waiting.length > 0 && this.waiting[this.waiting.length - 1].time >= time) {
      const condition = this.waiting.pop()!;
      if (condition.term.kind === Kind.constant) this.lost = Math.min(this.lost, condition.birth);
      this.active.push(condition);
    }
    while (this.waitingPins.length > 0 && this.waitingPins[this.waitingPins.length - 1].time >= time) {
      const { node, birth } = this.waitingPins.pop()!;
      this.pins.add(node, birth);
    }
    const add = (to: Map<Term, number>, term: Term, birth: number): void => {
      const known = to.get(term);
      if (known === undefined || birth < known) to.set(term, birth);
    };
    this.reused += branches.size;
    const still: Condition[] = [];
    for (let i = 0; i < this.active.length; i++) {
      const condition = this.active[i];
      if (condition.birth > this.lost) continue;
      if (condition.latest >= time) this.move(condition, time);
      const { term } = condition;
      if (term.kind === Kind.constant && term.value === 1 && condition.nodes.length === 0) continue;
      still.push(condition);
      if (term.kind !== Kind.constant || term.value === 0)
        add(condition.wasConcrete ? pins : branches, term, condition.birth);
      for (const node of condition.nodes) {
        if (node.isPointer) add(pins, node.identity(terms, this.meanings.cells), condition.birth);
        else if (node instanceof GuardNode) add(pins, node.condition, condition.birth);
      }
    }
    this.active = still;
    this.movePins(time, (term, birth) => add(branches, term, birth));
    for (const node of this.pins.items) {
      const birth = this.pins.birthOf(node);
      if (birth > this.lost) continue;
      for (const term of node.pin(terms, this.meanings.cells, this.constantOf)) add(pins, term, birth);
    }
    for (const existence of this.existences.values()) {
      if (existence.time >= time && existence.allocated < time) add(pins, existence.condition, existence.birth);
    }
  }

  private readonly constantOf = (node: Node, value: Parameters<Meanings['constantOf']>[1]): Term =>
    this.meanings.constantOf(node, value);

  /** Replaces the nodes that came to be at or after `time`. */
  private move(condition: Condition, time: number): void {
    const { cells } = this.meanings;
    const { terms } = this.machine;
    try {
      for (;;) {
        let latest: Node | null = null;
        for (const node of condition.nodes) if (latest === null || node.time > latest.time) latest = node;
        condition.latest = latest === null ? -1 : latest.time;
        if (latest === null || latest.time < time) return;
        const node = latest;
        condition.nodes = condition.nodes.filter((each) => each !== node);
        const variable = node.variable(cells);
        const occurs = cells.variablesOf(condition.term).includes(variable);
        if (!occurs && !node.isPointer) continue;
        if (condition.wasConcrete && condition.steps >= GENERAL_STEPS) {
          this.pins.add(node, condition.birth);
          for (const each of condition.nodes) {
            if (each instanceof GuardNode || !each.isConcrete) throw new Unknown('symbolic operand of a concrete test');
            this.pins.add(each, condition.birth);
          }
          condition.nodes = [];
          condition.term = terms.bool(true);
          return;
        }
        condition.steps++;
        this.propagated++;
        const { value, operands, pinned } = this.meanings.of(node);
        for (const each of pinned) this.pins.add(each, condition.birth);
        for (const each of operands) if (!condition.nodes.includes(each)) condition.nodes.push(each);
        let replacement: Term;
        if (node.actual instanceof Pointer) {
          if (!(value instanceof Pointer) || value.object !== node.actual.object) throw new Unknown('another object');
          replacement = value.offset instanceof Object ? (value.offset as Term) : this.meanings.constantOf(node, value);
        } else replacement = this.meanings.bitsOf(node, value);
        if (occurs) condition.term = new Substitution(terms, new Map([[variable, replacement]])).apply(condition.term);
      }
    } catch (thrown) {
      this.drop(thrown);
      condition.term = terms.bool(false);
      condition.nodes = [];
      this.lost = Math.min(this.lost, condition.birth);
    }
  }

  private movePins(time: number, add: (term: Term, birth: number) => void): void {
    while (this.pins.items.length > 0 && this.pins.items[0].time >= time) {
      const node = this.pins.pop();
      const birth = this.pins.birthOf(node);
      try {
        const { operands, pinned } = this.meanings.sourcesOf(node);
        for (const each of [...pinned, ...operands]) {
          if (!each.isConcrete) throw new Unknown('symbolic operand of a pinned value');
          this.pins.add(each, birth);
        }
      } catch (thrown) {
        this.drop(thrown);
        const never = this.machine.terms.bool(false);
        this.lost = Math.min(this.lost, birth);
        this.active.push(new Condition(never, [], false, birth, node.time));
        add(never, birth);
      }
    }
  }
}
