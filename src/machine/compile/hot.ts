/**
 * Code that runs fast: functions and loops that are executed often are compiled to JavaScript.
 *
 * The machine's closures cost 20 to 25 ns an instruction: a call, a check of each operand's type, a load and a store per
 * register. Compiled code keeps registers in local variables (shapes.ts), so that V8 keeps them in machine registers, and has the
 * loads and stores written out, with the same checks of bounds, life and ownership. It assumes that values are concrete. Where
 * one is not, and wherever else something unusual would happen (a fault, a copy to be made, a bigint), it writes the
 * registers back and leaves *before* the instruction: the closures do it, with all they know about forks and faults. They run until
 * they come to a function or a loop that is compiled. So compiled code has no meaning of its own to get wrong but that of
 * the plain case.
 *
 * What is compiled. A region with one way in: a function, from its entry, or a loop, from its header. A loop is the region that matters
 * for a long-running main; leaving it early and coming back at the next iteration is cheap. Control flow becomes nested
 * statements (structure.ts).
 *
 * What stays the same, to the instruction: the number of executed instructions at each segment's end (`left` counts down to
 * where the machine pauses or looks for a circle), coverage (set where it was not yet when the code was made), iteration
 * counters, names of objects, questions to the solver. Steps that are not written out call their closure with the registers
 * written back. Calls make frames as the closures do, so that a fork far below finds them, but go on in JavaScript's own
 * calls. With a recorder, closures run, but while it rests (`Recorder.isResting`).
 *
 * What it costs. A region is compiled once its entry was passed some thousand times with nothing symbolic in the registers
 * it reads. Where it is then left after few instructions, it is tried ever more rarely, up to every 4096th time.
 * Where JavaScript may not be made from text (a page's content security policy), nothing is compiled. V8 takes some milliseconds to
 * optimise a function, on another thread; a program of a tenth of a second gains little, one of seconds 2 to 4 times and more.
 *
 * What was tried. Each instruction with its own way out, which wrote registers back to the frame: V8 optimises only what it has
 * seen run, and threw the code away at each way out that was taken for the first time; most of the time went into optimising it
 * again. Now instructions without effects share one way out, which keeps variables in variables outside of the function, for which V8
 * needs to have seen nothing; `HotCode` writes them back. Every loop as a region of its own, because inner loops become hot first:
 * five times the code to optimise in a quicksort; now what is around goes first. A check at each store whether the object is
 * the state's own: now an object is made so when it is looked up for a store, once per stay. The comparison with a snapshot
 * (endless.ts) only while there is one: first seen in the midst of a run, so it too threw the code away; now a variable is
 * compared at every header, with no number where there is no snapshot. For code that meets symbolic values all the time, as parsers
 * under a forking search do: the steps of a segment written one after the other in one function, with the closure called where a
 * value is not plain. That spared a call per instruction and cost a tenth to a sixth more processor time on http-parser, popt and libcsv
 * (jsmn over 7 bytes: 42 s without, 45 s with), because V8 had half as many functions again to optimise (444 and 666 in
 * jsmn, 1.7 s and 3.1 s), and the rest of the way stays as long: such a path is a few hundred instructions in hundreds of places. Arrays of registers as V8 makes them: those with small integers
 * only are another kind of array than those with pointers, and compiled code met three kinds; now there is one.
 */

import { Term } from '../../expr/term.ts';
import type { Block } from '../../program/program.ts';
import type { FunctionCode } from '../code.ts';
import type { CycleWatch } from '../endless.ts';
import type { Machine } from '../machine.ts';
import type { ObjectState } from '../memory/object-state.ts';
import type { Frame, State } from '../state.ts';
import type { MemoryObject, Value } from '../value.ts';
import { Blocks } from './blocks.ts';
import { bitsOf, CannotCompile } from './shapes.ts';
import { regionAt, writeRegion } from './structure.ts';
import { look, NO_OBJECT, SUPPORT } from './support.ts';
import { type Ending, type Exit, LEFT, OUT, PAUSED, REFUSED, RETURNED } from './ways-out.ts';
import { FunctionFacts, RegionWriter } from './writer.ts';

/** A region as made by `RegionWriter.wholeText`. */
interface CompiledCode {
  run(state: State, frame: Frame): Ending;
  /** What was kept by the exit that was taken: of a register, or of the counter of a loop, by a negative number. */
  kept(index: number): Value;
  exit(): number;
  /** Instructions left there. */
  rest(): number;
}

