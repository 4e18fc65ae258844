/**
 * From what is needed after a track to what is needed before it: one walk over its log, from the end to the beginning.
 *
 * A step whose result is needed makes what it is computed from needed instead; what a step looks at is always needed. So
 * a value that only flows into other values, into a buffer or onto the screen, is not.
 */
import type { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import type { Segment, Site } from '../../machine/code.ts';
import type { MemoryObject } from '../../machine/value.ts';
import type { CallInstruction } from '../../program/instructions.ts';
import type { Block } from '../../program/program.ts';
import type { PathCondition } from '../../solver/solver.ts';
import type { Derivation, Derivations } from './derivations.ts';
import { KnownEndings, OpenEnding, type WalkedEnding } from './endings.ts';
import { RECORD_LENGTH, type RecordedTrack, Tag, type TrackRecorder } from './log.ts';
import { EXACT_SIZE, type Ranges, StateNeeds, WHOLE_OBJECT } from './needs.ts';
import type { Knowledge } from './requirements.ts';
import { Derives, type Goal, type Phis, type SegmentShape, type Shapes, StepKind, type StepShape } from './shapes.ts';
import { TreeFork, type TreeLeaf } from './tree.ts';

/** What was written and is needed. */
const OLD = 1;
const FRESH = 2;

export class NeedsWalk {
  /** Segments walked over: what this costs, the same in every run. */
  work = 0;
  private readonly callBefore = new Map<Segment, Segment>();
  private readonly endings = new KnownEndings();

  // The walk in progress.
  private needs!: StateNeeds;
  private log!: Int32Array;
  private track!: RecordedTrack;
  /** What was known of the inputs when it ended. */
  private known!: PathCondition;
  private position = 0;
  private endStep = -1;
  /** Conditions of the track that were decided before. */
  private conditionsLeft = 0;
  /** The side of the fork above that the track began with. */
  private literal: Term | null = null;

  constructor(
    private readonly shapes: Shapes,
    private readonly recorder: TrackRecorder,
    private readonly goal: Goal,
    private readonly terms: Terms,
    private readonly knowledge: Knowledge,
    private readonly derivations: Derivations,
  ) {}

  /**
   * What everything below a fork looks at, given the same for the forks right below it. Null where what must be known of the
   * inputs is too much to be told.
   */
  below(fork: TreeFork): StateNeeds | null {
    const [one, two] = fork.sides;
    const needs = this.over(one);
    const { literal } = this;
    const other = this.over(two);
    const opposite = this.literal;
    const required =
      literal === null || opposite === null
        ? new Set([...needs.required, ...other.required])
        : this.knowledge.join(needs.required, literal, other.required, opposite);
    needs.required.clear();
    other.required.clear();
    needs.addAll(other);
    const bounded = this.knowledge.bounded(required, fork.known);
    if (bounded === null) return null;
    needs.required = bounded;
    this.atFork(needs, fork);
    if (fork.sides.some(({ track }) => track.readsAddresses)) needs.addresses = true;
    return needs;
  }

  /** What the rest looks at where the path came out of the fork above, on this side. */
  private over(side: TreeFork | TreeLeaf): StateNeeds {
    const needs = side instanceof TreeFork ? this.handedOver(side) : this.atEnd(side);
    const { track } = side;
    this.needs = needs;
    this.log = track.log;
    this.track = track;
    this.known = side.known;
    this.position = track.log.length;
    this.endStep = side instanceof TreeFork ? -1 : side.endStep;
    this.conditionsLeft = track.conditions.length;
    this.literal = null;
    const until = side instanceof TreeFork ? side : side.cut;
    // What a path leaves behind is no part of its log: then endings that look alike may not be.
    const isKnownByLog = until === null && !(side instanceof TreeFork) && side.left.length === 0;
    this.walk(track.above!, until, isKnownByLog ? new OpenEnding(track.log, this.endStep, track.segments) : null);
    if (track.makesInputs) this.needs.inputs = true;
    return this.needs;
  }

  /** What is kept for visits is copied; otherwise it is not asked for again. */
  private handedOver(fork: TreeFork): StateNeeds {
    const needs = fork.needs!;
    return fork.isPlace ? needs.clone() : needs;
  }

  private atEnd({ cut, left }: TreeLeaf): StateNeeds {
    if (!cut?.match) return this.leaving(left);
    const { match, names, reasons } = cut;
    const needs = names === null ? match.needs.clone() : match.needs.renamed(names);
    for (const each of reasons) needs.required.add(each);
    return needs;
  }

  /** What a path leaves for others to see. */
  leaving(objects: readonly MemoryObject[]): StateNeeds {
    const needs = new StateNeeds();
    for (const { id, kind } of objects) {
      needs.addBytes(id, 0, WHOLE_OBJECT);
      if (kind === 'heap' || kind === 'stack') needs.addObject(id, EXACT_SIZE);
    }
    return needs;
  }

  /** What the control step of a fork looks at itself. */
  private atFork(needs: StateNeeds, fork: TreeFork): void {
    const { segment, index } = fork.site;
    if (index < segment.steps.length || fork.track.isPrinting) return;
    for (const register of this.shapes.of(segment).looked) needs.addRegister(fork.depth, register);
  }

  /** `until`: the place before which the track ends; null at the end of a path, which may be known as far as it goes. */
  private walk(
    above: TreeFork,
    until: { readonly site: Site; readonly depth: number } | null,
    ending: OpenEnding | null,
  ): void {
    const { log, track } = this;
    let next = until === null ? null : until.site.segment;
    let depth = until === null ? 0 : until.depth;
    /** The control step of the last segment is not part of the track where it is the place it ends before. */
    let isBeforeControl = until !== null && until.site.index === until.site.segment.steps.length;
    let left = track.segments;
    let phisOf: Phis | null = null;
    const found = ending === null ? null : this.endings.find(ending);
    if (found !== null) {
      const { known, point } = found;
      this.takeUp(ending!, known, point.position);
      left -= point.segments;
      next = known.segment;
      depth = known.depth;
      phisOf = known.phis;
    }
    while (this.position > 0) {
      const tag = log[this.position - 1];
      if (tag !== Tag.segment && tag !== Tag.partial) {
        this.outside(tag);
        continue;
      }
      this.work++;
      this.position -= 1 + RECORD_LENGTH[tag];
      const segment = this.recorder.segments[log[this.position]];
      const at = log[this.position + 1];
      const shape = this.shapes.of(segment);
      if (phisOf !== null) this.phis(phisOf, depth, segment.block);
      phisOf = null;
      let end = shape.steps.length;
      if (tag === Tag.partial) end = log[this.position + 2];
      else if (isBeforeControl) isBeforeControl = false;
      else this.control(shape, at, next, depth);
      const isResumed = --left === 0 && track.firstStep >= 0;
      this.steps(shape, at, isResumed ? track.firstStep : 0, end);
      this.endStep = -1;
      isBeforeControl = false;
      next = segment;
      depth = at;
      if (!isResumed) phisOf = shape.phis;
      if (ending?.isAt(this.position)) this.keep(ending, { segment, depth, phis: phisOf });
    }
    if (phisOf !== null) this.phis(phisOf, depth, above.site.segment.block);
    const { segment, index } = above.site;
    const isCall = segment.following !== null && index === segment.steps.length;
    // A call that had to decide its callee: on this side it is made.
    if (isCall && track.segments > 0 && track.firstStep < 0) this.call(segment, above.depth, next!, depth);
  }

  /** The walk goes on where an ending that is known begins; what that decides is required here, too. */
  private takeUp({ log, decisions }: OpenEnding, known: WalkedEnding, position: number): void {
    this.needs = known.needs.clone();
    this.position = position;
    this.endStep = -1;
    for (let i = 0; i < decisions.length && decisions[i] >= position; i++) this.decision(log[decisions[i]]);
  }

  private keep(ending: OpenEnding, at: Omit<WalkedEnding, 'needs'>): void {
    const { needs } = this;
    this.needs = needs.clone();
    needs.required = new Set();
    this.endings.keep(ending, { ...at, needs });
    ending.next++;
  }

  /** Records of a control step, or of a step that is done again: nothing is taken back, all that is read is needed. */
  private outside(tag: number): void {
    const { log, needs } = this;
    this.position -= 1 + RECORD_LENGTH[tag];
    const at = this.position;
    switch (tag) {
      case Tag.read:
        this.object(log[at + 1], log[at + 2] + log[at + 3]);
        needs.addBytes(log[at + 1], log[at + 2], log[at + 2] + log[at + 3]);
        break;
      case Tag.readAny:
      case Tag.writeAny:
        this.object(log[at + 1], EXACT_SIZE);
        needs.addBytes(log[at + 1], log[at + 2], log[at + 3]);
        break;
      case Tag.write:
        this.object(log[at + 1], log[at + 2] + log[at + 3]);
        break;
      case Tag.object:
        this.object(log[at + 1], EXACT_SIZE);
        break;
      case Tag.free:
        this.object(log[at + 1], 0);
        break;
      case Tag.decision:
        this.decision(log[at + 1]);
        break;
      case Tag.allocation:
        needs.leaveObject(log[at + 1]);
        break;
    }
  }

  /** An object that may be freed, or may have another size, was used: all of it, or its first bytes. */
  private object(id: number, size: number): void {
    const { kind } = this.recorder.objects[id];
    if (kind === 'heap' || kind === 'stack') this.needs.addObject(id, size);
  }

  private control(shape: SegmentShape, depth: number, next: Segment | null, nextDepth: number): void {
    const { needs } = this;
    const { segment, looked } = shape;
    const { instruction } = segment.controlSite;
    if (next !== null) {
      if (instruction.op === 'call') this.call(segment, depth, next, nextDepth);
      else if (instruction.op === 'ret') this.returned(segment, depth, next, nextDepth);
    }
    for (const register of looked) needs.addRegister(depth, register);
    const isWanted = this.goal === 'values' || (this.goal === 'outputs' && next === null);
    if (isWanted && instruction.op === 'ret' && instruction.value?.kind === 'register') {
      needs.addRegister(depth, instruction.value.index);
    }
  }

  private call(segment: Segment, depth: number, next: Segment, nextDepth: number): void {
    const { needs } = this;
    const call = segment.controlSite.instruction as CallInstruction;
    if (this.recorder.isSilent(segment)) return;
    const entered = nextDepth === depth + 1 && next.code.entry === next;
    if (!entered) {
      // A function without a body: what it returns is made from its arguments.
      if (segment.resultRegister >= 0) needs.takeRegister(depth, segment.resultRegister);
      for (const argument of call.arguments) if (argument.kind === 'register') needs.addRegister(depth, argument.index);
      return;
    }
    const callee = next.code.function;
    const inside = depth + 1;
    const named = callee.parameters.length;
    const extra = needs.varargs.has(inside);
    const everything = this.goal === 'values';
    for (let i = 0; i < call.arguments.length; i++) {
      const argument = call.arguments[i];
      if (argument.kind !== 'register') continue;
      if (i < named && !everything) this.moveNeed(inside, callee.parameters[i].index, depth, argument.index);
      else if (extra || everything) needs.addRegister(depth, argument.index);
      // A struct passed by value is copied by its address.
      if (call.byval[i] !== null) needs.addRegister(depth, argument.index);
    }
    needs.leaveFrame(inside);
  }

  private returned(segment: Segment, depth: number, next: Segment, nextDepth: number): void {
    const { needs } = this;
    const { instruction } = segment.controlSite;
    const value = instruction.op === 'ret' ? instruction.value : null;
    let isNeeded: boolean;
    if (nextDepth === depth - 1) {
      const { resultRegister } = this.callOf(next);
      needs.leaveFrame(depth);
      if (resultRegister >= 0 && value?.kind === 'register')
        this.moveNeed(nextDepth, resultRegister, depth, value.index);
      isNeeded = resultRegister >= 0 && needs.takeRegister(nextDepth, resultRegister);
    } else {
      // The outermost function returned: what main returns goes to exit.
      isNeeded = needs.hasRegister(nextDepth, 0);
      needs.leaveFrame(nextDepth);
    }
    if (isNeeded && value?.kind === 'register') needs.addRegister(depth, value.index);
  }

  /** The segment that ends with the call after which `following` comes. */
  private callOf(following: Segment): Segment {
    let call = this.callBefore.get(following);
    if (call === undefined) {
      for (const segment of following.code.segments) {
        if (segment.following !== null) this.callBefore.set(segment.following, segment);
      }
      call = this.callBefore.get(following)!;
    }
    return call;
  }

  /** All at once: one phi may be the source of another. */
  private phis(phis: Phis, depth: number, from: Block): void {
    const { needs } = this;
    const { results } = phis;
    const sources = phis.from(from);
    const isNeeded: boolean[] = [];
    const derived: (readonly Derivation[])[] = [];
    for (let i = 0; i < results.length; i++) {
      derived.push(needs.takeDerived(depth, results[i]));
      isNeeded.push(needs.takeRegister(depth, results[i]) || this.goal === 'values');
    }
    for (let i = 0; i < results.length; i++) {
      if (sources[i] < 0) continue;
      if (isNeeded[i]) needs.addRegister(depth, sources[i]);
      else for (const each of derived[i]) needs.addDerived(depth, sources[i], each);
    }
  }

  private steps({ segment, steps }: SegmentShape, depth: number, start: number, end: number): void {
    const { log } = this;
    // Records of a step that was begun and is done again by both sides.
    while (this.position > 0 && isOfStep(log, this.position) && log[stepAt(log, this.position)] >= end) {
      this.outside(log[this.position - 1]);
    }
    for (let i = end - 1; i >= start; i--) {
      const step = steps[i];
      const from = this.position;
      while (this.position > 0 && isOfStep(log, this.position) && log[stepAt(log, this.position)] === i) {
        this.position -= 1 + RECORD_LENGTH[log[this.position - 1]];
      }
      if (i === this.endStep) this.ending(step, depth, this.position, from);
      else if (step.kind === StepKind.pure && from === this.position) {
        if (step.derives === Derives.not) this.pure(step, depth);
        else this.derive(segment, i, step, depth);
      } else if (step.cell > 0 && this.goal !== 'values') this.move(step, depth, this.position, from);
      else this.step(step, depth, this.position, from);
    }
  }

  private pure({ result, from, looked }: StepShape, depth: number): void {
    const { needs } = this;
    if (result >= 0 && needs.takeRegister(depth, result)) {
      for (let i = 0; i < from.length; i++) needs.addRegister(depth, from[i]);
    }
    for (let i = 0; i < looked.length; i++) needs.addRegister(depth, looked[i]);
  }

  /** What is needed of one register is needed of another. */
  private moveNeed(depth: number, register: number, toDepth: number, to: number): void {
    const { needs } = this;
    const derivations = needs.takeDerived(depth, register);
    if (needs.takeRegister(depth, register)) needs.addRegister(toDepth, to);
    else for (const each of derivations) needs.addDerived(toDepth, to, each);
  }

  /** A step from one register and constants. */
  private derive(segment: Segment, index: number, { result, from, derives, looked }: StepShape, depth: number): void {
    const { needs, derivations } = this;
    const [operand] = from;
    const chains = needs.takeDerived(depth, result);
    const forNull = derives === Derives.testingForNull;
    if (needs.takeRegister(depth, result)) {
      if (derives === Derives.distinctly) needs.addRegister(depth, operand);
      else needs.addDerived(depth, operand, derivations.before(null, segment, index, operand, result, forNull));
    } else {
      for (const chain of chains) {
        needs.addDerived(depth, operand, derivations.before(chain, segment, index, operand, result, forNull));
      }
    }
    for (let i = 0; i < looked.length; i++) needs.addRegister(depth, looked[i]);
  }

  /** A load or store of one number or pointer; where that is not all it did, as any other step. */
  private move(step: StepShape, depth: number, start: number, end: number): void {
    const { log, needs } = this;
    const isLoad = step.kind === StepKind.load;
    const isOne = end - start === 1 + RECORD_LENGTH[Tag.read] && log[end - 1] === (isLoad ? Tag.read : Tag.write);
    if (!isOne || log[end - 2] !== step.cell) {
      this.step(step, depth, start, end);
      return;
    }
    const object = log[end - 4];
    const offset = log[end - 3];
    if (isLoad) {
      const derivations = needs.takeDerived(depth, step.result);
      if (derivations.length > 0) for (const each of derivations) needs.addCell(object, offset, step.cell, each);
    } else {
      const derivations = needs.takeCell(object, offset, step.cell);
      // Constants are no part of what a state holds.
      if (step.from.length > 0) for (const each of derivations) needs.addDerived(depth, step.from[0], each);
    }
    this.step(step, depth, start, end);
  }

  /** The step at which the path ended, by what its operands are. */
  private ending({ operands, looked }: StepShape, depth: number, start: number, end: number): void {
    this.reads(start, end, true);
    for (const register of this.decisions(start, end) ? operands : looked) this.needs.addRegister(depth, register);
  }

  private step(step: StepShape, depth: number, start: number, end: number): void {
    const { needs } = this;
    const { kind } = step;
    const wanted = step.result >= 0 && needs.takeRegister(depth, step.result);
    let stores = false;
    if (kind === StepKind.copy && this.goal !== 'values') this.copied(start, end);
    else {
      const hit = this.writes(start, end);
      if (kind === StepKind.startVariadic) {
        if ((hit & FRESH) !== 0) needs.varargs.add(depth);
      } else stores = hit !== 0;
      const looksAtAll = kind === StepKind.opaque || kind === StepKind.startVariadic || this.goal === 'values';
      this.reads(start, end, wanted || looksAtAll);
    }
    if (wanted || stores) for (const register of step.from) needs.addRegister(depth, register);
    const decides = this.decisions(start, end);
    for (const register of decides ? step.operands : step.looked) needs.addRegister(depth, register);
    if (step.readsStdin) needs.stdin = true;
  }

  /** Takes back what a step wrote; whether any of it is needed, in old objects or in those it made. */
  private writes(start: number, end: number): number {
    const { log, needs } = this;
    let hit = 0;
    for (let at = end; at > start; at -= 1 + RECORD_LENGTH[log[at - 1]]) {
      const tag = log[at - 1];
      if (tag === Tag.write) {
        if (needs.takeBytes(log[at - 4], log[at - 3], log[at - 3] + log[at - 2]) !== null) hit |= OLD;
        this.object(log[at - 4], log[at - 3] + log[at - 2]);
      } else if (tag === Tag.writeAny) {
        if (needs.hasBytes(log[at - 4], log[at - 3], log[at - 2])) {
          hit |= OLD;
          needs.addBytes(log[at - 4], log[at - 3], log[at - 2]);
        }
        this.object(log[at - 4], EXACT_SIZE);
      } else if (tag === Tag.allocation) {
        if (needs.hasBytes(log[at - 2], 0, WHOLE_OBJECT)) hit |= FRESH;
        needs.leaveObject(log[at - 2]);
      }
    }
    return hit;
  }

  private reads(start: number, end: number, wanted: boolean): void {
    const { log, needs } = this;
    for (let at = end; at > start; at -= 1 + RECORD_LENGTH[log[at - 1]]) {
      const tag = log[at - 1];
      if (tag === Tag.read) {
        this.object(log[at - 4], log[at - 3] + log[at - 2]);
        if (wanted) needs.addBytes(log[at - 4], log[at - 3], log[at - 3] + log[at - 2]);
      } else if (tag === Tag.readAny) {
        this.object(log[at - 4], EXACT_SIZE);
        if (wanted) needs.addBytes(log[at - 4], log[at - 3], log[at - 2]);
      } else if (tag === Tag.object) this.object(log[at - 2], EXACT_SIZE);
      else if (tag === Tag.free) this.object(log[at - 2], 0);
    }
  }

  /** A decision had one side, or the fork above began with it: then the requirement is met on this side. */
  private decision(flags: number): void {
    const { needs, track } = this;
    const condition = track.conditions[--this.conditionsLeft];
    const held = (flags & 2) !== 0;
    const literal = held ? condition : this.terms.not(condition);
    if (condition === track.above!.condition) this.literal = literal;
    // A state that does not meet an assumption has nothing to explore; but no visit may speak for its inputs.
    if (held && (flags & 1) !== 0 && this.goal !== 'outputs')
      needs.required = this.knowledge.weaken(needs.required, literal);
    else for (const each of this.knowledge.reasonsFor(literal, this.known)) needs.required.add(each);
  }

  private decisions(start: number, end: number): boolean {
    const { log } = this;
    let decides = false;
    for (let at = end; at > start; at -= 1 + RECORD_LENGTH[log[at - 1]]) {
      if (log[at - 1] !== Tag.decision) continue;
      this.decision(log[at - 2]);
      decides = true;
    }
    return decides;
  }

  /** Bytes moved from one place to another, where both are known; else all that is read counts. */
  private copied(start: number, end: number): void {
    const { log, needs } = this;
    let read = -1;
    let write = -1;
    let simple = true;
    for (let at = end; at > start; at -= 1 + RECORD_LENGTH[log[at - 1]]) {
      const tag = log[at - 1];
      if (tag === Tag.read) {
        simple &&= read < 0;
        read = at;
      } else if (tag === Tag.write) {
        simple &&= write < 0;
        write = at;
      } else if (tag !== Tag.decision) simple = false;
    }
    if (!simple || write < 0) {
      this.writes(start, end);
      this.reads(start, end, true);
      return;
    }
    const taken: Ranges | null = needs.takeBytes(log[write - 4], log[write - 3], log[write - 3] + log[write - 2]);
    this.object(log[write - 4], log[write - 3] + log[write - 2]);
    if (read < 0) return;
    this.object(log[read - 4], log[read - 3] + log[read - 2]);
    const shift = log[read - 3] - log[write - 3];
    if (taken === null) return;
    for (let i = 0; i < taken.length; i += 2) needs.addBytes(log[read - 4], taken[i] + shift, taken[i + 1] + shift);
  }
}

function isOfStep(log: Int32Array, end: number): boolean {
  const tag = log[end - 1];
  return tag !== Tag.segment && tag !== Tag.partial;
}

/** Where the number of the step stands in the record that ends here. */
function stepAt(log: Int32Array, end: number): number {
  return end - 1 - RECORD_LENGTH[log[end - 1]];
}
