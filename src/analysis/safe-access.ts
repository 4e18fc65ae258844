/**
 * Accesses that cannot fault, and ends that cannot be reached, beyond what halts.ts sees at a glance: pointers are followed to
 * the globals and locals they come from, through parameters to all callers, and indices may be the counters of loops with
 * constant bounds (`for (i = 0; i < 4; i++) a[i]`), masks and remainders. Whatever is not understood may fault.
 */
import { type Instruction, type PhiInstruction, successorsOf } from '../program/instructions.ts';
import { type Block, type Program, type ProgramFunction, terminatorOf } from '../program/program.ts';
import type { Type } from '../program/types.ts';
import type { Operand } from '../program/values.ts';
import type { CallGraph } from './call-graph.ts';
import { ProgramFacts } from './program-facts.ts';

interface Range {
  readonly low: number;
  readonly high: number;
}

/** Offsets into objects of at least this size. */
interface Place extends Range {
  readonly size: number;
}

/** Chains of pointers are followed this far. */
const MOST_STEPS = 12;

export class SafeAccesses {
  private readonly addressTaken: ReadonlySet<ProgramFunction>;
  private readonly parameters = new Map<string, Place | null>();

  constructor(
    private readonly program: Program,
    private readonly callGraph: CallGraph,
  ) {
    this.addressTaken = new Set(callGraph.addressTaken);
  }

  /** Whether a load, store or `unreachable` never ends the program. */
  isSafe(instruction: Instruction): boolean {
    const { layout } = this.program;
    if (instruction.op === 'unreachable') return isImpossibleDefault(instruction.block);
    if (instruction.op !== 'load' && instruction.op !== 'store') return false;
    const type = instruction.op === 'load' ? instruction.result.type : instruction.value.type;
    const place = this.place(instruction.pointer, instruction.block, instruction.op === 'store', MOST_STEPS);
    return place !== null && place.low >= 0 && place.high + layout.storeSizeOf(type) <= place.size;
  }

  private place(given: Operand, at: Block, writes: boolean, steps: number): Place | null {
    if (steps === 0) return null;
    const pointer = withoutCopies(given);
    if (pointer.kind === 'global') {
      const { global } = pointer;
      if (global.kind !== 'variable' || global.initializer === null || (writes && global.constant)) return null;
      return { size: this.program.layout.sizeOf(global.valueType), low: 0, high: 0 };
    }
    if (pointer.kind === 'expression' && pointer.operator === 'getelementptr' && pointer.sourceType !== null) {
      const [base, ...indices] = pointer.operands;
      return this.moved(this.place(base, at, writes, steps - 1), pointer.sourceType, indices, at);
    }
    if (pointer.kind !== 'register') return null;
    const { definition } = pointer;
    if (definition === null) return this.parameterPlace(at.function, pointer.index, writes, steps);
    switch (definition.op) {
      case 'alloca': {
        const { allocated, count } = definition;
        if (count.kind !== 'int') return null;
        return { size: this.program.layout.sizeOf(allocated) * Number(count.value), low: 0, high: 0 };
      }
      case 'getelementptr':
        return this.moved(
          this.place(definition.base, at, writes, steps - 1),
          definition.sourceType,
          definition.indices,
          at,
        );
      case 'phi':
        return joined(definition.incoming, ({ value, block }) =>
          this.place(value, block, writes, Math.min(steps - 1, 3)),
        );
      case 'select':
        return joined([definition.ifTrue, definition.ifFalse], (value) => this.place(value, at, writes, steps - 1));
      default:
        return null;
    }
  }

  /** What every caller passes; unknown code may call a function whose address is taken, and the system calls main. */
  private parameterPlace(fn: ProgramFunction, index: number, writes: boolean, steps: number): Place | null {
    const calls = this.callGraph.callers[fn.index];
    if (this.addressTaken.has(fn) || calls.length === 0 || calls.length > 20) return null;
    // Functions that pass their parameters on to each other are asked again and again: without memory, as often as there are ways through them.
    const key = `${fn.index} ${index} ${writes} ${steps}`;
    const known = this.parameters.get(key);
    if (known !== undefined) return known;
    const place = joined(calls, (call) => {
      const argument = call.arguments[index];
      if (argument === undefined || call.byval[index] != null) return null;
      return this.place(argument, call.block, writes, steps - 1);
    });
    this.parameters.set(key, place);
    return place;
  }

  private moved(from: Place | null, sourceType: Type, indices: readonly Operand[], at: Block): Place | null {
    if (from === null) return null;
    const { layout } = this.program;
    let { low, high } = from;
    let type = sourceType;
    for (let i = 0; i < indices.length; i++) {
      const range = this.range(indices[i], at, 4);
      if (range === null) return null;
      if (i > 0 && type.kind === 'struct') {
        low += layout.fieldOffset(type, range.low);
        high += layout.fieldOffset(type, range.low);
        type = type.fields![range.low];
        continue;
      }
      if (i > 0) {
        if (type.kind !== 'array' && type.kind !== 'vector') return null;
        type = type.element;
      }
      low += range.low * layout.sizeOf(type);
      high += range.high * layout.sizeOf(type);
    }
    return { size: from.size, low, high };
  }

