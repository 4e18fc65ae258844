/**
 * Weakest preconditions over one edge of the tree of paths: from the end of a path, or from the next fork, back to a fork.
 *
 * Every condition that arises in between, and every condition of the precondition below, is a term over nodes
 * (nodes.ts). Nodes that came to be before the fork stay, as variables for the cell that holds them there; the others are
 * replaced by their meaning, again and again. All conditions of an edge share what is replaced, and since the tree has one
 * edge per decision with two sides, each part of a path is looked at once, however many paths go through it: that is the
 * paper's reuse between neighbouring paths, for all of them.
 *
 * Pinned nodes travel as a set: a node that must have the value it had is replaced by its operands, which must have the
 * values they had. No term is built for them. A condition that was decided by plain numbers goes on as a term for a few
 * definitions, to stay general; then its nodes are pinned, or else the tests of a loop of n rounds would be n terms of up
 * to n steps each.
 */

import { Kind } from '../../expr/kinds.ts';
import { Substitution } from '../../expr/substitute.ts';
import { Term } from '../../expr/term.ts';
import type { Machine } from '../../machine/machine.ts';
import { type MemoryObject, Pointer, type Value } from '../../machine/value.ts';
import { type ConditionSink, DecidingConditions } from './conditions.ts';
import { type Definitions, orderOf } from './definitions.ts';
import { Footprints, isPlainCall } from './footprints.ts';
import type { BackwardMeanings } from './meaning.ts';
import { GuardNode, type Meaning, Node, Unknown } from './nodes.ts';
import type { Path, SegmentRun } from './path.ts';
import type { PathValues } from './path-values.ts';
import type { Fork, Leaf } from './record.ts';
import { isSmaller, replaced } from './small-terms.ts';
import { ascending, Precondition } from './summary.ts';

/** Definitions a condition on plain numbers is followed through before its nodes are pinned. */
const DEFINITIONS_FOLLOWED = 3;
/** Conditions on plain numbers a precondition may have, and the terms in one of them; beyond, their cells are pinned. */
const MOST_TESTS = 24;
const LARGEST_TEST = 16;
/** The moment of a call's first run when its parameters are set, and nothing else is. */
const PARAMETERS_SET = 0.5;
/** Definitions a condition may be followed through on one edge, one below the other. */
const MOST_NESTED_DEFINITIONS = 1000;

export class Backward implements ConditionSink {
  private readonly values: PathValues;
  private readonly conditions: DecidingConditions;
  /** When the path came to the fork: what is older is left alone. */
  private since = 0;
  /** The instruction whose conditions are being collected. */
  private time = 0;
  private readonly expanded = new Map<Node, Term>();
  private readonly expandedTests = new Map<Node, Term>();
  private readonly branches = new Set<Term>();
  private readonly tests = new Set<Term>();
  private readonly pins = new Map<Term, Value>();
  private readonly cells = new Map<Term, Value | undefined>();
  private readonly pinned = new Set<Node>();
  private pending: Node[] = [];
  private depth = 0;
  /** For calls into the library, which are looked at by themselves. */
  private readonly inner: Backward | null;
  /** Why conditions could not be expressed, and how often. */
  readonly dropped = new Map<string, number>();
  /** Definitions that were replaced by their meaning. */
  propagated = 0;
  /** Runs of segments that were looked at. */
  walked = 0;

  constructor(
    private readonly machine: Machine,
    private readonly definitions: Definitions,
    private readonly meanings: BackwardMeanings,
    private readonly path: Path,
    private readonly footprints: Footprints = new Footprints(),
    isInner = false,
  ) {
    this.values = meanings.values;
    this.conditions = new DecidingConditions(machine, meanings.values, meanings.replay);
    this.inner = isInner ? null : new Backward(machine, definitions, meanings, path, footprints, true);
  }

