/**
 * What made a path go the way it went: everything a state must satisfy so that execution from there repeats the path.
 *
 * Branches and checks are such conditions whether or not they were symbolic: what is concrete on this path may be
 * another number on the next. So are the places that memory is accessed at, the callee of an indirect call, sizes and
 * lengths. Addresses, sizes and lengths are *pinned*: they must be what they were.
 */
import { directCallee } from '../../analysis/call-graph.ts';
import { Term } from '../../expr/term.ts';
import type { Machine } from '../../machine/machine.ts';
import type { MachineOptions } from '../../machine/options.ts';
import type { PathEnding } from '../../machine/outcome.ts';
import { type MemoryObject, Pointer } from '../../machine/value.ts';
import type {
  BinaryInstruction,
  CallInstruction,
  CompareInstruction,
  Instruction,
} from '../../program/instructions.ts';
import type { Operand } from '../../program/values.ts';
import { Node, Unknown } from './nodes.ts';
import type { SegmentRun } from './path.ts';
import type { PathValues, Reference } from './path-values.ts';
import type { Replay } from './replay.ts';

/** Gets the conditions of a path, in the order they arise. */
export interface ConditionSink {
  /** `wasConcrete`: nothing symbolic was decided on this path, so that pinning the nodes would do as well. */
  require(condition: Term, nodes: readonly Node[], wasConcrete: boolean): void;
  pin(node: Node): void;
  /** The object exists with the size it had. */
  exists(object: MemoryObject): void;
}

/** Addresses that the machine takes for null. */
const NULL_PAGE = 4096;
const DIVISIONS = new Set(['udiv', 'sdiv', 'urem', 'srem']);
const SHIFTS = new Set(['shl', 'lshr', 'ashr']);
const TO_INTEGER = new Set(['fptosi', 'fptoui']);
const EQUALITY = new Set(['eq', 'ne']);
const IRRELEVANT =
  /^(__pf_(prefer|output_float|called|warning|silent_exit|exit)|llvm\.(va_end|stack|threadlocal|is\.constant))/;

/** Whether arithmetic may find something wrong with its operands. */
function mayHalt({ operator, right, nsw }: BinaryInstruction, { checkOverflow }: MachineOptions): boolean {
  if (checkOverflow && nsw) return true;
  if (SHIFTS.has(operator)) return right.kind === 'register';
  // The least number divided by -1 is none.
  return DIVISIONS.has(operator) && (right.kind !== 'int' || right.value === (1n << BigInt(right.type.bits)) - 1n);
}

/** Whether a place is computed from an index. */
function isElement(place: Operand): boolean {
  if (place.kind !== 'register' || place.definition?.op !== 'getelementptr') return false;
  return place.definition.indices.some((index) => index.kind === 'register');
}

export class DecidingConditions {
  constructor(
    private readonly machine: Machine,
    private readonly values: PathValues,
    private readonly replay: Replay,
  ) {}

  /** Of one instruction that ran to its end. */
  ofInstruction(run: SegmentRun, instruction: Instruction, sink: ConditionSink): void {
    switch (instruction.op) {
      case 'binary':
        if (mayHalt(instruction, this.machine.options)) this.ofChecks(run, instruction, sink);
        this.ofObjects(run, instruction, sink);
        return;
      case 'cast':
        if (TO_INTEGER.has(instruction.operator)) this.ofChecks(run, instruction, sink);
        return;
      case 'check':
        this.ofChecks(run, instruction, sink);
        return;
      case 'icmp':
        if (!EQUALITY.has(instruction.predicate)) this.ofObjects(run, instruction, sink);
        return;
      case 'load':
        this.ofAccess(run, instruction, instruction.pointer, false, sink);
        return;
      case 'store':
        this.ofAccess(run, instruction, instruction.pointer, true, sink);
        return;
      case 'cmpxchg':
      case 'atomicrmw':
        this.ofAccess(run, instruction, instruction.pointer, true, sink);
        return;
      case 'select':
        this.ofSelect(run, instruction, sink);
        return;
      case 'alloca':
        this.pinOperand(run, instruction, instruction.count, sink);
        return;
      case 'insertelement':
      case 'extractelement':
        this.pinOperand(run, instruction, instruction.lane, sink);
        return;
      case 'call':
        this.ofCallStep(run, instruction, sink);
        return;
      // These go no other way with other values, or end every path; control is asked for in `ofControl`.
      case 'fcmp':
      case 'fneg':
      case 'freeze':
      case 'getelementptr':
      case 'phi':
      case 'insertvalue':
      case 'extractvalue':
      case 'shufflevector':
      case 'va_arg':
      case 'fence':
      case 'ret':
      case 'br':
      case 'condbr':
      case 'switch':
      case 'unreachable':
      case 'refused':
        return;
      default:
        instruction satisfies never;
    }
  }

