/**
 * Clang's marks become checks.
 *
 * What C forbids is often known to the compiler alone: that `key[16]` ends inside its structure, that a shifted value
 * is signed. With `-fsanitize=...` clang says so, as a branch to a block that traps or calls a handler. A branch would be a
 * path, and a block of its own in every analysis; so each mark becomes one `check` instruction, a conditional halt like
 * the machine's own checks, and the blocks that clang cut are joined again. What is left has the shape of the source.
 *
 * A mark that the machine's own check says again is dropped: the index of an array that is a whole object, when the
 * address is only read or written through. So ordinary arrays cost nothing, neither steps nor questions to the solver.
 */
import { directCallee } from '../../analysis/call-graph.ts';
import type { SourcePosition } from '../../program/debug.ts';
import {
  type BranchInstruction,
  type CallInstruction,
  type CheckInstruction,
  type CompareInstruction,
  type ElementPointerInstruction,
  type Instruction,
  type MarkedFault,
  operandsOf,
  type PhiInstruction,
  successorsOf,
} from '../../program/instructions.ts';
import { type Block, type ProgramFunction, terminatorOf } from '../../program/program.ts';
import type { TypeTable } from '../../program/types.ts';
import type { IntConstant, Operand, Register } from '../../program/values.ts';
import { RegisterSubstitution } from './rewrite.ts';

/** Of marks that say only what the machine looks at anyway, wherever it comes from. */
const CHECKED_ANYWAY = 'checked anyway';
type Subject = MarkedFault | typeof CHECKED_ANYWAY;

/** Clang's handlers with their numbers, which are the argument of `llvm.ubsantrap`, and what each is about. */
const HANDLERS: readonly (readonly [name: string, number: number, subject: Subject])[] = [
  ['add_overflow', 0, 'overflow'],
  ['builtin_unreachable', 1, 'unreachable'],
  ['cfi_check_fail', 2, 'undefined'],
  ['divrem_overflow', 3, CHECKED_ANYWAY],
  ['dynamic_type_cache_miss', 4, 'undefined'],
  ['float_cast_overflow', 5, CHECKED_ANYWAY],
  ['function_type_mismatch', 6, 'undefined'],
  ['implicit_conversion', 7, 'conversion'],
  ['invalid_builtin', 8, 'undefined'],
  ['invalid_objc_cast', 9, 'undefined'],
  ['load_invalid_value', 10, 'invalid-value'],
  ['missing_return', 11, 'unreachable'],
  ['mul_overflow', 12, 'overflow'],
  ['negate_overflow', 13, 'overflow'],
  ['nullability_arg', 14, 'null-pointer'],
  ['nullability_return', 15, 'null-pointer'],
  ['nonnull_arg', 16, 'null-pointer'],
  ['nonnull_return', 17, 'null-pointer'],
  ['out_of_bounds', 18, 'out-of-bounds'],
  ['pointer_overflow', 19, 'out-of-bounds'],
  ['shift_out_of_bounds', 20, 'shift'],
  ['sub_overflow', 21, 'overflow'],
  ['type_mismatch', 22, 'null-pointer'],
  ['alignment_assumption', 23, 'misaligned'],
  ['vla_bound_not_positive', 24, 'array-length'],
];
const BY_NUMBER = new Map(HANDLERS.map(([, number, subject]) => [number, subject]));
const BY_NAME = new Map(HANDLERS.map(([name, , subject]) => [name, subject]));
const HANDLER_NAME = /^__ubsan_handle_(\w+?)(_v\d+)?(_minimal)?(_abort)?$/;

/** Turns the marks of a function into checks; with `all`, also those that say what the machine finds out itself. */
export function turnMarksIntoChecks(fn: ProgramFunction, types: TypeTable, all: boolean): void {
  const marked = fn.blocks.filter((block) => markIn(block) !== null);
  if (marked.length > 0) new Marks(fn, types, all).run(marked);
}

interface Mark {
  readonly branch: BranchInstruction;
  readonly subject: Subject;
  /** Where a run without the fault goes on, and whether the condition holds there. */
  readonly good: Block;
  readonly holds: boolean;
}

function markIn(block: Block): Mark | null {
  const branch = terminatorOf(block);
  if (branch.op !== 'condbr') return null;
  const whenFalse = subjectOf(branch.ifFalse);
  if (whenFalse !== null) return { branch, subject: whenFalse, good: branch.ifTrue, holds: true };
  const whenTrue = subjectOf(branch.ifTrue);
  return whenTrue === null ? null : { branch, subject: whenTrue, good: branch.ifFalse, holds: false };
}

/** What a block is about that does nothing but tell a handler, or trap. */
function subjectOf(block: Block): Subject | null {
  for (const instruction of block.instructions) {
    if (instruction.op === 'call') return subjectOfCall(instruction);
    if (instruction.op !== 'cast' && instruction.op !== 'alloca' && instruction.op !== 'store') return null;
  }
  return null;
}