  /** The precondition at the fork for the path to go to its end; null when it cannot be expressed. */
  fromEnd(fork: Fork, leaf: Leaf): Precondition | null {
    return this.over(fork, leaf, (first) => {
      const { runs } = this.path;
      const last = runs.length - 1;
      const run = runs[last];
      const instruction = run.until ?? run.segment.controlSite.instruction;
      this.walk(fork, first, last, orderOf(run.segment, instruction));
      this.time = run.timeOf(instruction);
      if (leaf.cutBy !== null) this.move(leaf.cutBy, run, this.time);
      else this.conditions.ofEnd(run, instruction, leaf.ending, this);
    });
  }

  /** The precondition at the fork for the path to come to the fork below in a state that satisfies `precondition`. */
  fromFork(fork: Fork, below: Fork, precondition: Precondition, witness: Leaf): Precondition | null {
    return this.over(fork, witness, (first) => {
      const last = this.path.runOf(below);
      const run = this.path.runs[last];
      const { instruction } = below.site!;
      this.walk(fork, first, last, orderOf(run.segment, instruction));
      this.move(precondition, run, run.timeOf(instruction));
    });
  }

  private clear(): void {
    this.expanded.clear();
    this.expandedTests.clear();
    this.branches.clear();
    this.tests.clear();
    this.pins.clear();
    this.cells.clear();
    this.pinned.clear();
    this.pending = [];
    this.depth = 0;
  }

  private over(fork: Fork, leaf: Leaf, collect: (first: number) => void): Precondition | null {
    this.clear();
    try {
      if (fork.site === null) throw new Unknown('fork at an unknown place');
      this.path.follow(leaf.record);
      this.values.memory = leaf.memory;
      const first = this.path.runOf(fork);
      this.since = this.path.runs[first].timeOf(fork.site.instruction);
      collect(first);
      this.settlePins();
      return this.result();
    } catch (thrown) {
      if (!(thrown instanceof Unknown)) throw thrown;
      this.dropped.set(thrown.reason, (this.dropped.get(thrown.reason) ?? 0) + 1);
      return null;
    }
  }

  /** The conditions of all instructions from the fork up to, not including, the one of that order in the last run. */
  private walk(fork: Fork, first: number, last: number, until: number): void {
    this.walkRuns(first, orderOf(this.path.runs[first].segment, fork.site!.instruction), last, until);
  }

  private walkRuns(first: number, firstOrder: number, last: number, until: number): void {
    const { runs } = this.path;
    for (let i = first; i <= last; i++) {
      const run = runs[i];
      const { segment } = run;
      const from = i === first ? firstOrder : 0;
      this.walked++;
      for (const instruction of this.definitions.askingOf(segment)) {
        const order = orderOf(segment, instruction);
        if (order < from) continue;
        if (i === last && order >= until) return;
        this.time = run.timeAt(order);
        this.conditions.ofInstruction(run, instruction, this);
      }
      if (i === last) return;
      this.time = run.timeOf(segment.controlSite.instruction);
      this.conditions.ofControl(run, runs[i + 1], this);
      i += this.skipCall(i + 1, last);
    }
  }

  /** How many runs from this one on are a call whose conditions are known. */
  private skipCall(from: number, last: number): number {
    const { runs } = this.path;
    const entry = runs[from];
    const { activation } = entry;
    if (this.inner === null || activation.code.function.library !== true) return 0;
    if (entry.segment !== activation.code.entry || activation.call !== runs[from - 1]) return 0;
    let to = from + 1;
    while (to <= last && runs[to].activation !== activation.caller) to++;
    if (to > last) return 0;
    let asked = this.footprints.find(runs, from, to);
    if (asked === null) {
      if (!isPlainCall(runs, from, to)) return 0;
      asked = this.inner.ofCall(from, to - 1);
      if (asked === null || asked.branches.length > 0) return 0;
      this.footprints.keep(runs, from, to, asked);
    }
    this.move(asked, entry, entry.timeAt(PARAMETERS_SET));
    return to - from;
  }

  /** What a call asks of the state it begins in, with its parameters set. */
  private ofCall(first: number, last: number): Precondition | null {
    this.clear();
    try {
      const { runs } = this.path;
      const run = runs[last];
      this.since = runs[first].timeAt(PARAMETERS_SET);
      this.walkRuns(first, 0, last, orderOf(run.segment, run.segment.controlSite.instruction));
      this.settlePins();
      return this.result();
    } catch (thrown) {
      if (!(thrown instanceof Unknown)) throw thrown;
      return null;
    }
  }