  /** Of a run's control step: where it went. `next` is the block it went to, where that matters. */
  ofControl(run: SegmentRun, next: SegmentRun | null, sink: ConditionSink): void {
    const { instruction } = run.segment.controlSite;
    const { terms } = this.machine;
    const time = run.timeOf(instruction);
    switch (instruction.op) {
      case 'condbr': {
        if (instruction.condition.kind !== 'register') return;
        const condition = this.values.operand(run.activation, instruction.condition, time);
        if (!(condition instanceof Node)) return;
        const { actual } = condition;
        if (condition.isConcrete && run.activation.code.function.library === true) {
          // The library's tests on plain numbers are many, and hardly ever come out the same for other numbers.
          sink.pin(condition);
          return;
        }
        let taken: boolean;
        if (typeof actual === 'number') taken = actual === 1;
        else {
          const decision = run.controls.find((entry) => entry.kind === 'decision');
          if (decision?.kind !== 'decision') throw new Unknown('branch without a direction');
          taken = decision.value;
        }
        const bit = condition.leaf(this.values.cells);
        if (!(bit instanceof Term)) throw new Unknown('branch on a pointer');
        sink.require(taken ? bit : terms.not(bit), [condition], typeof actual === 'number');
        return;
      }
      case 'switch': {
        const value = this.values.operand(run.activation, instruction.value, time);
        if (!(value instanceof Node)) return;
        if (next === null) throw new Unknown('branch without a direction');
        const term = value.leaf(this.values.cells);
        if (!(term instanceof Term)) throw new Unknown('branch on a pointer');
        const block = next.segment.block;
        const isDefault = block === instruction.otherwise;
        const matching = instruction.cases
          .filter((entry) => (entry.target === block) !== isDefault)
          .map((entry) =>
            terms.eq(term, this.values.termOf(this.machine.image.constants.value(entry.value), entry.value.type)),
          );
        const any = terms.orAll(matching);
        sink.require(isDefault ? terms.not(any) : any, [value], !(value.actual instanceof Term));
        return;
      }
      case 'call': {
        this.ofCallee(run, instruction, next, sink);
        instruction.byval.forEach((type, i) => {
          if (type !== null) this.pinPlace(run, instruction, instruction.arguments[i], sink);
        });
        return;
      }
    }
  }