/** A loop inside of something that is compiled is put off for so many times the visits. */
const VISITS_INSIDE = 20;
/** Where something inside is hot, a loop or function around it is when it was entered so often. */
const VISITS_FOR_OUTER = 30;
/** Of the visits before something is compiled, as many instructions as a path must have run without a symbolic condition. */
const INSTRUCTIONS_PER_VISIT = 4;
/** A call from compiled code counts as so many visits: the callee is likely to be as hot. */
const VISITS_PER_HOT_CALL = 20;
/** Instructions that an entry should be good for; and how rarely it is tried where it is not (as a power of two). */
const WORTHWHILE = 50;
const MOST_FAILURES = 12;
const LARGEST_REGION = 5_000;
const MOST_NESTED = 100;
const MOST_LEFT = 2 ** 30;

/** Where compiled code may begin: the entry of a function or the header of a loop. */
export class CompiledEntry {
  /** Visits until it is compiled, or tried again. */
  wait: number;
  compiled: CompiledCode | null = null;
  exits: readonly Exit[] = [];
  isHopeless = false;
  wasPutOff = false;
  private failures = 0;

  constructor(
    readonly code: FunctionCode,
    readonly block: Block,
    private readonly compileAfter: number,
  ) {
    this.wait = compileAfter;
  }

  /** While it is not compiled. */
  get visits(): number {
    return this.compileAfter - this.wait;
  }

  putOff(visits: number): void {
    this.wait = visits;
    this.wasPutOff = true;
  }

  get isFailing(): boolean {
    return this.failures > 0;
  }

  /** Whether it was worth it: how it ended, and after how many instructions. */
  judge(how: Ending, instructions: number): void {
    if ((how !== REFUSED && how !== LEFT) || instructions >= WORTHWHILE) this.failures = 0;
    else {
      if (this.failures < MOST_FAILURES) this.failures++;
      this.wait = 2 ** this.failures;
    }
  }
}

export class HotCode {
  /** The instructions that may still be executed, and what the state's count will then be: together they say what it is now. */
  left = 0;
  end = 0;
  /** How often compiled code was entered. */
  entered = 0;
  private nested = 0;
  private watch: CycleWatch | null = null;
  private copies = 0;
  private isForbidden = false;
  private readonly facts = new Map<FunctionCode, FunctionFacts>();

  constructor(private readonly machine: Machine) {}

  /**
   * Runs compiled code from the entry at which the state is, up to `pauseAt` instructions of the state. False when nothing was
   * done: the closures must go on.
   */
  run(state: State, entry: CompiledEntry, pauseAt: number): boolean {
    if (--entry.wait > 0 || entry.isHopeless || this.isForbidden || this.leavesItTo(entry)) return false;
    const code = entry.compiled ?? (this.isConcrete(state) ? this.compile(entry, state.frame) : null);
    if (code === null) {
      entry.judge(REFUSED, 0);
      return false;
    }
    const { steps, watch, lookAt } = state;
    // A small integer for V8 too, and so all that is computed from it.
    this.left = Math.min(pauseAt - steps, (watch === null ? lookAt : watch.until) - steps, MOST_LEFT) | 0;
    if (watch !== this.watch) this.watchFor(watch);
    this.end = steps + this.left;
    this.nested = 0;
    const how = this.enter(entry, code, state);
    entry.judge(how, state.steps - steps);
    return how !== REFUSED && (state.steps > steps || state.frame.next > 0);
  }

  /** Code is made for paths that have met nothing symbolic for a while: others leave it too soon to be worth it. */
  private isConcrete({ steps, askedAt }: State): boolean {
    return steps - askedAt >= INSTRUCTIONS_PER_VISIT * this.machine.options.compileAfter;
  }

  /**
   * Whether a loop around the entry, or the function, is entered often enough itself: then that is compiled instead, all of which
   * V8 has to optimise but once.
   */
  private leavesItTo(entry: CompiledEntry): boolean {
    if (entry.compiled !== null || entry.block.index === 0 || entry.wasPutOff) return false;
    const { segments, loops } = entry.code;
    const outer: number[] = [];
    for (let loop = loops.innermost[entry.block.index]; loop !== -1; loop = loops.loops[loop].parent) {
      outer.unshift(loops.loops[loop].headers[0]);
    }
    for (const head of [0, ...outer]) {
      const other = segments[head].entry;
      if (other === null || other === entry || other.isHopeless) continue;
      if (other.compiled !== null && !other.isFailing) {
        entry.putOff(VISITS_INSIDE * this.machine.options.compileAfter);
        return true;
      }
      if (other.compiled !== null) continue;
      if (other.visits < VISITS_FOR_OUTER) continue;
      other.wait = 0;
      entry.putOff(this.machine.options.compileAfter);
      return true;
    }
    return false;
  }

