/** What instructions make and branches ask, as terms over the locations they read; operators mean what the machine says (as-terms.ts). */
import type { Term } from '../../expr/term.ts';
import type { Terms } from '../../expr/terms.ts';
import { castTerm, comparisonTerm, integerTerm, isTotal } from '../../machine/semantics/as-terms.ts';
import type {
  BinaryInstruction,
  CastInstruction,
  CompareInstruction,
  Instruction,
  LoadInstruction,
  StoreInstruction,
} from '../../program/instructions.ts';
import type { Type } from '../../program/types.ts';
import type { Operand, Register } from '../../program/values.ts';
import type { LocationVariables } from './location-variables.ts';
import { byteKey } from './needs.ts';
import type { Touch } from './path-tree.ts';

export class Meanings {
  private readonly terms: Terms;

  constructor(private readonly variables: LocationVariables) {
    this.terms = variables.terms;
  }

  /** The variable of a register that holds an integer. */
  variableOf(depth: number, register: Register): Term | null {
    const { type } = register;
    return type.kind === 'int' && type.bits <= 64 ? this.variables.register(depth, register.index, type.bits) : null;
  }

  /** An operand as a term; null when it is no integer. */
  operand(depth: number, value: Operand): Term | null {
    if (value.kind === 'register') return this.variableOf(depth, value);
    if (value.kind !== 'int' || value.type.bits > 64) return null;
    const small = value.value <= BigInt(Number.MAX_SAFE_INTEGER);
    return this.terms.constant(value.type.bits, small ? Number(value.value) : value.value);
  }

  /** That a branch goes to the block; null when that cannot be said. */
  direction(depth: number, branch: Instruction, target: number): Term | null {
    const { terms } = this;
    if (branch.op === 'condbr') {
      const condition = this.operand(depth, branch.condition);
      if (condition === null || branch.ifTrue === branch.ifFalse) return null;
      return branch.ifTrue.index === target ? condition : terms.not(condition);
    }
    if (branch.op !== 'switch') return null;
    const value = this.operand(depth, branch.value);
    if (value === null) return null;
    const isDefault = branch.otherwise.index === target;
    const tests = branch.cases
      .filter((entry) => (entry.target.index === target) !== isDefault)
      .map((entry) => terms.eq(value, this.operand(depth, entry.value)!));
    const any = terms.orAll(tests);
    return isDefault ? terms.not(any) : any;
  }

  /** What a store writes, where it fills the bytes exactly. */
  stored(depth: number, { value }: StoreInstruction, size: number): Term | null {
    const term = this.operand(depth, value);
    return term !== null && term.width === size * 8 ? term : null;
  }

  /** What an instruction makes, having touched this memory; null when that cannot be written as a term. */
  of(depth: number, instruction: Instruction, touches: readonly Touch[]): Term | null {
    switch (instruction.op) {
      case 'binary':
        return this.binary(depth, instruction);
      case 'icmp':
        return this.comparison(depth, instruction);
      case 'cast':
        return this.cast(depth, instruction);
      case 'freeze':
        return this.operand(depth, instruction.value);
      case 'select': {
        const [condition, x, y] = [instruction.condition, instruction.ifTrue, instruction.ifFalse].map((each) =>
          this.operand(depth, each),
        );
        return condition === null || x === null || y === null || condition.width !== 1
          ? null
          : this.terms.ite(condition, x, y);
      }
      case 'load':
        return this.loaded(instruction, touches);
      default:
        return null;
    }
  }

  private binary(depth: number, { operator, left, right }: BinaryInstruction): Term | null {
    const x = this.operand(depth, left);
    const y = this.operand(depth, right);
    return x === null || y === null || !isTotal(operator) ? null : integerTerm(this.terms, operator, x, y);
  }

  private comparison(depth: number, { predicate, left, right }: CompareInstruction): Term | null {
    const x = this.operand(depth, left);
    const y = this.operand(depth, right);
    return x === null || y === null ? null : comparisonTerm(this.terms, predicate, x, y);
  }

  private cast(depth: number, { operator, value, result }: CastInstruction): Term | null {
    const term = this.operand(depth, value);
    const { type }: { readonly type: Type } = result;
    if (term === null || type.kind !== 'int' || type.bits > 64) return null;
    return castTerm(this.terms, operator, term, type.bits);
  }

  /** What was read from a place that is the same in every state that is compared: its pointer is. */
  private loaded(instruction: LoadInstruction, touches: readonly Touch[]): Term | null {
    const { type } = instruction.result;
    let read: Touch | null = null;
    for (const touch of touches) {
      if (touch.kind !== 'read') continue;
      // An instruction that is repeated after a fork reads twice.
      if (read !== null && (read.object !== touch.object || read.offset !== touch.offset)) return null;
      read = touch;
    }
    if (read === null || read.offset < 0 || type.kind !== 'int' || type.bits !== read.size * 8) return null;
    let term: Term | null = null;
    for (let at = 0; at < read.size; at++) {
      const byte = this.variables.byte(byteKey(read.object!.id, read.offset + at));
      term = term === null ? byte : this.terms.concat(byte, term);
    }
    return term;
  }
}