function subjectOfCall(call: CallInstruction): Subject | null {
  const name = directCallee(call)?.name ?? '';
  if (name === 'llvm.ubsantrap') {
    const [number] = call.arguments;
    return (number.kind === 'int' ? BY_NUMBER.get(Number(number.value)) : undefined) ?? 'undefined';
  }
  const handler = HANDLER_NAME.exec(name)?.[1];
  return handler === undefined ? null : (BY_NAME.get(handler) ?? 'undefined');
}

class Marks {
  private readonly substitution = new RegisterSubstitution();
  private readonly uses = new Map<Register, Instruction[]>();
  private readonly predecessors = new Map<Block, Set<Block>>();
  private readonly joined = new Set<Block>();
  /** Jumps where clang cut a block for a mark. */
  private readonly cuts = new Set<Instruction>();

  constructor(
    private readonly fn: ProgramFunction,
    private readonly types: TypeTable,
    private readonly all: boolean,
  ) {
    for (const block of fn.blocks) {
      for (const next of successorsOf(terminatorOf(block))) this.predecessorsOf(next).add(block);
      for (const instruction of block.instructions) {
        for (const operand of operandsOf(instruction)) {
          if (operand.kind !== 'register') continue;
          const users = this.uses.get(operand);
          if (users === undefined) this.uses.set(operand, [instruction]);
          else users.push(instruction);
        }
      }
    }
  }

  run(marked: readonly Block[]): void {
    for (const block of marked) {
      const mark = markIn(block)!;
      const checks = this.checksOf(mark);
      for (const other of [mark.branch.ifTrue, mark.branch.ifFalse]) {
        if (other !== mark.good) this.predecessorsOf(other).delete(block);
      }
      this.goOn(block, mark.good, checks);
    }
    this.dropHandlers();
    for (const block of this.fn.blocks) this.join(block);
    this.fn.blocks = this.fn.blocks.filter((block) => !this.joined.has(block));
    this.fn.blocks.forEach((block, index) => {
      block.index = index;
    });
    this.substitution.apply(this.fn);
  }

  private predecessorsOf(block: Block): Set<Block> {
    let known = this.predecessors.get(block);
    if (known === undefined) {
      known = new Set();
      this.predecessors.set(block, known);
    }
    return known;
  }

  /** A handler that nothing leads to any more leads nowhere either. */
  private dropHandlers(): void {
    for (const block of this.fn.blocks) {
      if (this.predecessorsOf(block).size > 0 || subjectOf(block) === null) continue;
      if (block === this.fn.blocks[0]) continue;
      for (const next of successorsOf(terminatorOf(block))) this.predecessorsOf(next).delete(block);
      this.joined.add(block);
    }
  }

  private checksOf({ branch, subject, good, holds }: Mark): CheckInstruction[] {
    const { block, position } = branch;
    if (subject === CHECKED_ANYWAY) return [];
    if (!holds) return [this.check(block, position, subject, 'eq', branch.condition, this.truth(0n))];
    return conjuncts(branch.condition).flatMap((part) => {
      const base = this.shiftedBase(part, position);
      if (base !== null) return [base];
      const compared = comparisonBehind(part);
      if (compared === null) return this.checkTruth(block, position, subject, part);
      // The machine looks at the amount of a shift itself.
      if (subject === 'shift' || (!this.all && subject === 'out-of-bounds' && this.isCheckedAnyway(compared, good))) {
        return [];
      }
      const { predicate, left, right } = compared;
      return [this.check(block, position, nearer(subject, compared), predicate, left, right)];
    });
  }

  /** None where the condition is written as true. */
  private checkTruth(
    block: Block,
    position: SourcePosition | null,
    fault: MarkedFault,
    condition: Operand,
  ): CheckInstruction[] {
    const compared = comparisonBehind(condition);
    if (compared !== null) {
      return [this.check(block, position, fault, compared.predicate, compared.left, compared.right)];
    }
    if (condition.kind === 'int' && condition.value === 1n) return [];
    return [this.check(block, position, fault, 'ne', condition, this.truth(0n))];
  }

  /**
   * The base of a left shift is looked at only where the amount is valid: clang makes that a branch around the question.
   * An invalid amount is a fault of its own, so the branch becomes a check, and the question is always asked.
   */
  private shiftedBase(part: Operand, position: SourcePosition | null): CheckInstruction | null {
    if (part.kind !== 'register' || part.definition?.op !== 'phi') return null;
    const phi: PhiInstruction = part.definition;
    const [skipped, asked] = phi.incoming;
    if (phi.incoming.length !== 2 || skipped.value.kind !== 'int' || skipped.value.value !== 1n) return null;
    const branch = terminatorOf(skipped.block);
    if (branch.op !== 'condbr' || branch.ifTrue !== asked.block || branch.ifFalse !== phi.block) return null;
    this.predecessorsOf(phi.block).delete(skipped.block);
    this.goOn(skipped.block, asked.block, this.checkTruth(skipped.block, position, 'shift', branch.condition));
    this.cuts.add(terminatorOf(asked.block));
    this.substitution.replace(phi.result, asked.value);
    return this.checkTruth(phi.block, position, 'overflow', asked.value)[0] ?? null;
  }