  /** Called by compiled code, when it has made a frame for a function: runs that, if it is compiled too. */
  call(state: State): Ending {
    const { frame } = state;
    const { entry } = frame.segment;
    const { left } = this;
    if (left <= 0 || this.nested >= MOST_NESTED || entry === null || entry.isHopeless) return this.settle(state);
    if (entry.compiled === null) entry.wait -= VISITS_PER_HOT_CALL;
    if (--entry.wait > 0 || this.stops()) return this.settle(state);
    const code = entry.compiled ?? this.compile(entry, frame);
    if (code === null) {
      entry.judge(REFUSED, 0);
      return this.settle(state);
    }
    this.nested++;
    const how = this.enter(entry, code, state);
    this.nested--;
    if (how === RETURNED) return how;
    entry.judge(how, left - this.left);
    return how === REFUSED ? this.settle(state) : OUT;
  }

  /** Runs the code, and writes back what it kept. */
  private enter(entry: CompiledEntry, code: CompiledCode, state: State): Ending {
    this.entered++;
    const how = code.run(state, state.frame);
    if (how !== LEFT && how !== PAUSED) return how;
    const { frame } = state;
    const { registers } = frame;
    const { segment, index, registers: set, loops, restarts, continues } = entry.exits[code.exit()];
    for (const register of set) registers[register] = code.kept(register);
    for (const loop of loops) registers[entry.code.counters[loop]] = code.kept(-1 - loop);
    if (restarts !== undefined) registers[restarts] = 0;
    if (continues !== undefined) registers[continues] = (registers[continues] as number) + 1;
    frame.segment = segment;
    frame.next = index;
    this.left = code.rest();
    state.steps = this.end - this.left;
    return how;
  }

  private settle(state: State): Ending {
    state.steps = this.end - this.left;
    return OUT;
  }

  /** Called by compiled code, when a function has returned. Its caller goes on, unless the state has to be looked at. */
  returned(state: State, left: number): Ending {
    this.left = left;
    state.steps = this.end - left;
    const { watch } = state;
    return watch === null || state.frame.depth >= watch.snapshot.frame.depth ? RETURNED : OUT;
  }

  stops(): boolean {
    return this.machine.stops();
  }

  /** Lets compiled code know of a snapshot to compare itself with, where it was taken: see endless.ts. */
  private watchFor(watch: CycleWatch | null): void {
    if (this.watch !== null) this.watch.snapshot.frame.segment.watched = Number.NaN;
    this.watch = watch;
    if (watch === null) return;
    const { segment, code, registers } = watch.snapshot.frame;
    const register = this.factsOf(code).watchedRegister(segment.block);
    const value = register === null ? 1 : registers[register.index];
    const isWord = register !== null && bitsOf(register) === 32;
    // A value that no compiled code can have cannot come back while it runs.
    if (typeof value === 'number') segment.watched = isWord ? value | 0 : value;
  }

  /** What memory has for an object, made safe to write to. */
  private lookOwned(state: State, object: MemoryObject | null): ObjectState {
    const found = look(state, object);
    if (!found.writable) return NO_OBJECT;
    const owned = state.memory.own(found);
    if (owned !== found) this.copies++;
    return owned;
  }

  /** Called by compiled code: objects that were copied, so that what was looked up before is out of date. */
  takeCopies(): number {
    const { copies } = this;
    this.copies = 0;
    return copies;
  }

  private factsOf(code: FunctionCode): FunctionFacts {
    let facts = this.facts.get(code);
    if (facts === undefined) {
      facts = new FunctionFacts(this.machine, code);
      this.facts.set(code, facts);
    }
    return facts;
  }

  private compile(entry: CompiledEntry, frame: Frame): CompiledCode | null {
    const { code, block } = entry;
    const region = regionAt(code.function, code.loops, block);
    let size = 0;
    for (const each of region?.blocks ?? []) size += each.instructions.length;
    if (region === null || size > LARGEST_REGION) {
      entry.isHopeless = true;
      return null;
    }
    const facts = this.factsOf(code);
    const isSymbolic = (index: number) => frame.registers[index] instanceof Term;
    if (facts.liveness.afterPhis(block).toArray().some(isSymbolic)) return null;
    try {
      const writer = new RegionWriter(this.machine, code, region, facts);
      const body = writeRegion(code.function, code.loops, region, new Blocks(writer));
      entry.exits = writer.out.list;
      entry.compiled = this.make(writer.wholeText(body), writer.constants);
    } catch (problem) {
      if (!(problem instanceof CannotCompile)) throw problem;
      entry.isHopeless = true;
    }
    return entry.compiled;
  }

  private make(text: string, constants: readonly unknown[]): CompiledCode | null {
    const support = {
      ...SUPPORT,
      lookOwned: (state: State, object: MemoryObject | null) => this.lookOwned(state, object),
    };
    const names = `const {${Object.keys(support).join(', ')}} = H;\n`;
    const values = constants.map((_, i) => `const k${i} = K[${i}];\n`).join('');
    try {
      return new Function('C', 'H', 'K', `'use strict';\n${names}${values}${text}`)(this, support, constants);
    } catch (problem) {
      if (problem instanceof SyntaxError) throw problem;
      this.isForbidden = true;
      return null;
    }
  }
}