  private result(): Precondition {
    const { cells } = this.values;
    const tests: Term[] = [];
    for (const test of this.tests) {
      const variables = cells.variablesOf([test]);
      if (variables.length > 0 && variables.every((variable) => this.pins.has(variable))) continue;
      const isSmall = this.tests.size <= MOST_TESTS && isSmaller(test, LARGEST_TEST);
      if (isSmall || !this.pinCells(test)) tests.push(test);
    }
    const branches = ascending(this.branches);
    const used = new Map<Term, Value | undefined>();
    for (const variable of cells.variablesOf([...branches, ...tests])) used.set(variable, this.cells.get(variable));
    return new Precondition(branches, ascending(tests), new Map(this.pins), used);
  }

  private pinCells(test: Term): boolean {
    const variables = this.values.cells.variablesOf([test]);
    if (!variables.every((variable) => isPlain(this.cells.get(variable)))) return false;
    for (const variable of variables) this.pins.set(variable, this.cells.get(variable)!);
    return true;
  }

  require(condition: Term, nodes: readonly Node[], wasConcrete: boolean): void {
    const map = new Map<Term, Term>();
    const { cells } = this.values;
    for (const node of nodes) {
      map.set(node.variable(cells), wasConcrete ? this.test(node, DEFINITIONS_FOLLOWED) : this.expand(node));
    }
    this.keep(replaced(this.machine.terms, condition, map), wasConcrete);
  }

  private keep(condition: Term, wasConcrete: boolean): void {
    if (condition.kind === Kind.constant) {
      if (condition.value === 0) throw new Unknown('condition that cannot hold');
      return;
    }
    if (!wasConcrete && condition.kind === Kind.and) {
      this.keep(condition.a!, false);
      this.keep(condition.b!, false);
      return;
    }
    (wasConcrete ? this.tests : this.branches).add(condition);
  }

  pin(node: Node): void {
    if (node instanceof GuardNode) {
      this.pins.set(node.made, 0);
      return;
    }
    if (!node.isConcrete) throw new Unknown('symbolic operand of a pinned value');
    if (this.pinned.has(node)) return;
    this.pinned.add(node);
    if (node.time < this.since) this.pins.set(node.variable(this.values.cells), node.actual!);
    else this.pending.push(node);
  }

  private settlePins(): void {
    for (let node = this.pending.pop(); node !== undefined; node = this.pending.pop()) {
      const { operands, pinned } = this.meanings.sourcesOf(node);
      for (const each of pinned) this.pin(each);
      for (const each of operands) this.pin(each);
    }
  }

  exists(object: MemoryObject): void {
    if (object.kind !== 'heap' && object.kind !== 'stack' && object.kind !== 'environment') return;
    if (this.values.allocationTime(object, this.time) >= this.since) return;
    this.pins.set(this.values.cells.status(object), this.values.sizeOf(object));
  }

  /** A precondition at a later moment of the path. */
  private move(precondition: Precondition, run: SegmentRun, time: number): void {
    const { terms } = this.machine;
    const branches = new Map<Term, Term>();
    const tests = new Map<Term, Term>();
    this.time = time;
    for (const [variable, actual] of precondition.pins) this.movePin(variable, actual, run, time);
    for (const variable of this.values.cells.variablesOf(precondition.branches)) {
      branches.set(variable, this.expand(this.nodeAt(variable, precondition.cells.get(variable), run, time)));
    }
    for (const variable of this.values.cells.variablesOf(precondition.tests)) {
      const node = this.nodeAt(variable, precondition.cells.get(variable), run, time);
      tests.set(variable, this.test(node, DEFINITIONS_FOLLOWED));
    }
    const inBranches = new Substitution(terms, branches);
    for (const branch of precondition.branches) this.keep(inBranches.apply(branch), false);
    const inTests = new Substitution(terms, tests);
    for (const test of precondition.tests) this.keep(inTests.apply(test), true);
  }