  /** Of the instruction that ended the path. */
  ofEnd(run: SegmentRun, instruction: Instruction, ending: PathEnding, sink: ConditionSink): void {
    const { terms } = this.machine;
    if (ending.kind === 'exit' || ending.kind === 'unreachable') return;
    const decisions = run.entriesOf(instruction).filter((entry) => entry.kind === 'decision');
    const time = run.timeOf(instruction);
    switch (instruction.op) {
      case 'call': {
        const name = directCallee(instruction)?.name ?? '';
        if (name === '__pf_silent_exit') return;
        if (name === '__pf_fail') {
          for (const argument of instruction.arguments) this.pinOperand(run, instruction, argument, sink);
          return;
        }
        if (name === '__pf_assume' || name === '__pf_demand') {
          const [value] = instruction.arguments;
          const node = this.values.operand(run.activation, value, time);
          if (!(node instanceof Node)) return;
          const term = this.values.termOf(node.leaf(this.values.cells), value.type);
          sink.require(terms.eq(term, terms.constant(term.width, 0)), [node], node.isConcrete);
          return;
        }
        if (name === '' && ending.kind === 'null-pointer' && instruction.callee.kind === 'register') {
          const callee = this.values.register(run.activation, instruction.callee.index, time);
          if (callee.isConcrete) sink.pin(callee);
          else {
            const term = this.values.termOf(callee.leaf(this.values.cells), instruction.callee.type);
            sink.require(terms.ult(term, terms.constant(term.width, NULL_PAGE)), [callee], false);
          }
          return;
        }
        throw new Unknown(`fault in ${name === '' ? 'a call' : name}`);
      }
      case 'binary':
      case 'cast':
      case 'check': {
        const answers = decisions.map((entry) => entry.kind === 'decision' && entry.value);
        // A fault on concrete operands is found without a check; one answer too many does no harm.
        const { checks, operands, pinned } = this.replay.run(run, instruction, true, [...answers, true]);
        for (const node of pinned) sink.pin(node);
        checks.forEach((check, i) => {
          sink.require(answers[i] ? check : terms.not(check), operands, false);
        });
        if (checks.length !== answers.length) throw new Unknown('fault inside an instruction');
        return;
      }
      case 'load':
      case 'store': {
        const pointer = this.values.operand(run.activation, instruction.pointer, time);
        const actual = this.values.actualOf(pointer);
        if (ending.kind === 'use-after-free' || ending.kind === 'use-after-return' || ending.kind === 'uninitialized') {
          throw new Unknown(`fault: ${ending.kind}`);
        }
        if (actual instanceof Pointer) sink.exists(actual.object);
        if (!(pointer instanceof Node)) return;
        if (pointer.isConcrete && decisions.length === 0) {
          sink.pin(pointer);
          return;
        }
        const last = decisions[decisions.length - 1];
        const isBounds = last?.kind === 'decision' && last.why === 'check' && last.value;
        if (!(actual instanceof Pointer) || !isBounds || decisions.length > 1)
          throw new Unknown('fault at a symbolic address');
        const type = instruction.op === 'load' ? instruction.result.type : instruction.value.type;
        const size = this.machine.program.layout.storeSizeOf(type);
        sink.require(terms.not(this.inBounds(pointer, actual.object, size)), [pointer], false);
        return;
      }
    }
    throw new Unknown(`fault in ${instruction.op}`);
  }

  /** Functions are at fixed addresses, so a symbolic callee must equal the address of the function it meant. */
  private ofCallee(run: SegmentRun, instruction: CallInstruction, next: SegmentRun | null, sink: ConditionSink): void {
    const { terms } = this.machine;
    if (instruction.callee.kind !== 'register') return;
    const callee = this.values.register(run.activation, instruction.callee.index, run.timeOf(instruction));
    if (!(callee.actual instanceof Term)) {
      this.pinOperand(run, instruction, instruction.callee, sink);
      return;
    }
    if (next === null || next.activation.call !== run) throw new Unknown('symbolic callee');
    const object = this.machine.image.objectOf(next.activation.code.function);
    const target = this.values.memory.get(object);
    if (target === undefined) throw new Unknown('symbolic callee');
    const term = callee.leaf(this.values.cells) as Term;
    sink.require(terms.eq(term, terms.constant(term.width, target.base)), [callee], false);
  }

  private inBounds(pointer: Node, object: MemoryObject, size: number): Term {
    const { terms } = this.machine;
    const { offset } = pointer.leaf(this.values.cells) as Pointer;
    const whole = offset as Term;
    return terms.ule(whole, terms.constant(whole.width, this.values.sizeOf(object) - size));
  }

  /** That the conditional halts inside of an instruction let it pass. */
  private ofChecks(run: SegmentRun, instruction: Instruction, sink: ConditionSink): void {
    const { checks: conditions, operands } = this.replay.run(run, instruction, false);
    const wasConcrete = operands.every((node) => node.isConcrete);
    for (const bad of conditions) sink.require(this.machine.terms.not(bad), operands, wasConcrete);
  }

  /** With everything looked for that C leaves undefined, it matters into which objects two addresses lead. */
  private ofObjects(run: SegmentRun, instruction: BinaryInstruction | CompareInstruction, sink: ConditionSink): void {
    if (!this.machine.options.checkUndefined) return;
    for (const operand of [instruction.left, instruction.right]) {
      const reference = this.values.operand(run.activation, operand, run.timeOf(instruction));
      if (!(this.values.actualOf(reference) instanceof Pointer) || !(reference instanceof Node)) continue;
      if (!reference.isConcrete) throw new Unknown('address compared with another');
      sink.pin(reference);
    }
  }