  private check(
    block: Block,
    position: SourcePosition | null,
    fault: MarkedFault,
    predicate: CheckInstruction['predicate'],
    left: Operand,
    right: Operand,
  ): CheckInstruction {
    return { op: 'check', id: -1, index: -1, block, position, result: null, fault, predicate, left, right };
  }

  private truth(value: bigint): IntConstant {
    return { kind: 'int', type: this.types.int(1), value };
  }

  /** Replaces the branch at the end of a block by checks and a jump. */
  private goOn(block: Block, target: Block, checks: readonly CheckInstruction[]): void {
    const { position } = block.instructions.pop()!;
    const jump: Instruction = { op: 'br', id: -1, index: -1, block, position, result: null, target };
    this.cuts.add(jump);
    block.instructions.push(...checks, jump);
  }

  /** Joins a block with what marks cut off from it. */
  private join(block: Block): void {
    if (this.joined.has(block)) return;
    for (let jump = terminatorOf(block); jump.op === 'br' && this.cuts.has(jump); jump = terminatorOf(block)) {
      const next = jump.target;
      if (next === block || this.predecessorsOf(next).size !== 1) return;
      block.instructions.pop();
      for (const instruction of next.instructions) {
        if (instruction.op === 'phi') {
          const only = instruction.incoming.find((entry) => entry.block === block) ?? instruction.incoming[0];
          if (!this.substitution.isReplaced(instruction.result))
            this.substitution.replace(instruction.result, only.value);
          continue;
        }
        instruction.block = block;
        block.instructions.push(instruction);
      }
      this.joined.add(next);
      for (const after of successorsOf(terminatorOf(block))) {
        this.predecessorsOf(after).delete(next);
        this.predecessorsOf(after).add(block);
        for (const instruction of after.instructions) {
          if (instruction.op !== 'phi') break;
          for (const entry of instruction.incoming) if (entry.block === next) entry.block = block;
        }
      }
    }
  }

  /** Whether the machine finds an index out of bounds itself: the array is a whole object, and only accessed. */
  private isCheckedAnyway(compared: CompareInstruction, good: Block): boolean {
    const step = good.instructions.find(
      (each): each is ElementPointerInstruction =>
        each.op === 'getelementptr' && each.indices.some((index) => sameIndex(index, compared.left)),
    );
    return step !== undefined && isWholeObject(step) && this.isOnlyAccessed(step.result);
  }

  private isOnlyAccessed(address: Register): boolean {
    return (this.uses.get(address) ?? []).every((use) => {
      if (use.op === 'load') return true;
      if (use.op === 'store') return use.value !== address;
      return use.op === 'getelementptr' && use.base === address && this.isOnlyAccessed(use.result);
    });
  }
}

/** The parts of a condition that must all hold. */
function conjuncts(condition: Operand): Operand[] {
  const made = condition.kind === 'register' ? condition.definition : null;
  if (made?.op !== 'binary' || made.operator !== 'and') return [condition];
  return [...conjuncts(made.left), ...conjuncts(made.right)];
}

function comparisonBehind(condition: Operand): CompareInstruction | null {
  return condition.kind === 'register' && condition.definition?.op === 'icmp' ? condition.definition : null;
}

/** One handler speaks for null pointers, misaligned ones and objects that are too small: the comparison tells. */
function nearer(fault: MarkedFault, { left, right }: CompareInstruction): MarkedFault {
  if (fault !== 'null-pointer' || right.kind === 'null') return fault;
  const made = left.kind === 'register' ? left.definition : null;
  return made?.op === 'binary' && made.operator === 'and' ? 'misaligned' : 'out-of-bounds';
}

function sameIndex(index: Operand, compared: Operand): boolean {
  if (index === compared) return true;
  if (index.kind === 'int' && compared.kind === 'int') return index.value === compared.value;
  const made = index.kind === 'register' ? index.definition : null;
  return made?.op === 'cast' && made.value === compared;
}

function isWholeObject({ base, sourceType }: ElementPointerInstruction): boolean {
  if (base.kind === 'global') return base.global.kind === 'variable' && base.global.valueType === sourceType;
  const made = base.kind === 'register' ? base.definition : null;
  return made?.op === 'alloca' && (made.allocated === sourceType || made.count.kind !== 'int');
}