  private movePin(variable: Term, actual: Value, run: SegmentRun, time: number): void {
    const cell = this.values.cells.cellOf(variable)!;
    switch (cell.kind) {
      case 'status':
        if (this.values.allocationTime(cell.object!, time) < this.since) this.pins.set(variable, actual);
        return;
      case 'input':
        this.pins.set(variable, actual);
        return;
    }
    const node = this.nodeAt(variable, actual, run, time);
    if (cell.part === 'object') this.expand(node);
    else this.pin(node);
  }

  /** What a cell of the state at that moment is on this path. */
  private nodeAt(variable: Term, actual: Value | undefined, run: SegmentRun, time: number): Node {
    const cell = this.values.cells.cellOf(variable)!;
    if (cell.kind === 'register') {
      let { activation } = run;
      while (activation.depth > cell.depth && activation.caller !== null) activation = activation.caller;
      return this.values.register(activation, cell.register, time);
    }
    const node = this.values.content(cell.object!, cell.offset, cell.size, time, actual);
    if (!(node instanceof Node)) throw new Unknown('summary over a constant');
    return node;
  }

  /** The bits of a node, or the offset of a pointer, in terms of the cells at the fork. */
  private expand(node: Node): Term {
    if (node.time < this.since) return this.asCell(node);
    let term = this.expanded.get(node);
    if (term === undefined) {
      term = this.meaningOf(node, (each) => this.expand(each));
      this.expanded.set(node, term);
    }
    return term;
  }

  /** The same for a condition on plain numbers: what is too many definitions away is pinned. */
  private test(node: Node, steps: number): Term {
    if (node.time < this.since) return this.asCell(node);
    let term = this.expandedTests.get(node);
    if (term === undefined) {
      if (steps > 0) term = this.meaningOf(node, (each) => this.test(each, steps - 1));
      else if (!node.isConcrete) term = this.expand(node);
      else {
        this.pin(node);
        term = this.values.constantOf(node, node.actual!);
      }
      this.expandedTests.set(node, term);
    }
    return term;
  }

  private asCell(node: Node): Term {
    const { cells } = this.values;
    if (node instanceof GuardNode) {
      this.pins.set(node.made, 0);
      return node.made;
    }
    const { actual } = node;
    if (actual instanceof Pointer) this.pins.set(node.part(cells, 'object'), actual);
    else if (actual !== undefined && typeof actual === 'object' && !(actual instanceof Term)) {
      throw new Unknown('aggregate or undefined value');
    }
    const variable = node.variable(cells);
    this.cells.set(variable, actual);
    return variable;
  }

  private meaningOf(node: Node, expand: (operand: Node) => Term): Term {
    if (this.depth > MOST_NESTED_DEFINITIONS) throw new Unknown('long computation');
    this.depth++;
    this.propagated++;
    const meaning = this.meanings.of(node);
    for (const each of meaning.pinned) this.pin(each);
    const value = this.replacementFor(node, meaning);
    const { cells } = this.values;
    const map = new Map<Term, Term>();
    let occurring: readonly Term[] | null = null;
    for (const operand of meaning.operands) {
      const variable = operand.variable(cells);
      if (!operand.isPointer && !(operand instanceof GuardNode)) {
        occurring ??= cells.variablesOf([value]);
        if (!occurring.includes(variable)) continue;
      }
      map.set(variable, expand(operand));
    }
    this.depth--;
    return replaced(this.machine.terms, value, map);
  }

  private replacementFor(node: Node, { value }: Meaning): Term {
    if (!(node.actual instanceof Pointer)) return this.values.bitsOf(node, value);
    if (!(value instanceof Pointer) || value.object !== node.actual.object) throw new Unknown('another object');
    return value.offset instanceof Term ? value.offset : this.values.constantOf(node, value);
  }
}

function isPlain(value: Value | undefined): boolean {
  return (
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    (value instanceof Pointer && typeof value.offset === 'number')
  );
}