  private ofAccess(
    run: SegmentRun,
    instruction: Instruction,
    place: Operand,
    writes: boolean,
    sink: ConditionSink,
  ): void {
    const access = this.values.accessOf(run, instruction, writes);
    if (access === null) return;
    sink.exists(access.object);
    const pointer = this.values.operand(run.activation, place, run.timeOf(instruction));
    if (!(pointer instanceof Node)) return;
    if (!pointer.isPointer) throw new Unknown('pointer from an integer');
    if (!pointer.isConcrete) sink.require(this.inBounds(pointer, access.object, access.size), [pointer], false);
    else if (!writes && isElement(place)) {
      // What is read may never matter; where it does, its meaning pins the place.
      sink.require(this.inBounds(pointer, access.object, access.size), [pointer], true);
    } else sink.pin(pointer);
  }

  private ofSelect(run: SegmentRun, instruction: Extract<Instruction, { op: 'select' }>, sink: ConditionSink): void {
    if (instruction.result.type.kind === 'int' || instruction.result.type.kind === 'float') return;
    const condition = this.values.operand(run.activation, instruction.condition, run.timeOf(instruction));
    if (!(condition instanceof Node)) return;
    if (condition.isConcrete) {
      sink.pin(condition);
      return;
    }
    const decision = run.entriesOf(instruction).find((entry) => entry.kind === 'decision');
    if (decision?.kind !== 'decision') return;
    const bit = condition.leaf(this.values.cells);
    if (!(bit instanceof Term)) throw new Unknown('branch on a pointer');
    sink.require(decision.value ? bit : this.machine.terms.not(bit), [condition], false);
  }

  private ofCallStep(run: SegmentRun, instruction: CallInstruction, sink: ConditionSink): void {
    const name = directCallee(instruction)?.name ?? '';
    const args = instruction.arguments;
    if (IRRELEVANT.test(name)) return;
    switch (name) {
      case '__pf_assume':
      case '__pf_demand':
        // States that do not satisfy it have nothing to explore.
        return;
      case '__pf_output_int':
        return;
      case '__pf_concretize': {
        const value = this.values.operand(run.activation, args[0], run.timeOf(instruction));
        if (!(value instanceof Node)) return;
        const result = this.values.operand(run.activation, instruction.result!, run.timeOf(instruction) + 0.5) as Node;
        const term = this.values.termOf(value.leaf(this.values.cells), args[0].type);
        const constant = this.values.termOf(result.actual!, args[0].type);
        sink.require(this.machine.terms.eq(term, constant), [value], value.isConcrete);
        return;
      }
      case '__pf_is_symbolic':
      case '__pf_math1':
      case '__pf_math2':
        return;
    }
    if (name.startsWith('llvm.') && !/^llvm\.(mem(cpy|move|set)|va_)/.test(name)) return;
    // Memory operations, inputs and allocations: every place and length is pinned, values are not.
    args.forEach((argument, i) => {
      if (name.startsWith('llvm.memset') && i === 1) return;
      this.pinPlace(run, instruction, argument, sink);
    });
    for (const entry of run.entriesOf(instruction)) {
      if (entry.kind === 'access') sink.exists(entry.object);
      if (entry.kind === 'decision') throw new Unknown(`choice in ${name}`);
    }
  }

  private pinPlace(run: SegmentRun, instruction: Instruction, operand: Operand, sink: ConditionSink): void {
    const reference = this.pinOperand(run, instruction, operand, sink);
    const actual = this.values.actualOf(reference);
    if (actual instanceof Pointer) sink.exists(actual.object);
  }

  private pinOperand(run: SegmentRun, instruction: Instruction, operand: Operand, sink: ConditionSink): Reference {
    const reference = this.values.operand(run.activation, operand, run.timeOf(instruction));
    if (reference instanceof Node) {
      if (!reference.isConcrete) throw new Unknown('symbolic place, size or length');
      sink.pin(reference);
    }
    return reference;
  }
}