  private range(given: Operand, at: Block, steps: number): Range | null {
    const value = withoutCopies(given);
    if (value.kind === 'int') {
      const number = Number(BigInt.asIntN(value.type.bits, value.value));
      return { low: number, high: number };
    }
    if (value.kind !== 'register' || value.definition === null || steps === 0) return null;
    const { definition } = value;
    switch (definition.op) {
      case 'cast': {
        if (definition.operator !== 'zext' && definition.operator !== 'sext') return null;
        const range = this.range(definition.value, at, steps - 1);
        return range !== null && range.low >= 0 ? range : null;
      }
      case 'binary': {
        const right = definition.right.kind === 'int' ? Number(definition.right.value) : -1;
        const isSmall = right > 0 && right < 2 ** 30;
        if (definition.operator === 'and' && isSmall) return { low: 0, high: right };
        if (definition.operator === 'urem' && isSmall) return { low: 0, high: right - 1 };
        return null;
      }
      case 'phi':
        return this.counter(definition, at);
      default:
        return null;
    }
  }

  /** A phi that counts up from a constant, where the loop's own test `i < N` has been passed on the way to `at`. */
  private counter(phi: PhiInstruction, at: Block): Range | null {
    const test = terminatorOf(phi.block);
    if (test.op !== 'condbr' || at.function !== phi.block.function) return null;
    const compare = test.condition.kind === 'register' ? test.condition.definition : null;
    if (compare?.op !== 'icmp' || !isResult(compare.left, phi) || compare.right.kind !== 'int') return null;
    const { predicate, right } = compare;
    const limit = Number(BigInt.asIntN(right.type.bits, right.value)) - (/^[su]lt$/.test(predicate) ? 1 : 0);
    if (!/^[su](lt|le)$/.test(predicate) || limit < 0) return null;
    const inside = test.ifTrue;
    const entersOnlyHere = predecessorCount(inside) === 1 && inside !== test.ifFalse;
    if (
      !entersOnlyHere ||
      !ProgramFacts.of(this.program).dominatorsOf(phi.block.function).dominates(inside.index, at.index)
    )
      return null;
    let low = Number.POSITIVE_INFINITY;
    for (const { value: given } of phi.incoming) {
      const value = withoutCopies(given);
      if (value.kind === 'int') low = Math.min(low, Number(BigInt.asIntN(value.type.bits, value.value)));
      else if (!countsUp(value, phi)) return null;
    }
    return low >= 0 && low <= limit ? { low, high: limit } : null;
  }
}

/** Where all of them lie; null as soon as that is not known of one. */
function joined<Source>(sources: readonly Source[], placeOf: (source: Source) => Place | null): Place | null {
  let result: Place | null = null;
  for (const source of sources) {
    const place = placeOf(source);
    if (place === null) return null;
    result =
      result === null
        ? place
        : {
            size: Math.min(result.size, place.size),
            low: Math.min(result.low, place.low),
            high: Math.max(result.high, place.high),
          };
  }
  return result;
}

/** An assignment to a local that became a register is a bitcast to the same type. */
export function withoutCopies(value: Operand): Operand {
  let at = value;
  while (at.kind === 'register' && at.definition?.op === 'cast' && at.definition.operator === 'bitcast') {
    const from: Operand = at.definition.value;
    if (from.type !== at.type) break;
    at = from;
  }
  return at;
}

export function isResult(given: Operand, of: Instruction): boolean {
  const value = withoutCopies(given);
  return value.kind === 'register' && value.definition === of;
}

/** By one: it cannot pass the limit and wrap around before the test sees it. */
export function countsUp(given: Operand, phi: PhiInstruction): boolean {
  const value = withoutCopies(given);
  if (value.kind !== 'register') return false;
  const { definition } = value;
  return (
    definition?.op === 'binary' &&
    definition.operator === 'add' &&
    isResult(definition.left, phi) &&
    definition.right.kind === 'int' &&
    definition.right.value === 1n
  );
}

function predecessorCount(block: Block): number {
  let count = 0;
  for (const each of block.function.blocks) {
    for (const next of successorsOf(terminatorOf(each))) if (next === block) count++;
  }
  return count;
}

/** The default of a switch over constants all of which have a case, as compilers make for `return` inside a scope. */
export function isImpossibleDefault(block: Block): boolean {
  if (terminatorOf(block).op !== 'unreachable') return false;
  const into = block.function.blocks.filter((each) => successorsOf(terminatorOf(each)).includes(block));
  return (
    into.length > 0 &&
    into.every((each) => {
      const last = terminatorOf(each);
      if (last.op !== 'switch' || last.otherwise !== block || last.cases.some(({ target }) => target === block))
        return false;
      const possible = constantsOf(last.value, new Set());
      return possible?.every((value) => last.cases.some((entry) => entry.value.value === value)) ?? false;
    })
  );
}

function constantsOf(given: Operand, seen: Set<Instruction>): bigint[] | null {
  const value = withoutCopies(given);
  if (value.kind === 'int') return [value.value];
  if (value.kind !== 'register' || value.definition?.op !== 'phi') return null;
  if (seen.has(value.definition)) return [];
  seen.add(value.definition);
  const found: bigint[] = [];
  for (const { value: each } of value.definition.incoming) {
    const constants = constantsOf(each, seen);
    if (constants === null) return null;
    found.push(...constants);
  }
  return found;
}
